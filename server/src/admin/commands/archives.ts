// `admin archives`: verifies every archive that a version refers to against its digest, and the pictures that are stored beside it.
import type { Command } from 'commander';
import type { Archives } from '../../archives/archives.ts';
import { digestStream, emptyOnReadError } from '../../archives/verified.ts';
import { OperatorError, type Config } from '../../config/config.ts';
import type { Database } from '../../db/database.ts';
import { archivesOf } from '../../db/tables.ts';
import { openArchives } from '../../store.ts';
import { readPictureFile } from '../../pictures/picture-file.ts';
import type { OnDatabase } from '../with-database.ts';

export function archiveCommands(program: Command, onDatabase: OnDatabase, config: Config): void {
  program
    .command('archives')
    .description('Look after the archives.')
    .command('verify')
    .description('Read every archive that a version names, and hold it against its digest; the server may run.')
    .action(onDatabase(async (db) => verify(db, await openArchives(config))));
}

async function verify(db: Database, archives: Archives): Promise<string> {
  let [intact, illustrated] = [0, 0];
  const faults: string[] = [];
  for await (const { name, digest } of archivesOf(db)) {
    const found = await archives.open(digest);
    if (found && (await digestStream(found.stream).catch(emptyOnReadError)) === digest) intact += 1;
    else faults.push(`${name} (${digest}) ${found ? 'is damaged: its bytes do not fit its name' : 'is missing'}`);
    const pictures = await readPictureFile(archives, digest);
    if (pictures === 'damaged')
      faults.push(`${name} (${digest}) has damaged pictures: when someone asks, they are made again`);
    else if (pictures) illustrated += 1;
  }
  if (faults.length === 0)
    return `Verified: ${intact} archives are what their digests say, and so are the pictures of ${illustrated}.`;
  throw new OperatorError([`${intact} archives are sound; not so:`, ...faults.toSorted()].join('\n  '));
}
