// `admin backup --every`: goes on copying the database, and the archives that it names, into a folder that is whole at any moment.
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { diskArchives } from '../archives/disk.ts';
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import { archivesOf, countRealms, type NamedArchive } from '../db/tables.ts';
import { openArchives } from '../store.ts';
import { copyArchive } from './copy-archive.ts';
import { copyDatabase, keyOf } from './copy-database.ts';

interface Backups {
  db: Database;
  folder: string;
  /** How many copies of the database stay. */
  keep: number;
  config: Config;
}

/** Named by the moment in which the copy began: all that was acknowledged before it is in it. */
const COPY = /^catalog-\d{8}T\d{9}Z\.db$/;
/** What a process that was killed leaves behind. */
const DRAFT = /^\.catalog-\d{8}T\d{9}Z\.db\./;

/** What is known of the archives in the folder. */
interface ArchiveProgress {
  copied: Set<string>;
  /** Archives that could not be copied, by their digest; they are tried again in each round. */
  missing: Map<string, NamedArchive>;
}

/** Until SIGTERM or SIGINT. The first copy must succeed; a later one that fails is reported, and tried again at its time. */
export async function backUpEvery(seconds: number, backups: Backups): Promise<undefined> {
  const stopping = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stopping.abort());
  await mkdir(backups.folder, { recursive: true, mode: 0o700 });
  await removeAll(backups.folder, DRAFT);
  console.log(`A copy every ${seconds} s in ${backups.folder}. Copy ${keyOf(backups.config)} separately, once.`);
  const progress: ArchiveProgress = { copied: new Set(), missing: new Map() };
  let last: number | undefined;
  while (!stopping.signal.aborted) {
    const began = Date.now();
    try {
      const version = await backups.db.dataVersion?.();
      if (version === undefined || version !== last) console.log(await backUpOnce(backups, progress));
      else if (progress.missing.size > 0) await retryMissing(backups, progress);
      last = version;
    } catch (error) {
      if (last === undefined) throw error;
      console.error(`admin: ${(error as Error).message}`);
    }
    const pause = Math.max(0, began + seconds * 1_000 - Date.now());
    await setTimeout(pause, undefined, { signal: stopping.signal }).catch(() => undefined);
  }
  return undefined;
}

async function backUpOnce({ db, folder, keep, config }: Backups, progress: ArchiveProgress): Promise<string> {
  const began = Date.now();
  const file = join(folder, `catalog-${new Date(began).toISOString().replaceAll(/[-:.]/g, '')}.db`);
  const { size, result } = await copyDatabase(db, file, config, async (copy) => ({
    realms: await countRealms(copy),
    archives: config.s3 ? undefined : await copyArchives(archivesOf(copy), { folder, config }, progress),
  }));
  await removeAll(folder, COPY, keep);
  const { realms, archives } = result;
  const missing = progress.missing.size > 0 ? `, ${progress.missing.size} archives are missing` : '';
  const beside = archives === undefined ? 'archives are in the bucket' : `${archives} new archives${missing}`;
  return `${file}: ${size} bytes, ${realms} realms, ${beside}, in ${Date.now() - began} ms`;
}

/** Where nothing else has changed, no further copy of the database is made for them. */
async function retryMissing(backups: Backups, progress: ArchiveProgress): Promise<void> {
  const news = await copyArchives([...progress.missing.values()], backups, progress);
  if (news > 0) console.log(`${news} archives that were missing are copied, ${progress.missing.size} are missing`);
}

/** Copies those that are not in the folder yet, and returns how many. None is ever removed: an older copy may name it. */
async function copyArchives(
  archives: AsyncIterable<NamedArchive> | NamedArchive[],
  { folder, config }: Pick<Backups, 'folder' | 'config'>,
  progress: ArchiveProgress,
): Promise<number> {
  const [from, to] = [await openArchives(config), diskArchives(join(folder, 'archives'))];
  const missing: ArchiveProgress['missing'] = new Map();
  let news = 0;
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
    if (outcome === 'copied') news += 1;
  }
  progress.missing = missing;
  return news;
}

/** Those whose name fits, but for the last ones. */
async function removeAll(folder: string, names: RegExp, but = 0): Promise<void> {
  const found = (await readdir(folder)).filter((name) => names.test(name)).toSorted();
  for (const name of found.slice(0, Math.max(0, found.length - but))) await rm(join(folder, name));
}
