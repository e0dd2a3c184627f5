// Publishes an archive: opens an upload, sends the archive and, after a break, finds out what became of it before anything is sent again.
import { archiveSource, type Archive, type TransferOptions } from './archive-source.ts';
import type { CallOptions } from './call.ts';
import { isCatalogError } from './errors.ts';
import type { UploadedVersion, VersionList } from './generated.ts';
import { readData } from './response.ts';
import { isOutcomeUnknown } from './retry.ts';
import { sendSource, uploadRequest, type Upload } from './send-archive.ts';
import { withTransferLimit, type TimeLimit } from './time-limit.ts';
import type { Transport } from './transport.ts';

export interface PublishOptions extends TransferOptions {
  /** Opened by the client unless it is given. */
  upload?: Upload | undefined;
}

/** The calls that a publication is made of. */
interface Calls {
  openUpload(slug: string, options: CallOptions): PromiseLike<Upload>;
  versions(slug: string, options: CallOptions): Promise<VersionList>;
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
  return withTransferLimit(options, async (limit) => {
    const inner = { ...options, signal: limit.signal };
    const source = await archiveSource(archive, limit);
    const opened = upload ?? (await calls.openUpload(slug, inner));
    for (let failed = 0; ; failed++) {
      try {
        return (await sendSource(transport, opened, source, { ...inner, onProgress })).data;
      } catch (error) {
        limit.signal.throwIfAborted();
        const isUsed = isOutcomeUnknown(error)
          ? await isTokenUsed(transport, opened, inner, limit)
          : failed > 0 && isCatalogError(error, 'unauthorized');
        if (isUsed) {
          const { versions } = await calls.versions(slug, inner).catch((unread: unknown) => {
            limit.signal.throwIfAborted();
            throw isCatalogError(unread) ? error : unread; // that of a hook stays as it is
          });
          const published = versions.find((one) => one.sha256 === source.sha256);
          if (!published) throw error;
          const { version, size, sha256, filesSha256 } = published;
          return { slug, version, size, sha256, filesSha256 };
        }
        await transport.waitToRepeat(error, failed, { request: uploadRequest(opened), options }, limit);
      }
    }
  });
}

/** Whether an upload that broke was published all the same. While the catalog is still at it, this waits. */
async function isTokenUsed(
  transport: Transport,
  upload: Upload,
  options: CallOptions,
  limit: TimeLimit,
): Promise<boolean> {
  // One byte is no archive: it is refused, and the token stays good; a used token is refused before, and a running upload has locked it.
  const request = { ...uploadRequest(upload), body: () => new Uint8Array(1), isRepeatable: true };
  for (let polls = 0; ; polls++) {
    try {
      await transport.send(request, options, readData);
      return true;
    } catch (error) {
      if (isCatalogError(error, 'unauthorized')) return true;
      if (isCatalogError(error, 'invalid_request')) return false;
      if (!isCatalogError(error, 'conflict') || polls === MAX_POLLS) throw error;
      await transport.wait(1_000 * 2 ** polls, error, polls + 1, request, limit);
    }
  }
}
