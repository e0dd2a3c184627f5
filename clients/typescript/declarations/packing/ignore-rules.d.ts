/** The rules of the second go before those of the first, whatever their folders. */
export declare const IGNORE_FILES: readonly ['.gitignore', '.realmignore'];
export type IgnoreFile = (typeof IGNORE_FILES)[number];
/** Several times what projects have. */
export declare const MAX_IGNORE_FILE_BYTES = 65536;
/** Whether a rule leaves a path out (`ignored`), or takes back in what another rule leaves out (`unignored`); or neither. */
interface Verdict {
    ignored: boolean;
    unignored: boolean;
}
export interface IgnoreRules {
    /** By the rules of one kind of file, or of both. The path is relative to the root; that of a folder ends in a slash. */
    judge(path: string, by: IgnoreFile | 'both'): Verdict;
    /** These rules and those of a folder, whose path is empty or ends in a slash. */
    below(folder: string, texts: Partial<Record<IgnoreFile, string>>): IgnoreRules;
}
export declare const openIgnoreRules: () => IgnoreRules;
export {};
