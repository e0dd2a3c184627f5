// Archives as objects in a bucket: `ab/cdef…` by their digest; what is no archive yet lies in a folder on this machine.
import { randomUUID } from 'node:crypto';
import { createReadStream, mkdirSync } from 'node:fs';
import { rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import type { ListObjectsV2CommandOutput } from '@aws-sdk/client-s3';
import { addressOf, isDigest, ownAddressOf } from './address.ts';
import { ArchivesUnavailableError, type Archives } from './archives.ts';
import { s3Client, sendWithin, unavailable, unlessMissing, type S3Settings } from './s3-client.ts';
import { removeOldFiles, sweepOrphans } from './sweep.ts';

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
export async function s3Archives(settings: S3Settings, temporaryFolder: string): Promise<Archives> {
  const s3 = await import('@aws-sdk/client-s3');
  const { bucket: Bucket, prefix } = settings;
  const client = await s3Client(settings, settings.endpoint);
  mkdirSync(temporaryFolder, { recursive: true });

  const temporaryFile = () => join(temporaryFolder, randomUUID());
  const ownKeyOf = (digest: string) => prefix + ownAddressOf(digest);
  const marksOf = (digest: string) => `${prefix}sweeping/${digest}/`;

  async function* objects(Prefix: string): AsyncGenerator<{ key: string; modifiedAt: number }> {
    let ContinuationToken: string | undefined;
    do {
      const command = new s3.ListObjectsV2Command({ Bucket, Prefix, ContinuationToken });
      const page: ListObjectsV2CommandOutput = await client.send(command).catch(unavailable);
      for (const { Key, LastModified } of page.Contents ?? [])
        if (Key && LastModified) yield { key: Key, modifiedAt: LastModified.getTime() };
      ContinuationToken = page.NextContinuationToken;
    } while (ContinuationToken);
  }

  async function* list(): ReturnType<Archives['list']> & AsyncGenerator {
    for await (const { key, modifiedAt } of objects(prefix)) {
      const digest = key.slice(prefix.length).replace('/', '');
      if (isDigest(digest) && key === ownKeyOf(digest)) yield { digest, modifiedAt };
    }
  }

  async function found(Key: string): Promise<{ size: number; modifiedAt: number } | undefined> {
    const object = await client.send(new s3.HeadObjectCommand({ Bucket, Key })).catch(unlessMissing);
    return object && { size: object.ContentLength ?? 0, modifiedAt: object.LastModified?.getTime() ?? Date.now() };
  }

  const removeObject = (Key: string) => client.send(new s3.DeleteObjectCommand({ Bucket, Key })).catch(unavailable);

  /** Whole or not at all: S3 shows an object when it has all of it, and refuses one that does not fit its digest. */
  async function send(file: string, digest: string): Promise<void> {
    const { size } = await stat(file);
    const Body = createReadStream(file);
    const ChecksumSHA256 = Buffer.from(digest, 'hex').toString('base64');
    const object = { Bucket, Key: ownKeyOf(digest), Body, ContentLength: size, ChecksumSHA256 };
    try {
      await client.send(new s3.PutObjectCommand(object), { requestTimeout: sendWithin(size) }).catch(unavailable);
    } finally {
      Body.destroy();
    }
  }

  /** Whether no sweep can take away what was just put in. In this order: first the marks, then the archive. */
  async function stays(digest: string): Promise<boolean> {
    const marks = [];
    for await (const { modifiedAt } of objects(marksOf(digest))) marks.push(modifiedAt);
    const archive = await found(ownKeyOf(digest));
    return archive !== undefined && marks.every((markedAt) => markedAt < archive.modifiedAt - ABANDONED);
  }

  /** Sends it also when it is there: so it is new to any sweep. A stream can be sent once, so it is tried again here. */
  async function keep(file: string, digest: string): Promise<void> {
    let failure = new ArchivesUnavailableError('a sweep is removing this archive');
    for (const pause of PAUSES) {
      await setTimeout(pause);
      try {
        await send(file, digest);
        if (await stays(digest)) return await rm(file, { force: true });
      } catch (error) {
        if (!(error instanceof ArchivesUnavailableError)) throw error;
        failure = error;
      }
    }
    throw failure;
  }

  /** A mark stays when the deletion fails, since it may be carried out yet. */
  async function removeOld(digest: string, before: number): Promise<boolean> {
    const mark = marksOf(digest) + randomUUID();
    await client.send(new s3.PutObjectCommand({ Bucket, Key: mark, Body: '' })).catch(unavailable);
    const archive = await found(ownKeyOf(digest));
    const isOld = archive !== undefined && archive.modifiedAt < before;
    if (isOld) await removeObject(ownKeyOf(digest));
    await removeObject(mark);
    return isOld;
  }

  async function removeOldMarks(before: number): Promise<void> {
    for await (const { key, modifiedAt } of objects(`${prefix}sweeping/`))
      if (modifiedAt < before) await removeObject(key);
  }

  return {
    temporaryFile,
    keep,
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
      if (!address) return undefined;
      const part = range && { Range: `bytes=${range.start}-${range.end}` };
      const command = new s3.GetObjectCommand({ Bucket, Key: prefix + address, ...part });
      const object = await client.send(command).catch(unlessMissing);
      if (!object) return undefined;
      const size = range ? object.ContentRange?.split('/')[1] : object.ContentLength;
      return { stream: object.Body as Readable, size: Number(size), edition: object.ETag ?? '' };
    },

    async size(digest) {
      const address = addressOf(digest);
      return address === undefined ? undefined : (await found(prefix + address))?.size;
    },

    async remove(digest) {
      await removeObject(ownKeyOf(digest));
    },
    list,

    async sweep(isReferenced, olderThanMs) {
      const before = Date.now() - olderThanMs;
      await removeOldMarks(before);
      const orphans = await sweepOrphans(list(), isReferenced, before, (digest) => removeOld(digest, before));
      return orphans + (await removeOldFiles(temporaryFolder, before));
    },

    ...(settings.links === 'direct' && { link: await presigned(settings) }),
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
