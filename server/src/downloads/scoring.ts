// Scores realms by their recent downloads, after each midnight of UTC: one process of many writes the scores of the new day in small batches, and
// then shows them all at once. Another one goes on where it stopped.
import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { ConditionError, GoneError, type Database } from '../db/database.ts';
import { everyInterval, type Job } from '../jobs.ts';
import { leaseFor } from '../lease.ts';
import { foldAll } from './fold.ts';
import {
  deleteFormerScores,
  findRun,
  leaseRun,
  listDownloaded,
  releaseRun,
  showScores,
  writeScores,
  type ScoreLease,
  type ScoreRun,
  type ScorePeriods,
} from './score-queries.ts';

const DAY_MS = 86_400_000;
/** How soon after midnight a day is over: until then, a process with a slower clock may still count its downloads. */
const MIDNIGHT_DELAY_MS = 60_000;
const CHECK_INTERVAL_MS = 10_000;
/** After so long without a sign of life, another process goes on. */
const LEASE_MS = 30_000;
/** How many realms are scored in one transaction, which blocks other writes; more while it is fast, fewer while it is slow. */
const BATCH_SIZES = [1, 4, 16, 64, 256];
const FAST_MS = 3;
const SLOW_MS = 12;
const PAUSE_MS = 5;
const DELETE_BATCH_SIZE = 500;

export interface Scoring {
  /** Scores the last whole days, unless they are scored already or another process does. */
  run(): Promise<void>;
  close(): Promise<void>;
}

type ScoringLog = Parameters<typeof everyInterval>[3];

export function openScoring(db: Database, log?: ScoringLog): Scoring {
  const stopping = new AbortController();
  const holder = randomUUID();
  const job: Job = everyInterval('scoring downloads', CHECK_INTERVAL_MS, () => score(db, holder, stopping.signal), log);
  return {
    run: () => job.run(),
    async close() {
      stopping.abort();
      await job.stop();
    },
  };
}

async function score(db: Database, holder: string, signal: AbortSignal): Promise<void> {
  const periods = periodsOf(Date.now() - MIDNIGHT_DELAY_MS);
  const { day } = periods;
  if (!isDue((await findRun(db)).day, day) || signal.aborted) return;
  await db.batch([leaseRun(leaseOf(day, holder))]);
  const run = await findRun(db);
  if (run.holder !== holder) return;
  try {
    await foldAll(db); // the scores are of days, and pending downloads may be of the day before
    for (let after: number | undefined = 0; after !== undefined && !signal.aborted;)
      after = await deleteFormerScores(db, run, after, DELETE_BATCH_SIZE);
    const isWritten = await writeAll(db, holder, { periods, run, signal });
    if (isWritten) await showScores(db, leaseOf(day, holder));
  } catch (error) {
    if (!(error instanceof ConditionError)) throw error; // another process goes on
  } finally {
    await db.batch([releaseRun({ holder })]).catch(() => undefined);
  }
}

/** A day far ahead was shown by a clock that was wrong. One ahead is that of a process with a faster clock. */
function isDue(shown: string, day: string): boolean {
  return shown < day || shown > dayOf(Date.parse(day) + DAY_MS);
}

interface Work {
  periods: ScorePeriods;
  run: ScoreRun;
  signal: AbortSignal;
}

/** Returns whether all realms are written. */
async function writeAll(db: Database, holder: string, { periods, run, signal }: Work): Promise<boolean> {
  let size = 0;
  let last = { realm_id: run.after_realm, last_day: run.after_day };
  while (!signal.aborted) {
    const realms = await listDownloaded(db, periods.recentStart, last, BATCH_SIZES[size] ?? 1);
    if (realms.length === 0) return true;
    const startedAt = performance.now();
    try {
      await db.batch(() => writeScores(leaseOf(periods.day, holder), periods, realms));
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

function leaseOf(day: string, holder: string): ScoreLease {
  return { day, ...leaseFor(holder, LEASE_MS) };
}

/** The periods of the scores for the day of this time. */
function periodsOf(time: number): ScorePeriods {
  const daysAgo = (days: number) => dayOf(time - days * DAY_MS);
  return { day: daysAgo(0), weekStart: daysAgo(7), baselineStart: daysAgo(7 + 28), recentStart: daysAgo(90) };
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
