import { type IgnoreFile } from './ignore-rules.js';
import type { ChosenFile, SourceFolder } from './source-folder.js';
export interface ChooseOptions {
    /** Those that are read; both unless it is given. Of an entry of which git says something, `.gitignore` counts by what git says. */
    ignoreFiles?: readonly IgnoreFile[] | undefined;
    /** Names that are left out as well, at any depth. */
    isLeftOut?: ((name: string) => boolean) | undefined;
    /** Told the path of each file and folder that is left out; that of a folder ends in a slash. */
    onLeftOut?: ((path: string) => void) | undefined;
    signal?: AbortSignal | undefined;
}
/** Never packed, at any depth. `.realm` says where a folder came from, which is not a part of it. */
export declare const DROPPED: Set<string>;
/** In the order of their paths. Throws a `PackingError` if there is none, or something that no archive may have. */
export declare function chooseFiles(source: SourceFolder, options?: ChooseOptions): Promise<ChosenFile[]>;
