// Responses that are ready to write: their headers are a flat list, and those of text can be made again for a compressed body.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import type { Coding } from './accept-encoding.ts';
import { cacheable, cacheControl, cachingHeaders, encodedEtag, type Cacheable } from './caching.ts';
import { isText } from './compression.ts';
import { commonHeaders } from './headers.ts';

/** A response without the headers that belong to one request. `headers` has names and values in turn. */
export interface Response {
  status: number;
  headers: string[];
  body?: Buffer | undefined;
  /** A body that is too large for memory, and is sent as it is. */
  stream?: Readable | undefined;
  /** The same response in a coding: with a body that was compressed, or without one where the body is compressed while it is sent. Only text without secrets has this. */
  encode?: (coding: Coding, body?: Buffer) => Response;
}

/** A response that may be stored: whole, and as the 304 for a client that has it already. */
export interface CacheableResponse {
  etag: string;
  whole: Response & { body: Buffer };
  notModified: (coding?: Coding) => Response;
  /** The compressed forms that clients have asked for so far. */
  encoded: Map<Coding, Response | Promise<Response | undefined>>;
  /** Called when a compressed form was added. */
  onGrowth?: () => void;
}

export const JSON_TYPE = 'application/json; charset=utf-8';

/** A response that is not stored. It is compressed only where it is said to hold no secret. */
export function response(
  status: number,
  { 'content-type': type = JSON_TYPE, ...headers }: Record<string, string>,
  body?: Buffer,
  holdsSecret = true,
): Response {
  const flat = [...common, ...flatten(headers)];
  if (!body) return { status, headers: flat };
  flat.push('content-type', type);
  if (holdsSecret || !isText(type)) return { status, headers: [...flat, ...lengthOf(body)], body };
  flat.push('vary', 'accept-encoding');
  const encode = (coding: Coding, body?: Buffer) => ({
    status,
    headers: [...flat, 'content-encoding', coding, ...lengthOf(body)],
    body,
  });
  return { status, headers: [...flat, ...lengthOf(body)], body, encode };
}

/** `headers` name the media type. */
export function cacheableResponse(
  { bytes, etag }: Pick<Cacheable, 'bytes' | 'etag'>,
  { 'content-type': type = JSON_TYPE, vary, ...headers }: Record<string, string>,
  control: string,
): CacheableResponse {
  const shared = [...common, ...flatten(headers)];
  const headersOf = (coding?: Coding) => [
    ...shared,
    ...flatten(cachingHeaders(encodedEtag(etag, coding), control, vary)),
  ];
  const encode = (coding: Coding, body?: Buffer) => ({
    status: 200,
    headers: [...headersOf(coding), 'content-type', type, 'content-encoding', coding, ...lengthOf(body)],
    body,
  });
  const plain = headersOf();
  const whole = { status: 200, headers: [...plain, 'content-type', type, ...lengthOf(bytes)], body: bytes };
  const unchanged = new Map<Coding | undefined, Response>([[undefined, { status: 304, headers: plain }]]);
  return {
    etag,
    whole: isText(type) ? { ...whole, encode } : whole,
    notModified(coding) {
      const known = unchanged.get(coding);
      if (known) return known;
      const made = { status: 304, headers: headersOf(coding) };
      unchanged.set(coding, made);
      return made;
    },
    encoded: new Map(),
  };
}

/** A response whose body is streamed, of so many bytes if that is known; without a stream, the response to HEAD. `headers` name the media type. */
export function streamedResponse(
  { size, stream }: { size: number | undefined; stream: Readable | undefined },
  etag: string,
  headers: Record<string, string>,
  control: string,
): Response {
  const length = size === undefined ? {} : { 'content-length': String(size) };
  return responseWith(200, { ...headers, ...cachingHeaders(etag, control, headers['vary']), ...length }, stream);
}

/** A response with exactly these headers, beside the common ones. */
export function responseWith(status: number, headers: Record<string, string>, stream?: Readable): Response {
  return { status, headers: [...common, ...flatten(headers)], stream };
}

/** A document that everyone may read, and that does not change while this process runs. */
export function documentResponse(text: string, mediaType: string): CacheableResponse {
  return cacheableResponse(cacheable(text), { 'content-type': mediaType }, cacheControl().everyone);
}

/** A request, and the response that is written to it. */
export interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  id: string;
  /** The address of the client. */
  ip: string;
  /** When the request arrived, by `performance.now()`. */
  startedAt: number;
  /** For the log, as soon as they are known: the id of the operation, the username, and the id of the API key. Else empty. */
  operation: string;
  account: string;
  key: string;
}

const common = flatten(commonHeaders);

/** Names and values in turn. */
export function flatten(headers: Record<string, string>): string[] {
  const flat: string[] = [];
  for (const name of Object.keys(headers)) flat.push(name, headers[name] ?? '');
  return flat;
}

function lengthOf(body: Buffer | undefined): string[] {
  return body ? ['content-length', String(body.length)] : [];
}
