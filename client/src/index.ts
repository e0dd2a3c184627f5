// The typed client of a realm catalog, for Node, Deno, Bun and browsers.
export { createClient, type Client, type ClientOptions, type RequestOptions } from './client.ts';
export type { Archive, ArchiveSource, Progress, TransferOptions } from './archive-source.ts';
export type { RequestEvent } from './attempt.ts';
export type { Call, CallOptions, Exchange, ItemOf, PageCall, PageOptions, TimeoutOptions } from './call.ts';
export type { ArchiveLink, DownloadOptions } from './download-archive.ts';
export * from './errors.ts';
export type { InputOf, ReplyOf } from './method-types.ts';
export type { PublishOptions } from './publish.ts';
export type { RateLimit } from './rate-limit.ts';
export type { RetryOptions } from './retry.ts';
export type { Upload } from './send-archive.ts';
export type { Hooks } from './transport.ts';
