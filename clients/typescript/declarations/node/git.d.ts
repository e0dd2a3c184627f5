/** These read the index, the last commit, settings and names of files, and no content of a file. */
declare const questions: {
    tracked: string[];
    staged: string[];
    notIgnored: string[];
    ignored: string[];
    fileMode: string[];
    filters: string[];
};
export type GitAnswer = {
    lines: Buffer[];
    fault?: never;
} | {
    lines?: never;
    fault: string;
};
export declare function askGit(folder: string, question: keyof typeof questions, signal?: AbortSignal): Promise<GitAnswer>;
/** Tracked files that differ from the last commit, as `XY path`. A file that git could compare only by a filter counts as changed. */
export declare function changedFiles(folder: string, signal?: AbortSignal): Promise<GitAnswer>;
/** Whether git may find a repository around the folder, a broken one included. */
export declare const isInRepository: (folder: string) => boolean;
interface RunOptions {
    env: Readonly<Record<string, string | undefined>>;
    signal: AbortSignal | undefined;
}
/** Makes a repository where none is, with all files in one commit: its settings and hooks are those of the user alone. Returns why that failed. */
export declare function commitAll(folder: string, message: string, options: RunOptions): Promise<string | undefined>;
export {};
