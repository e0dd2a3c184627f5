import type { RateLimit } from './rate-limit.js';
import type { RetryOptions } from './retry.js';
export interface TimeoutOptions {
    /** How long one attempt may take, in milliseconds; of an archive, how long it may stand still. */
    attempt?: number | undefined;
    /** How long the call may take with its retries, in milliseconds. */
    total?: number | undefined;
}
export interface CallOptions {
    /** Ends the call at once, which then throws the signal's reason. */
    signal?: AbortSignal | undefined;
    /** A number is that of one attempt. */
    timeout?: number | TimeoutOptions | undefined;
    /** A number is that of the retries. */
    retry?: number | RetryOptions | undefined;
    /** Sent instead of the client's token. */
    token?: string | undefined;
    /** Further headers of the request. */
    headers?: Record<string, string> | undefined;
    /** Made by the client unless it is given; an operation that takes it does its work once for the same key. */
    idempotencyKey?: string | undefined;
}
export interface PageOptions extends CallOptions {
    /** How many items an iteration gives at most. */
    max?: number | undefined;
}
/** What a call answers with, and what the response says beside it. */
export interface Exchange<Data> {
    data: Data;
    status: number;
    headers: Headers;
    rateLimit: RateLimit | undefined;
}
export interface Call<Data> extends Promise<Data> {
    /** The data are undefined if the catalog says that nothing has changed (304), which `if-none-match` among the headers asks for. */
    withResponse(): Promise<Exchange<Data | undefined>>;
}
/** A promise of one page, and an iteration over the items of all pages. Nothing is sent before it is awaited or iterated. */
export interface PageCall<Page, Item> extends Call<Page>, AsyncIterable<Item> {
}
/** The request is sent when `start` is first called. The promise is not one that nobody handles when only `withResponse` is asked for. */
export declare function callOf<Data>(start: () => Promise<Exchange<Data | undefined>>): Call<Data>;
/** Who asks for the data alone must not take nothing for them. */
export declare function dataOf<Data>({ data, status }: Exchange<Data | undefined>): Data;
