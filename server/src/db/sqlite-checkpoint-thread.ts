// The thread that brings SQLite's log into its file: while others commit, until little is left, and that while they are held.
import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';

/** Pages that are brought in within some milliseconds. */
const LITTLE = 1_000;
/** So often at most, where others commit faster than the disk takes it. */
const MOST_OFTEN = 4;

const connection = new DatabaseSync(workerData as string);
const checkpoint = (how: 'passive' | 'noop') =>
  connection.prepare(`pragma wal_checkpoint(${how})`).get() as { log: number; checkpointed: number };

for (let times = 0; times < MOST_OFTEN; times += 1) {
  checkpoint('passive');
  const { log, checkpointed } = checkpoint('noop');
  if (log - checkpointed < LITTLE) break;
}
parentPort?.once('message', () => {
  checkpoint('passive');
  connection.close();
});
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port, not a window
parentPort?.postMessage('nearly all');
