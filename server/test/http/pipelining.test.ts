// One connection that sends much at once: its requests are handled one after another, and too many of them are a flood, which is refused.
// Run: one store, shared process
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { describe, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { connectionLimits } from '../../src/http/socket/connection-limits.ts';
import { responseHeaders } from '../../src/http/headers.ts';
import { inTurn } from '../../src/http/socket/pipelining.ts';
import { request, startCatalog, type TestCatalog, useCatalog } from '../support/harness.ts';
import { until } from '../support/until.ts';
import { aClient, answersIn } from './raw-sockets.ts';

/** One that is handled, and as many as may wait for it. */
const MOST = connectionLimits.maxWaitingRequests + 1;
const { maxFloodsOfAddress: MAX_FLOODS } = connectionLimits;

const ask = (path: string, id: string, connection = 'keep-alive') =>
  request('GET', path, { connection, 'x-request-id': id });
const FLOOD = ask('/v1/limits', 'flood').repeat(2_000);

/** The ids of the requests in the order in which they were answered. */
function answeredIds({ logged }: TestCatalog): string[] {
  return logged.map((line) => (JSON.parse(line) as { reqId?: string }).reqId ?? '');
}

test('a connection that sends as many requests at once as may wait, and again as many, is served', async () => {
  await using catalog = await startCatalog();
  const { socket, closed } = aClient(catalog);
  let received = '';
  socket.on('data', (chunk: Buffer) => (received += chunk.toString('latin1')));
  for (let round = 1; round <= 3; round += 1) {
    socket.write(ask('/healthz', 'again').repeat(MOST));
    await until('all are answered', () => received.split('HTTP/1.1 200').length - 1 === round * MOST);
  }
  socket.end();
  await closed;
});

const head = (method: string, path: string, headers: Record<string, string> = {}) =>
  request(method, path, { 'content-type': 'application/json', 'transfer-encoding': 'chunked', ...headers });
const chunks = (bytes: number, count: number) =>
  `${`${bytes.toString(16)}\r\n${'a'.repeat(bytes)}\r\n`.repeat(count)}0\r\n\r\n`;

const SMALL = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';

/** Its answers wait until they are told to come, unless they come at once. `begun` are those to the requests that it was given. */
async function aServer(answersAtOnce = false) {
  const begun: ServerResponse[] = [];
  const flooding: Socket[] = [];
  const answer: RequestListener = (_request, response) => {
    begun.push(response);
    if (answersAtOnce) response.end();
  };
  const server = createServer(
    inTurn(answer, connectionLimits, (socket) => void flooding.push(socket.destroy()), responseHeaders('')),
  );
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => undefined); // a reset is one way of being closed
  return { begun, flooding, server, socket };
}

async function turns(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await setImmediate();
}

describe('a server that handles requests in turn', () => {
  test('begins each when the one before is answered', async () => {
    const { begun, server, socket } = await aServer();
    socket.write(SMALL.repeat(MOST));
    for (let at = 0; at < MOST; at += 1) {
      await until('it is begun', () => begun.length > at);
      await turns();
      assert.equal(begun.length, at + 1);
      begun[at]?.end();
    }
    socket.destroy();
    server.close();
  });

  test('begins none of those that wait on a connection which is reset', async () => {
    const { begun, server, socket } = await aServer();
    socket.write(SMALL.repeat(MOST));
    await until('the first is begun', () => begun.length > 0);
    socket.resetAndDestroy();
    await once(begun[0] as ServerResponse, 'close');
    await turns();
    assert.equal(begun.length, 1);
    server.close();
  });

  const withBody = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\na'; // between bodies, Node lets responses end
  for (const [what, bytes, answersAtOnce] of [
    ['wait', SMALL, false],
    ['are answered at once', SMALL, true],
    ['are answered while others are parsed', withBody, true],
  ] as const)
    test(`closes a connection with too many, once, and begins one of them, if they ${what}`, async () => {
      const { begun, flooding, server, socket } = await aServer(answersAtOnce);
      socket.write(bytes.repeat(1_000));
      await once(socket.resume(), 'close');
      await turns();
      assert.deepEqual([begun.length, flooding.length], [1, 1]);
      server.close();
    });

  test('counts the chunks of a body that comes in parts and that nobody has read', async () => {
    const { begun, flooding, server, socket } = await aServer();
    socket.write(`${head('POST', '/')}1\r\na\r\n`);
    await until('it is begun', () => begun.length > 0);
    await turns();
    socket.write(chunks(1, 2_000));
    await until('the body is there', () => begun[0]?.req.complete);
    begun[0]?.end();
    await once(socket.resume(), 'close');
    assert.equal(flooding.length, 1);
    server.close();
  });
});

async function isServed(catalog: TestCatalog, from: string): Promise<boolean> {
  return (await aClient(catalog, ask('/healthz', 'new', 'close'), from).closed) !== '';
}

async function flood(catalog: TestCatalog, from: string): Promise<void> {
  assert.equal(await aClient(catalog, FLOOD, from).closed, '', 'a flood was answered');
}

describe('an address that floods connections', () => {
  const keep = ask('/healthz', 'kept');

  test('is refused after the third, with all its connections and before anything is read, and others are served', async () => {
    await using catalog = await startCatalog();
    const [flooder, other] = ['127.0.0.2', '127.0.0.3'];
    const [open, ofOther] = [aClient(catalog, keep, flooder), aClient(catalog, keep, other)];
    await Promise.all([once(open.socket, 'data'), once(ofOther.socket, 'data')]);
    for (let times = 1; times < MAX_FLOODS; times += 1) await flood(catalog, flooder);
    assert.ok(await isServed(catalog, flooder));
    await flood(catalog, flooder);
    await open.closed;
    const answered = answeredIds(catalog).length;
    for (let times = 0; times < 5; times += 1) assert.equal(await isServed(catalog, flooder), false);
    assert.equal(answeredIds(catalog).length, answered);
    assert.ok(await isServed(catalog, other));
    ofOther.socket.end(ask('/healthz', 'still', 'close'));
    assert.equal(answersIn(await ofOther.closed).length, 2);
    assert.equal(catalog.logged.filter((line) => line.includes('is refused for a minute')).length, 1);
  });

  test('is served again after a while', async () => {
    await using catalog = await startCatalog({}, {}, { floodMemoryMs: 1_000 });
    for (let times = 0; times < MAX_FLOODS; times += 1) await flood(catalog, '127.0.0.2');
    await until('it is served', () => isServed(catalog, '127.0.0.2'));
  });

  test('and is a trusted proxy loses only those connections', async () => {
    await using catalog = await startCatalog({}, { TRUST_PROXY: '127.0.0.2' });
    const open = aClient(catalog, keep, '127.0.0.2');
    await once(open.socket, 'data');
    for (let times = 0; times < 2 * MAX_FLOODS; times += 1) await flood(catalog, '127.0.0.2');
    assert.ok(await isServed(catalog, '127.0.0.2'));
    open.socket.end(ask('/healthz', 'still', 'close'));
    assert.equal(answersIn(await open.closed).length, 2);
  });
});

describe('a body in chunks', () => {
  const catalog = useCatalog({}, { TRUST_PROXY: '127.0.0.0/8' });

  const sent = (bytes: string) => aClient(catalog, bytes).closed;

  for (const [what, bytes, count] of [
    ['1,000 of one byte', 1, 1_000],
    ['1,005 of 65 bytes', 65, 1_005], // and their average is less where Node has read a part of one
  ] as const)
    test(`is read if it has ${what}`, async () => {
      const [answer] = answersIn(await sent(head('POST', '/v1/auth/login') + chunks(bytes, count)));
      assert.equal(answer?.status, 400);
      assert.match(answer.text, /not valid JSON/);
    });

  test('is refused if more than 1,000 have less than 64 bytes each', async () => {
    const answer = await sent(head('POST', '/v1/auth/login') + chunks(10, 1_001));
    assert.match(answer, /^HTTP\/1\.1 400 .*chunks of the body are too small/s);
  });

  test('that nobody reads ends the connection with the response', async () => {
    const answers = answersIn(await sent(`${head('GET', '/healthz', { connection: 'keep-alive' })}1\r\na\r\n`));
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200],
    );
  });

  test('is no form of OAuth', async () => {
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    assert.match(await sent(head('POST', '/oauth/token', form) + chunks(1, 1)), / 400 .*must have a Content-Length/s);
  });

  for (const [what, path] of [
    ['is read', '/v1/auth/login'],
    ['nobody reads', '/v1/nothing'],
  ] as const)
    test(`that ${what} is a flood if its chunks are too small`, async () => {
      await using catalog = await startCatalog();
      const flood = head('POST', path) + chunks(1, 2_000);
      for (let times = 0; times < MAX_FLOODS; times += 1)
        assert.match(await aClient(catalog, flood, '127.0.0.2').closed, /^HTTP\/1\.1 4/);
      assert.equal(await aClient(catalog, flood, '127.0.0.2').closed, '');
    });
});
