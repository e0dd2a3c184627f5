// The plan of the board: a page with its two files, a stream to listen to, and a place to post.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createPace } from './pace.js';

const publicFile = (name, type) => ({ type, body: readFileSync(join(import.meta.dirname, '..', 'public', name)) });

const files = {
  '/': publicFile('index.html', 'text/html; charset=utf-8'),
  '/board.js': publicFile('board.js', 'text/javascript; charset=utf-8'),
  '/style.css': publicFile('style.css', 'text/css; charset=utf-8'),
};

const headers = {
  'Cache-Control': 'no-cache',
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};

const largestBody = 8 * 1024;

export function createApp({ board, streams, mayPost = createPace() }) {
  async function post(request) {
    // Other sites cannot send this type without asking first, and nobody here says yes: no forged posts.
    if (!/^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? '')) return refuse(415, 'Send JSON.');
    if (!mayPost(request.socket.remoteAddress)) return refuse(429, 'A little slower, please.', { 'Retry-After': '10' });
    const input = await readJson(request);
    const name = read(input?.name, 40);
    const text = read(input?.text, 500);
    if (!name) return refuse(400, 'A name has 1 to 40 characters.');
    if (!text) return refuse(400, 'A message has 1 to 500 characters.');
    const message = board.post({ name, text });
    streams.send(message);
    return json(201, message);
  }

  async function answer(request) {
    const path = URL.parse(request.url, 'http://localhost')?.pathname;
    const allowed = path === '/messages' ? 'POST' : 'GET';
    const isKnown = path === '/messages' || path === '/events' || Object.hasOwn(files, path ?? '');
    if (!isKnown) return refuse(404, 'There is nothing at this address.');
    if (request.method !== allowed) return refuse(405, `Use ${allowed}.`, { Allow: allowed });
    if (path === '/messages') return post(request);
    if (path === '/events') return streams.isFull() ? refuse(503, 'The board is full.') : undefined;
    return { status: 200, headers: { 'Content-Type': files[path].type }, body: files[path].body };
  }

  return async function app(request, response) {
    const reply = await answer(request).catch((error) => {
      console.error(error);
      return refuse(500, 'Something went wrong.');
    });
    if (reply === undefined) return streams.open(request, response);
    response.writeHead(reply.status, { ...headers, ...reply.headers }).end(reply.body);
  };
}

const json = (status, body, more) => ({
  status,
  headers: { 'Content-Type': 'application/json', ...more },
  body: JSON.stringify(body),
});

const refuse = (status, message, more) => json(status, { error: message }, more);

function read(value, most) {
  const text = typeof value === 'string' ? value.trim() : '';
  return text.length <= most ? text : '';
}

async function readJson(request) {
  const chunks = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size <= largestBody) chunks.push(chunk);
  }
  try {
    return size > largestBody ? undefined : JSON.parse(Buffer.concat(chunks).toString());
  } catch {
    return undefined;
  }
}
