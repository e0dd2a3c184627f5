// Writes SQLite's log (WAL) back into the database file, on a thread of its own: the disk takes tens of milliseconds for that.
import type { DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';

/** A checkpoint is due after so many pages, 64 MB. A page that was written a hundred times is then copied once. */
export const CHECKPOINT_PAGES = 16_000;
/** While a checkpoint runs, the log grows by so many pages at most: then commits wait for its end. On a busy machine its thread may be slow. */
const MAX_GROWTH_PAGES = 3 * CHECKPOINT_PAGES;

export interface Checkpointer {
  /** While this is true, nothing may be committed, so that the log can begin anew, or does not grow without end. */
  readonly isPausingCommits: boolean;
  /** To be called after each commit: starts a checkpoint if the log has grown enough. */
  startWhenDue(): void;
  /** Waits for a running checkpoint; none starts afterwards. */
  close(): Promise<void>;
}

/** `resumeCommits` is called after each checkpoint. */
export function checkpointer(connection: DatabaseSync, file: string, resumeCommits: () => void): Checkpointer {
  const logStatus = connection.prepare('pragma wal_checkpoint(noop)');
  let running: Promise<void> | undefined;
  let isPausingCommits = false;
  /** The pages that were in the log at the last checkpoint. */
  let checkpointedPages = 0;
  let isClosing = false;

  async function run(): Promise<void> {
    try {
      await checkpoint(file, () => (isPausingCommits = true));
    } catch {
      // Nothing is lost: the log is as durable as the file, and the next checkpoint is due when it has grown as much again.
    }
    running = undefined;
    isPausingCommits = false;
    resumeCommits();
  }

  return {
    get isPausingCommits() {
      return isPausingCommits;
    },
    /** A reader of an older state, such as a backup, keeps the log from beginning anew. Then a checkpoint is due when it has grown as much again. */
    startWhenDue() {
      if (isClosing) return;
      const { log: pages } = logStatus.get() as { log: number };
      if (running) {
        if (pages - checkpointedPages >= MAX_GROWTH_PAGES) isPausingCommits = true;
        return;
      }
      if (pages < checkpointedPages) checkpointedPages = 0; // the log has begun anew
      if (pages - checkpointedPages < CHECKPOINT_PAGES) return;
      checkpointedPages = pages;
      running = run();
    },
    async close() {
      isClosing = true;
      await running;
    },
  };
}

/** `pauseCommits` is called when nearly all pages are copied: if nothing is committed from then on, the log begins anew. */
function checkpoint(file: string, pauseCommits: () => void): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const thread = new Worker(new URL('./sqlite-checkpoint-thread.ts', import.meta.url), { workerData: file });
  thread.once('message', () => {
    pauseCommits();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    thread.postMessage('commits are paused');
  });
  thread.on('error', reject);
  thread.once('exit', () => resolve());
  return promise;
}
