// One attempt of a request: the token goes where it belongs, and a failure becomes one of the client's errors.
import { parsed } from './addresses.ts';
import type { CallOptions, Exchange } from './call.ts';
import { InvalidRequestError, isCatalogError, NetworkError } from './errors.ts';
import { fetchSafely } from './fetch-safely.ts';
import { rateLimitOf, type RateLimit } from './rate-limit.ts';
import { errorOf } from './response.ts';
import type { TimeLimit } from './time-limit.ts';

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
  hooks?:
    | {
        onRequest?(event: RequestEvent & { headers: Record<string, string> }): void;
        onResponse?(event: RequestEvent & { status: number; headers: Headers; durationMs: number }): void;
      }
    | undefined;
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

export async function attempt<Data>(
  { origin, settings, request, options, limit, number, onRateLimit }: Attempt,
  read: Reader<Data>,
): Promise<Exchange<Data>> {
  const { method, url } = request;
  const event = eventOf(request, number);
  const token = await limit.race(tokenFor(request, options, origin, settings.token));
  const headers = headersOf(request, options, origin, settings.userAgent);
  settings.hooks?.onRequest?.({
    ...event,
    headers: { ...headers, ...((token || headers['authorization']) && { authorization: '[redacted]' }) },
  });
  if (token) headers['authorization'] = `Bearer ${token}`;
  const init = { method, headers: checked(headers), signal: limit.signal };
  const body = () => request.body?.(limit);
  const startedAt = performance.now();
  const response = await answered(url, limit, fetchSafely(settings.fetch ?? fetch, url, init, body));
  const { status } = response;
  const rateLimit = rateLimitOf(response.headers);
  if (rateLimit) onRateLimit(rateLimit);
  const durationMs = performance.now() - startedAt;
  settings.hooks?.onResponse?.({ ...event, status, headers: response.headers, durationMs });
  if (!response.ok && status !== 304) {
    const error = await answered(url, limit, errorOf(response, method));
    if (!request.isOptional || !isCatalogError(error, 'not_found')) throw error;
  }
  return { data: await answered(url, limit, read(response)), status, headers: response.headers, rateLimit };
}

/** What the network makes fail becomes an error of the client. Errors of hooks, which run outside, stay as they are. */
export async function answered<T>(url: string, limit: TimeLimit, work: Promise<T>): Promise<T> {
  try {
    return await limit.race(work);
  } catch (error) {
    limit.signal.throwIfAborted(); // whatever the abort has made fail
    throw isCatalogError(error) ? error : networkError(url, error);
  }
}

/** What hooks are told. */
export function eventOf(
  { method, url, hasOwnCredential }: Pick<OutgoingRequest, 'method' | 'url' | 'hasOwnCredential'>,
  attempt: number,
): RequestEvent {
  return { method, url: hasOwnCredential ? url.replace(/\?.*/s, '') : url, attempt };
}

async function tokenFor(
  { url, hasOwnCredential, uploadToken }: OutgoingRequest,
  options: CallOptions,
  origin: string,
  source: SendOptions['token'],
): Promise<string | undefined> {
  const isOurs = !hasOwnCredential && parsed(url)?.origin === origin;
  const own = isOurs ? (options.token ?? (typeof source === 'function' ? await source() : source)) : undefined;
  const token = uploadToken ?? own;
  // The message of `Headers` would hold the token.
  if (token && /[^!-~]/.test(token)) throw invalid('The token is not valid.');
  return token;
}

/** Headers that another origin must not see: a caller gives them for the catalog. */
const CREDENTIALS = /^cookie$|authorization$/i;

function headersOf(
  { url, headers, body, hasOwnCredential }: OutgoingRequest,
  options: CallOptions,
  origin: string,
  userAgent?: string,
): Record<string, string> {
  const all = {
    // A GET with a media type would cost browsers a preflight.
    ...(body && { 'content-type': 'application/json' }),
    ...(userAgent && { 'user-agent': userAgent }),
    ...headers,
    ...options.headers,
  };
  const isOurs = !hasOwnCredential || parsed(url)?.origin === origin;
  const given = Object.entries(all).filter(([name, value]) => value && (isOurs || !CREDENTIALS.test(name)));
  return Object.fromEntries(given.map(([name, value]) => [name.toLowerCase(), value]));
}

function checked(headers: Record<string, string>): Headers {
  try {
    return new Headers(headers);
  } catch {
    throw invalid('A header is not valid.'); // a cause would show the value
  }
}

function invalid(message: string): InvalidRequestError {
  return new InvalidRequestError(message, { code: 'invalid_request' });
}

export function networkError(url: string, cause: unknown): NetworkError {
  const host = parsed(url)?.host ?? 'no address'; // a catalog may give any text for a link
  return new NetworkError(`No response from ${host}: ${reasonsOf(cause).join(': ')}`, { host, cause });
}

/** The messages of an error and its causes: that of `fetch` alone says nothing. Of several addresses, the first will do. */
function reasonsOf(error: unknown, depth = 0): string[] {
  const { message = String(error), cause, errors } = Object(error) as Partial<Error & AggregateError>;
  const inner = cause ?? (errors as unknown[] | undefined)?.[0];
  return [message, ...(inner === undefined || depth > 5 ? [] : reasonsOf(inner, depth + 1))].filter(Boolean);
}
