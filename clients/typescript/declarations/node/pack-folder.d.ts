import { type TarFile } from './tar-files.js';
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
    /** Told again and again how many bytes of the files are packed. */
    onProgress?: ((bytes: number) => void) | undefined;
    signal?: AbortSignal | undefined;
}
/**
 * `files` are those of `listFiles`, or paths in the folder with `/` between names, in any order. A link, as a file or on the way to it, and a file
 * that changes meanwhile are errors.
 */
export declare function packFolder(folder: string, files: readonly (string | TarFile)[], options: PackOptions): Promise<PackedFolder>;
