import type { ArchiveType } from './archive-type.js';
import { type ArchiveContents, type ArchiveLimits, type FileReceiver } from './ledger.js';
/** Throws a `Refusal` if the archive breaks a rule. The receiver may have got files by then: only the end tells whether all is well. */
export declare function readArchive(path: string, type: ArchiveType, limits?: ArchiveLimits, receiver?: FileReceiver): Promise<ArchiveContents>;
