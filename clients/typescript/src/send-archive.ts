// Sends an archive to the address of an upload, with its size, its digest and its progress.
import {
  archiveSource,
  type Archive,
  type ArchiveSource,
  type KnownArchive,
  type TransferOptions,
  type UploadOptions,
} from './archive-source.ts';
import type { Exchange } from './call.ts';
import { chunksOf } from './chunks.ts';
import type { CreatedRealm, UploadedVersion } from './generated.ts';
import { checkData, readData } from './response.ts';
import { nodeProcess } from './runtime.ts';
import { withTransferLimit, type TimeLimit } from './time-limit.ts';
import type { Transport } from './transport.ts';
import { withDefaults } from './with-defaults.ts';

/** An archive may take as long as it moves. After its last byte the catalog inspects it. */
const UPLOAD_TIMEOUT = { attempt: 120_000, total: Infinity };
/** Slower than any connection that a catalog puts up with: where sending cannot be watched, an attempt may take as long as this takes. */
const MIN_BYTES_PER_MS = 8;

/** Where an archive goes, and with which token: what creating a realm, or opening an upload, answers with. */
export type Upload = Pick<CreatedRealm, 'uploadUrl' | 'uploadToken'>;

/** A request of an upload. What became of an attempt without a response is for the caller to find out. */
export const uploadRequest = ({ uploadUrl, uploadToken }: Upload) => ({
  method: 'PUT',
  url: uploadUrl,
  headers: { 'content-type': 'application/octet-stream' },
  isRepeatable: false,
  hasOwnCredential: true,
  uploadToken,
});

/** Sends an archive once. */
export function sendArchive(
  transport: Transport,
  uploadUrl: string,
  archive: Archive,
  { token, ...options }: UploadOptions,
): Promise<Exchange<UploadedVersion>> {
  return withTransferLimit(options, async (limit) => {
    const source = await archiveSource(archive, limit);
    const upload = { uploadUrl, uploadToken: token };
    return sendSource(transport, upload, source, { ...options, signal: limit.signal });
  });
}

export async function sendSource(
  transport: Transport,
  upload: Upload,
  source: KnownArchive,
  { onProgress, timeout, ...options }: TransferOptions,
): Promise<Exchange<UploadedVersion>> {
  const limits = withDefaults(UPLOAD_TIMEOUT, 'attempt', timeout);
  if (!canStreamRequests) limits.attempt += source.size / MIN_BYTES_PER_MS;
  const blob = canStreamRequests ? undefined : (source.blob ?? (await new Response(source.open()).blob()));
  const report = (transferred: number) => onProgress?.({ transferred, total: source.size });
  const request = uploadRequest(upload);
  const headers = {
    ...request.headers,
    'content-digest': `sha-256=:${base64OfHex(source.sha256)}:`,
    ...(canStreamRequests && { 'content-length': String(source.size) }),
  };
  const failures: unknown[] = [];
  const body = (limit: TimeLimit) => blob ?? watched(source, limit, report, failures);
  report(0);
  const exchange = await transport
    .send({ ...request, headers, body }, { ...options, timeout: limits }, readData)
    .catch((error: unknown) => {
      throw failures.length > 0 ? failures[0] : error; // that of the caller, and not what it has made fail
    });
  checkData({ ...exchange, url: upload.uploadUrl }, exchange.data, ['slug']);
  if (blob) report(source.size);
  return exchange as Exchange<UploadedVersion>;
}

/** Browsers send streams over HTTP/2 alone, and say so only when it fails: they send a Blob, whose progress nobody sees. */
const canStreamRequests = nodeProcess !== undefined;

/** The stream of the archive, whose every chunk is progress. What fails in it, or in the report, is the caller's. */
function watched(
  source: ArchiveSource,
  limit: TimeLimit,
  report: (bytes: number) => void,
  failures: unknown[],
): ReadableStream<Uint8Array> {
  let transferred = 0;
  let chunks: AsyncGenerator<Uint8Array, void> | undefined;
  return new ReadableStream({
    async pull(controller) {
      try {
        chunks ??= chunksOf(source.open(), limit);
        const { done, value } = await chunks.next();
        if (done) return controller.close();
        controller.enqueue(value);
        limit.restart();
        report((transferred += value.length));
      } catch (error) {
        if (!limit.signal.aborted) failures.push(error);
        throw error;
      }
    },
    cancel: () => void chunks?.return(),
  });
}

function base64OfHex(hex: string): string {
  return btoa(hex.replaceAll(/../g, (byte) => String.fromCharCode(Number(`0x${byte}`))));
}
