import { type ArchiveLimits } from '../archive/index.js';
import { type ArchiveListing } from './list-archive.js';
export interface StagedArchive extends ArchiveListing {
    /** The folder with the realm's files: the one top folder, if the archive has one. */
    root: string;
    /** Removes the temporary folder with what is still in it. */
    remove(): Promise<void>;
}
export interface StageOptions {
    limits?: ArchiveLimits | undefined;
    signal?: AbortSignal | undefined;
}
/** `prefix` is the beginning of the temporary folder's path. Throws a `Refusal`, and writes nothing, if the archive breaks a rule. */
export declare function stageArchive(file: string, prefix: string, { limits, signal }?: StageOptions): Promise<StagedArchive>;
