// Opens the board, says where it is, and closes it in order when asked.

import { createServer } from 'node:http';
import { join } from 'node:path';
import { createApp } from './app.js';
import { openBoard } from './board.js';
import { createStreams } from './streams.js';

const { HOST: host = '127.0.0.1', PORT: port = '3000' } = process.env;

const board = openBoard(process.env.DATA_DIR ?? join(import.meta.dirname, '..', 'data'));
const streams = createStreams(board);
const server = createServer({ requestTimeout: 30_000 }, createApp({ board, streams }));

server.once('error', (error) => {
  console.error(error.message);
  process.exit(1);
});
server.listen(Number(port), host, () => {
  console.log(`The board is open at http://${host}:${server.address().port}`);
});

// Streams never end on their own, so they are ended first; browsers come back when the board does.
function stop() {
  server.close(() => board.close());
  streams.close();
  setTimeout(() => server.closeAllConnections(), 5_000).unref();
}
process.once('SIGTERM', stop);
process.once('SIGINT', stop);
