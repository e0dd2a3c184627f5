// Writes responses to the socket without Fastify, which would check each header and each body once more.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline, type Readable } from 'node:stream';
import { cachingHeaders, matchesEtag, type Cacheable } from './caching.ts';
import { commonHeaders } from './headers.ts';
import { writeBatch } from './write-batch.ts';

/** A response without the headers that belong to one request. `headers` has names and values in turn. */
export interface Response {
  status: number;
  headers: string[];
  body?: Buffer | undefined;
  /** A body that is too large for memory; `headers` have its length. */
  stream?: Readable | undefined;
}

/** A response that may be stored: whole, and as the 304 for a client that has it already. */
export interface CacheableResponse {
  etag: string;
  whole: Response & { body: Buffer };
  notModified: Response;
}

export const JSON_TYPE = 'application/json; charset=utf-8';

export function response(status: number, headers: Record<string, string>, body?: Buffer): Response {
  const flat = [...common, ...flatten(headers)];
  if (!body) return { status, headers: flat };
  if (!headers['content-type']) flat.push('content-type', JSON_TYPE);
  flat.push('content-length', String(body.length));
  return { status, headers: flat, body };
}

/** `headers` name the media type. */
export function cacheableResponse(
  { bytes, etag }: Cacheable,
  { 'content-type': type = JSON_TYPE, ...headers }: Record<string, string>,
  control: string,
): CacheableResponse {
  const flat = [...common, ...flatten(headers), ...flatten(cachingHeaders(etag, control))];
  const entity = ['content-type', type, 'content-length', String(bytes.length)];
  return {
    etag,
    whole: { status: 200, headers: [...flat, ...entity], body: bytes },
    notModified: { status: 304, headers: flat },
  };
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
}

/** Writes a response with the headers of this request, and returns its status. */
export type Respond = (
  exchange: Exchange,
  response: Response | CacheableResponse,
  headers: Record<string, string>,
) => number;

export function responder(): Respond {
  const write = writeBatch();
  return (exchange, response, own) => {
    const { status, headers, body, stream } = 'whole' in response ? fresh(exchange, response) : response;
    const all = [...headers, 'x-request-id', exchange.id];
    for (const name of Object.keys(own)) all.push(name, own[name] ?? '');
    exchange.response.writeHead(status, all);
    if (stream) pipeline(stream, exchange.response, () => {}); // a failure closes the connection, which tells the client
    else write(exchange.response, body);
    return status;
  };
}

/** The 304 where the client has the response already, else the whole response. */
function fresh({ request }: Exchange, { etag, whole, notModified }: CacheableResponse): Response {
  return matchesEtag(request.headers['if-none-match'], etag) ? notModified : whole;
}

const common = flatten(commonHeaders);

function flatten(headers: Record<string, string>): string[] {
  return Object.entries(headers).flat();
}
