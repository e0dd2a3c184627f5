// Makes the pictures of versions that have none yet: those that were published before there were pictures, by a process of an older version, or
// while the README could not be read. One process of many does so, version by version. Another one goes on where it stopped.
import { MissingArchiveError, type Archives } from '../archives/archives.ts';
import type { Database } from '../db/database.ts';
import { openLeasedJob, type KeepLease } from '../db/lease.ts';
import { backfill } from '../files/backfill.ts';
import { inspectStored } from '../files/derived-files.ts';
import { nextWithout, type OlderVersion } from '../files/queries.ts';
import type { Inspector } from '../inspection/inspect.ts';
import type { Job, JobLog } from '../concurrency/jobs.ts';
import type { MadePictures } from './make-pictures.ts';
import { makePictures } from './archive-pictures.ts';
import { writePictures } from './queries.ts';
import type { StoredPictures } from './stored-pictures.ts';

interface JobServices {
  db: Database;
  archives: Archives;
  inspect: Inspector;
  pictures: StoredPictures;
}

export function openPictureJob(services: JobServices, log?: JobLog): Job {
  const { db, pictures } = services;
  const isDue = async () => (await nextWithout(db, 'pictures')) !== undefined;
  function work(keepLease: KeepLease, signal: AbortSignal): Promise<void> {
    const makeThose = async (version: OlderVersion) => {
      const { shown, file } = await picturesOf(services, version, signal);
      if (file) await pictures.put(version.digest, file);
      await writePictures(db, version, JSON.stringify(shown), keepLease);
    };
    return backfill(db, 'pictures', makeThose, signal);
  }
  return openLeasedJob('making pictures of older versions', { db, isDue, work }, log);
}

/** What was published is not refused any more: a screenshot that cannot be shown is left out, and an archive that is not accepted any more shows nothing. */
async function picturesOf(
  { archives, inspect, pictures }: JobServices,
  { realm_id, digest, format }: OlderVersion,
  signal: AbortSignal,
): Promise<MadePictures> {
  await using stack = new AsyncDisposableStack();
  const archive = { digest, format, realmId: realm_id };
  const found = await inspectStored(archives, inspect, archive, stack);
  if (!found) throw new MissingArchiveError(digest);
  if (!found.inspection.accepted) return { shown: [], file: undefined };
  const { file, derivedPaths, inspection } = found;
  const turn = { key: realm_id, signal, isLenient: true };
  return await makePictures(pictures.tools, { file, format, derivedPaths, inspection }, realm_id, turn);
}
