import { UnexpectedResponseError } from '../errors.js';
export interface OAuthOptions {
    /** The address of the catalog, with or without `/v1`. */
    baseUrl: string | URL;
    /** A public application; that of the command line, which every catalog has, unless it is given. */
    clientId?: string | undefined;
    fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
    /** What the program calls itself, which the page shows to the person. */
    userAgent?: string | undefined;
    /** How long one request may take, in milliseconds; 30,000 unless it is given. */
    timeout?: number | undefined;
    signal?: AbortSignal | undefined;
}
/** An object of JSON; empty if the answer is. */
export declare function post(options: OAuthOptions, path: '/device/authorize' | '/token' | '/revoke', parameters: Record<string, string>): Promise<Record<string, unknown>>;
/** No JSON, or not the fields that RFC 6749 and RFC 8628 require. */
export declare const notACatalog: ({ baseUrl }: OAuthOptions, status?: number) => UnexpectedResponseError;
