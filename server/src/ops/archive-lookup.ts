// Looks up a few archives of versions, at the start and until one of them is in the store: a store that has none is an empty folder, or that of
// another catalog. After a loss, what was published since is there.
import type { Logger } from 'pino';
import type { Archives } from '../archives/archives.ts';
import type { Reader } from '../db/database.ts';
import { listDigestsAfter, listNewestDigests } from '../publishing/queries.ts';

export interface ArchiveLookup {
  /** Whether none was there. If that is old, looks again without waiting for it. */
  hasNone(): boolean;
}

/** Of the newest, and of all others in turn. */
const LOOKED_UP = 5;
const INTERVAL_MS = 5_000;

/** `place` names the store for the log. */
export async function lookUpArchives(
  db: Reader,
  archives: Pick<Archives, 'size' | 'health'>,
  place: string,
  log?: Pick<Logger, 'info' | 'error'>,
): Promise<ArchiveLookup> {
  let state: 'unknown' | 'none' | 'found' = 'unknown';
  let lookedAt = 0;
  let lastDigest = '';
  let running: Promise<void> | undefined;

  async function look(): Promise<void> {
    lookedAt = Date.now();
    if (archives.health?.failure()) return;
    const newest = await listNewestDigests(db, LOOKED_UP);
    const others = await listDigestsAfter(db, lastDigest, LOOKED_UP);
    const sizes = await Promise.all([...new Set([...newest, ...others])].map((digest) => archives.size(digest)));
    lastDigest = others.at(-1) ?? '';
    const isFound = newest.length === 0 || sizes.some((size) => size !== undefined);
    if (!isFound && state !== 'none')
      log?.error(
        `${place} has none of the archives of this catalog: correct the setting, or copy them there. Until then, /readyz answers 503.`,
      );
    if (isFound && state === 'none') log?.info('The archives are there: the catalog is ready.');
    state = isFound ? 'found' : 'none';
  }

  const tryLook = () =>
    (running ??= look()
      .catch(() => undefined) // a store fails, and is asked again
      .finally(() => (running = undefined)));

  await tryLook();
  return {
    hasNone() {
      if (state !== 'found' && Math.abs(Date.now() - lookedAt) >= INTERVAL_MS) void tryLook();
      return state === 'none';
    },
  };
}
