import { type ArchiveContents, type ArchiveLimits, type FileReceiver } from '../archive/index.js';
export interface ArchivedFile {
    /** Relative to the realm's root, with `/` between names. */
    path: string;
    size: number;
    /** In hexadecimal. */
    sha256: string;
    isExecutable: boolean;
}
export interface ArchiveListing {
    /** In the order of the archive. */
    files: ArchivedFile[];
    contents: ArchiveContents;
}
/** Throws a `Refusal` if the archive breaks a rule. */
export declare function listArchive(file: string, limits?: ArchiveLimits, signal?: AbortSignal): Promise<ArchiveListing>;
/** The receiver gets the files as well. */
export declare function readListed(file: string, limits: ArchiveLimits, signal: AbortSignal | undefined, receiver?: FileReceiver): Promise<ArchiveListing>;
