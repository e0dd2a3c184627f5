// The HTTP route of an upload: it receives an archive, inspects it and publishes it. A refused upload leaves nothing behind, or
// an archive that no version uses, which the hourly sweep removes (`sweep-job.ts`).
import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { archiveType, Refusal } from '@realm-catalog/archive';
import { archiveTypes } from '@realm-catalog/contract';
import { actorOf } from '../audit/entry.ts';
import type { AddHandler } from '../api/api.ts';
import type { Config } from '../config/config.ts';
import { UnavailableError } from '../errors.ts';
import { maxBodySizes } from '../http/socket/connection-limits.ts';
import { problem, tooManyRequests } from '../http/problem.ts';
import { temporaryFile, temporaryDerivedPaths } from '../files/derived-files.ts';
import { openIndex } from '../inspection/file-index.ts';
import type { Inspector } from '../inspection/inspect.ts';
import type { MadePictures } from '../pictures/make-pictures.ts';
import { makePictures } from '../pictures/archive-pictures.ts';
import type { StoredPictures } from '../pictures/stored-pictures.ts';
import { isOldSlugOf } from '../realms/old-slug-queries.ts';
import { requireNotQuarantined } from '../realms/ownership.ts';
import { previewPath } from '../realms/preview-address.ts';
import { findRealmById } from '../realms/queries.ts';
import { checkDisk, checkQuota } from './capacity.ts';
import {
  publishArchive,
  publishedBefore,
  type InspectedArchive,
  type Publication,
  type PublishServices,
} from './publish.ts';
import { lockToken } from './queries.ts';
import { CutOffError, digestError, receive, TooLargeError } from './receive.ts';
import { newTokenLock, releaseToken } from './token-lock.ts';

/** When an account with too many running uploads may try again. */
const RETRY_AFTER_MS = 5_000;

const formats = { 'application/gzip': 'tar.gz', 'application/zip': 'zip' } as const;

interface UploadServices extends PublishServices {
  inspect: Inspector;
  realmPictures: StoredPictures;
  config: Pick<Config, 'quotas' | 'minFreeDisk' | 'uploadsAtOnce'>;
}

/** Accounts take turns. An inspection ends when the client has left. */
type Inspect = (job: Parameters<Inspector['file']>[1]) => ReturnType<Inspector['file']>;

export function addUploadHandlers(addHandler: AddHandler, services: UploadServices): void {
  const { db, archives, config } = services;
  const takeSlot = uploadSlots(config.uploadsAtOnce);

  addHandler('uploadArchive', async (call) => {
    const { caller, params, headers, body } = call;
    const realm = await findRealmById(db, caller.realmId);
    // The address stays good when the realm is renamed.
    if (!realm || (realm.slug !== params.slug && !(await isOldSlugOf(db, realm.id, params.slug))))
      throw problem('forbidden', 'This token is for the upload of another realm.');
    requireNotQuarantined(realm);
    const type = mediaType(headers['content-type']);
    if (!(body instanceof Readable) || (type && !archiveTypes.some((one) => one === type))) throw notAnArchive();
    const declaredBytes = headers['content-length'] === undefined ? undefined : Number(headers['content-length']);
    if (declaredBytes !== undefined && declaredBytes > maxBodySizes.archive) throw tooLarge();
    await checkQuota(db, realm, config.quotas, declaredBytes);
    await checkDisk(dirname(archives.temporaryFile()), config.minFreeDisk);

    const lock = newTokenLock(caller.tokenHash);
    if (!(await lockToken(db, lock, new Date().toISOString())))
      throw problem('conflict', 'An upload with this token is already in progress.');
    let isPublished = false;
    try {
      using slot = takeSlot(caller.account.id);
      if (!slot) throw tooManyUploads(config.uploadsAtOnce);
      // The files are removed before the token is unlocked, so that the next upload with this token starts from nothing.
      await using cleanup = new AsyncDisposableStack();
      const files = { file: temporaryFile(archives, cleanup), derivedPaths: temporaryDerivedPaths(archives, cleanup) };
      const inspect: Inspect = (job) => services.inspect.file(caller.account.id, job, call.signal());
      const inspected = await receiveArchive(inspect, body, files, headers['content-digest']?.toString());
      const publish = async () => {
        const turn = { key: caller.account.id, signal: call.signal() };
        const archive = { ...inspected, pictures: await picturesOf(services, inspected, realm.id, turn) };
        return publishArchive(services, realm, lock, archive, actorOf(call));
      };
      const { isExisting, ...version } = (await sameVersion(services, realm.id, inspected)) ?? (await publish());
      isPublished = !isExisting;
      return { body: { slug: realm.slug, ...version }, isExisting };
    } finally {
      if (!isPublished) await releaseToken(db, lock);
    }
  });
}

/** Undefined if no version was published under the number that `realm.json` names. */
async function sameVersion(
  services: UploadServices,
  realmId: string,
  { inspection }: Pick<InspectedArchive, 'inspection'>,
): Promise<Publication | undefined> {
  const { manifest, filesSha256 } = inspection;
  return manifest.version ? publishedBefore(services, realmId, manifest.version, filesSha256) : undefined;
}

async function receiveArchive(
  inspect: Inspect,
  body: Readable,
  { file, derivedPaths }: Pick<InspectedArchive, 'file' | 'derivedPaths'>,
  contentDigest: string | undefined,
): Promise<Omit<InspectedArchive, 'pictures'>> {
  const { digest, size, digests } = await receive(body, file, maxBodySizes.archive).catch(rethrowReceiveError);
  const error = digestError(contentDigest, digests);
  if (error) throw problem('unprocessable', error);
  const type = await archiveType(file);
  const inspection = await inspect({ file, type, derivedPaths });
  if (!inspection.accepted) throw problem('unprocessable', inspection.reason);
  await requirePreview(inspection.manifest.preview ?? '', derivedPaths);
  return { file, derivedPaths, digest, size, format: formats[type], inspection };
}

/** The folder that `realm.json` names must have a page to begin with. */
async function requirePreview(folder: string, { index: indexFile }: InspectedArchive['derivedPaths']): Promise<void> {
  if (folder === '') return;
  const index = await openIndex(await readFile(indexFile));
  if (!index?.find(previewPath(folder, 'index.html')))
    throw problem('unprocessable', `${folder} is named in realm.json and cannot be a preview: it has no index.html`);
}

/** Undefined where the cover has to wait: it is no reason to refuse an upload, and comes later (`pictures/fill-job.ts`). */
async function picturesOf(
  { realmPictures }: UploadServices,
  archive: Omit<InspectedArchive, 'pictures'>,
  realmId: string,
  turn: { key: string; signal: AbortSignal },
): Promise<MadePictures | undefined> {
  try {
    return await makePictures(realmPictures.tools, archive, realmId, turn);
  } catch (error) {
    if (error instanceof Refusal) throw problem('unprocessable', error.message);
    if (error instanceof UnavailableError && !archive.inspection.manifest.screenshots?.length) return undefined;
    throw error;
  }
}

function mediaType(contentType = ''): string {
  const [essence = ''] = contentType.split(';', 1);
  return essence.trim().toLowerCase();
}

function tooManyUploads(running: number): Error {
  const detail = `This account already has ${running} upload${running === 1 ? '' : 's'} in progress, which is the most.`;
  return tooManyRequests(detail, Date.now() + RETRY_AFTER_MS);
}

function notAnArchive(): Error {
  return problem(
    'unsupported_media_type',
    `Send a .tar.gz or a .zip as ${archiveTypes.join(', ')}, or without a Content-Type.`,
  );
}

function tooLarge(): Error {
  return problem('payload_too_large', 'An archive may have at most 100 MiB.');
}

function rethrowReceiveError(error: unknown): never {
  if (error instanceof TooLargeError) throw tooLarge();
  if (error instanceof CutOffError)
    throw problem('invalid_request', 'The upload was cut off.', {
      errors: [{ field: 'body', message: 'was cut off' }],
    });
  throw error;
}

/** Limits how many uploads of one account run at once in one process. Disposing of a slot frees it. Returns undefined if the account uses all of its slots. */
type TakeSlot = (accountId: string) => Disposable | undefined;

function uploadSlots(uploadsAtOnce: number): TakeSlot {
  const runningUploads = new Map<string, number>();

  function freeSlot(accountId: string): void {
    const left = (runningUploads.get(accountId) ?? 1) - 1;
    if (left > 0) runningUploads.set(accountId, left);
    else runningUploads.delete(accountId);
  }

  return (accountId) => {
    const running = runningUploads.get(accountId) ?? 0;
    if (running >= uploadsAtOnce) return undefined;
    runningUploads.set(accountId, running + 1);
    return { [Symbol.dispose]: () => freeSlot(accountId) };
  };
}
