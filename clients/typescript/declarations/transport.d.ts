import { type OutgoingRequest, type Reader, type RequestEvent, type SendOptions } from './attempt.js';
import type { CallOptions, Exchange, TimeoutOptions } from './call.js';
import type { RateLimit } from './rate-limit.js';
import { type RetryOptions } from './retry.js';
import { type TimeLimit } from './time-limit.js';
export interface Hooks extends NonNullable<SendOptions['hooks']> {
    onRetry?(event: RequestEvent & {
        error: Error;
        delayMs: number;
    }): void;
    /** Gets what a method (`realms.list`) answers with, before the caller does. What it throws, the call throws. */
    onData?(event: {
        method: string;
        data: unknown;
    }): void | Promise<void>;
}
export interface TransportOptions extends SendOptions {
    /** A number is that of the retries. */
    retry?: number | RetryOptions | undefined;
    /** A number is that of one attempt, in milliseconds. */
    timeout?: number | TimeoutOptions | undefined;
    hooks?: Hooks | undefined;
}
export interface Transport {
    send<Data>(request: OutgoingRequest, options: CallOptions, read: Reader<Data>): Promise<Exchange<Data>>;
    /** Waits before the request is sent again, or throws the error if it is not to be. `failed` counts the attempts before this error. */
    waitToRepeat(error: unknown, failed: number, request: Repetition, limit: TimeLimit): Promise<void>;
    /** Waits this long, after telling the hook of retries. */
    wait(delayMs: number, error: unknown, attempt: number, request: Repetition['request'], limit: TimeLimit): Promise<void>;
    timeout(options: CallOptions): TimeoutLimits;
    /** As the last response had it. */
    readonly rateLimit: RateLimit | undefined;
}
/** What was sent, and with which options. */
interface Repetition {
    request: Pick<OutgoingRequest, 'method' | 'url' | 'hasOwnCredential'>;
    options: CallOptions;
}
declare const defaults: {
    attempt: number;
    total: number;
};
type TimeoutLimits = typeof defaults;
/** `origin` is that of the API: the token is sent nowhere else. */
export declare function openTransport(origin: string, settings: TransportOptions): Transport;
export {};
