import { type IgnoreFile } from '../packing/ignore-rules.js';
import type { ChosenFile } from '../packing/source-folder.js';
export interface FileList {
    /** In the order of their paths, which are relative to the folder and have `/` between names. */
    files: ChosenFile[];
    source: 'git' | 'folder';
    /** The ignore file that would leave these of the files out. */
    ignoreFileFor(paths: readonly string[]): IgnoreFile;
}
export interface ListOptions {
    /** Whether neither git nor `.gitignore` is asked; `.realmignore` is. */
    withoutGit?: boolean | undefined;
    /** Names that are left out as well, at any depth. */
    isLeftOut?: ((name: string) => boolean) | undefined;
    signal?: AbortSignal | undefined;
}
/** Throws a `PackingError` if there is no file, or something that no archive may have, such as a link. */
export declare function listFiles(folder: string, options?: ListOptions): Promise<FileList>;
