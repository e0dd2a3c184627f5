// Stores archives and their derived files as objects in a bucket: `ab/cdef…` by their names. Temporary files lie in a folder on this machine.
import { randomUUID } from 'node:crypto';
import { createReadStream, mkdirSync } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import { ArchivesRefusedError, ArchivesUnavailableError, type Archives, type StoredFile } from './archives.ts';
import { putBytes } from './put-bytes.ts';
import { openBucket, type Bucket } from './s3-bucket.ts';
import { s3Client, type S3Settings } from './s3-client.ts';
import { throwS3Error } from './s3-errors.ts';
import { bucketHealth } from './s3-health.ts';
import { s3Sweeps } from './s3-sweeps.ts';
import { isDigest, isName, requireStorageKey, storageKey } from './storage-key.ts';
import { removeOldFiles, sweepOrphans } from './sweep.ts';
import { digestStream } from './verified.ts';

const ALTERED = 'the S3 store has other bytes than were sent';
/** The pause before each attempt to send an archive. */
const RETRY_DELAYS_MS = [0, 200, 1_000];

export async function s3Archives(settings: S3Settings, temporaryFolder: string, log?: Logger): Promise<Archives> {
  const { prefix } = settings;
  const bucket = await openBucket(settings);
  mkdirSync(temporaryFolder, { recursive: true });

  const temporaryFile = () => join(temporaryFolder, randomUUID());
  const keyOf = (name: string) => prefix + requireStorageKey(name);
  const sweeps = s3Sweeps(bucket, prefix);

  /**
   * Sends the archive also when it is in the store, so that it is new to every sweep. The SDK can send a stream only once, so attempts are
   * repeated here.
   */
  async function putFile(file: string, name: string): Promise<void> {
    const key = keyOf(name);
    const { size } = await stat(file);
    const digest = isDigest(name) ? name : await digestStream(createReadStream(file));
    let failure = new ArchivesUnavailableError('a sweep is removing this archive');
    for (const delay of RETRY_DELAYS_MS) {
      await setTimeout(delay);
      try {
        await bucket.putFile(key, file, digest);
        if ((await findIntact(bucket, key, { size, digest })) === undefined)
          failure = new ArchivesUnavailableError(ALTERED);
        else if (await sweeps.isSafe(name)) return await rm(file, { force: true });
      } catch (error) {
        if (!(error instanceof ArchivesUnavailableError) || error instanceof ArchivesRefusedError) throw error;
        failure = error;
      }
    }
    const isIntact = async () => (await findIntact(bucket, key, { size, digest })) !== undefined;
    if (failure.message === ALTERED) await sweeps.removeUnless(name, isIntact);
    throw failure;
  }

  return {
    temporaryFile,
    putFile,
    findIntact: async (digest, size) => findIntact(bucket, keyOf(digest), { size, digest }),
    put: (bytes, digest) => putBytes({ temporaryFile, putFile }, bytes, digest),

    async open(name, range) {
      const key = storageKey(name);
      return key === undefined ? undefined : bucket.read(prefix + key, range);
    },

    async size(name) {
      const key = storageKey(name);
      return key === undefined ? undefined : (await bucket.find(prefix + key))?.size;
    },

    remove: async (name) => bucket.remove(keyOf(name)),
    list: () => listArchives(bucket, prefix),
    listFiles: () => listFiles(bucket, prefix),

    async sweep(isReferenced, olderThanMs) {
      const before = Date.now() - olderThanMs;
      const isYoung = async (name: string) => {
        const archive = await bucket.find(keyOf(name));
        return archive === undefined || archive.modifiedAt >= before;
      };
      await sweeps.removeOldMarkers(before);
      const removeOld = (name: string) => sweeps.removeUnless(name, () => isYoung(name));
      const orphans = await sweepOrphans(listFiles(bucket, prefix), isReferenced, before, removeOld);
      return orphans + (await removeOldFiles(temporaryFolder, before));
    },

    ...(settings.links === 'direct' && (await directLinks(settings))),
    health: bucketHealth(bucket, settings, log),
  };
}

/** The names of archives and derived files. Other objects in the bucket are left alone. */
async function* listFiles(bucket: Bucket, prefix: string): AsyncGenerator<StoredFile & { modifiedAt: number }> {
  for await (const { key, ...file } of bucket.list(prefix)) {
    const name = key.slice(prefix.length).replace('/', '');
    if (isName(name) && key === prefix + requireStorageKey(name)) yield { name, ...file };
  }
}

async function* listArchives(bucket: Bucket, prefix: string): AsyncGenerator<{ digest: string; modifiedAt: number }> {
  for await (const { name, modifiedAt } of listFiles(bucket, prefix))
    if (isDigest(name)) yield { digest: name, modifiedAt };
}

/** The fingerprint of exactly these bytes: by the digest that the store has recorded, or, where it records none, by reading them. */
async function findIntact(
  bucket: Bucket,
  key: string,
  { size, digest }: { size: number; digest: string },
): Promise<string | undefined> {
  const archive = await bucket.find(key);
  if (archive?.size !== size) return undefined;
  const { checksum, fingerprint } = archive;
  if (checksum) return Buffer.from(checksum, 'base64').toString('hex') === digest ? fingerprint : undefined;
  const object = await bucket.read(key);
  const stored = object && (await digestStream(object.stream).catch(throwS3Error));
  return stored === digest ? object?.fingerprint : undefined;
}

/** The SDK decides where links lead, by the endpoint, the region and the bucket: their origin is that of a link. */
async function directLinks(settings: S3Settings): Promise<Required<Pick<Archives, 'link' | 'linkOrigin'>>> {
  const link = await presigned(settings);
  const sample = { 'content-type': '', 'content-disposition': '' };
  let origin: string | undefined;
  return { link, linkOrigin: async () => (origin ??= new URL(await link('0'.repeat(64), sample, 60)).origin) };
}

/** Signs links with the address that clients use, because the signature includes it. */
async function presigned(settings: S3Settings): Promise<NonNullable<Archives['link']>> {
  const { GetObjectCommand } = await import('@aws-sdk/client-s3');
  const { getSignedUrl } = await import('@aws-sdk/s3-request-presigner');
  const client = await s3Client(settings, settings.publicEndpoint);
  return (name, headers, seconds) => {
    const command = new GetObjectCommand({
      Bucket: settings.bucket,
      Key: settings.prefix + requireStorageKey(name),
      ResponseContentType: headers['content-type'],
      ResponseContentDisposition: headers['content-disposition'],
    });
    return getSignedUrl(client, command, { expiresIn: seconds });
  };
}
