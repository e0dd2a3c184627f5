// Brings what was committed from SQLite's log into its file, on a thread of its own: the disk takes tens of milliseconds for that.
import { Worker } from 'node:worker_threads';

/** `hold` is called when nearly all is there: if nothing is committed from then on, the log begins anew. */
export function checkpoint(file: string, hold: () => void): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const thread = new Worker(new URL('./sqlite-checkpoint-thread.ts', import.meta.url), { workerData: file });
  thread.once('message', () => {
    hold();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    thread.postMessage('held');
  });
  thread.on('error', reject);
  thread.once('exit', () => resolve());
  return promise;
}
