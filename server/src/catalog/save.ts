// Saves the search index as a snapshot: after it was filled, every ten minutes, and when the catalog is closed.
import { setTimeout } from 'node:timers/promises';
import { everyInterval } from '../jobs.ts';
import type { ReadModel } from './read-model.ts';
import type { Snapshots } from './snapshots.ts';

/** A snapshot is saved when it lacks more changes than this; at the stop, where a start is soon to come, than the second. */
const SAVE_AFTER_CHANGES = 20_000;
const STOP_SAVE_AFTER_CHANGES = 2_000;
const SAVE_INTERVAL_MS = 10 * 60_000;
/** A slow disk does not delay the stop for longer. */
const STOP_TIMEOUT_MS = 2_500;

export interface Saver {
  /** Saves a last time, within a bounded time. */
  close(): Promise<void>;
}

export function saver(model: ReadModel, snapshots: Snapshots | undefined, filled: Promise<void>): Saver {
  /** What changes while the index is saved is in the change feed: the process that loads the snapshot applies it. */
  async function save(after: number, signal = model.signal): Promise<void> {
    const { resets, index } = model;
    const last = () => (model.resets === resets ? model.last : undefined);
    if (index) await snapshots?.save(index, last, after, signal);
  }

  const job = everyInterval('saving a snapshot', SAVE_INTERVAL_MS, () => save(SAVE_AFTER_CHANGES), model.log);
  void filled.then(() => job.run());

  return {
    async close() {
      const saved = job.stop().then(() => save(STOP_SAVE_AFTER_CHANGES, AbortSignal.timeout(STOP_TIMEOUT_MS)));
      await Promise.race([saved, setTimeout(STOP_TIMEOUT_MS, undefined, { ref: false })]);
    },
  };
}
