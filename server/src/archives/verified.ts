// Verifies archives against their digest before a byte of them is served: each once a day, and again after it was replaced. What seems damaged is
// read again after seconds, since the bytes may have been changed on their way. Derived files have no digest; their readers verify them.
import { createHash } from 'node:crypto';
import { pipeline, type Readable } from 'node:stream';
import { failures } from '../concurrency/failures.ts';
import { lruCache } from '../concurrency/lru-cache.ts';
import { singleFlight } from '../concurrency/single-flight.ts';
import { damages } from '../telemetry.ts';
import { isDigest } from './storage-key.ts';
import { verifier } from './verifier.ts';
import {
  ArchivesUnavailableError,
  DamagedArchiveError,
  type Archives,
  type ByteRange,
  type OpenArchive,
} from './archives.ts';

export interface VerifiedArchives extends Archives {
  /** How many archives this process holds for damaged now. One whose pause is over is read again, without waiting for it. */
  countDamaged(): number;
}

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
export function verifiedArchives(store: Archives): VerifiedArchives {
  const verifications = lruCache<string, Verification>(MAX_VERIFICATIONS, { ttl: VERIFICATION_TTL_MS });
  const damaged = failures();
  const once = singleFlight<void>();
  let rechecking: Promise<void> | undefined;

  async function readAndCompare(digest: string): Promise<void> {
    const archive = await store.open(digest);
    if (!archive) return damaged.remove(digest);
    const { fingerprint } = archive;
    const actual = await digestStream(archive.stream).catch(emptyOnReadError);
    if (actual === digest) {
      verifications.set(actual, { fingerprint, isIntact: true }); // `digest` may be a slice of a long URL, and would keep all of it in memory
      return damaged.remove(digest);
    }
    if (archive.size !== (await store.size(digest))) throw new ArchivesUnavailableError('an archive was cut off');
    verifications.set(digest, { fingerprint, isIntact: false });
    damaged.add(digest);
  }

  /** Other bytes may come than those that were verified. The stream then fails before its last chunk, and the archive is verified anew. */
  function compared({ stream, size }: OpenArchive, digest: string): Readable {
    const passing = verifier({ size, sha256: digest }, () => {
      verifications.delete(digest);
      return damageOf(digest);
    });
    pipeline(stream, passing, () => {}); // the reader of the stream gets the error
    return passing;
  }

  async function open(digest: string, range?: ByteRange, attempts = MAX_ATTEMPTS): ReturnType<Archives['open']> {
    const archive = await store.open(digest, range);
    if (!archive || !isDigest(digest)) return archive;
    const verification = verifications.get(digest);
    const isKnown = verification?.fingerprint === archive.fingerprint;
    if (isKnown && verification.isIntact) return range ? archive : { ...archive, stream: compared(archive, digest) };
    archive.stream.destroy(); // connections to a store are few, so none is held while the archive is verified
    if (isKnown && damaged.isPaused(digest)) {
      throw damageOf(digest);
    }
    if (attempts === 0) throw new ArchivesUnavailableError('an archive is another one each time it is asked for');
    await once(digest, () => readAndCompare(digest)); // however many requests arrive at once
    return open(digest, range, attempts - 1);
  }

  return {
    ...store,
    open: (digest, range) => open(digest, range),

    countDamaged() {
      const due = damaged.due();
      if (due !== undefined)
        rechecking ??= once(due, () => readAndCompare(due))
          .catch(() => undefined) // the store fails, and is asked again
          .finally(() => (rechecking = undefined));
      return damaged.size;
    },
  };
}

function damageOf(digest: string): DamagedArchiveError {
  if (damages.hasSubscribers) damages.publish({ digest });
  return new DamagedArchiveError(digest);
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
