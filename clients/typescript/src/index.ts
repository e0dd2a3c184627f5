// The typed client of a realm catalog, for Node, Deno, Bun and browsers.
export { createClient, type Client, type ClientOptions, type RealmsClient, type RequestOptions } from './client.ts';
export type { Archive, ArchiveSource, Progress, TransferOptions, UploadOptions } from './archive-source.ts';
export type { RequestEvent } from './attempt.ts';
export type { Call, CallOptions, Exchange, PageCall, PageOptions, TimeoutOptions } from './call.ts';
export type { ArchiveLink, DownloadOptions } from './download-archive.ts';
export * from './errors.ts';
export type * from './generated.ts';
export type { PublishOptions } from './publish.ts';
export type { RateLimit } from './rate-limit.ts';
export type { RetryOptions } from './retry.ts';
export type { Upload } from './send-archive.ts';
export type { Hooks } from './transport.ts';
