// Listens and posts over real HTTP, on a real SQLite file.

import { createServer } from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { createApp } from '../src/app.js';
import { openBoard } from '../src/board.js';
import { createPace } from '../src/pace.js';
import { createStreams } from '../src/streams.js';

const folder = mkdtempSync(join(tmpdir(), 'live-board-'));
const board = openBoard(folder);
const streams = createStreams(board);
const server = createServer(createApp({ board, streams }));
let address;

before(async () => {
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${server.address().port}`;
});

after(() => {
  streams.close();
  server.closeAllConnections();
  server.close();
  board.close();
  rmSync(folder, { recursive: true });
});

const post = (message, type = 'application/json') =>
  fetch(`${address}/messages`, { method: 'POST', headers: { 'content-type': type }, body: JSON.stringify(message) });

// Opens a stream and gives its messages one by one.
async function listen(headers = {}) {
  const abort = new AbortController();
  const signal = AbortSignal.any([abort.signal, AbortSignal.timeout(10_000)]);
  const response = await fetch(`${address}/events`, { headers, signal });
  assert.equal(response.headers.get('content-type'), 'text/event-stream');
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let buffer = '';
  async function next(name = 'message') {
    for (;;) {
      const end = buffer.indexOf('\n\n');
      if (end === -1) {
        const { value, done } = await reader.read();
        if (done) throw new Error('The stream has ended.');
        buffer += value;
        continue;
      }
      const event = buffer.slice(0, end);
      buffer = buffer.slice(end + 2);
      if (event.startsWith(`event: ${name}\n`)) return JSON.parse(/^data: (.*)$/m.exec(event)[1]);
    }
  }
  return { next, leave: () => abort.abort() };
}

test('everyone who listens gets a new message', async () => {
  const [alice, bob] = [await listen(), await listen()];
  const response = await post({ name: ' Alice ', text: 'Hello\nthere' });
  assert.equal(response.status, 201);
  const message = await response.json();
  assert.deepEqual([message.name, message.text], ['Alice', 'Hello\nthere']);
  assert.deepEqual(await alice.next(), message);
  assert.deepEqual(await bob.next(), message);
  alice.leave();
  bob.leave();
});

test('a newcomer sees what was posted before', async () => {
  const message = await (await post({ name: 'Bob', text: 'Earlier' })).json();
  const late = await listen();
  let seen = await late.next();
  while (seen.id < message.id) seen = await late.next();
  assert.deepEqual(seen, message);
  late.leave();
});

test('a lost connection picks up exactly where it left off', async () => {
  const ids = [];
  for (const text of ['One', 'Two', 'Three']) ids.push((await (await post({ name: 'Carol', text })).json()).id);
  const returning = await listen({ 'last-event-id': String(ids[0]) });
  assert.equal((await returning.next()).id, ids[1]);
  assert.equal((await returning.next()).id, ids[2]);
  returning.leave();
});

test('the number of people goes up and down', async () => {
  const staying = await listen();
  const until = async (people) => {
    while ((await staying.next('presence')).people !== people);
  };
  await until(1);
  const guest = await listen();
  await until(2);
  guest.leave();
  await until(1);
  staying.leave();
});

test('closing ends every stream, and none of them is written to afterwards', async () => {
  const [alice, bob] = [await listen(), await listen()];
  streams.close();
  await assert.rejects(alice.next('nothing'), /has ended/);
  await assert.rejects(bob.next('nothing'), /has ended/);
  assert.equal((await post({ name: 'Alice', text: 'Anyone?' })).status, 201);
});

const refused = [
  { title: 'a message without a name', message: { text: 'Hello' } },
  { title: 'a blank message', message: { name: 'Dan', text: '   ' } },
  { title: 'a message that is too long', message: { name: 'Dan', text: 'x'.repeat(501) } },
  { title: 'a body that is far too large', message: { name: 'Dan', text: 'x'.repeat(100_000) } },
  { title: 'something that is no message', message: null },
];

for (const { title, message } of refused) {
  test(`${title} is refused`, async () => {
    assert.equal((await post(message)).status, 400);
  });
}

test('a form from another site cannot post', async () => {
  assert.equal((await post({ name: 'Eve', text: 'Hi' }, 'text/plain')).status, 415);
});

test('a flood is slowed down, and may go on in the next window', () => {
  let time = 0;
  const mayPost = createPace({ most: 2, windowMs: 1000, now: () => time });
  assert.deepEqual([mayPost('a'), mayPost('a'), mayPost('a'), mayPost('b')], [true, true, false, true]);
  time = 1000;
  assert.equal(mayPost('a'), true);
});

test('only the files of the page are served', async () => {
  assert.match(await (await fetch(address)).text(), /<h1>Live Board<\/h1>/);
  assert.equal((await fetch(`${address}/..%2fpackage.json`)).status, 404);
  assert.equal((await fetch(`${address}/constructor`)).status, 404);
});
