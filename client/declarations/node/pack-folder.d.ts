export interface PackedFolder {
    /** The archive, in a temporary folder. */
    file: string;
    size: number;
    /** In hexadecimal. */
    sha256: string;
    fileCount: number;
    unpackedSize: number;
    /** The bytes of the archive, from the first on, as often as needed. */
    open(): ReadableStream<Uint8Array>;
    /** Removes the temporary folder. */
    remove(): Promise<void>;
}
export interface PackOptions {
    /** The folder in the archive that all files are in. */
    topFolder: string;
    /** Whether a file can be executed, where that is known better than from the disk: Windows has no such bit. Undefined leaves it to the disk. */
    isExecutable?: ((path: string) => boolean | undefined) | undefined;
    signal?: AbortSignal | undefined;
}
/** `files` are paths in the folder with `/` between names, in any order. A link, as a file or on the way to it, and a file that changes meanwhile are errors. */
export declare function packFolder(folder: string, files: string[], options: PackOptions): Promise<PackedFolder>;
