// Publishes an archive: opens an upload, sends the archive and, after a break, finds out what became of it before anything is sent again.
import { archiveSource, type Archive, type TransferOptions } from './archive-source.ts';
import type { CallOptions } from './call.ts';
import { isCatalogError } from './errors.ts';
import type { ReplyOf } from './method-types.ts';
import { readData } from './response.ts';
import { mayPass, retryDelay } from './retry.ts';
import { sendArchive, type UploadedVersion } from './send-archive.ts';
import { pause, timeLimit, type TimeLimit } from './time-limit.ts';
import type { Transport } from './transport.ts';

/** Where an archive goes, and with which token: what creating a realm, or opening an upload, answers with. */
export type Upload = Pick<ReplyOf<'createRealm'>, 'uploadUrl' | 'uploadToken'>;

export interface PublishOptions extends TransferOptions {
  /** Opened by the client unless it is given. */
  upload?: Upload | undefined;
}

/** The calls that a publication is made of. */
interface Calls {
  openUpload(slug: string, options: CallOptions): PromiseLike<Upload>;
  versions(slug: string, options: CallOptions): PromiseLike<ReplyOf<'listVersions'>>;
}

/** How often a running upload is asked for, with pauses of 1, 2, 4 … seconds. */
const MAX_POLLS = 7;

/** An upload token is good for one version, so that an archive that is sent again is not published again. */
export async function publish(
  transport: Transport,
  calls: Calls,
  slug: string,
  archive: Archive,
  { upload, onProgress, ...options }: PublishOptions,
): Promise<UploadedVersion> {
  const source = await archiveSource(archive);
  const opened = upload ?? (await calls.openUpload(slug, options));
  const limit = timeLimit(Infinity, options.signal, () => new Error());
  try {
    for (let failed = 0; ; failed++) {
      try {
        const sending = { ...options, onProgress, token: opened.uploadToken };
        return (await sendArchive(transport, opened.uploadUrl, source, sending)).data;
      } catch (error) {
        limit.signal.throwIfAborted();
        if (!mayPass(error)) throw error;
        const isUsed = await isTokenUsed(transport, opened, options, limit);
        const { versions } = isUsed ? await calls.versions(slug, options) : { versions: [] };
        const published = versions.find(({ sha256 }) => sha256 === source.sha256);
        if (published) return { slug, version: published.version, size: source.size, sha256: source.sha256 };
        const delayMs = isUsed ? undefined : retryDelay(error, failed, transport.retryPolicy(options));
        if (delayMs === undefined) throw error;
        await pause(delayMs, limit);
      }
    }
  } finally {
    limit.end();
  }
}

/** Whether an upload that broke was published all the same. While the catalog is still at it, this waits. */
async function isTokenUsed(
  transport: Transport,
  { uploadUrl, uploadToken }: Upload,
  options: CallOptions,
  limit: TimeLimit,
): Promise<boolean> {
  // One byte is no archive: it is refused, and the token stays good; a used token is refused before, and a running upload has locked it.
  const request = {
    method: 'PUT',
    url: uploadUrl,
    headers: { 'content-type': 'application/octet-stream' },
    body: () => new Uint8Array(1),
    isRepeatable: true,
    hasOwnCredential: true,
  };
  for (let polls = 0; ; polls++) {
    const error: unknown = await transport
      .send(request, { ...options, token: uploadToken }, readData)
      .catch((reason: unknown) => reason);
    if (isCatalogError(error, 'unauthorized')) return true;
    if (isCatalogError(error, 'invalid_request')) return false;
    if (!isCatalogError(error, 'conflict') || polls === MAX_POLLS) throw error;
    await pause(1_000 * 2 ** polls, limit);
  }
}
