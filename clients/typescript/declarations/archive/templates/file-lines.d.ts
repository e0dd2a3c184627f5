export interface DigestedFile {
    /** Relative to the realm's root. */
    path: string;
    /** Unix permissions, of which only the bits for executing count; 0 where the archive has none. */
    mode: number;
    /** In hexadecimal. */
    sha256: string;
}
/** A line for each file, in the order of the bytes of the paths: path, NUL, mode (`0644` or `0755`), NUL, SHA-256, line feed. */
export declare function fileLines(files: readonly DigestedFile[]): Uint8Array<ArrayBuffer>;
