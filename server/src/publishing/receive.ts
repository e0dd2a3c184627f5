// An archive as it arrives: written to a temporary file while it is hashed, within its size, and held against its digest.
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** More bytes came than an archive may have. */
export class TooLargeError extends Error {}

/** The client went away before it had sent all. */
export class CutOffError extends Error {}

export interface Received {
  size: number;
  /** SHA-256, in hexadecimal. */
  digest: string;
  /** By their names in `Content-Digest`, in base64. */
  digests: Record<'sha-256' | 'sha-512', string>;
}

/** Memory stays flat: what has been written is forgotten. */
export async function receive(body: Readable, file: string, largest: number): Promise<Received> {
  const hashes = { 'sha-256': createHash('sha256'), 'sha-512': createHash('sha512') };
  let size = 0;
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      if (size > largest) return done(new TooLargeError());
      for (const hash of Object.values(hashes)) hash.update(chunk);
      return done(null, chunk);
    },
  });
  if (body.destroyed && !body.readableEnded) throw new CutOffError();
  // Piped and not part of the pipeline, which would destroy the request, and with it the way to answer it.
  body.once('error', (error) => meter.destroy(error));
  body.once('close', () => body.readableEnded || meter.destroy(new CutOffError()));
  await pipeline(body.pipe(meter), createWriteStream(file, { flags: 'wx', mode: 0o600 }));
  const [sha256, sha512] = [hashes['sha-256'].digest(), hashes['sha-512'].digest()];
  return {
    size,
    digest: sha256.toString('hex'),
    digests: { 'sha-256': sha256.toString('base64'), 'sha-512': sha512.toString('base64') },
  };
}

/** RFC 9530: `sha-256=:base64:`, perhaps several; algorithms that we do not know are left alone. Says what does not fit. */
export function digestFault(header: string | undefined, digests: Received['digests']): string | undefined {
  if (header === undefined) return undefined;
  for (const item of header.split(',')) {
    const [, name = '', value = ''] = /^\s*([a-z0-9-]+)=:([A-Za-z0-9+/=]*):\s*$/.exec(item) ?? [];
    if (name === '') return 'Content-Digest could not be read; it looks like sha-256=:base64:';
    if (Object.hasOwn(digests, name) && digests[name as keyof typeof digests] !== value)
      return `The archive does not fit its Content-Digest (${name}); it was changed on the way, or cut off.`;
  }
  return undefined;
}
