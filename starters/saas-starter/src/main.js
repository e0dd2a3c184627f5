// Starts the service, says where it listens, and stops it in order when asked.

import { createServer } from 'node:http';
import { join } from 'node:path';
import { createApp } from './app.js';
import { openStore } from './store.js';
import { createSessions, loadSecret } from './sessions.js';

const { HOST: host = '127.0.0.1', PORT: port = '3000', PUBLIC_URL: publicUrl = '', SESSION_SECRET } = process.env;
const dataFolder = process.env.DATA_DIR ?? join(import.meta.dirname, '..', 'data');

const store = openStore(dataFolder);
const sessions = createSessions({
  store,
  secret: SESSION_SECRET ?? loadSecret(dataFolder),
  secure: publicUrl.startsWith('https:'),
});
const server = createServer({ requestTimeout: 30_000 }, createApp({ store, sessions }));

server.once('error', (error) => {
  console.error(error.message);
  process.exit(1);
});
server.listen(Number(port), host, () => {
  console.log(`SaaS Starter is ready at http://${host}:${server.address().port}`);
});

function stop() {
  server.close(() => store.close());
  setTimeout(() => server.closeAllConnections(), 5_000).unref();
}
process.once('SIGTERM', stop);
process.once('SIGINT', stop);
