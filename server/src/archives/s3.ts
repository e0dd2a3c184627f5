// Archives as objects in a bucket: `ab/cdef…` by their digest; what is no archive yet lies in a folder on this machine.
import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import { addressOf, isDigest, ownAddressOf } from './address.ts';
import { ArchivesRefusedError, ArchivesUnavailableError, type Archives } from './archives.ts';
import { openBucket } from './s3-bucket.ts';
import { s3Client, type S3Settings } from './s3-client.ts';
import { unavailable } from './s3-errors.ts';
import { bucketHealth } from './s3-health.ts';
import { digestOf } from './verified.ts';
import { removeOldFiles, sweepOrphans } from './sweep.ts';

const ALTERED = 'the S3 store has other bytes than were sent';
/** Before each time that an archive is sent, in milliseconds. */
const PAUSES = [0, 200, 1_000];
/** A mark of a sweep that is this much older than the archive beside it was left by a crash. */
const ABANDONED = 10 * 60_000;

/**
 * S3 cannot rename, nor delete an object only if it is old. So that a sweep does not take away an archive that is put
 * in again at that moment, it leaves a mark, `sweeping/{digest}/{uuid}`, while it looks at the archive and deletes it.
 * Whoever puts an archive in looks for marks afterwards, and then whether the archive is there: if there is no mark and
 * it is, any sweep is either over or will see that it is new. Else it is put in again. What is left is a request to
 * delete that timed out, was sent again with success, and is carried out a second time later.
 */
export async function s3Archives(settings: S3Settings, temporaryFolder: string, log?: Logger): Promise<Archives> {
  const { prefix } = settings;
  const bucket = await openBucket(settings);
  mkdirSync(temporaryFolder, { recursive: true });

  const temporaryFile = () => join(temporaryFolder, randomUUID());
  const ownKeyOf = (digest: string) => prefix + ownAddressOf(digest);
  const marksOf = (digest: string) => `${prefix}sweeping/${digest}/`;

  async function* list(): ReturnType<Archives['list']> & AsyncGenerator {
    for await (const { key, modifiedAt } of bucket.list(prefix)) {
      const digest = key.slice(prefix.length).replace('/', '');
      if (isDigest(digest) && key === ownKeyOf(digest)) yield { digest, modifiedAt };
    }
  }

  /** Whether no sweep can take away what was just put in. In this order: first the marks, then the archive. */
  async function stays(digest: string): Promise<boolean> {
    const marks = [];
    for await (const { modifiedAt } of bucket.list(marksOf(digest))) marks.push(modifiedAt);
    const archive = await bucket.find(ownKeyOf(digest));
    return archive !== undefined && marks.every((markedAt) => markedAt < archive.modifiedAt - ABANDONED);
  }

  /** Whether the store has the very bytes: by the digest that it keeps itself, or, where it keeps none, by reading them. */
  async function isIntact(digest: string, size: number): Promise<boolean> {
    const archive = await bucket.find(ownKeyOf(digest));
    if (archive?.size !== size) return false;
    if (archive.checksum) return Buffer.from(archive.checksum, 'base64').toString('hex') === digest;
    const read = await bucket.read(ownKeyOf(digest));
    return read !== undefined && (await digestOf(read.stream).catch(unavailable)) === digest;
  }

  /** Sends it also when it is there: so it is new to any sweep. A stream can be sent once, so it is tried again here. */
  async function keep(file: string, digest: string): Promise<void> {
    const key = ownKeyOf(digest);
    const { size } = await stat(file);
    let failure = new ArchivesUnavailableError('a sweep is removing this archive');
    for (const pause of PAUSES) {
      await setTimeout(pause);
      try {
        await bucket.putFile(key, file, digest);
        if (!(await isIntact(digest, size))) failure = new ArchivesUnavailableError(ALTERED);
        else if (await stays(digest)) return await rm(file, { force: true });
      } catch (error) {
        if (!(error instanceof ArchivesUnavailableError) || error instanceof ArchivesRefusedError) throw error;
        failure = error;
      }
    }
    if (failure.message === ALTERED) await removeUnless(digest, () => isIntact(digest, size));
    throw failure;
  }

  /** A mark stays when the deletion fails, since it may be carried out yet. */
  async function removeUnless(digest: string, isGood: () => Promise<boolean>): Promise<boolean> {
    const mark = marksOf(digest) + randomUUID();
    await bucket.put(mark, '');
    const isRemoved = !(await isGood());
    if (isRemoved) await bucket.remove(ownKeyOf(digest));
    await bucket.remove(mark);
    return isRemoved;
  }

  async function removeOldMarks(before: number): Promise<void> {
    for await (const { key, modifiedAt } of bucket.list(`${prefix}sweeping/`))
      if (modifiedAt < before) await bucket.remove(key);
  }

  return {
    temporaryFile,
    keep,
    isIntact,
    async put(bytes, digest) {
      ownKeyOf(digest); // before anything is written
      const file = temporaryFile();
      try {
        await writeFile(file, bytes, { flag: 'wx' });
        await keep(file, digest);
      } finally {
        await rm(file, { force: true });
      }
    },

    async open(digest, range) {
      const address = addressOf(digest);
      return address === undefined ? undefined : bucket.read(prefix + address, range);
    },

    async size(digest) {
      const address = addressOf(digest);
      return address === undefined ? undefined : (await bucket.find(prefix + address))?.size;
    },

    async remove(digest) {
      await bucket.remove(ownKeyOf(digest));
    },
    list,

    async sweep(isReferenced, olderThanMs) {
      const before = Date.now() - olderThanMs;
      const isYoung = async (digest: string) => {
        const archive = await bucket.find(ownKeyOf(digest));
        return archive === undefined || archive.modifiedAt >= before;
      };
      await removeOldMarks(before);
      const removeOld = (digest: string) => removeUnless(digest, () => isYoung(digest));
      const orphans = await sweepOrphans(list(), isReferenced, before, removeOld);
      return orphans + (await removeOldFiles(temporaryFolder, before));
    },

    ...(settings.links === 'direct' && { link: await presigned(settings) }),
    health: bucketHealth(bucket, prefix, log),
  };
}

/** Links for the address that clients know, which is part of what is signed. */
async function presigned(settings: S3Settings): Promise<NonNullable<Archives['link']>> {
  const { GetObjectCommand } = await import('@aws-sdk/client-s3');
  const { getSignedUrl } = await import('@aws-sdk/s3-request-presigner');
  const client = await s3Client(settings, settings.publicEndpoint);
  return (digest, description, seconds) => {
    const command = new GetObjectCommand({
      Bucket: settings.bucket,
      Key: settings.prefix + ownAddressOf(digest),
      ResponseContentType: description['content-type'],
      ResponseContentDisposition: description['content-disposition'],
    });
    return getSignedUrl(client, command, { expiresIn: seconds });
  };
}
