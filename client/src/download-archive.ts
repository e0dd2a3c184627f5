// The bytes of an archive, from a link that the catalog gave: resumed after a break, and good only if size and digest are as promised.
import type { TransferOptions } from './archive-source.ts';
import { networkError } from './attempt.ts';
import type { CallOptions } from './call.ts';
import { chunksOf } from './chunks.ts';
import { IntegrityError, isCatalogError, TimeoutError } from './errors.ts';
import type { ReplyOf } from './method-types.ts';
import { retryDelay } from './retry.ts';
import { newHash } from './sha256.ts';
import { pause, timeLimit, type TimeLimit } from './time-limit.ts';
import type { Transport } from './transport.ts';

/** What is needed of the reply of `realms.download`. */
export type ArchiveLink = Pick<ReplyOf<'downloadRealm'>, 'downloadUrl' | 'size' | 'sha256'>;

/** A server that cuts every connection after a few bytes must not be asked for ever. */
const MAX_CONNECTIONS = 50;

/** Nothing is asked before it is read, and no more than one chunk is held. */
export function downloadArchive(
  transport: Transport,
  link: ArchiveLink,
  options: TransferOptions,
): ReadableStream<Uint8Array> {
  // The time of the whole is limited only if the caller says so.
  const { total = Infinity } = typeof options.timeout === 'object' ? options.timeout : {};
  const stop = timeLimit(total, options.signal, () => new TimeoutError(`The archive took longer than ${total} ms.`));
  const chunks = verifiedChunks(transport, link, options, stop);
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: () => stop.abort(),
    },
    { highWaterMark: 0 },
  );
}

async function* verifiedChunks(
  transport: Transport,
  { downloadUrl, size, sha256: promised }: ArchiveLink,
  { onProgress, ...options }: TransferOptions,
  stop: TimeLimit,
): AsyncGenerator<Uint8Array, void> {
  const hash = newHash();
  let transferred = 0;
  try {
    for await (const chunk of resumedChunks(transport, downloadUrl, size, options, stop)) {
      transferred += chunk.length;
      if (transferred > size) throw new IntegrityError(`The archive has more than ${size} bytes.`);
      hash.update(chunk);
      onProgress?.({ transferred, total: size });
      yield chunk;
    }
  } finally {
    stop.end();
  }
  const found = hash.hex();
  if (found !== promised) throw new IntegrityError(`The archive has the SHA-256 ${found}, not ${promised}.`);
}

/** The chunks of as many responses as it takes. An attempt that brought bytes is not one of the failed ones. */
async function* resumedChunks(
  transport: Transport,
  url: string,
  size: number,
  options: CallOptions,
  stop: TimeLimit,
): AsyncGenerator<Uint8Array, void> {
  let received = 0;
  let failed = 0;
  for (let connections = 1; ; connections++) {
    const begun = received;
    try {
      for await (const chunk of chunksFrom(transport, url, received, options, stop)) {
        received += chunk.length;
        yield chunk;
      }
      if (received >= size) return;
      throw networkError(url, new Error(`the archive ended after ${received} of ${size} bytes`));
    } catch (error) {
      stop.signal.throwIfAborted();
      if (received > begun) failed = 0;
      const delayMs = retryDelay(error, failed++, transport.retryPolicy(options));
      if (delayMs === undefined || connections === MAX_CONNECTIONS) throw error;
      await pause(delayMs, stop);
    }
  }
}

/** The chunks of one response, from this byte on. Only time without a byte counts. */
async function* chunksFrom(
  transport: Transport,
  url: string,
  from: number,
  options: CallOptions,
  stop: TimeLimit,
): AsyncGenerator<Uint8Array, void> {
  const { attempt } = transport.timeout(options);
  const limit = timeLimit(
    attempt,
    stop.signal,
    () => new TimeoutError(`A chunk of the archive took longer than ${attempt} ms.`),
  );
  let chunks: AsyncGenerator<Uint8Array, void> | undefined;
  try {
    const response = await openArchive(transport, url, from, { ...options, signal: limit.signal });
    chunks = chunksOf(response.body);
    let toSkip = from - firstByteOf(response);
    for (;;) {
      limit.restart();
      const { done, value } = await limit.race(chunks.next());
      limit.stopClock();
      if (done) return;
      if (value.length > toSkip) yield value.subarray(toSkip);
      toSkip = Math.max(0, toSkip - value.length);
    }
  } catch (error) {
    limit.signal.throwIfAborted();
    throw isCatalogError(error) ? error : networkError(url, error);
  } finally {
    limit.end();
    void chunks?.return();
  }
}

async function openArchive(transport: Transport, url: string, from: number, options: CallOptions): Promise<Response> {
  const headers = { range: from > 0 ? `bytes=${from}-` : undefined };
  const request = { method: 'GET', url, headers, isRepeatable: false, hasOwnCredential: true, isStreamed: true };
  return (await transport.send(request, options, async (response) => response)).data;
}

/** Where the bytes of a response begin in the archive: a server that knows no ranges sends all of them. */
function firstByteOf({ status, headers }: Response): number {
  return status === 206 ? Number(/\d+/.exec(headers.get('content-range') ?? '0')) : 0;
}
