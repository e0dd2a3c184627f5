// `Idempotency-Key`: a download that is requested again with the same key within a day is counted once and answered alike, by any process.
import { hash, randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Database } from '../db/database.ts';
import type { Counter } from './counter.ts';
import { findFirstDownload, type StoredArchive } from './queries.ts';

/** The first request that was sent with a key. A later one must be the same. */
interface DownloadRequest {
  realmId: string;
  /** Empty where no version was requested. */
  version: string;
}

/** What is stored for a key, as JSON. */
interface FirstDownload {
  request: DownloadRequest;
  /** Undefined for a generated archive, which is not stored for a day. */
  archive?: StoredArchive;
}

const KEY_TTL_MS = 86_400_000;

/**
 * Counts a download unless one was counted with this key. Returns the first download with the key, or undefined if the key was used for
 * another request. The link itself is not stored: it may have expired, and a new one leads to the same archive.
 *
 * The first row with the hash wins, in the transaction that counts, and only its download is counted. So nothing is kept in memory, and two
 * processes cannot both count: requests at the same time wait for the commit and read the row that it left.
 */
export async function countOnce(
  { db, downloadCounter }: { db: Database; downloadCounter: Counter },
  counted: Parameters<Counter['count']>[0],
  { key, caller, ...download }: { key: string; caller: string } & FirstDownload,
): Promise<FirstDownload | undefined> {
  const now = Date.now();
  const keyHash = hash('sha256', JSON.stringify([key, caller]));
  const find = () => findFirstDownload(db, keyHash, new Date(now).toISOString());
  let stored = await find();
  if (stored === undefined) {
    const own = JSON.stringify({ ...download, id: randomUUID() });
    await downloadCounter.count(counted, {
      hash: keyHash,
      firstDownload: own,
      expiresAt: new Date(now + KEY_TTL_MS).toISOString(),
    });
    stored = (await find()) ?? own;
  }
  const first = JSON.parse(stored) as FirstDownload;
  return isDeepStrictEqual(first.request, download.request) ? first : undefined;
}
