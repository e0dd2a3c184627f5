/** By extension, then by name, then by path, and never by a language: the order is the same on every machine. */
export declare function archiveOrder<File extends {
    path: string;
}>(files: readonly File[]): File[];
