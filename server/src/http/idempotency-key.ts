// The request header `Idempotency-Key`, with which a client can safely send a request again.
import type { IncomingHttpHeaders } from 'node:http';
import { invalidParameters } from './problem.ts';

/** The key of a request, if it has one: 1 to 255 visible characters. Anything else is a 400. */
export function readIdempotencyKey({ 'idempotency-key': header }: IncomingHttpHeaders): string | undefined {
  if (header === undefined || (typeof header === 'string' && /^[\x21-\x7e]{1,255}$/.test(header))) return header;
  const message = 'must be one text of 1 to 255 visible ASCII characters';
  throw invalidParameters({ field: 'Idempotency-Key', message });
}
