// Starts the shortener, says where it listens, and stops it in order when asked.

import { createServer } from 'node:http';
import { join } from 'node:path';
import { createApp } from './app.js';
import { openLinks } from './links.js';
import { createGuard, loadToken } from './token.js';

const { HOST: host = '127.0.0.1', PORT: port = '3000' } = process.env;
const dataFolder = process.env.DATA_DIR ?? join(import.meta.dirname, '..', 'data');

const links = openLinks(dataFolder);
const isAllowed = createGuard(process.env.API_TOKEN ?? loadToken(dataFolder));
const server = createServer({ requestTimeout: 30_000 });

server.once('error', (error) => {
  console.error(error.message);
  process.exit(1);
});
server.listen(Number(port), host, () => {
  const address = `http://${host}:${server.address().port}`;
  server.on('request', createApp({ links, isAllowed, publicUrl: process.env.PUBLIC_URL ?? address }));
  const hint = process.env.API_TOKEN ? '' : ` (the API token is in ${join(dataFolder, 'token')})`;
  console.log(`Short links are served at ${address}${hint}`);
});

function stop() {
  server.close(() => links.close());
  setTimeout(() => server.closeAllConnections(), 5_000).unref();
}
process.once('SIGTERM', stop);
process.once('SIGINT', stop);
