// Verifies archives against their digest before a byte of them is served: each once a day, and again after it was replaced. Derived files have
// no digest; their readers verify them.
import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { lruCache } from '../lru-cache.ts';
import { singleFlight } from '../single-flight.ts';
import { damages } from '../telemetry.ts';
import { isDigest } from './storage-key.ts';
import { ArchivesUnavailableError, DamagedArchiveError, type Archives, type ByteRange } from './archives.ts';

/** The result of reading an archive once. */
interface Verification {
  /** The fingerprint of the bytes that were read. */
  fingerprint: string;
  isIntact: boolean;
}

const MAX_VERIFICATIONS = 100_000;
/** An archive may be replaced while it is verified. */
const MAX_ATTEMPTS = 3;
/** Bytes that go bad on the disk later are noticed within a day, when they are requested. */
const VERIFICATION_TTL_MS = 24 * 3_600_000;

/** Verifications are remembered by fingerprint, so a popular archive costs one look-up in memory. */
export function verifiedArchives(store: Archives): Archives {
  const verifications = lruCache<string, Verification>(MAX_VERIFICATIONS, VERIFICATION_TTL_MS);
  const once = singleFlight<void>();

  async function readAndCompare(digest: string): Promise<void> {
    const archive = await store.open(digest);
    if (!archive) return;
    const actual = await digestStream(archive.stream).catch(emptyOnReadError);
    const isIntact = actual === digest;
    // `digest` may be a slice of a long URL, and as a key would keep that whole string in memory.
    verifications.set(isIntact ? actual : digest, { fingerprint: archive.fingerprint, isIntact });
  }

  async function open(digest: string, range?: ByteRange, attempts = MAX_ATTEMPTS): ReturnType<Archives['open']> {
    const archive = await store.open(digest, range);
    if (!archive || !isDigest(digest)) return archive;
    const verification = verifications.get(digest);
    if (verification?.fingerprint === archive.fingerprint && verification.isIntact) return archive;
    archive.stream.destroy(); // connections to a store are few, so none is held while the archive is verified
    if (verification?.fingerprint === archive.fingerprint) {
      if (damages.hasSubscribers) damages.publish({ digest });
      throw new DamagedArchiveError(digest);
    }
    if (attempts === 0) throw new ArchivesUnavailableError('an archive is another one each time it is asked for');
    await once(digest, () => readAndCompare(digest)); // however many requests arrive at once
    return open(digest, range, attempts - 1);
  }

  return { ...store, open: (digest, range) => open(digest, range) };
}

/** For `catch`: an archive that the disk cannot read is as damaged as one with other bytes. No digest is empty. */
export function emptyOnReadError(error: NodeJS.ErrnoException): string {
  if (error.code !== 'EIO') throw error;
  return '';
}

/** SHA-256, in hexadecimal. */
export async function digestStream(stream: Readable): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of stream) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
