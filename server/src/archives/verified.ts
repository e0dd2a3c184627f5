// Archives that are held against their digest before a byte of them is given out: each once a day, and again when it was replaced.
import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { LRUCache } from 'lru-cache';
import { damages } from '../telemetry.ts';
import { ArchivesUnavailableError, DamagedArchiveError, type Archives, type ByteRange } from './archives.ts';

interface Verdict {
  /** Of which edition. */
  edition: string;
  isSound: boolean;
}

const KNOWN = 100_000;
/** It may be replaced while it is read through. */
const TRIES = 3;
/** So bytes that go bad on the disk later are noticed within a day, when they are asked for. */
const GOOD_FOR = 24 * 3_600_000;

/** What has been read through is known by its edition, so an archive that is asked for often costs a look into memory. */
export function verifiedArchives(store: Archives): Archives {
  const verdicts = new LRUCache<string, Verdict>({ max: KNOWN, ttl: GOOD_FOR });
  const reading = new Map<string, Promise<void>>();

  async function readThrough(digest: string): Promise<void> {
    const whole = await store.open(digest);
    if (!whole) return;
    const read = await digestOf(whole.stream).catch(unreadable);
    const isSound = read === digest;
    verdicts.set(isSound ? read : digest, { edition: whole.edition, isSound }); // what was cut out of an address would hold all of that
  }

  /** However many ask for it at once, it is read through once. */
  function judge(digest: string): Promise<void> {
    const begun = reading.get(digest);
    if (begun) return begun;
    const judged = readThrough(digest).finally(() => reading.delete(digest));
    reading.set(digest, judged);
    return judged;
  }

  async function open(digest: string, range?: ByteRange, tries = TRIES): ReturnType<Archives['open']> {
    const found = await store.open(digest, range);
    if (!found) return undefined;
    const verdict = verdicts.get(digest);
    if (verdict?.edition === found.edition && verdict.isSound) return found;
    found.stream.destroy(); // and not kept meanwhile: of connections to a store there are only so many
    if (verdict?.edition === found.edition) {
      if (damages.hasSubscribers) damages.publish({ digest });
      throw new DamagedArchiveError(digest);
    }
    if (tries === 0) throw new ArchivesUnavailableError('an archive is another one each time it is asked for');
    await judge(digest);
    return open(digest, range, tries - 1);
  }

  return { ...store, open: (digest, range) => open(digest, range) };
}

/** What the disk cannot read is as bad as what it reads wrongly. */
export function unreadable(error: NodeJS.ErrnoException): string {
  if (error.code !== 'EIO') throw error;
  return '';
}

/** SHA-256, in hexadecimal. */
export async function digestOf(stream: Readable): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of stream) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
