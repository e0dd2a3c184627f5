import { type ArchiveFacts } from '../archive/index.js';
export type FileInspection = ({
    accepted: true;
} & ArchiveFacts) | {
    accepted: false;
    /** A sentence for people. */
    reason: string;
};
export declare function inspectFile(file: string, signal?: AbortSignal): Promise<FileInspection>;
