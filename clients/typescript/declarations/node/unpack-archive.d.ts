import { type ArchiveLimits } from '../archive/index.js';
import type { ArchivedFile } from './list-archive.js';
/** Throws a `Refusal` if the archive breaks a rule, and an error with the code `ENOTEMPTY` if the folder has something in it. */
export declare function unpackArchive(file: string, folder: string, limits?: ArchiveLimits, signal?: AbortSignal): Promise<ArchivedFile[]>;
/** Throws if the folder is there and has something in it. */
export declare function refuseFilled(folder: string): Promise<void>;
