// Removes what uploads that broke off left behind, once at the start and then every hour.
import type { FastifyInstance } from 'fastify';
import type { Archives } from '../archives/archives.ts';
import type { Database } from '../db/database.ts';
import { keptDigests, sweepTokens } from './queries.ts';

/** Nothing younger is touched: an archive is kept a moment before its version, and a generated one as long as its link. */
const EVERY = 3_600_000;
const A_MINUTE = 60_000;

export function sweeping(app: FastifyInstance, { db, archives }: { db: Database; archives: Archives }): void {
  let clock = Date.now() - performance.now();

  /** What was made a moment ago looks old then, and is not. */
  function wasClockSet(): boolean {
    const before = clock;
    clock = Date.now() - performance.now();
    return Math.abs(clock - before) > A_MINUTE;
  }

  async function sweep(): Promise<void> {
    if (wasClockSet()) return app.log.warn('the clock was set: archives are swept an hour later');
    try {
      await sweepTokens(db, new Date().toISOString());
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
