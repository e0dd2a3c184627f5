// `admin backup`: copies the database into one file while the server runs, once or again and again.
import { dirname, join, resolve } from 'node:path';
import { InvalidArgumentError, type Command } from 'commander';
import { stopSignal } from '../../concurrency/stop-signals.ts';
import type { Config } from '../../config/config.ts';
import type { Database } from '../../db/database.ts';
import { countRealms } from '../../db/tables.ts';
import { backUpEvery } from '../backup-loop.ts';
import { copyDatabase, removeDrafts, secretKeyPlace } from '../copy-database.ts';
import type { OnDatabase } from '../with-database.ts';

export function backupCommand(program: Command, onDatabase: OnDatabase, config: Config): void {
  program
    .command('backup <path>')
    .description('Copy the database into a new file, whole and checked, while the server runs.')
    .option(
      '--every <seconds>',
      'make a copy so often, with the archives beside it, in the folder <path>, until stopped',
      toPositiveNumber,
    )
    .option('--keep <number>', 'with --every: how many copies of the database stay', toPositiveNumber, 24)
    .action(
      onDatabase((db: Database, path: string, { every, keep }: { every?: number; keep: number }) =>
        every ? backUpEvery(every, { db, folder: resolve(path), keep, config }) : backUp(db, resolve(path), config),
      ),
    );
}

function toPositiveNumber(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 1.');
  return Number(text);
}

async function backUp(db: Database, file: string, config: Config): Promise<string> {
  void stopSignal().then(async (signal) => {
    await removeDrafts(dirname(file)).catch(() => undefined);
    console.error(`admin: stopped by ${signal}.`);
    process.exit(1);
  });
  const { size, result: realms } = await copyDatabase(db, file, config, countRealms);
  const archives = config.s3 ? 'the bucket' : join(config.dataDir, 'archives');
  return `Copied the database to ${file}: ${size} bytes, ${realms} realms. Copy ${archives} and ${secretKeyPlace(config)} separately.`;
}
