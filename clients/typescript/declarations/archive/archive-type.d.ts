export type ArchiveType = 'application/gzip' | 'application/zip';
/** What is no zip is read as gzip, and the reader says why it is none. */
export declare function archiveType(file: string): Promise<ArchiveType>;
