// Asks other servers over HTTP, for the whole catalog, and reads what they answer within bounds.
import { isTooDeep } from './http/json.ts';

export interface AnswerBounds {
  maxBytes: number;
  /** For the whole answer. */
  timeoutMs: number;
}

const BOUNDS: AnswerBounds = { maxBytes: 128 * 1_024, timeoutMs: 10_000 };

/** As `fetch`, for answers of JSON. An answer that breaks a bound is an error, and so is a redirect. Node refuses headers above 16 KiB. */
export async function ask(
  address: string,
  options: RequestInit = {},
  { maxBytes, timeoutMs }: AnswerBounds = BOUNDS,
): Promise<Response> {
  const signal = AbortSignal.timeout(timeoutMs);
  const { body, status, headers } = await fetch(address, { ...options, redirect: 'error', signal });
  const bytes = await readAnswer(body ?? [], maxBytes);
  if (isTooDeep(bytes)) throw new Error('the answer is nested too deeply');
  return new Response(bytes.length > 0 ? bytes : null, { status, headers });
}

/** The whole of a body, unpacked. The rest of one that is larger is not read, and its connection ends. */
export async function readAnswer(
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  maxBytes: number,
): Promise<Buffer<ArrayBuffer>> {
  let bytes = Buffer.alloc(0);
  let size = 0;
  for await (const chunk of body) {
    const end = size + chunk.length;
    if (end > maxBytes) throw new Error(`the answer has more than ${maxBytes} bytes`);
    // Copied, since a chunk of one byte may hold a buffer of 64 KiB.
    if (end > bytes.length) bytes = Buffer.concat([bytes], Math.min(maxBytes, Math.max(end, 2 * bytes.length)));
    bytes.set(chunk, size);
    size = end;
  }
  return bytes.subarray(0, size);
}
