export interface RateLimit {
    /** Requests that are allowed in the window. */
    limit: number;
    remaining: number;
    /** When the window ends, in Unix seconds. */
    reset: number;
}
export declare function rateLimitOf(headers: Headers): RateLimit | undefined;
