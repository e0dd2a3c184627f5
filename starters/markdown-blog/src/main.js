// Serves the blog while you write: every request reads the posts again, so a reload shows the latest words.

import { createServer } from 'node:http';
import { join } from 'node:path';
import { readSite } from './site.js';

const { HOST: host = '127.0.0.1', PORT: port = '3000' } = process.env;
const root = join(import.meta.dirname, '..');

const headers = {
  'Cache-Control': 'no-cache',
  'Content-Security-Policy': "default-src 'none'; style-src 'self'; img-src 'self' https:; base-uri 'none'",
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
};

const server = createServer((request, response) => {
  const reply = answer(request);
  response.writeHead(reply.status, { ...headers, ...reply.headers }).end(reply.body);
});

// The site is a map from addresses to files: what is not in it does not exist, whatever the address looks like.
function answer(request) {
  if (request.method !== 'GET' && request.method !== 'HEAD') return { status: 405, headers: { Allow: 'GET, HEAD' } };
  try {
    const site = readSite(root);
    const address = URL.parse(request.url, 'http://localhost')?.pathname ?? '';
    const path = decode(address);
    if (!site.has(path) && site.has(`${path}/`)) return { status: 308, headers: { Location: `${address}/` } };
    const status = site.has(path) ? 200 : 404;
    const { type, body } = site.get(path) ?? site.get('/404.html');
    return { status, headers: { 'Content-Type': type }, body };
  } catch (error) {
    console.error(error.message);
    return { status: 500, headers: { 'Content-Type': 'text/plain; charset=utf-8' }, body: `${error.message}\n` };
  }
}

function decode(address) {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}

server.once('error', (error) => {
  console.error(error.message);
  process.exit(1);
});
server.listen(Number(port), host, () => {
  console.log(`The blog is at http://${host}:${server.address().port}`);
});

function stop() {
  server.close();
  setTimeout(() => server.closeAllConnections(), 5_000).unref();
}
process.once('SIGTERM', stop);
process.once('SIGINT', stop);
