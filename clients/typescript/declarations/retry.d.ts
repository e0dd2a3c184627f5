import { type CatalogError } from './errors.js';
export interface RetryOptions {
    /** How many attempts may follow the first; 2 unless it is given. */
    retries?: number | undefined;
    /** The longest wait that the catalog may ask for, in milliseconds; 60,000 unless it is given. A longer one is thrown at once. */
    maxRetryAfter?: number | undefined;
    /** The limit of the first random wait, in milliseconds; 300 unless it is given. It doubles with each attempt. */
    minDelay?: number | undefined;
    /** The limit of every random wait, in milliseconds; 8,000 unless it is given. */
    maxDelay?: number | undefined;
}
declare const defaults: {
    retries: number;
    maxRetryAfter: number;
    minDelay: number;
    maxDelay: number;
};
type RetryPolicy = typeof defaults;
export declare const retryPolicy: (...given: (number | RetryOptions | undefined)[]) => RetryPolicy;
/** How long to wait before the next attempt, or undefined if there is to be none. `attempt` counts from 0. */
export declare function retryDelay(error: unknown, attempt: number, policy: RetryPolicy): number | undefined;
/** Whether the request may have had its effect all the same. */
export declare function isOutcomeUnknown(error: unknown): error is CatalogError;
/** How long a response asks to wait: by `Retry-After`, in seconds or as a date, or else by the end of a rate limit's window. */
export declare function retryAfterOf(headers: Headers, status: number): number | undefined;
export {};
