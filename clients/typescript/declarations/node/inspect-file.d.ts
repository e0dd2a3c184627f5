import { type ArchiveFacts } from '../archive/index.js';
import { type ArchivedFile } from './list-archive.js';
export type FileInspection = ({
    accepted: true;
    /** In the order of the archive. */
    files: ArchivedFile[];
    /** As the version has it: the same for the same files, however they are packed. */
    filesSha256: string;
} & ArchiveFacts) | {
    accepted: false;
    /** A sentence for people. */
    reason: string;
};
export declare function inspectFile(file: string, signal?: AbortSignal): Promise<FileInspection>;
