// The bytes of an archive, from a link that the catalog gave: resumed after a break, and good only if size and digest are as promised.
import { MAX_ARCHIVE_BYTES } from '@realm-catalog/contract/archive-size';
import type { TransferOptions } from './archive-source.ts';
import { answered, networkError, type OutgoingRequest } from './attempt.ts';
import type { CallOptions } from './call.ts';
import { chunksOf } from './chunks.ts';
import { IntegrityError, TimeoutError } from './errors.ts';
import type { Download as DownloadReply } from './generated.ts';
import { readNothing } from './response.ts';
import { nodeProcess } from './runtime.ts';
import { newHash } from './sha256.ts';
import { timeLimit, transferLimit, type TimeLimit } from './time-limit.ts';
import type { Transport } from './transport.ts';

/** What is needed of the reply of `realms.download`. */
export type ArchiveLink = Pick<DownloadReply, 'downloadUrl' | 'size' | 'sha256'>;

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
  const download: Download = { transport, url, size, options, limit, received: 0 };
  try {
    // Whoever stores the bytes relies on this bound, and a hostile catalog may say anything: `size >>> 0` is always a whole number from 0.
    if (size >>> 0 !== size || size > MAX_ARCHIVE_BYTES) throw new IntegrityError(`No archive has ${size} bytes.`);
    for await (const chunk of resumedChunks(download)) {
      if (download.received > size) throw new IntegrityError(`The archive has more than ${size} bytes.`);
      hash.update(chunk);
      onProgress?.({ transferred: download.received, total: size });
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
  /** Whether the last response began with bytes that were there. */
  isRepeated?: boolean;
}

/**
 * The chunks of as many responses as it takes. An attempt that brought bytes is not one of the failed ones, unless it brought others once more:
 * a server could send those again and again.
 */
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
      throw networkError(url, `it ended after ${download.received} of ${size} bytes`);
    } catch (error) {
      limit.signal.throwIfAborted();
      if (download.received >= size) return; // it broke after the last byte
      if (download.received > begun && !download.isRepeated) failed = 0;
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
    download.isRepeated = toSkip > 0;
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

/** Browsers drop `Accept-Encoding`. */
function requestOf({ url, received, etag }: Download): OutgoingRequest {
  const range = received > 0 && { range: `bytes=${received}-`, 'if-range': etag };
  const headers = { 'accept-encoding': 'identity', ...range };
  return { method: 'GET', url, headers, isRepeatable: false, hasOwnCredential: true, isStreamed: true };
}

/** Where the bytes of a response begin in the archive: a server that knows no ranges sends all of them. */
function firstByteOf({ status, headers }: Response, download: Download): number {
  const { received, size } = download;
  // A page cannot ask for no encoding. What its browser has unpacked is counted as any bytes are.
  if (nodeProcess && /gzip|deflate|br|zstd/.test(headers.get('content-encoding') ?? ''))
    throw new IntegrityError('The archive is encoded.');
  download.etag ??= /^".*/.exec(headers.get('etag') ?? '')?.[0];
  if (status !== 206) return 0;
  // Not every page may read the header.
  const [, start = received, total = size] = /^bytes (\d+)-\d+\/(\d+)?/.exec(headers.get('content-range') ?? '') ?? [];
  if (Number(start) > received || Number(total) !== size)
    throw new IntegrityError('The archive goes on at another byte.');
  return Number(start);
}
