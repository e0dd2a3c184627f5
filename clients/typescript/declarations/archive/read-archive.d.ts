import type { ArchiveType } from './archive-type.js';
import { type ArchiveContents, type ArchiveLimits, type FileReceiver } from './ledger.js';
/**
 * Reads the archive at a path, or its bytes. Throws a `Refusal` if it breaks a rule. The receiver may have got files by then: only the end tells
 * whether all is well.
 */
export declare function readArchive(source: string | Buffer, type: ArchiveType, limits?: ArchiveLimits, receiver?: FileReceiver): Promise<ArchiveContents>;
