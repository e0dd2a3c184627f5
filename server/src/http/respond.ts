// Writes responses to the socket, compressed if the client takes it.
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { BaseLogger } from 'pino';
import { acceptEncodingReader, encodingFor, type Coding } from './accept-encoding.ts';
import { matchingRepresentation } from './caching.ts';
import { chunksOf, MAX_WHOLE_BYTES, type Compressor } from './compression.ts';
import { transportHeaders } from './headers.ts';
import { logFailure } from './problem.ts';
import { flatten, type CacheableResponse, type Exchange, type Response } from './response.ts';
import type { ConnectionLimits } from './socket/connection-limits.ts';
import { slowReaders, STREAM_BYTES, type SlowReaders } from './socket/slow-readers.ts';
import { writeBatch } from './socket/write-batch.ts';

/** What was sent, for the log. */
export interface Sent {
  status: number;
  /** Of the body, as it was compressed. */
  bytes: number;
  /** From the request to the response: to its head, if the body is streamed. */
  ms: number;
}

/** Writes a response with the headers of this request. A promise waits until the body is compressed, or is sent as the client reads it. */
export type Respond = (
  exchange: Exchange,
  response: Response | CacheableResponse,
  headers: Record<string, string>,
) => Sent | Promise<Sent>;

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
  const pour = createPour(readers, log);
  const readAcceptEncoding = acceptEncodingReader();

  function writeHead(
    { response, id, startedAt }: Exchange,
    { status, headers }: Response,
    own: Record<string, string>,
  ): Sent {
    const all = [...headers, ...transport, 'x-request-id', id];
    for (const name of Object.keys(own)) all.push(name, own[name] ?? '');
    response.writeHead(status, all);
    return { status, bytes: 0, ms: performance.now() - startedAt };
  }

  function send(exchange: Exchange, response: Response, own: Record<string, string>): Sent | Promise<Sent> {
    const sent = writeHead(exchange, response, own);
    const body = exchange.request.method === 'HEAD' ? undefined : response.body;
    if (response.stream) return pour(exchange, response.stream, STREAM_BYTES, sent);
    if (body && body.length > MAX_AT_ONCE_BYTES)
      return pour(exchange, Readable.from(chunksOf(body)), body.length, sent);
    write(exchange, body);
    sent.bytes = body?.length ?? 0;
    return sent;
  }

  async function encoded({ body, encode }: Compressible, coding: Coding): Promise<Response | undefined> {
    const bytes = await compress(body, coding);
    return bytes && encode(coding, bytes);
  }

  async function sendStream(exchange: Exchange, whole: Compressible, coding: Coding, own: Record<string, string>) {
    const head = whole.encode(coding);
    if (exchange.request.method === 'HEAD') return send(exchange, head, own);
    const sent = await stream(whole.body, coding, exchange, () => {
      readers.add(exchange.response, exchange.ip, whole.body.length);
      return writeHead(exchange, head, own);
    });
    return sent ?? send(exchange, whole, own);
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

/** Sends a body as fast as its client reads; `waiting` bytes wait meanwhile. */
function createPour(readers: SlowReaders, log: BaseLogger) {
  return async (exchange: Exchange, from: Readable, waiting: number, sent: Sent): Promise<Sent> => {
    const { response, ip, id } = exchange;
    readers.add(response, ip, waiting);
    logFailure(from, { id, log });
    from.on('data', (chunk: Buffer | string) => (sent.bytes += Buffer.byteLength(chunk)));
    if (response.destroyed) from.destroy();
    else await pipeline(from, response).catch(() => undefined); // a failure closes the connection, so the client notices
    return sent;
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
