// Copies the SQLite database into one new file, which gets its name when it is complete, checked and on the disk.
import { lstat, open, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { OperatorError, type Config } from '../config/config.ts';
import { hasCatalog } from '../db/copy.ts';
import type { Database } from '../db/database.ts';

/** Where the secret key is, for people. */
export function secretKeyPlace({ secretKey, dataDir }: Config): string {
  return secretKey ? 'SECRET_KEY' : join(dataDir, 'secret.key');
}

/** The name of a file that is not complete yet: that of its process, and its own. SQLite adds an end to it for its log. */
const DRAFT_NAME = /^\.realm-catalog-copy-(\d+)\./;

/** Removes what this process has left in a folder, and what processes left that were killed. */
export async function removeDrafts(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const [, pid = ''] = DRAFT_NAME.exec(name) ?? [];
    if (pid !== '' && (Number(pid) === process.pid || !isRunning(Number(pid))))
      await rm(join(folder, name), { force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
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
  const draft = join(folder, `.realm-catalog-copy-${process.pid}.${basename(file)}`);
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
    const { code, syscall } = error as NodeJS.ErrnoException;
    throw syscall ? new OperatorError(`${file} cannot be written: ${code}.`) : error;
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
