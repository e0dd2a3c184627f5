// `Idempotency-Key` of downloads: a download that is requested again with the same key is counted once and answered alike.
import type { Database } from '../db/database.ts';
import { findFirst, idempotencyKey } from '../idempotency/with-idempotency-key.ts';
import type { Counter } from './counter.ts';
import type { StoredArchive } from './queries.ts';

interface KeyedDownload {
  key: string;
  owner: string;
  /** `version` is empty where none was requested. */
  request: { realmId: string; version: string };
  /** Null for a generated archive, which is not stored for a day. */
  archive: StoredArchive | null;
}

/**
 * Counts a download unless one was counted with this key. Returns the archive of the first download with the key. Its link is not stored: it
 * may have expired, and a new one leads to the same archive.
 *
 * The first row with the hash wins, in the transaction that counts, and only its download is counted. So two processes cannot both count, and
 * nobody is told to wait: requests at the same time wait for the commit and read the row that it left.
 */
export async function countOnce(
  { db, downloadCounter }: { db: Database; downloadCounter: Counter },
  counted: Parameters<Counter['count']>[0],
  { key, owner, request, archive }: KeyedDownload,
): Promise<StoredArchive | null> {
  const done = { realmId: request.realmId, result: JSON.stringify(archive) };
  const own = idempotencyKey(key, [owner], JSON.stringify(request), done);
  const find = () => findFirst(db, own, 'download');
  let first = await find();
  if (!first) {
    await downloadCounter.count(counted, own);
    first = (await find()) ?? own;
  }
  return JSON.parse(first.result) as StoredArchive | null;
}
