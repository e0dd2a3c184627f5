// One connection that sends much at once: others are answered meanwhile, and what it may leave waiting is bounded.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { limitPipelining } from '../../src/http/pipelining.ts';
import { request, startCatalog, type TestCatalog } from '../support/harness.ts';

let catalog: TestCatalog;
before(async () => {
  catalog = await startCatalog();
});
after(async () => catalog[Symbol.asyncDispose]());

const ask = (path: string, id: string, connection = 'keep-alive') =>
  request('GET', path, { connection, 'x-request-id': id });

/** A connection that has been answered once, so that the server knows it. */
async function opened(): Promise<Socket> {
  const { hostname, port } = new URL(catalog.url);
  const socket = connect(Number(port), hostname);
  socket.write(ask('/v1/limits', 'first'));
  await once(socket, 'data');
  return socket;
}

async function rest(socket: Socket): Promise<string> {
  let text = '';
  for await (const chunk of socket) text += String(chunk);
  return text;
}

/** The ids of the requests in the order in which they were answered. */
function answeredIds(): string[] {
  return catalog.logged.map((line) => (JSON.parse(line) as { reqId?: string }).reqId ?? '');
}

describe('a connection that sends many requests at once', () => {
  for (const path of ['/v1/limits', '/v1/realms?search=a', '/v1/nothing'])
    test(`has its answers in order, and others are answered between them: ${path}`, async () => {
      const [many, other] = await Promise.all([opened(), opened()]);
      const ids = Array.from({ length: 200 }, (_, at) => `many-${at}`);
      many.write(ids.map((id, at) => ask(path, id, at === 199 ? 'close' : 'keep-alive')).join(''));
      other.write(ask('/v1/limits', 'other', 'close'));
      const [text] = await Promise.all([rest(many), rest(other)]);
      const inOrder = [...text.matchAll(/^x-request-id: (many-\d+)/gim)].map(([, id]) => id);
      assert.deepEqual(inOrder, ids);
      const answered = answeredIds();
      assert.ok(answered.lastIndexOf('other') < answered.lastIndexOf('many-199'), 'the other one had to wait for all');
    });
});

test('a body in chunks of one byte is read in slices, and others are answered between them', async () => {
  const [chunked, other] = await Promise.all([opened(), opened()]);
  const headers = { 'content-type': 'application/json', 'transfer-encoding': 'chunked', 'x-request-id': 'chunked' };
  chunked.write(`${request('POST', '/v1/auth/login', headers)}${'1\r\na\r\n'.repeat(9_000)}0\r\n\r\n`);
  other.write(ask('/v1/limits', 'between', 'close'));
  const [text] = await Promise.all([rest(chunked), rest(other)]);
  assert.match(text, /^HTTP\/1\.1 400 /);
  const answered = answeredIds();
  assert.ok(answered.indexOf('between') < answered.indexOf('chunked'), 'the other one had to wait for all chunks');
});

test('while requests of a connection wait, little more is read from it, and in the end each is answered', async () => {
  const responses: ServerResponse[] = [];
  await using server = createServer((_request, response) => void responses.push(response));
  limitPipelining(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const accepted = once(server, 'connection') as Promise<[Socket]>;
  await using client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const count = 5_000;
  client.write(request('GET', '/', { connection: 'keep-alive' }).repeat(count));
  const [socket] = await accepted;
  while (responses.length === 0) await setImmediate();
  for (let turn = 0; turn < 1_000; turn += 1) await setImmediate();
  assert.ok(socket.bytesRead < 200_000, `${socket.bytesRead} bytes were read`);
  const received: string[] = [];
  client.on('data', (chunk: Buffer) =>
    received.push(
      ...String(chunk)
        .matchAll(/HTTP\/1\.1 200 OK/g)
        .map(([line]) => line),
    ),
  );
  for (let at = 0; at < count; at += 1) {
    while (!responses[at]) await setImmediate();
    responses[at]?.end();
  }
  while (received.length < count) await setImmediate();
  assert.equal(responses.length, count);
});

/** A server of ours whose answers wait until they are told to come, and how many requests it was given. */
async function waitingServer() {
  const begun: ServerResponse[] = [];
  const server = createServer((_request, response) => void begun.push(response));
  limitPipelining(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { begun, server, socket: connect((server.address() as AddressInfo).port, '127.0.0.1') };
}

const SMALL = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';

test('requests that wait on a connection which is reset are not begun any more', async () => {
  const { begun, server, socket } = await waitingServer();
  socket.write(SMALL.repeat(100));
  while (begun.length === 0) await setImmediate();
  socket.resetAndDestroy();
  await once(begun[0] as ServerResponse, 'close');
  for (let turns = 0; turns < 20; turns += 1) await setImmediate();
  assert.equal(begun.length, 1);
  server.close();
});

test('a connection whose other side sends no more is answered as long as requests wait on it', async () => {
  const server = createServer((_request, response) => void setImmediate().then(() => response.end('x')));
  limitPipelining(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.end(SMALL.repeat(3));
  const answers = (await rest(socket)).split('HTTP/1.1 200').length - 1;
  server.close();
  assert.equal(answers, 3);
});

describe('headers that come in time, and are held behind requests that wait', () => {
  const HEADERS_TIMEOUT_MS = 300;
  const count = 400; // more than one slice of bytes

  /** A server whose answers wait, with a connection on which many requests came at once; and what was given up on. */
  async function heldConnection(rest: string) {
    const begun: ServerResponse[] = [];
    const within = { headersTimeout: HEADERS_TIMEOUT_MS, requestTimeout: 60_000, connectionsCheckingInterval: 50 };
    const server = createServer(within, (_request, response) => void begun.push(response));
    const givenUp: (string | undefined)[] = [];
    server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
      givenUp.push(error.code);
      socket.destroy();
    });
    limitPipelining(server);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.write(SMALL.repeat(count) + rest);
    while (begun.length === 0) await setImmediate();
    await setTimeout(4 * HEADERS_TIMEOUT_MS); // Node has looked for late ones many times
    const answered = (async () => {
      for (let at = 0; at < count && !socket.destroyed; at += 1) {
        while (!begun[at] && !socket.destroyed) await setImmediate();
        begun[at]?.end();
      }
    })();
    return { server, socket, givenUp, answered };
  }

  test('are not late', async () => {
    const { server, socket, givenUp, answered } = await heldConnection('');
    await answered;
    assert.deepEqual(givenUp, []);
    socket.destroy();
    server.close();
  });

  test('are late when the rest of them does not come after that', async () => {
    const { server, socket, givenUp, answered } = await heldConnection('GET / HTTP/1.1\r\n');
    await answered;
    await once(socket.resume(), 'close');
    assert.deepEqual(givenUp, ['ERR_HTTP_REQUEST_TIMEOUT']);
    server.close();
  });
});

test('one listener waits for a connection that reads no more, however often it is asked to go on', async () => {
  const server = createServer(() => undefined); // which reads no body
  limitPipelining(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const accepted = once(server, 'connection') as Promise<[Socket]>;
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const [socket] = await accepted;
  const before = socket.listenerCount('resume');
  client.write(`POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n${'x'.repeat(1_000_000)}`);
  while (socket.readableFlowing !== false) await setImmediate();
  for (let turns = 0; turns < 20; turns += 1) {
    socket.push(Buffer.from('x')); // as bytes do that were on their way
    await setImmediate();
  }
  assert.equal(socket.listenerCount('resume'), before + 1);
  client.destroy();
  server.close();
});
