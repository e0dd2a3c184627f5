import type { CallOptions } from './call.js';
import type { TimeLimit } from './time-limit.js';
/** A stream is opened once for each attempt, and once more if `sha256` is not given. */
export interface ArchiveSource {
    size: number;
    /** In hexadecimal. */
    sha256?: string | undefined;
    open(): ReadableStream<Uint8Array>;
}
export type Archive = Blob | Uint8Array<ArrayBuffer> | ArchiveSource;
export interface Progress {
    /** In bytes. After a break, it begins again at what is there. */
    transferred: number;
    total: number;
}
export interface TransferOptions extends CallOptions {
    onProgress?: ((progress: Progress) => void) | undefined;
}
export interface UploadOptions extends TransferOptions {
    /** That of the upload, which creating a realm, or opening an upload, answers with. */
    token: string;
}
/** An archive whose digest is known. */
export interface KnownArchive extends ArchiveSource {
    sha256: string;
    /** The bytes, where they are a Blob. */
    blob?: Blob | undefined;
}
/** Its digest takes time for a large archive, and ends with the limit. */
export declare function archiveSource(archive: Archive | KnownArchive, limit: TimeLimit): Promise<KnownArchive>;
