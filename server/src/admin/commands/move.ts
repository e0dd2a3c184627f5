// `admin move`: copies a catalog from a folder into a database server and a bucket, and verifies the copy.
import { join } from 'node:path';
import type { Command } from 'commander';
import { ArchivesUnavailableError, type Archives } from '../../archives/archives.ts';
import { oneTimeSetting, readSecretFile, OperatorError, type Config } from '../../config/config.ts';
import {
  beginCopy,
  beginSnapshot,
  hasCatalog,
  UnusableTargetError,
  copyMissingRows,
  deleteExtraRows,
  verifyCopy,
} from '../../db/copy.ts';
import { StoreUnavailableError, type Database } from '../../db/database.ts';
import { foldAll } from '../../downloads/fold.ts';
import { archivesOf, countArchives, countRows, tables } from '../../db/tables.ts';
import { openArchives, openDatabase } from '../../store.ts';
import { copyArchive } from '../copy-archive.ts';
import { openVerifiedCopies } from '../verified-copies.ts';
import { withProgress } from '../progress.ts';

/** Returns the configuration with these settings replaced. */
type OverrideConfig = (settings: Record<string, string>) => Config;

const MAX_CONCURRENT_COPIES = 4;
/** In DATA_DIR. */
const VERIFIED_FILE = 'moved-archives';

export function moveCommand(program: Command, config: Config, overrideConfig: OverrideConfig): void {
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
        console.log(await move(config, overrideConfig(settings), archives !== undefined));
      } catch (error) {
        throw toStartError(error);
      }
    });
}

function targetOf({ to, toFile }: { to?: string; toFile?: string }): string {
  return to ?? (toFile === undefined ? oneTimeSetting('MOVE_TO_URL') : readSecretFile(toFile, '--to-file'));
}

async function move(from: Config, to: Config, hasArchives: boolean): Promise<string> {
  if (from.database.url) throw new OperatorError('DATABASE_URL is set: this catalog is not in DATA_DIR any more.');
  if (!to.database.url || (hasArchives && !to.s3))
    throw new OperatorError(
      'The address to move to (--to, --to-file or MOVE_TO_URL) and --archives must not be empty.',
    );
  await using stores = new AsyncDisposableStack();
  const source = stores.adopt(await openDatabase(from), (db) => db.close());
  if (!(await hasCatalog(source))) throw new OperatorError(`There is no catalog in DATA_DIR ${from.dataDir}.`);
  const target = stores.adopt(await openDatabase(to), (db) => db.close());
  const bucket = hasArchives ? await openArchives(to) : undefined;
  if (bucket) await assertReachable(bucket);

  const rows = await moveRows(source, target);
  const archives = bucket ? await moveArchives(target, from, to, bucket) : undefined;
  return [
    `Verified: ${tables.length} tables with ${rows} rows are the same on both sides.`,
    ...(archives ? [archiveSummary(archives)] : []),
    ...nextSteps(from, to),
  ].join('\n');
}

function nextSteps(from: Config, to: Config): string[] {
  return [
    'If the old server ran meanwhile: stop it, and run this again. Then start the new one with',
    '  DATABASE_URL  the address that was moved to',
    ...(to.s3 ? [`  ARCHIVES_URL  s3://${to.s3.bucket}/${to.s3.prefix}, and S3_… as they are now`] : []),
    `  SECRET_KEY    ${from.secretKey ? 'as it is now' : `what is in ${join(from.dataDir, 'secret.key')}`}`,
    '  PUBLIC_URL    as it is now: with another one, the tokens of logins (JWTs) end;',
    '                keys, refresh tokens and the tokens of applications stay good',
    '  REDIS_URL     if there is one: the open windows of the limits are carried into it at the first start',
  ];
}

/** Runs before the rows are copied, so that a mistake is reported at once. */
async function assertReachable(bucket: Archives): Promise<void> {
  try {
    for await (const _ of bucket.list()) break;
  } catch (error) {
    throw new OperatorError(`--archives cannot be used: ${(error as Error).message}.`);
  }
}

/** Returns how many rows there are. */
async function moveRows(source: Database, target: Database): Promise<number> {
  await foldAll(source); // pending downloads are not copied: a row of theirs has no key
  await beginSnapshot(source);
  await beginCopy(source, target);
  const rows = await countRows(source);
  await withProgress('Comparing rows', rows, (step) => deleteExtraRows(source, target, step));
  await withProgress('Copying rows', rows, (step) => copyMissingRows(source, target, step));
  const different = await withProgress('Verifying rows', 2 * rows, (step) => verifyCopy(source, target, step));
  if (different.length === 0) return rows;
  throw new OperatorError(
    `Someone else writes to the database: ${different.join(', ')} differ. Run this again when not.`,
  );
}

interface ArchiveCounts {
  copied: number;
  bytes: number;
  /** Archives that were in the bucket already. */
  there: number;
  /** Those of them that an earlier run has verified, and that have not changed since. */
  unchanged: number;
}

function archiveSummary({ copied, bytes, there, unchanged }: ArchiveCounts): string {
  const earlier = unchanged === 0 ? '' : `, of which ${unchanged} are unchanged since an earlier run verified them`;
  return `Verified by digest: ${copied} archives copied (${bytes} bytes), ${there} were there${earlier}.`;
}

const placeOf = ({ s3 }: Config): string => `${s3?.endpoint} ${s3?.bucket}/${s3?.prefix}`;

/** Copies all archives that the versions in `db` refer to. If one cannot be copied, the others are copied all the same. */
async function moveArchives(db: Database, from: Config, to: Config, bucket: Archives): Promise<ArchiveCounts> {
  const counts: ArchiveCounts = { copied: 0, bytes: 0, there: 0, unchanged: 0 };
  const source = await openArchives(from);
  using known = await openVerifiedCopies(join(from.dataDir, VERIFIED_FILE), placeOf(to), bucket);
  const faults: string[] = [];
  const archives = archivesOf(db);
  async function copySome(step: () => void): Promise<void> {
    for await (const archive of archives) {
      const outcome = await copyArchive(archive, source, bucket, known);
      if (outcome === 'there') counts.there += 1;
      else if (outcome === 'copied') [counts.copied, counts.bytes] = [counts.copied + 1, counts.bytes + archive.size];
      else faults.push(`${archive.name} (${archive.digest}) ${outcome.fault}`);
      step();
    }
  }
  await withProgress('Copying archives', await countArchives(db), (step) =>
    Promise.all(Array.from({ length: MAX_CONCURRENT_COPIES }, () => copySome(step))),
  );
  counts.unchanged = known.countUnchanged();
  if (faults.length === 0) return counts;
  const summary = `The database is copied and verified, and so are ${counts.copied + counts.there} archives; not so:`;
  throw new OperatorError([summary, ...faults.toSorted()].join('\n  '));
}

/** Names the option of a faulty address, and never the address itself, which may contain a password. */
function toStartError(error: unknown): unknown {
  if (error instanceof UnusableTargetError) return new OperatorError(`--to cannot be used: ${error.message}.`);
  if (error instanceof StoreUnavailableError || error instanceof ArchivesUnavailableError)
    return new OperatorError(`${error.message}. Run the same again: it goes on where it was.`);
  if (!(error instanceof OperatorError)) return error;
  const [, setting = '', rest = ''] = /^(DATABASE_URL|ARCHIVES_URL) ((?:cannot|must) [^]*)/.exec(error.message) ?? [];
  return rest ? new OperatorError(`${setting === 'DATABASE_URL' ? '--to' : '--archives'} ${rest}`) : error;
}
