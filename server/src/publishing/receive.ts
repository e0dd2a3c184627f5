// Receives an archive: writes it to a temporary file, hashes it on the way, limits its size, and compares it with the digest that was sent.
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CodedError } from '../errors.ts';

/** The body has more bytes than an archive may have. */
export class TooLargeError extends Error {}

/** The client closed the connection before it had sent the whole body. */
export class CutOffError extends Error {}

export interface ReceivedArchive {
  size: number;
  /** SHA-256, in hexadecimal. */
  digest: string;
  /** In base64, under the names that `Content-Digest` uses. */
  digests: Record<'sha-256' | 'sha-512', string>;
}

export async function receive(body: Readable, file: string, maxBytes: number): Promise<ReceivedArchive> {
  const hashes = { 'sha-256': createHash('sha256'), 'sha-512': createHash('sha512') };
  let size = 0;
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      if (size > maxBytes) return done(new TooLargeError());
      for (const hash of Object.values(hashes)) hash.update(chunk);
      return done(null, chunk);
    },
  });
  if (body.destroyed && !body.readableEnded) throw new CutOffError();
  // The body is piped into the pipeline and is not part of it: a failed pipeline destroys its streams, and then the server could not respond.
  // A client that sends too slowly has a problem of its own; any other error means that the body was cut off.
  body.once('error', (error) => meter.destroy(error instanceof CodedError ? error : new CutOffError()));
  body.once('close', () => body.readableEnded || meter.destroy(new CutOffError()));
  await pipeline(body.pipe(meter), createWriteStream(file, { flags: 'wx', mode: 0o600 }));
  const [sha256, sha512] = [hashes['sha-256'].digest(), hashes['sha-512'].digest()];
  return {
    size,
    digest: sha256.toString('hex'),
    digests: { 'sha-256': sha256.toString('base64'), 'sha-512': sha512.toString('base64') },
  };
}

/** Compares the header of RFC 9530, such as `sha-256=:base64:`. It may list several digests; unknown algorithms are ignored. */
export function digestError(header: string | undefined, digests: ReceivedArchive['digests']): string | undefined {
  if (header === undefined) return undefined;
  for (const item of header.split(',')) {
    const [, name = '', value = ''] = /^\s*([a-z0-9-]+)=:([A-Za-z0-9+/=]*):\s*$/.exec(item) ?? [];
    if (name === '') return 'Content-Digest could not be read; it looks like sha-256=:base64:';
    if (Object.hasOwn(digests, name) && digests[name as keyof typeof digests] !== value)
      return `The archive does not fit its Content-Digest (${name}); it was changed on the way, or cut off.`;
  }
  return undefined;
}
