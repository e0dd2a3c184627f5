// Writes, finds, reads, lists and removes the objects of one bucket.
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { MAX_UNPACKED_BYTES } from '@realm-catalog/contract/archive-size';
import type { ListObjectsV2CommandOutput, PutObjectCommand } from '@aws-sdk/client-s3';
import { ArchivesUnavailableError, type ByteRange } from './archives.ts';
import { s3Client, streamTimeoutMs, uploadTimeoutMs, type S3Settings } from './s3-client.ts';
import { ignoreMissing, isBehindEnd, throwBucketError, throwS3Error, toStoreError } from './s3-errors.ts';

interface ListedObject {
  key: string;
  size: number;
  modifiedAt: number;
  /** The ETag, which changes with the bytes. */
  fingerprint: string;
}

interface FoundObject extends Omit<ListedObject, 'key'> {
  /** SHA-256 in base64, if the store has recorded one. */
  checksum: string | undefined;
}

export interface Bucket {
  /** Throws when the bucket is missing, or cannot be used. */
  head(signal?: AbortSignal): Promise<void>;
  list(prefix: string): AsyncGenerator<ListedObject>;
  find(key: string): Promise<FoundObject | undefined>;
  read(key: string, range?: ByteRange): Promise<{ stream: Readable; size: number; fingerprint: string } | undefined>;
  put(key: string, text: string): Promise<void>;
  putFile(key: string, file: string, digest: string): Promise<void>;
  remove(key: string): Promise<void>;
}

/** So many have a place in one answer (`MAX_ANSWER_BYTES` in `s3-client.ts`), and are read without a pause that others feel. */
const MAX_PAGE_KEYS = 250;
/** Twice of what the files of an archive may have together: a .zip without compression is the largest that is made of one. */
const MAX_OBJECT_BYTES = 2 * MAX_UNPACKED_BYTES;

/** What a range behind the end of an object has, as with a file on the disk. */
const noBytes = () => ({ Body: Readable.from([]), ContentRange: '*/0', ContentLength: 0, ETag: '' });

export async function openBucket(settings: S3Settings): Promise<Bucket> {
  const s3 = await import('@aws-sdk/client-s3');
  const { bucket: Bucket } = settings;
  const client = await s3Client(settings, settings.endpoint);

  async function head(abortSignal?: AbortSignal): Promise<void> {
    const options = abortSignal ? { abortSignal } : {};
    await client.send(new s3.HeadBucketCommand({ Bucket }), options).catch(throwBucketError);
  }

  return {
    head,

    list: (Prefix) =>
      objectsOf((ContinuationToken) =>
        client.send(new s3.ListObjectsV2Command({ Bucket, Prefix, ContinuationToken, MaxKeys: MAX_PAGE_KEYS })),
      ),

    async find(Key) {
      const command = new s3.HeadObjectCommand({ Bucket, Key, ChecksumMode: 'ENABLED' });
      const object = await client.send(command).catch(ignoreMissing);
      if (!object) await head(); // a HEAD of an object does not tell whether the object or the bucket is missing
      return (
        object && {
          size: requireSize(object, MAX_OBJECT_BYTES),
          modifiedAt: object.LastModified?.getTime() ?? Date.now(),
          fingerprint: object.ETag ?? '',
          checksum: object.ChecksumSHA256,
        }
      );
    },

    async read(Key, range) {
      const part = range && { Range: `bytes=${range.start}-${range.end}` };
      const object = await client
        .send(new s3.GetObjectCommand({ Bucket, Key, ...part }))
        .catch((error: unknown) => (isBehindEnd(error) ? noBytes() : ignoreMissing(error)));
      if (!object) return undefined;
      const size = range ? object.ContentRange?.split('/')[1] : object.ContentLength;
      return { stream: boundedStream(object, range), size: Number(size), fingerprint: object.ETag ?? '' };
    },

    async put(Key, text) {
      await client.send(new s3.PutObjectCommand({ Bucket, Key, Body: text })).catch(throwS3Error);
    },

    /** The object appears whole or not at all: S3 shows it when it has all bytes, and refuses bytes that do not match the signed digest. */
    async putFile(Key, file, digest) {
      const { size } = await stat(file);
      const Body = createReadStream(file);
      const ChecksumSHA256 = Buffer.from(digest, 'hex').toString('base64');
      const command = new s3.PutObjectCommand({ Bucket, Key, Body, ContentLength: size, ChecksumSHA256 });
      signPayload(command, digest);
      try {
        await client.send(command, { requestTimeout: uploadTimeoutMs(size, settings) }).catch(throwS3Error);
      } finally {
        Body.destroy();
      }
    },

    async remove(Key) {
      await client.send(new s3.DeleteObjectCommand({ Bucket, Key })).catch(throwS3Error);
    },
  };
}

/** The objects of all pages of a list. */
async function* objectsOf(readPage: (token: string | undefined) => Promise<ListObjectsV2CommandOutput>) {
  let token: string | undefined;
  do {
    const page: ListObjectsV2CommandOutput = await readPage(token).catch(throwS3Error);
    for (const { Key: key, LastModified, Size: size = 0, ETag: fingerprint = '' } of page.Contents ?? [])
      if (key && LastModified) yield { key, size, modifiedAt: LastModified.getTime(), fingerprint };
    if (token !== undefined && page.NextContinuationToken === token)
      throw new ArchivesUnavailableError('the S3 store lists the same page again and again');
    token = page.NextContinuationToken;
  } while (token);
}

/** The same stream. When it breaks off, its reader gets the error of a store that is unavailable, as from every other call. */
function withStoreErrors(stream: Readable): Readable {
  const destroy = stream.destroy.bind(stream);
  stream.destroy = (error) => destroy(error && (toStoreError(error) as Error));
  return stream;
}

/** No more bytes than were asked for, which no header of the store can change, in a time that no store can draw out. */
function boundedStream(object: { Body?: unknown; ContentLength?: number | undefined }, range?: ByteRange): Readable {
  const stream = withStoreErrors(object.Body as Readable);
  try {
    const size = requireSize(object, range ? range.end - range.start + 1 : MAX_OBJECT_BYTES);
    const late = () => stream.destroy(new ArchivesUnavailableError('the S3 store sends an archive too slowly'));
    const timer = setTimeout(late, streamTimeoutMs(size)).unref();
    return stream.once('close', () => clearTimeout(timer));
  } catch (error) {
    stream.destroy();
    throw error;
  }
}

/** Node reads no more of a body than the length that its head says. */
function requireSize({ ContentLength: size }: { ContentLength?: number | undefined }, maxSize: number): number {
  if (size !== undefined && size <= maxSize) return size;
  throw new ArchivesUnavailableError('the S3 store sends another number of bytes than were asked for');
}

/**
 * The SDK signs no digest of a stream by itself. This header is signed, as the length is, and every store has to verify the body against it.
 * Newer stores also record `x-amz-checksum-sha256`; others ignore it.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
 */
function signPayload(command: PutObjectCommand, digest: string): void {
  command.middlewareStack.add(
    (next) => (args) => {
      (args.request as { headers: Record<string, string> }).headers['x-amz-content-sha256'] = digest;
      return next(args);
    },
    { step: 'build', name: 'signPayload' },
  );
}
