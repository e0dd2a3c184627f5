import type { Archive } from './archive-source.js';
import { type Call, type CallOptions } from './call.js';
import { type ArchiveLink, type DownloadOptions } from './download-archive.js';
import type { Methods, RealmsMethods, UploadedVersion } from './generated.js';
import { type PublishOptions } from './publish.js';
import type { RateLimit } from './rate-limit.js';
import { type TransportOptions } from './transport.js';
export interface ClientOptions extends TransportOptions {
    /** The address of the catalog, with or without `/v1`. */
    baseUrl: string | URL;
}
export interface RequestOptions extends CallOptions {
    query?: object | undefined;
    /** Sent as JSON. */
    body?: unknown;
}
/** The methods of realms, and what is composed of them. */
export interface RealmsClient extends RealmsMethods {
    /** Opens an upload and sends the archive. After a break, nothing is published twice. */
    publish(slug: string, archive: Archive, options?: PublishOptions): Promise<UploadedVersion>;
}
export interface Client extends Methods {
    /** Listing, reading, downloading, changing and publishing realms. */
    realms: RealmsClient;
    /** The bytes behind a link of `realms.download`: resumed after a break; it fails at its end unless size and SHA-256 are as promised. */
    downloadArchive(link: ArchiveLink, options?: DownloadOptions): ReadableStream<Uint8Array>;
    /** Any request below `/v1/api`, whose spelling may be part of the path. It is repeated if it is a read, or has an `idempotencyKey`. */
    request(method: string, path: string, options?: RequestOptions): Call<unknown>;
    /** The hourly limit of the caller, as the last response had it. */
    readonly rateLimit: RateLimit | undefined;
}
export declare function createClient({ baseUrl, ...settings }: ClientOptions): Client;
