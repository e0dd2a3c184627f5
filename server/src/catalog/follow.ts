// Follows the change feed: after each write of this process, and four times a second for the writes of others.
import { applyChanges } from './apply-changes.ts';
import { openJob, serialQueue } from '../jobs.ts';
import type { ReadModel } from './read-model.ts';

export interface Follower {
  /** Applies everything that was committed so far, here or by another process. */
  follow(): Promise<void>;
  /** Follows, and then runs `work` before any other change is applied. */
  thenRun(work: () => Promise<void>): Promise<void>;
  /** Returns when nothing is running any more. */
  close(): Promise<void>;
}

export function follower(model: ReadModel, onReset: () => void): Follower {
  const serially = serialQueue(); // so that the read model is of one moment
  let scheduled: Promise<void> | undefined;

  /** All who wait share the run that has not begun yet: it begins after what each of them has written. */
  function follow(): Promise<void> {
    scheduled ??= serially(() => {
      scheduled = undefined;
      return applyChanges(model, onReset).catch((error: unknown) => {
        model.databaseContact.failed(); // whatever the error is: the changes of others are not known here
        throw error;
      });
    });
    return scheduled;
  }

  const job = openJob('following changes', follow);
  return {
    follow,
    thenRun: (work) =>
      serially(async () => {
        await applyChanges(model, onReset);
        await work();
      }),
    async close() {
      await job.close();
      await serially(async () => undefined);
    },
  };
}
