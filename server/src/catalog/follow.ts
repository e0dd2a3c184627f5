// Follows the change feed: after each write of this process, and four times a second for the writes of others.
import { applyChanges } from './apply-changes.ts';
import { openJob, type SerialQueue } from '../concurrency/jobs.ts';
import type { ReadModel } from './read-model.ts';

export interface Follower {
  /** Applies everything that was committed so far, here or by another process. */
  follow(): Promise<void>;
  /** Returns when nothing is running any more. */
  close(): Promise<void>;
}

/** `fill` is called after each run: everything may have been dropped. */
export function follower(model: ReadModel, serially: SerialQueue, fill: () => void): Follower {
  let scheduled: Promise<void> | undefined;

  /** All who wait share the run that has not begun yet: it begins after what each of them has written. */
  function follow(): Promise<void> {
    scheduled ??= serially(async () => {
      scheduled = undefined;
      await applyChanges(model).catch((error: unknown) => {
        model.databaseContact.failed(); // whatever the error is: the changes of others are not known here
        throw error;
      });
      fill();
    });
    return scheduled;
  }

  const job = openJob('following changes', follow);
  return {
    follow,
    async close() {
      await job.close();
      await serially(async () => undefined);
    },
  };
}
