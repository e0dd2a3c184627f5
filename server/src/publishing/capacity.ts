// Whether there is room for one more archive: in the quota of the realm's owner, in the realm, and on the disk.
import { statfs } from 'node:fs/promises';
import type { Database } from '../db/database.ts';
import { retryLater, problem } from '../http/problem.ts';
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

/** A 503 where the disk that uploads arrive on has fewer bytes left than so many. */
export async function checkDisk(folder: string, minFree: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < minFree) throw retryLater('The disk is too full for uploads');
}
