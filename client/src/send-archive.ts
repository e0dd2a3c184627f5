// Sends an archive to the address of an upload, with its size, its digest and its progress.
import { archiveSource, type Archive, type ArchiveSource, type TransferOptions } from './archive-source.ts';
import type { Exchange } from './call.ts';
import type { ReplyOf } from './method-types.ts';
import { readData } from './response.ts';
import { nodeProcess } from './runtime.ts';
import type { TimeLimit } from './time-limit.ts';
import type { Transport } from './transport.ts';
import { withDefaults } from './with-defaults.ts';

export type UploadedVersion = ReplyOf<'uploadArchive'>;

/** An archive may take as long as it moves. After its last byte the catalog inspects it. */
const UPLOAD_TIMEOUT = { attempt: 120_000, total: Infinity };
/** Slower than any connection that a catalog puts up with: where sending cannot be watched, an attempt may take as long as this takes. */
const MIN_BYTES_PER_MS = 8;

/** Once: what became of an attempt without a response is for the caller to find out. */
export async function sendArchive(
  transport: Transport,
  url: string,
  archive: Archive,
  { onProgress, timeout, ...options }: TransferOptions & { token: string },
): Promise<Exchange<UploadedVersion>> {
  const source = await archiveSource(archive);
  const limits = withDefaults(UPLOAD_TIMEOUT, 'attempt', timeout);
  if (!canStreamRequests) limits.attempt += source.size / MIN_BYTES_PER_MS;
  const blob = canStreamRequests ? undefined : await blobOf(archive, source);
  const report = (transferred: number) => onProgress?.({ transferred, total: source.size });
  const headers = {
    'content-type': 'application/octet-stream',
    'content-digest': `sha-256=:${base64OfHex(source.sha256)}:`,
    ...(canStreamRequests && { 'content-length': String(source.size) }),
  };
  report(0);
  const exchange = await transport.send(
    {
      method: 'PUT',
      url,
      headers,
      body: (limit) => blob ?? watched(source, limit, report),
      isRepeatable: false,
      hasOwnCredential: true,
    },
    { ...options, timeout: limits },
    readData,
  );
  if (blob) report(source.size);
  return exchange as Exchange<UploadedVersion>;
}

/** Browsers send streams over HTTP/2 alone, and say so only when it fails: they send a Blob, whose progress nobody sees. */
const canStreamRequests = nodeProcess !== undefined;

const blobOf = async (archive: Archive, source: ArchiveSource) =>
  archive instanceof Blob ? archive : new Response(source.open()).blob();

/** The stream of the archive, whose every chunk is progress. */
function watched(source: ArchiveSource, limit: TimeLimit, report: (bytes: number) => void): ReadableStream<Uint8Array> {
  let transferred = 0;
  return source.open().pipeThrough(
    new TransformStream({
      transform(chunk: Uint8Array, controller) {
        controller.enqueue(chunk);
        limit.restart();
        report((transferred += chunk.length));
      },
    }),
  );
}

function base64OfHex(hex: string): string {
  return btoa(hex.replaceAll(/../g, (byte) => String.fromCharCode(Number.parseInt(byte, 16))));
}
