// Copies the SQLite database into one new file, which gets its name when it is complete, checked and on the disk.
import { lstat, open, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { OperatorError, type Config } from '../config/config.ts';
import { hasCatalog } from '../db/copy.ts';
import type { Database } from '../db/database.ts';

/** Where the secret key is, for people. */
export function secretKeyPlace({ secretKey, dataDir }: Config): string {
  return secretKey ? 'SECRET_KEY' : join(dataDir, 'secret.key');
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

  const draft = join(dirname(file), `.${basename(file)}.${process.pid}`);
  try {
    await writeFile(draft, '', { flag: 'wx', mode: 0o600 }); // as private as the folder of the original
    const copy = await db.backup(draft);
    const result = await use(copy).finally(() => copy.close());
    const size = await sync(draft);
    await rename(draft, file);
    await sync(dirname(file));
    return { size, result };
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException;
    throw syscall ? new OperatorError(`${file} cannot be written: ${code}.`) : error;
  } finally {
    for (const end of ['', '-wal', '-shm', '-journal']) await rm(draft + end, { force: true });
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
