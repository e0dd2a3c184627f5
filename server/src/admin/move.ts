// `admin move`: copies a catalog that lies in a folder into the stores of a large one, and holds the copy against it.
import { join } from 'node:path';
import type { Command } from 'commander';
import { ArchivesUnavailableError, type Archives } from '../archives/archives.ts';
import { oneTimeSetting, readSecretFile, StartError, type Config } from '../config.ts';
import {
  beginCopy,
  beginSnapshot,
  hasCatalog,
  UnusableTargetError,
  copyMissingRows,
  deleteExtraRows,
  verifyCopy,
} from '../db/copy.ts';
import { StoreUnavailableError, type Database } from '../db/database.ts';
import { archivesOf, countArchives, countRows, tables } from '../db/tables.ts';
import { openArchives, openStore } from '../store.ts';
import { copyArchive } from './copy-archive.ts';

/** The configuration with some settings other than they are. */
type ConfigWith = (settings: Record<string, string>) => Config;

/** How many archives are on their way at once. */
const ARCHIVES_AT_ONCE = 4;
/** How wide the bar of progress is. */
const BAR = 40;

export function moveCommand(program: Command, config: Config, configWith: ConfigWith): void {
  program
    .command('move')
    .description('Copy the catalog in DATA_DIR into a database server, and its archives into a bucket.')
    .option('--to <url>', 'the database, as DATABASE_URL will say it: empty, or begun by this command')
    .option('--to-file <path>', 'a file that holds this address, so that it is not in the list of processes')
    .option('--archives <url>', 'the bucket, as ARCHIVES_URL will say it; S3_… as the server reads them')
    .addHelpText('after', '\nThe address may also be in MOVE_TO_URL, or in the file that MOVE_TO_URL_FILE names.')
    .action(async ({ archives, ...options }: { to?: string; toFile?: string; archives?: string }) => {
      try {
        const settings = { DATABASE_URL: targetOf(options), ...(archives !== undefined && { ARCHIVES_URL: archives }) };
        console.log(await move(config, configWith(settings), archives !== undefined));
      } catch (error) {
        throw toExplained(error);
      }
    });
}

function targetOf({ to, toFile }: { to?: string; toFile?: string }): string {
  return to ?? (toFile === undefined ? oneTimeSetting('MOVE_TO_URL') : readSecretFile(toFile, '--to-file'));
}

async function move(from: Config, to: Config, withArchives: boolean): Promise<string> {
  if (from.database.url) throw new StartError('DATABASE_URL is set: this catalog is not in DATA_DIR any more.');
  if (!to.database.url || (withArchives && !to.s3))
    throw new StartError('The address to move to (--to, --to-file or MOVE_TO_URL) and --archives must not be empty.');
  await using stores = new AsyncDisposableStack();
  const source = stores.adopt(await openStore(from), (db) => db.close());
  if (!(await hasCatalog(source))) throw new StartError(`There is no catalog in DATA_DIR ${from.dataDir}.`);
  const target = stores.adopt(await openStore(to), (db) => db.close());
  const bucket = withArchives ? await openArchives(to) : undefined;
  if (bucket) await assertReachable(bucket);

  const rows = await moveRows(source, target);
  const moved = bucket ? await moveArchives(target, await openArchives(from), bucket) : undefined;
  return [
    `Verified: ${tables.length} tables with ${rows} rows are the same on both sides.`,
    ...(moved ? [saidOf(moved)] : []),
    'If the old server ran meanwhile: stop it, and run this again. Then start the new one with',
    '  DATABASE_URL  the address that was moved to',
    ...(to.s3 ? [`  ARCHIVES_URL  s3://${to.s3.bucket}/${to.s3.prefix}, and S3_… as they are now`] : []),
    `  SECRET_KEY    ${from.secretKey ? 'as it is now' : `what is in ${join(from.dataDir, 'secret.key')}`}`,
    '  PUBLIC_URL    as it is now: with another one, the tokens of logins (JWTs) end;',
    '                keys, refresh tokens and the tokens of applications stay good',
    '  REDIS_URL     if there is one: the open windows of the limits are carried into it at the first start',
  ].join('\n');
}

/** Better to learn that now than when the rows are copied. */
async function assertReachable(bucket: Archives): Promise<void> {
  try {
    for await (const _ of bucket.list()) break;
  } catch (error) {
    throw new StartError(`--archives cannot be used: ${(error as Error).message}.`);
  }
}

/** Returns how many there are. */
async function moveRows(source: Database, target: Database): Promise<number> {
  await beginSnapshot(source);
  await beginCopy(source, target);
  const rows = await countRows(source);
  await inSight('Comparing rows', rows, (step) => deleteExtraRows(source, target, step));
  await inSight('Copying rows', rows, (step) => copyMissingRows(source, target, step));
  const different = await inSight('Verifying rows', 2 * rows, (step) => verifyCopy(source, target, step));
  if (different.length === 0) return rows;
  throw new StartError(`Someone else writes to the database: ${different.join(', ')} differ. Run this again when not.`);
}

interface Moved {
  copied: number;
  bytes: number;
  there: number;
}

function saidOf({ copied, bytes, there }: Moved): string {
  return `Verified by digest: ${copied} archives copied (${bytes} bytes), ${there} were there.`;
}

/** All that the versions in `db` name. What cannot be copied does not keep the others from it. */
async function moveArchives(db: Database, from: Archives, to: Archives): Promise<Moved> {
  const moved: Moved = { copied: 0, bytes: 0, there: 0 };
  const faults: string[] = [];
  const archives = archivesOf(db);
  async function copySome(step: () => void): Promise<void> {
    for await (const archive of archives) {
      const outcome = await copyArchive(archive, from, to);
      if (outcome === 'there') moved.there += 1;
      else if (outcome === 'copied') [moved.copied, moved.bytes] = [moved.copied + 1, moved.bytes + archive.size];
      else faults.push(`${archive.name} (${archive.digest}) ${outcome.fault}`);
      step();
    }
  }
  await inSight('Copying archives', await countArchives(db), (step) =>
    Promise.all(Array.from({ length: ARCHIVES_AT_ONCE }, () => copySome(step))),
  );
  if (faults.length === 0) return moved;
  const others = `The database is copied and verified, and so are ${moved.copied + moved.there} archives; not so:`;
  throw new StartError([others, ...faults.toSorted()].join('\n  '));
}

/** Shows how far the work is: on a terminal by a bar, else by a line now and then. */
async function inSight<Result>(
  what: string,
  total: number,
  work: (step: () => void) => Promise<Result>,
): Promise<Result> {
  const { isTTY } = process.stderr;
  let [done, shownAt] = [0, Date.now()];
  function show(): void {
    const part = total === 0 ? 1 : Math.min(done / total, 1);
    const bar = '█'.repeat(Math.round(part * BAR)).padEnd(BAR, '░');
    const percent = `${Math.floor(part * 100)} %`;
    process.stderr.write(isTTY ? `\r${what.padEnd(16)} ${bar} ${percent.padStart(5)}` : `${what}: ${percent}\n`);
    shownAt = Date.now();
  }
  const result = await work(() => {
    done += 1;
    if (Date.now() - shownAt > (isTTY ? 100 : 5_000)) show();
  });
  done = total;
  show();
  if (isTTY) process.stderr.write('\n');
  return result;
}

/** For the operator, who knows the addresses by the names of the options; what the addresses are is never said. */
function toExplained(error: unknown): unknown {
  if (error instanceof UnusableTargetError) return new StartError(`--to cannot be used: ${error.message}.`);
  if (error instanceof StoreUnavailableError || error instanceof ArchivesUnavailableError)
    return new StartError(`${error.message}. Run the same again: it goes on where it was.`);
  if (!(error instanceof StartError)) return error;
  const [, setting = '', rest = ''] = /^(DATABASE_URL|ARCHIVES_URL) ((?:cannot|must) [^]*)/.exec(error.message) ?? [];
  return rest ? new StartError(`${setting === 'DATABASE_URL' ? '--to' : '--archives'} ${rest}`) : error;
}
