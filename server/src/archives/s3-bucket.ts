// The objects of one bucket: sent with a signed digest, found, read, listed and removed.
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { ListObjectsV2CommandOutput, PutObjectCommand } from '@aws-sdk/client-s3';
import type { ByteRange } from './archives.ts';
import { s3Client, sendWithin, type S3Settings } from './s3-client.ts';
import { unavailable, unlessBucketMissing, unlessMissing } from './s3-errors.ts';

interface FoundObject {
  size: number;
  modifiedAt: number;
  /** SHA-256 in base64, where the store keeps one. */
  checksum: string | undefined;
}

export interface Bucket {
  /** Throws when the bucket is missing, or cannot be used. */
  head(signal?: AbortSignal): Promise<void>;
  list(prefix: string): AsyncGenerator<{ key: string; modifiedAt: number }>;
  find(key: string): Promise<FoundObject | undefined>;
  read(key: string, range?: ByteRange): Promise<{ stream: Readable; size: number; edition: string } | undefined>;
  put(key: string, text: string): Promise<void>;
  putFile(key: string, file: string, digest: string): Promise<void>;
  remove(key: string): Promise<void>;
}

export async function openBucket(settings: S3Settings): Promise<Bucket> {
  const s3 = await import('@aws-sdk/client-s3');
  const { bucket: Bucket } = settings;
  const client = await s3Client(settings, settings.endpoint);

  async function head(abortSignal?: AbortSignal): Promise<void> {
    const options = abortSignal ? { abortSignal } : {};
    await client.send(new s3.HeadBucketCommand({ Bucket }), options).catch(unlessBucketMissing);
  }

  return {
    head,

    async *list(Prefix) {
      let ContinuationToken: string | undefined;
      do {
        const command = new s3.ListObjectsV2Command({ Bucket, Prefix, ContinuationToken });
        const page: ListObjectsV2CommandOutput = await client.send(command).catch(unavailable);
        for (const { Key, LastModified } of page.Contents ?? [])
          if (Key && LastModified) yield { key: Key, modifiedAt: LastModified.getTime() };
        ContinuationToken = page.NextContinuationToken;
      } while (ContinuationToken);
    },

    async find(Key) {
      const command = new s3.HeadObjectCommand({ Bucket, Key, ChecksumMode: 'ENABLED' });
      const object = await client.send(command).catch(unlessMissing);
      if (!object) await head(); // a HEAD does not say which of the two is missing
      return (
        object && {
          size: object.ContentLength ?? 0,
          modifiedAt: object.LastModified?.getTime() ?? Date.now(),
          checksum: object.ChecksumSHA256,
        }
      );
    },

    async read(Key, range) {
      const part = range && { Range: `bytes=${range.start}-${range.end}` };
      const object = await client.send(new s3.GetObjectCommand({ Bucket, Key, ...part })).catch(unlessMissing);
      if (!object) return undefined;
      const size = range ? object.ContentRange?.split('/')[1] : object.ContentLength;
      return { stream: object.Body as Readable, size: Number(size), edition: object.ETag ?? '' };
    },

    async put(Key, text) {
      await client.send(new s3.PutObjectCommand({ Bucket, Key, Body: text })).catch(unavailable);
    },

    /** Whole or not at all: S3 shows an object when it has all of it, and refuses bytes that do not fit what is signed. */
    async putFile(Key, file, digest) {
      const { size } = await stat(file);
      const Body = createReadStream(file);
      const ChecksumSHA256 = Buffer.from(digest, 'hex').toString('base64');
      const command = new s3.PutObjectCommand({ Bucket, Key, Body, ContentLength: size, ChecksumSHA256 });
      signPayload(command, digest);
      try {
        await client.send(command, { requestTimeout: sendWithin(size) }).catch(unavailable);
      } finally {
        Body.destroy();
      }
    },

    async remove(Key) {
      await client.send(new s3.DeleteObjectCommand({ Bucket, Key })).catch(unavailable);
    },
  };
}

/**
 * Of a stream the SDK signs no digest by itself. This header is part of what is signed, as the length is, and every store has to hold the
 * body against it; `x-amz-checksum-sha256` is kept by the newer ones and ignored by others.
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
