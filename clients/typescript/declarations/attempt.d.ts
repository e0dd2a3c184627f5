import type { CallOptions, Exchange } from './call.js';
import { NetworkError } from './errors.js';
import { type RateLimit } from './rate-limit.js';
import type { TimeLimit } from './time-limit.js';
/** What hooks are told of a request: no token, and no query of a signed link. */
export interface RequestEvent {
    method: string;
    url: string;
    /** Counts from 1. */
    attempt: number;
}
export interface SendOptions {
    /** Sent to the origin of the API alone. A function is asked before each attempt. */
    token?: string | (() => string | undefined | Promise<string | undefined>) | undefined;
    fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
    userAgent?: string | undefined;
    hooks?: {
        onRequest?(event: RequestEvent & {
            headers: Record<string, string>;
        }): void;
        onResponse?(event: RequestEvent & {
            status: number;
            headers: Headers;
            durationMs: number;
        }): void;
    } | undefined;
}
export interface OutgoingRequest {
    method: string;
    url: string;
    headers?: Record<string, string | undefined>;
    /** Called for each attempt. It may restart the limit whenever bytes were sent. */
    body?: (limit: TimeLimit) => NonNullable<RequestInit['body']>;
    /** Whether an attempt may follow one whose outcome is unknown. */
    isRepeatable: boolean;
    /** Whether what is asked for need not be there: then “not found” is an answer. A 404 that is no problem of a catalog comes from another server, and is an error all the same. */
    isOptional?: boolean;
    /** A signed link or an upload, to which the client's token is not sent. */
    hasOwnCredential?: boolean;
    /** The token of an upload. */
    uploadToken?: string;
    /** The body of the response is read after the call, whose limits of time end with the headers. */
    isStreamed?: boolean;
}
/** Makes of a response what the call answers with. */
export type Reader<Data> = (response: Response) => Promise<Data>;
interface Attempt {
    origin: string;
    settings: SendOptions;
    request: OutgoingRequest;
    options: CallOptions;
    limit: TimeLimit;
    number: number;
    onRateLimit: (state: RateLimit) => void;
}
export declare function attempt<Data>({ origin, settings, request, options, limit, number, onRateLimit }: Attempt, read: Reader<Data>): Promise<Exchange<Data>>;
/** What the network makes fail becomes an error of the client. Errors of hooks, which run outside, stay as they are. */
export declare function answered<T>(url: string, limit: TimeLimit, work: Promise<T>): Promise<T>;
/** What hooks are told. */
export declare function eventOf({ method, url, hasOwnCredential }: Pick<OutgoingRequest, 'method' | 'url' | 'hasOwnCredential'>, attempt: number): RequestEvent;
export declare function networkError(url: string, cause: unknown): NetworkError;
export {};
