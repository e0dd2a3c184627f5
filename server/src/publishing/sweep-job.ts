// The sweep: removes expired tokens and idempotency keys, and archives that no version uses.
import type { BaseLogger } from 'pino';
import type { Archives } from '../archives/archives.ts';
import { sweepOneTimeTokens } from '../credentials/one-time-queries.ts';
import type { Database } from '../db/database.ts';
import { sweepIdempotencyKeys } from '../api/idempotency-queries.ts';
import { openJob, type Job } from '../concurrency/jobs.ts';
import { findUsedDigests, sweepTokens } from './queries.ts';

/** Younger archives are not removed: an archive is stored a moment before its version, and a generated archive is needed as long as its link. */
const MIN_ARCHIVE_AGE_MS = 3_600_000;
const MAX_CLOCK_DRIFT_MS = 60_000;

export function openUploadSweep({ db, archives }: { db: Database; archives: Archives }, log: BaseLogger): Job {
  let clockOffset = Date.now() - performance.now();

  /** If the clock was set, an archive that was stored a moment ago can look old. */
  function wasClockSet(): boolean {
    const previous = clockOffset;
    clockOffset = Date.now() - performance.now();
    return Math.abs(clockOffset - previous) > MAX_CLOCK_DRIFT_MS;
  }

  async function sweep(): Promise<void> {
    if (wasClockSet()) return log.warn('the clock was set: archives are swept an hour later');
    const now = new Date().toISOString();
    await sweepTokens(db, now);
    await sweepIdempotencyKeys(db, now);
    await sweepOneTimeTokens(db, now);
    const gone = await archives.sweep((digests) => findUsedDigests(db, digests), MIN_ARCHIVE_AGE_MS);
    if (gone > 0) log.info({ gone }, 'removed archives that nothing refers to');
  }
  return openJob('the sweep of archives', sweep, log);
}
