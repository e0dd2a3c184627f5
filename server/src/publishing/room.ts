// Whether there is room for one more archive: in the quota of the realm's owner, in the realm, and on the disk.
import { statfs } from 'node:fs/promises';
import type { Database } from '../db/database.ts';
import { comeAgain, problem } from '../http/problem.ts';
import { readQuota, type Quotas } from '../quotas/queries.ts';
import type { RealmRef } from '../realms/queries.ts';
import { countVersions, MAX_VERSIONS } from './queries.ts';

/** Raises a problem where an archive of at least so many bytes can no longer be published. The batch that publishes it has the last word. */
export async function checkQuota(db: Database, { id, ownerId }: RealmRef, quotas: Quotas, bytes = 1): Promise<void> {
  if ((await countVersions(db, id)) >= MAX_VERSIONS)
    throw problem('quota_exceeded', `A realm has at most ${MAX_VERSIONS.toLocaleString('en')} versions.`);
  const { used, limit } = (await readQuota(db, ownerId, quotas)).bytes;
  if (used + bytes > limit)
    throw problem(
      'quota_exceeded',
      `The realm’s owner has stored ${used} of ${limit} bytes, which leaves no room for this archive.`,
    );
}

/** Takes room on the disk for an upload of at most so many bytes, until it is disposed of; a 503 where there is none. */
export type TakeRoom = (bytes: number) => Promise<Disposable>;

/** All uploads of this process together leave so many bytes of the disk free. */
export function diskRoom(folder: string, minFree: number): TakeRoom {
  let taken = 0;
  return async (bytes) => {
    using taking = new DisposableStack();
    taken += bytes; // before the first await, so that uploads that begin together see each other
    taking.defer(() => void (taken -= bytes));
    const { bavail, bsize } = await statfs(folder);
    if (bavail * bsize - taken < minFree) throw comeAgain('The disk is too full for uploads');
    return taking.move();
  };
}
