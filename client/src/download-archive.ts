// The bytes of an archive, from a link that the catalog gave: resumed after a break, and good only if size and digest are as promised.
import type { TransferOptions } from './archive-source.ts';
import { answered, networkError, type OutgoingRequest } from './attempt.ts';
import type { CallOptions } from './call.ts';
import { chunksOf } from './chunks.ts';
import { IntegrityError, TimeoutError } from './errors.ts';
import type { ReplyOf } from './method-types.ts';
import { readNothing } from './response.ts';
import { newHash } from './sha256.ts';
import { timeLimit, transferLimit, type TimeLimit } from './time-limit.ts';
import type { Transport } from './transport.ts';

/** What is needed of the reply of `realms.download`. */
export type ArchiveLink = Pick<ReplyOf<'downloadRealm'>, 'downloadUrl' | 'size' | 'sha256'>;

/** A server that cuts every connection after a few bytes must not be asked for ever. */
const MAX_CONNECTIONS = 50;

/** A link is signed: no token goes to it. */
export type DownloadOptions = Omit<TransferOptions, 'token'>;

/** Nothing is asked before it is read, and no more than one chunk is held. */
export function downloadArchive(
  transport: Transport,
  link: ArchiveLink,
  options: DownloadOptions,
): ReadableStream<Uint8Array> {
  const limit = transferLimit(options);
  const chunks = verifiedChunks(transport, link, options, limit);
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: () => limit.abort(),
    },
    { highWaterMark: 0 },
  );
}

async function* verifiedChunks(
  transport: Transport,
  { downloadUrl: url, size, sha256: promised }: ArchiveLink,
  { onProgress, ...options }: DownloadOptions,
  limit: TimeLimit,
): AsyncGenerator<Uint8Array, void> {
  const hash = await newHash();
  let transferred = 0;
  try {
    for await (const chunk of resumedChunks({ transport, url, size, options, limit, received: 0 })) {
      transferred += chunk.length;
      if (transferred > size) throw new IntegrityError(`The archive has more than ${size} bytes.`);
      hash.update(chunk);
      onProgress?.({ transferred, total: size });
      yield chunk;
    }
  } finally {
    limit.end();
  }
  const found = hash.hex();
  if (found !== promised) throw new IntegrityError(`The archive has the SHA-256 ${found}, not ${promised}.`);
}

interface Download {
  transport: Transport;
  url: string;
  size: number;
  options: CallOptions;
  limit: TimeLimit;
  /** In bytes. */
  received: number;
  /** Of the first response, which the others must be of, too. */
  etag?: string | undefined;
}

/** The chunks of as many responses as it takes. An attempt that brought bytes is not one of the failed ones. */
async function* resumedChunks(download: Download): AsyncGenerator<Uint8Array, void> {
  const { transport, url, size, options, limit } = download;
  let failed = 0;
  for (let connections = 1; ; connections++) {
    const begun = download.received;
    try {
      for await (const chunk of chunksOfResponse(download)) {
        download.received += chunk.length;
        yield chunk;
      }
      if (download.received >= size) return;
      throw networkError(url, new Error(`the archive ended after ${download.received} of ${size} bytes`));
    } catch (error) {
      limit.signal.throwIfAborted();
      if (download.received >= size) return; // it broke after the last byte
      if (download.received > begun) failed = 0;
      if (connections === MAX_CONNECTIONS) throw error;
      await transport.waitToRepeat(error, failed++, { request: requestOf(download), options }, limit);
    }
  }
}

/** The chunks of one response that are still missing. Only time without a byte counts. */
async function* chunksOfResponse(download: Download): AsyncGenerator<Uint8Array, void> {
  const { transport, url, received, options } = download;
  const { attempt } = transport.timeout(options);
  const limit = timeLimit(
    attempt,
    download.limit.signal,
    () => new TimeoutError(`A chunk of the archive took longer than ${attempt} ms.`),
  );
  let chunks: AsyncGenerator<Uint8Array, void> | undefined;
  try {
    const { data } = await transport.send(requestOf(download), { ...options, signal: limit.signal }, readNothing);
    let toSkip = received - firstByteOf(data, download);
    chunks = chunksOf(data.body, limit);
    for (;;) {
      limit.restart();
      const { done, value } = await answered(url, limit, chunks.next());
      limit.stopClock();
      if (done) return;
      if (value.length > toSkip) yield value.subarray(toSkip);
      toSkip = Math.max(0, toSkip - value.length);
    }
  } finally {
    limit.abort();
    void chunks?.return();
  }
}

function requestOf({ url, received, etag }: Download): OutgoingRequest {
  const headers = received > 0 ? { range: `bytes=${received}-`, 'if-range': etag } : {};
  return { method: 'GET', url, headers, isRepeatable: false, hasOwnCredential: true, isStreamed: true };
}

/** Where the bytes of a response begin in the archive: a server that knows no ranges sends all of them. */
function firstByteOf({ status, headers }: Response, download: Download): number {
  const { received, size } = download;
  download.etag ??= /^".*/.exec(headers.get('etag') ?? '')?.[0];
  if (status !== 206) return 0;
  // Not every page may read the header.
  const [, start = received, total = size] = /^bytes (\d+)-\d+\/(\d+)?/.exec(headers.get('content-range') ?? '') ?? [];
  if (Number(start) > received || Number(total) !== size)
    throw new IntegrityError(`The server sent another part than that from byte ${received} of ${size} on.`);
  return Number(start);
}
