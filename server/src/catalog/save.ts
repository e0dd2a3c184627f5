// Saves the search index as a snapshot: after it was filled, every ten minutes, and when the catalog is closed.
import { setTimeout } from 'node:timers/promises';
import { openJob, type Job } from '../concurrency/jobs.ts';
import type { ReadModel } from './read-model.ts';
import type { Snapshots } from './snapshots.ts';

/** A snapshot is saved again when it lacks more revisions than this. At the stop fewer are enough, since a start is soon to come. */
const MAX_REVISIONS_BEHIND = 20_000;
const STOP_MAX_REVISIONS_BEHIND = 2_000;
/** A slow disk does not delay the stop for longer. */
const STOP_TIMEOUT_MS = 2_500;

/** Its `close` saves a last time, within a bounded time. */
export function saver(model: ReadModel, snapshots: Snapshots | undefined, filled: Promise<void>): Pick<Job, 'close'> {
  /** What changes while the index is saved is in the change feed: the process that loads the snapshot applies it. */
  async function save(maxBehind: number, signal = model.signal): Promise<void> {
    const { resets, index } = model;
    const last = () => (model.resets === resets ? model.last : undefined);
    if (index) await snapshots?.save(index, last, maxBehind, signal);
  }

  const job = openJob('saving a snapshot', () => save(MAX_REVISIONS_BEHIND), model.log);
  void filled.then(() => job.run());

  return {
    async close() {
      const saved = job.close().then(() => save(STOP_MAX_REVISIONS_BEHIND, AbortSignal.timeout(STOP_TIMEOUT_MS)));
      await Promise.race([saved, setTimeout(STOP_TIMEOUT_MS, undefined, { ref: false })]);
    },
  };
}
