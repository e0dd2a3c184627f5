// Writes responses to the socket without Fastify, which would check each header and each body once more; compressed, if the client takes it.
import { pipeline } from 'node:stream';
import { acceptEncodingReader, encodingFor, type Coding } from './accept-encoding.ts';
import { matchingRepresentation } from './caching.ts';
import { MAX_WHOLE_BYTES, type Compressor } from './compression.ts';
import type { CacheableResponse, Exchange, Response } from './response.ts';
import { writeBatch } from './write-batch.ts';

/** Writes a response with the headers of this request, and returns its status: at once, unless the body must be compressed first. */
export type Respond = (
  exchange: Exchange,
  response: Response | CacheableResponse,
  headers: Record<string, string>,
) => number | Promise<number>;

type Compressible = Response & Required<Pick<Response, 'encode'>> & { body: Buffer };

export function responder({ compress, stream }: Compressor): Respond {
  const write = writeBatch();
  const readAcceptEncoding = acceptEncodingReader();

  function send(exchange: Exchange, response: Response, own: Record<string, string>): number {
    const status = writeHead(exchange, response, own);
    if (response.stream) pipeline(response.stream, exchange.response, () => {}); // a failure closes the connection, so the client notices
    else write(exchange.response, response.body);
    return status;
  }

  async function encoded({ body, encode }: Compressible, coding: Coding): Promise<Response | undefined> {
    const bytes = await compress(body, coding);
    return bytes && encode(coding, bytes);
  }

  /** Stores the compressed form with the response, so that it is made once. */
  async function addEncoded(response: CacheableResponse, whole: Compressible, coding: Coding) {
    const made = await encoded(whole, coding).finally(() => response.encoded.delete(coding));
    if (!made) return undefined;
    response.encoded.set(coding, made);
    response.onGrowth?.();
    return made;
  }

  async function sendStream(exchange: Exchange, whole: Compressible, coding: Coding, own: Record<string, string>) {
    const head = whole.encode(coding);
    if (exchange.request.method === 'HEAD') return send(exchange, head, own);
    const isSent = await stream(whole.body, coding, exchange.response, () => writeHead(exchange, head, own));
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
    form ??= cached ? addEncoded(cached, whole, coding) : encoded(whole, coding);
    if (cached) cached.encoded.set(coding, form);
    return form.then((made) => send(exchange, made ?? whole, own));
  };
}

function isCompressible(response: Response): response is Compressible {
  return response.encode !== undefined && response.body !== undefined;
}

function writeHead({ response, id }: Exchange, { status, headers }: Response, own: Record<string, string>): number {
  const all = [...headers, 'x-request-id', id];
  for (const name of Object.keys(own)) all.push(name, own[name] ?? '');
  response.writeHead(status, all);
  return status;
}
