// Computes `filesSha256` of versions that were published before it was kept, or by a process of an older version, from their indexes.
// Several processes may do the same work, which gives the same result.
import type { Database } from '../db/database.ts';
import type { ArchiveFiles } from '../files/archive-files.ts';
import { backfill } from '../files/backfill.ts';
import { digestOfFiles } from '../files/files-digest.ts';
import type { OlderVersion } from '../files/queries.ts';
import { openJob, type Job, type JobLog, type JobWork } from '../concurrency/jobs.ts';
import { writeFilesDigest } from './queries.ts';

interface JobServices {
  db: Database;
  files: Pick<ArchiveFiles, 'index'>;
}

export function openFilesDigestJob({ db, files }: JobServices, log?: JobLog): Job {
  async function digest(version: OlderVersion): Promise<void> {
    const filesSha256 = await digestOfFiles(files, { ...version, realmId: version.realm_id });
    if (filesSha256 !== undefined) await writeFilesDigest(db, version, filesSha256);
  }
  const digestAll: JobWork = (signal) => backfill(db, 'files_sha256', digest, signal);
  return openJob('computing the digests of the files of older versions', digestAll, log);
}
