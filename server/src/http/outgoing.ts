// Asks other servers over HTTP, for the whole catalog, and reads what they answer within bounds.
import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { addAbortSignal, type Readable } from 'node:stream';
import { isTooDeep } from './json.ts';

interface AnswerBounds {
  maxBytes: number;
  /** For the whole answer. */
  timeoutMs: number;
}

const BOUNDS: AnswerBounds = { maxBytes: 128 * 1_024, timeoutMs: 10_000 };

interface Question {
  method?: string;
  headers?: Record<string, string>;
  body?: string | undefined;
}

/**
 * Asks for JSON. An answer that breaks a bound is an error, and so is a redirect. Node refuses headers above 16 KiB, at less cost than `fetch`,
 * and unpacks nothing.
 */
export async function ask(
  address: string,
  { body, ...options }: Question = {},
  { maxBytes, timeoutMs }: AnswerBounds = BOUNDS,
): Promise<Response> {
  const signal = AbortSignal.timeout(timeoutMs);
  const { request } = address.startsWith('https:') ? https : http;
  const asking = request(address, { ...options, signal });
  asking.on('error', () => undefined); // while the answer is read, too, which then fails by itself
  // Node ends the connection of an upgrade that nobody asked for, and says no more than that.
  asking.on('close', () => asking.emit('error', new Error('the connection ended without an answer')));
  asking.end(body);
  const [answer] = (await once(asking, 'response', { signal })) as [IncomingMessage];
  const { statusCode: status = 0, headersDistinct } = answer;
  const headers = Object.entries(headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
  if (status >= 300 && status < 400) {
    answer.destroy();
    throw new Error('the answer leads elsewhere');
  }
  const bytes = await readAnswer(addAbortSignal(signal, answer), maxBytes);
  if (isTooDeep(bytes)) throw new Error('the answer is nested too deeply');
  return new Response(bytes.length > 0 ? bytes : null, { status, headers });
}

/** The whole of a body. The rest of one that is larger is not read, and its connection ends. */
export async function readAnswer(body: Readable, maxBytes: number): Promise<Buffer<ArrayBuffer>> {
  let bytes = Buffer.alloc(0);
  let size = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    const end = size + chunk.length;
    if (end > maxBytes) throw new Error(`the answer has more than ${maxBytes} bytes`);
    // Copied, since a chunk of one byte may hold a buffer of 64 KiB.
    if (end > bytes.length) bytes = Buffer.concat([bytes], Math.min(maxBytes, Math.max(end, 2 * bytes.length)));
    bytes.set(chunk, size);
    size = end;
  }
  return bytes.subarray(0, size);
}
