export type PackingFault = 'no_folder' | 'no_files' | 'not_a_file' | 'not_utf8' | 'too_many_files' | 'too_large' | 'too_deep' | 'bad_ignore_file' | 'git_failed' | 'files_needed' | 'secrets';
export declare class PackingError extends Error {
    readonly name = "PackingError";
    readonly code: PackingFault;
    /** What to do about it; empty where nothing is known. */
    readonly hint: string;
    constructor(code: PackingFault, message: string, hint?: string);
}
/** The first paths of a list, for a message. */
export declare function shownPaths(paths: readonly string[]): string;
