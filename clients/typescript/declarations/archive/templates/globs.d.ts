/** Why a text is no glob, as the end of a sentence; undefined if it is one. */
export declare function globFault(glob: string): string | undefined;
/** Files by their paths, which globs can be compared with. */
export interface FilePaths {
    /** Those that one of the globs meets. */
    matching(globs: readonly string[]): Set<string>;
}
/** Folders are compared once, however many files are in them. */
export declare function openPaths(paths: readonly string[]): FilePaths;
