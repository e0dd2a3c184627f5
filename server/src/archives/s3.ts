// Stores archives and their derived files as objects in a bucket: `ab/cdef…` by their names. Temporary files lie in a folder on this machine.
import { randomUUID } from 'node:crypto';
import { createReadStream, mkdirSync } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import { ArchivesRefusedError, ArchivesUnavailableError, type Archives } from './archives.ts';
import { putBytes } from './put-bytes.ts';
import { openBucket } from './s3-bucket.ts';
import { s3Client, type S3Settings } from './s3-client.ts';
import { throwS3Error } from './s3-errors.ts';
import { bucketHealth } from './s3-health.ts';
import { isDigest, isName, requireStorageKey, storageKey } from './storage-key.ts';
import { removeOldFiles, sweepOrphans } from './sweep.ts';
import { digestStream } from './verified.ts';

const ALTERED = 'the S3 store has other bytes than were sent';
/** The pause before each attempt to send an archive. */
const RETRY_DELAYS_MS = [0, 200, 1_000];
/** A sweep that crashed left a marker behind if the marker is this much older than the archive. */
const ABANDONED_MARKER_AGE_MS = 10 * 60_000;

/**
 * S3 cannot rename, nor delete an object on the condition that it is old. A sweep must not delete an archive that is uploaded again at that
 * moment. So it puts a marker, `sweeping/{name}/{uuid}`, while it checks the archive and deletes it. An upload looks for markers after it has
 * sent the archive, and then whether the archive is there. If there is no marker and the archive is there, every sweep is either over or will
 * see that the archive is new; otherwise the upload is repeated. One case remains: a request to delete that timed out, was repeated with
 * success, and is carried out a second time later.
 */
export async function s3Archives(settings: S3Settings, temporaryFolder: string, log?: Logger): Promise<Archives> {
  const { prefix } = settings;
  const bucket = await openBucket(settings);
  mkdirSync(temporaryFolder, { recursive: true });

  const temporaryFile = () => join(temporaryFolder, randomUUID());
  const keyOf = (name: string) => prefix + requireStorageKey(name);
  const markersOf = (name: string) => `${prefix}sweeping/${name}/`;

  async function* listNames(): AsyncGenerator<{ name: string; modifiedAt: number }> {
    for await (const { key, modifiedAt } of bucket.list(prefix)) {
      const name = key.slice(prefix.length).replace('/', '');
      if (isName(name) && key === keyOf(name)) yield { name, modifiedAt };
    }
  }

  async function* list(): ReturnType<Archives['list']> & AsyncGenerator {
    for await (const { name, modifiedAt } of listNames()) if (isDigest(name)) yield { digest: name, modifiedAt };
  }

  /** Whether no sweep can delete an archive that was just sent. The markers have to be read before the archive. */
  async function isSafeFromSweeps(name: string): Promise<boolean> {
    const markers = [];
    for await (const { modifiedAt } of bucket.list(markersOf(name))) markers.push(modifiedAt);
    const archive = await bucket.find(keyOf(name));
    return (
      archive !== undefined && markers.every((markerTime) => markerTime < archive.modifiedAt - ABANDONED_MARKER_AGE_MS)
    );
  }

  /** Whether the store holds exactly these bytes: by the digest that it has recorded, or, where it records none, by reading them. */
  async function isIntact(name: string, size: number, digest = name): Promise<boolean> {
    const archive = await bucket.find(keyOf(name));
    if (archive?.size !== size) return false;
    if (archive.checksum) return Buffer.from(archive.checksum, 'base64').toString('hex') === digest;
    const object = await bucket.read(keyOf(name));
    return object !== undefined && (await digestStream(object.stream).catch(throwS3Error)) === digest;
  }

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
        if (!(await isIntact(name, size, digest))) failure = new ArchivesUnavailableError(ALTERED);
        else if (await isSafeFromSweeps(name)) return await rm(file, { force: true });
      } catch (error) {
        if (!(error instanceof ArchivesUnavailableError) || error instanceof ArchivesRefusedError) throw error;
        failure = error;
      }
    }
    if (failure.message === ALTERED) await removeUnless(name, () => isIntact(name, size, digest));
    throw failure;
  }

  /** The marker stays when the deletion fails, since the store may still carry the deletion out. */
  async function removeUnless(name: string, isWanted: () => Promise<boolean>): Promise<boolean> {
    const marker = markersOf(name) + randomUUID();
    await bucket.put(marker, '');
    const isRemoved = !(await isWanted());
    if (isRemoved) await bucket.remove(keyOf(name));
    await bucket.remove(marker);
    return isRemoved;
  }

  async function removeOldMarks(before: number): Promise<void> {
    for await (const { key, modifiedAt } of bucket.list(`${prefix}sweeping/`))
      if (modifiedAt < before) await bucket.remove(key);
  }

  return {
    temporaryFile,
    putFile,
    isIntact: (digest, size) => isIntact(digest, size),
    put: (bytes, digest) => putBytes({ temporaryFile, putFile }, bytes, digest),

    async open(name, range) {
      const key = storageKey(name);
      return key === undefined ? undefined : bucket.read(prefix + key, range);
    },

    async size(name) {
      const key = storageKey(name);
      return key === undefined ? undefined : (await bucket.find(prefix + key))?.size;
    },

    async remove(name) {
      await bucket.remove(keyOf(name));
    },
    list,

    async sweep(isReferenced, olderThanMs) {
      const before = Date.now() - olderThanMs;
      const isYoung = async (name: string) => {
        const archive = await bucket.find(keyOf(name));
        return archive === undefined || archive.modifiedAt >= before;
      };
      await removeOldMarks(before);
      const removeOld = (name: string) => removeUnless(name, () => isYoung(name));
      const orphans = await sweepOrphans(listNames(), isReferenced, before, removeOld);
      return orphans + (await removeOldFiles(temporaryFolder, before));
    },

    ...(settings.links === 'direct' && { link: await presigned(settings) }),
    health: bucketHealth(bucket, settings, log),
  };
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
