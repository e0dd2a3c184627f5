// The thread of a checkpoint: it copies most pages while others commit, and the last ones while commits are paused.
import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';

/** So few pages are copied within some milliseconds. */
const FEW_PAGES = 1_000;
/** A limit for the case that others commit faster than the disk can copy. */
const MAX_ROUNDS = 4;

const connection = new DatabaseSync(workerData as string);
const checkpoint = (mode: 'passive' | 'noop') =>
  connection.prepare(`pragma wal_checkpoint(${mode})`).get() as { log: number; checkpointed: number };

for (let rounds = 0; rounds < MAX_ROUNDS; rounds += 1) {
  checkpoint('passive');
  const { log, checkpointed } = checkpoint('noop');
  if (log - checkpointed < FEW_PAGES) break;
}
parentPort?.once('message', () => {
  checkpoint('passive');
  connection.close();
});
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port, not a window
parentPort?.postMessage('pause commits');
