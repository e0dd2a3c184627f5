// Writes responses to the socket, compressed if the client takes it.
import { pipeline, Readable } from 'node:stream';
import type { BaseLogger } from 'pino';
import { acceptEncodingReader, encodingFor, type Coding } from './accept-encoding.ts';
import { matchingRepresentation } from './caching.ts';
import { chunksOf, MAX_WHOLE_BYTES, type Compressor } from './compression.ts';
import { transportHeaders } from './headers.ts';
import { logFailure } from './problem.ts';
import { flatten, type CacheableResponse, type Exchange, type Response } from './response.ts';
import type { ConnectionLimits } from './socket/connection-limits.ts';
import { slowReaders, STREAM_BYTES } from './socket/slow-readers.ts';
import { writeBatch } from './socket/write-batch.ts';

/** Writes a response with the headers of this request, and returns its status: at once, unless the body must be compressed first. */
export type Respond = (
  exchange: Exchange,
  response: Response | CacheableResponse,
  headers: Record<string, string>,
) => number | Promise<number>;

/** A larger body is written as the client reads it. */
const MAX_AT_ONCE_BYTES = 256 * 1_024;

type Compressible = Response & Required<Pick<Response, 'encode'>> & { body: Buffer };

export function responder(
  { compress, stream }: Compressor,
  limits: ConnectionLimits,
  log: BaseLogger,
  publicUrl: string,
): Respond {
  const transport = flatten(transportHeaders(publicUrl));
  const readers = slowReaders(limits);
  const write = writeBatch(readers, limits);
  const readAcceptEncoding = acceptEncodingReader();

  function writeHead({ response, id }: Exchange, { status, headers }: Response, own: Record<string, string>): number {
    const all = [...headers, ...transport, 'x-request-id', id];
    for (const name of Object.keys(own)) all.push(name, own[name] ?? '');
    response.writeHead(status, all);
    return status;
  }

  function send(exchange: Exchange, response: Response, own: Record<string, string>): number {
    const status = writeHead(exchange, response, own);
    const { body } = response;
    if (response.stream) pour(exchange, response.stream, STREAM_BYTES);
    else if (body && body.length > MAX_AT_ONCE_BYTES && exchange.request.method !== 'HEAD')
      pour(exchange, Readable.from(chunksOf(body)), body.length);
    else write(exchange, body);
    return status;
  }

  /** As fast as the client reads. `bytes` wait meanwhile. */
  function pour({ response, ip, id }: Exchange, from: Readable, bytes: number): void {
    readers.add(response, ip, bytes);
    logFailure(from, { id, log });
    if (response.destroyed) from.destroy();
    else pipeline(from, response, () => {}); // a failure closes the connection, so the client notices
  }

  async function encoded({ body, encode }: Compressible, coding: Coding): Promise<Response | undefined> {
    const bytes = await compress(body, coding);
    return bytes && encode(coding, bytes);
  }

  async function sendStream(exchange: Exchange, whole: Compressible, coding: Coding, own: Record<string, string>) {
    const head = whole.encode(coding);
    if (exchange.request.method === 'HEAD') return send(exchange, head, own);
    const isSent = await stream(whole.body, coding, exchange, () => {
      writeHead(exchange, head, own);
      readers.add(exchange.response, exchange.ip, whole.body.length);
    });
    return isSent ? head.status : send(exchange, whole, own);
  }

  return (exchange, response, own) => {
    const cached = 'whole' in response ? response : undefined;
    const whole = cached?.whole ?? (response as Response);
    const { headers } = exchange.request;
    const accepted = encodingFor(readAcceptEncoding(headers['accept-encoding']), headers.range, whole);
    const match = cached && matchingRepresentation(headers['if-none-match'], cached.etag, accepted);
    if (cached && match) return send(exchange, cached.notModified(match.coding), own);

    const { coding } = accepted;
    if (!coding || !isCompressible(whole)) return send(exchange, whole, own);
    if (whole.body.length > MAX_WHOLE_BYTES) return sendStream(exchange, whole, coding, own);
    let form = cached?.encoded.get(coding);
    if (form && !(form instanceof Promise)) return send(exchange, form, own);
    form ??= cached ? kept(cached, coding, encoded(whole, coding)) : encoded(whole, coding);
    return form.then((made) => send(exchange, made ?? whole, own));
  };
}

/** Keeps the compressed form with the response, so that it is made once. */
function kept(response: CacheableResponse, coding: Coding, making: Promise<Response | undefined>) {
  const form = making
    .finally(() => response.encoded.delete(coding))
    .then((made) => {
      if (!made) return undefined;
      response.encoded.set(coding, made);
      response.onGrowth?.();
      return made;
    });
  response.encoded.set(coding, form);
  return form;
}

function isCompressible(response: Response): response is Compressible {
  return response.encode !== undefined && response.body !== undefined;
}
