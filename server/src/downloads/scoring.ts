// Scores realms by their recent downloads, after each midnight of UTC: one process of many writes the scores of the new day in small batches, and
// then shows them all at once. Another one goes on where it stopped.
import { setTimeout } from 'node:timers/promises';
import { GoneError, type Database } from '../db/database.ts';
import { openLeasedJob, type KeepLease } from '../db/lease.ts';
import type { Job, JobLog } from '../concurrency/jobs.ts';
import { foldAll } from './fold.ts';
import {
  beginDay,
  deleteFormerScores,
  findRun,
  listDownloaded,
  showScores,
  writeScores,
  type ScoreRun,
  type ScorePeriods,
} from './score-queries.ts';

const DAY_MS = 86_400_000;
/** How soon after midnight a day is over: until then, a process with a slower clock may still count its downloads. */
const MIDNIGHT_DELAY_MS = 60_000;
/** How many realms are scored in one transaction, which blocks other writes; more while it is fast, fewer while it is slow. */
const BATCH_SIZES = [1, 4, 16, 64, 256];
const FAST_MS = 3;
const SLOW_MS = 12;
const PAUSE_MS = 5;
const DELETE_BATCH_SIZE = 500;

/** Scores the last whole days, unless they are scored already or another process does. */
export function openScoring(db: Database, log?: JobLog): Job {
  const isDue = async () => isToBeShown(duePeriods().day, (await findRun(db)).day);
  return openLeasedJob('scoring downloads', { db, isDue, work: (...run) => score(db, ...run) }, log);
}

async function score(db: Database, keepLease: KeepLease, signal: AbortSignal): Promise<void> {
  const periods = duePeriods();
  const { day } = periods;
  await beginDay(db, keepLease, day);
  const run = await findRun(db);
  if (run.next_day !== day) return; // it is shown meanwhile
  await foldAll(db); // the scores are of days, and pending downloads may be of the day before
  for (let after: number | undefined = 0; after !== undefined && !signal.aborted;)
    after = await deleteFormerScores(db, run, after, DELETE_BATCH_SIZE);
  const isWritten = await writeAll(db, keepLease, { periods, run, signal });
  if (isWritten) await showScores(db, keepLease, day);
}

/** A day far ahead was shown by a clock that was wrong. One ahead is that of a process with a faster clock. */
function isToBeShown(day: string, shown: string): boolean {
  return shown < day || shown > dayOf(Date.parse(day) + DAY_MS);
}

interface Work {
  periods: ScorePeriods;
  run: ScoreRun;
  signal: AbortSignal;
}

/** Returns whether all realms are written. */
async function writeAll(db: Database, keepLease: KeepLease, { periods, run, signal }: Work): Promise<boolean> {
  let size = 0;
  let last = { realm_id: run.after_realm, last_day: run.after_day };
  while (!signal.aborted) {
    const realms = await listDownloaded(db, periods.recentStart, last, BATCH_SIZES[size] ?? 1);
    if (realms.length === 0) return true;
    const startedAt = performance.now();
    try {
      await db.batch(() => writeScores(keepLease, periods, realms));
    } catch (error) {
      if (!(error instanceof GoneError)) throw error;
      continue; // a realm was deleted meanwhile
    }
    const tookMs = performance.now() - startedAt;
    if (tookMs < FAST_MS && size < BATCH_SIZES.length - 1) size += 1;
    else if (tookMs > SLOW_MS && size > 0) size -= 1;
    last = realms.at(-1) ?? last;
    await setTimeout(PAUSE_MS, undefined, { ref: false });
  }
  return false;
}

/** The periods of the scores of the day that is to be shown now. */
function duePeriods(): ScorePeriods {
  const time = Date.now() - MIDNIGHT_DELAY_MS;
  const daysAgo = (days: number) => dayOf(time - days * DAY_MS);
  return { day: daysAgo(0), weekStart: daysAgo(7), baselineStart: daysAgo(7 + 28), recentStart: daysAgo(90) };
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
