// Starts the API, says where it listens, and lets running requests finish before it stops.

import { createServer } from 'node:http';
import { join } from 'node:path';
import { createApp } from './app.js';
import { openTasks } from './tasks.js';

const { HOST: host = '127.0.0.1', PORT: port = '3000' } = process.env;

const tasks = openTasks(process.env.DATA_DIR ?? join(import.meta.dirname, '..', 'data'));
const server = createServer({ requestTimeout: 30_000 }, createApp({ tasks }));

server.once('error', (error) => {
  console.error(error.message);
  process.exit(1);
});
server.listen(Number(port), host, () => {
  console.log(`The API is ready at http://${host}:${server.address().port}`);
});

function stop() {
  server.close(() => tasks.close());
  setTimeout(() => server.closeAllConnections(), 5_000).unref();
}
process.once('SIGTERM', stop);
process.once('SIGINT', stop);
