// Checks the capacity for one more archive: the quota of the realm's owner, the number of versions, and the disk.
import { statfs } from 'node:fs/promises';
import type { Database } from '../db/database.ts';
import { retryLater, problem } from '../http/problem.ts';
import { readQuota, type Quotas } from '../quotas/queries.ts';
import type { RealmRef } from '../realms/queries.ts';
import { countVersions, MAX_VERSIONS } from './queries.ts';

/** Throws a problem if an archive of this many bytes cannot be published. The batch that publishes it checks the same once more. */
export async function checkQuota(db: Database, { id, ownerId }: RealmRef, quotas: Quotas, bytes = 1): Promise<void> {
  if ((await countVersions(db, id)) >= MAX_VERSIONS)
    throw problem('quota_exceeded', `A realm can have at most ${MAX_VERSIONS.toLocaleString('en')} versions.`);
  const { used, limit } = (await readQuota(db, ownerId, quotas)).bytes;
  if (used + bytes > limit)
    throw problem(
      'quota_exceeded',
      `The owner of the realm uses ${used} of ${limit} bytes, so there is no room for this archive.`,
    );
}

/** Throws a 503 if the disk of this folder has less free space. */
export async function checkDisk(folder: string, minFreeBytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < minFreeBytes) throw retryLater('The disk is too full for uploads');
}
