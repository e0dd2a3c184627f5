// The thread that reads one archive: what is too much for it harms nobody but itself.
import { parentPort, workerData } from 'node:worker_threads';
import { readArchive, type Order } from './read-archive.ts';

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port, not a window
parentPort?.postMessage(await readArchive(workerData as Order));
