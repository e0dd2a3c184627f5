// Copies the SQLite database into one new file, which gets its name when it is complete, checked and on the disk.
import { randomUUID } from 'node:crypto';
import { lstat, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { OperatorError, type Config } from '../config/config.ts';
import { hasCatalog } from '../db/copy.ts';
import type { Database } from '../db/database.ts';

/** Where the secret key is, for people. */
export function secretKeyPlace({ secretKey, dataDir }: Config): string {
  return secretKey ? 'SECRET_KEY' : join(dataDir, 'secret.key');
}

/** The beginning of the name of a copy that is not complete yet. SQLite adds an end to the name for its log. */
const DRAFT = '.realm-catalog-copy-';
const OWN_DRAFT = `${DRAFT}${randomUUID()}.`;
/** Whoever made an older draft was killed. Another machine may make a copy in the same folder. */
const MAX_DRAFT_AGE_MS = 3_600_000;

/** Removes what this process has left in a folder, and what others left long ago. */
export async function removeDrafts(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    if (name.startsWith(OWN_DRAFT) || (name.startsWith(DRAFT) && (await isOld(path)))) await rm(path, { force: true });
  }
}

async function isOld(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found !== undefined && Date.now() - found.mtimeMs > MAX_DRAFT_AGE_MS;
}

/** `use` reads the copy before the file gets its name. */
export async function copyDatabase<Result>(
  db: Database,
  file: string,
  { dataDir }: Config,
  use: (copy: Database) => Promise<Result>,
): Promise<{ size: number; result: Result }> {
  if (!db.backup) throw new OperatorError('This database is a server, which has its own tool for that: use pg_dump.');
  if (!(await hasCatalog(db))) throw new OperatorError(`There is no catalog in DATA_DIR ${dataDir}.`);
  if (await lstat(file).catch(() => undefined))
    throw new OperatorError(`${file} is there already; it was left as it is.`);

  const folder = dirname(file);
  const draft = join(folder, OWN_DRAFT + basename(file));
  try {
    await removeDrafts(folder);
    await writeFile(draft, '', { flag: 'wx', mode: 0o600 }); // as private as the folder of the original
    const copy = await db.backup(draft);
    const result = await use(copy).finally(() => copy.close());
    const size = await sync(draft);
    await rename(draft, file);
    await sync(folder);
    return { size, result };
  } catch (error) {
    const { code, syscall, errstr } = error as NodeJS.ErrnoException & { errstr?: string };
    throw syscall || errstr ? new OperatorError(`${file} cannot be written: ${errstr ?? code}.`) : error;
  } finally {
    await removeDrafts(folder).catch(() => undefined); // the folder itself may be what cannot be read
  }
}

/** Syncs a file or folder to the disk, and returns its size. */
async function sync(path: string): Promise<number> {
  const handle = await open(path);
  try {
    await handle.sync();
    return (await handle.stat()).size;
  } finally {
    await handle.close();
  }
}
