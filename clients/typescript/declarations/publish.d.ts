import { type Archive, type TransferOptions } from './archive-source.js';
import type { CallOptions } from './call.js';
import type { UploadedVersion, VersionList } from './generated.js';
import { type Upload } from './send-archive.js';
import type { Transport } from './transport.js';
export interface PublishOptions extends TransferOptions {
    /** Opened by the client unless it is given. */
    upload?: Upload | undefined;
}
/** The calls that a publication is made of. */
interface Calls {
    openUpload(slug: string, options: CallOptions): PromiseLike<Upload>;
    versions(slug: string, options: CallOptions): Promise<VersionList>;
}
/** An upload token is good for one version, so that an archive that is sent again is not published again. */
export declare function publish(transport: Transport, calls: Calls, slug: string, archive: Archive, { upload, onProgress, ...options }: PublishOptions): Promise<UploadedVersion>;
export {};
