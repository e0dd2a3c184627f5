// Removes what uploads that broke off left behind, once at the start and then every hour.
import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../services.ts';
import { countForgettable, forgetChanges } from '../shelves/queries.ts';
import { keptDigests, sweepTokens } from './queries.ts';

/** Nothing younger is touched: an archive is kept a moment before its version, and a generated one as long as its link. */
const EVERY = 3_600_000;
/** Every process takes changes in within a second; so many are not made while one starts. */
const KEPT_CHANGES = 1_000_000;
const TOGETHER = 5_000;
const PAUSE = 20;
const A_MINUTE = 60_000;

export function sweeping(app: FastifyInstance, { db, archives }: Services): void {
  let clock = Date.now() - performance.now();

  /** What was made a moment ago looks old then, and is not. */
  function wasClockSet(): boolean {
    const before = clock;
    clock = Date.now() - performance.now();
    return Math.abs(clock - before) > A_MINUTE;
  }

  /** Some at a time, since all of an hour may be millions. */
  async function forgetOldChanges(): Promise<void> {
    for (let left = await countForgettable(db, KEPT_CHANGES); left > 0; left -= TOGETHER) {
      await db.batch([forgetChanges(KEPT_CHANGES, TOGETHER)]);
      await setTimeout(PAUSE, undefined, { ref: false });
    }
  }

  async function sweep(): Promise<void> {
    if (wasClockSet()) return app.log.warn('the clock was set: archives are swept an hour later');
    try {
      await sweepTokens(db, new Date().toISOString());
      await forgetOldChanges();
      const gone = await archives.sweep((digests) => keptDigests(db, digests), EVERY);
      if (gone > 0) app.log.info({ gone }, 'removed archives that nothing refers to');
    } catch (error) {
      app.log.error({ err: error }, 'archives could not be swept');
    }
  }
  const timer = setInterval(() => void sweep(), EVERY).unref();
  app.addHook('onListen', sweep);
  app.addHook('onClose', async () => clearInterval(timer));
}
