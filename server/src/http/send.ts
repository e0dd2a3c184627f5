// Writes the answers of operations past Fastify, which would look at each header and each body once more.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RateState } from '../limits/limiter.ts';
import { cachingHeaders, isKnown, type Cacheable } from './caching.ts';
import { always } from './headers.ts';
import { outbox } from './outbox.ts';

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

/** With JSON, where the headers do not name another type. */
export function sendable(status: number, headers: Record<string, string>, bytes?: Buffer): Sendable {
  const head = [...common, ...inTurn(headers)];
  if (!bytes) return { status, head };
  if (!headers['content-type']) head.push(...jsonType);
  head.push('content-length', String(bytes.length));
  return { status, head, bytes };
}

export function ready({ bytes, etag }: Cacheable, headers: Record<string, string>, control: string): Ready {
  const head = [...common, ...inTurn(headers), ...inTurn(cachingHeaders(etag, control))];
  return {
    etag,
    whole: { status: 200, head: [...head, ...jsonType, 'content-length', String(bytes.length)], bytes },
    notModified: { status: 304, head },
  };
}

/** A request and where its answer is written. */
interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  id: string;
  rate: RateState;
}

/** Returns the status: of what is ready, whoever asks may hold it already. */
export type Send = (exchange: Exchange, answer: Sendable | Ready) => number;

export function sender(): Send {
  const post = outbox();
  return (exchange, answer) => {
    const { response, id, rate } = exchange;
    const { status, head, bytes } = 'whole' in answer ? inPlace(exchange, answer) : answer;
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
    post(response, bytes);
    return status;
  };
}

function inPlace({ request }: Exchange, { etag, whole, notModified }: Ready): Sendable {
  return isKnown(request.headers['if-none-match'], etag) ? notModified : whole;
}

const common = inTurn(always);
const jsonType = ['content-type', 'application/json; charset=utf-8'];

function inTurn(headers: Record<string, string>): string[] {
  const turns: string[] = [];
  for (const name of Object.keys(headers)) turns.push(name, headers[name] ?? '');
  return turns;
}
