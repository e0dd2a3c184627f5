// `admin backup`: a copy of the database in one file, made while the server runs and writes.
import { lstat, open, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { Command } from 'commander';
import { StartError, type Config } from '../config.ts';
import { holdsCatalog } from '../db/copy.ts';
import type { Database } from '../db/database.ts';
import { countRealms } from '../db/tables.ts';
import type { OnStore } from './on-store.ts';

export function backupCommand(program: Command, onStore: OnStore, config: Config): void {
  program
    .command('backup <file>')
    .description('Copy the database into a new file, whole and checked, while the server runs.')
    .action(onStore((db: Database, file: string) => backUp(db, resolve(file), config)));
}

async function backUp(db: Database, file: string, { dataDir, s3, secretKey }: Config): Promise<string> {
  if (!db.backup) throw new StartError('This database is a server, which has its own tool for that: use pg_dump.');
  if (!(await holdsCatalog(db))) throw new StartError(`There is no catalog in DATA_DIR ${dataDir}.`);
  if (await lstat(file).catch(() => undefined)) throw new StartError(`${file} is there already; it was left as it is.`);

  const draft = join(dirname(file), `.${basename(file)}.${process.pid}`);
  try {
    await writeFile(draft, '', { flag: 'wx', mode: 0o600 }); // as private as the folder of the original
    const copy = await db.backup(draft);
    const realms = await countRealms(copy).finally(() => copy.close());
    const size = await sync(draft);
    await rename(draft, file);
    await sync(dirname(file));
    const apart = [
      s3 ? 'the bucket' : join(dataDir, 'archives'),
      secretKey ? 'SECRET_KEY' : join(dataDir, 'secret.key'),
    ];
    return `Copied the database to ${file}: ${size} bytes, ${realms} realms. Copy ${apart.join(' and ')} separately.`;
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException;
    throw syscall ? new StartError(`${file} cannot be written: ${code}.`) : error;
  } finally {
    for (const end of ['', '-wal', '-shm', '-journal']) await rm(draft + end, { force: true });
  }
}

/** On the disk, and how long it is. */
async function sync(path: string): Promise<number> {
  const handle = await open(path);
  try {
    await handle.sync();
    return (await handle.stat()).size;
  } finally {
    await handle.close();
  }
}
