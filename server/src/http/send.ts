// Writes the answers of operations past Fastify, which would look at each header and each body once more.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RateState } from '../limits/limiter.ts';
import { cachingHeaders, isKnown, type Audience, type Cacheable } from './caching.ts';
import { always } from './headers.ts';

/** An answer with its headers as they are written, but for those of the request: their names and values in turn. */
export interface Sendable {
  status: number;
  head: string[];
  bytes?: Buffer | undefined;
}

/** One that may be kept, whole, and as it is said to whoever holds it. */
export interface Ready {
  etag: string;
  whole: Sendable & { bytes: Buffer };
  notModified: Sendable;
}

export function sendable(status: number, headers: Record<string, string>, bytes?: Buffer): Sendable {
  const head = [...common, ...inTurn(headers)];
  return bytes ? { status, head: [...head, ...described(bytes)], bytes } : { status, head };
}

export function ready({ bytes, etag }: Cacheable, headers: Record<string, string>, audience: Audience): Ready {
  const head = [...common, ...inTurn(headers), ...inTurn(cachingHeaders(etag, audience))];
  return {
    etag,
    whole: { status: 200, head: [...head, ...described(bytes)], bytes },
    notModified: { status: 304, head },
  };
}

/** A request and where its answer is written. */
export interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  id: string;
  rate: RateState;
}

export function send({ response, id, rate }: Exchange, { status, head, bytes }: Sendable): number {
  response.writeHead(status, [
    ...head,
    'x-request-id',
    id,
    'x-ratelimit-limit',
    String(rate.limit),
    'x-ratelimit-remaining',
    String(rate.remaining),
    'x-ratelimit-reset',
    String(rate.reset),
  ]);
  response.end(bytes);
  return status;
}

/** Returns the status: whether whoever asks holds it already. */
export function sendReady(exchange: Exchange, { etag, whole, notModified }: Ready): number {
  return send(exchange, isKnown(exchange.request.headers['if-none-match'], etag) ? notModified : whole);
}

const common = inTurn(always);

function inTurn(headers: Record<string, string>): string[] {
  const turns: string[] = [];
  for (const name of Object.keys(headers)) turns.push(name, headers[name] ?? '');
  return turns;
}

function described(bytes: Buffer): string[] {
  return ['content-type', 'application/json; charset=utf-8', 'content-length', String(bytes.length)];
}
