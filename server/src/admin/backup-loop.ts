// `admin backup --every`: copies the database and its archives again and again into a folder that is complete at any moment.
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { diskArchives } from '../archives/disk.ts';
import { removeOldFiles } from '../archives/sweep.ts';
import type { Config } from '../config/config.ts';
import type { Database } from '../db/database.ts';
import { archivesOf, countRealms, type NamedArchive } from '../db/tables.ts';
import { stopSignal } from '../concurrency/stop-signals.ts';
import { makeFolders, openArchives } from '../store.ts';
import { copyArchive } from './copy-archive.ts';
import { copyDatabase, secretKeyPlace } from './copy-database.ts';

interface BackupSettings {
  db: Database;
  folder: string;
  /** How many copies of the database are kept. */
  keep: number;
  config: Config;
}

/** A copy is named by the moment in which it began: it contains all that was acknowledged before. */
const COPY_NAME = /^catalog-\d{8}T\d{9}Z\.db$/;
/** A process of version 0.3.0 that is killed leaves such a file behind. */
const DRAFT_NAME = /^\.catalog-\d{8}T\d{9}Z\.db\./;

/** Which archives are in the folder. */
interface ArchiveProgress {
  copied: Set<string>;
  /** Archives that could not be copied, by their digest. They are tried again in each round. */
  missing: Map<string, NamedArchive>;
}

/** Runs until it is told to stop, and completes the copy that it is making. The first copy must succeed; if a later one fails, that is reported and the next one tries again. */
export async function backUpEvery(seconds: number, backups: BackupSettings): Promise<undefined> {
  const stopping = new AbortController();
  void stopSignal().then(() => stopping.abort());
  makeFolders(backups.folder);
  await removeAll(backups.folder, DRAFT_NAME);
  await removeOldFiles(join(backups.folder, 'archives', 'tmp'), Date.now()).catch(() => undefined); // there are none before the first copy
  console.log(
    `A copy every ${seconds} s in ${backups.folder}. Copy ${secretKeyPlace(backups.config)} separately, once.`,
  );
  const progress: ArchiveProgress = { copied: new Set(), missing: new Map() };
  let copiedVersion: number | undefined;
  while (!stopping.signal.aborted) {
    const startedAt = Date.now();
    try {
      const version = await backups.db.dataVersion?.();
      if (version === undefined || version !== copiedVersion) console.log(await backUpOnce(backups, progress));
      else if (progress.missing.size > 0) await retryMissing(backups, progress);
      copiedVersion = version;
    } catch (error) {
      if (copiedVersion === undefined) throw error;
      console.error(`admin: ${(error as Error).message}`);
    }
    const pause = Math.max(0, startedAt + seconds * 1_000 - Date.now());
    await setTimeout(pause, undefined, { signal: stopping.signal }).catch(() => undefined);
  }
  return undefined;
}

async function backUpOnce({ db, folder, keep, config }: BackupSettings, progress: ArchiveProgress): Promise<string> {
  const startedAt = Date.now();
  const file = join(folder, `catalog-${new Date(startedAt).toISOString().replaceAll(/[-:.]/g, '')}.db`);
  const { size, result } = await copyDatabase(db, file, config, async (copy) => ({
    realms: await countRealms(copy),
    archives: config.s3 ? undefined : await copyArchives(archivesOf(copy), { folder, config }, progress),
  }));
  await removeAll(folder, COPY_NAME, keep);
  const { realms, archives } = result;
  const missing = progress.missing.size > 0 ? `, ${progress.missing.size} archives are missing` : '';
  const archiveText = archives === undefined ? 'archives are in the bucket' : `${archives} new archives${missing}`;
  return `${file}: ${size} bytes, ${realms} realms, ${archiveText}, in ${Date.now() - startedAt} ms`;
}

/** Runs in a round in which the database has not changed, so that no further copy of it is made for missing archives. */
async function retryMissing(backups: BackupSettings, progress: ArchiveProgress): Promise<void> {
  const count = await copyArchives([...progress.missing.values()], backups, progress);
  if (count > 0) console.log(`${count} archives that were missing are copied, ${progress.missing.size} are missing`);
}

/** Copies the archives that are not in the folder yet, and returns how many. None is ever removed: an older copy may refer to it. */
async function copyArchives(
  archives: AsyncIterable<NamedArchive> | NamedArchive[],
  { folder, config }: Pick<BackupSettings, 'folder' | 'config'>,
  progress: ArchiveProgress,
): Promise<number> {
  const [from, to] = [await openArchives(config), diskArchives(join(folder, 'archives'))];
  const missing: ArchiveProgress['missing'] = new Map();
  let count = 0;
  for await (const archive of archives) {
    const { digest, name } = archive;
    if (progress.copied.has(digest)) continue;
    const outcome = await copyArchive(archive, from, to);
    if (typeof outcome === 'object') {
      missing.set(digest, archive);
      if (!progress.missing.has(digest))
        console.error(`admin: ${name} (${digest}) ${outcome.fault}. It is tried again in each round.`);
      continue;
    }
    progress.copied.add(digest);
    if (outcome === 'copied') count += 1;
  }
  progress.missing = missing;
  return count;
}

/** Removes the files whose name matches, but keeps the last ones. */
async function removeAll(folder: string, pattern: RegExp, keep = 0): Promise<void> {
  const names = (await readdir(folder)).filter((name) => pattern.test(name)).toSorted();
  for (const name of names.slice(0, Math.max(0, names.length - keep))) await rm(join(folder, name));
}
