export interface TarFile {
    /** In the folder, with `/` between names. */
    path: string;
    /** Where that is known better than from the disk: Windows has no such bit. */
    isExecutable?: boolean | undefined;
}
export interface TarOptions {
    /** The folder in the archive that all files are in. */
    topFolder: string;
    /** Told of each piece of a file that was read. */
    onRead?: ((bytes: number) => void) | undefined;
}
/** `root` is a path without links. */
export declare function tarBlocks(root: string, files: TarFile[], options: TarOptions): Iterable<Buffer>;
