// Clients that read slowly, or not at all: what waits for them is bounded for each address and in all, and the slowest is closed.
// Run: one store, shared process
import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { pino } from 'pino';
import { compressor } from '../../src/http/compression.ts';
import { responder } from '../../src/http/respond.ts';
import { response } from '../../src/http/response.ts';
import { connectionLimits } from '../../src/http/socket/connection-limits.ts';
import { slowReaders, STREAM_BYTES, type SlowReaders } from '../../src/http/socket/slow-readers.ts';
import { publishTree } from '../files/published-files.ts';
import { create } from '../publishing/uploads.ts';
import { signUp, startCatalog, type TestCatalog } from '../support/harness.ts';
import { until } from '../support/until.ts';
import { aClient, type Client } from './raw-sockets.ts';

/** More than the kernel takes for a connection. */
const FILE_BYTES = 16 * 1_024 ** 2;
/** Bytes that hardly compress. */
const noise = () =>
  Buffer.from(
    Uint32Array.from({ length: FILE_BYTES / 4 }, (_, at) => Math.imul(at ^ (at >>> 3), 2_654_435_761)).buffer,
  );
const OF_ADDRESS = 2;
const IN_ALL = 3;

let catalog: TestCatalog;
before(async () => {
  const limits = { maxWaitingBytesOfAddress: OF_ADDRESS * STREAM_BYTES, maxWaitingBytes: IN_ALL * STREAM_BYTES };
  catalog = await startCatalog({}, {}, limits);
  const alice = await signUp(catalog, { username: 'alice' });
  await create(catalog, alice, { name: 'Meadow' });
  await publishTree(catalog, alice, 'meadow', { 'realm.json': '{"version": "1.0.0"}', 'large.bin': noise() });
});
after(() => catalog[Symbol.asyncDispose]());

const request = `GET /v1/realms/meadow/versions/1.0.0/files/large.bin HTTP/1.1\r\nHost: catalog.example\r\nConnection: close\r\n\r\n`;

/** One that has asked for the file, and reads nothing of it until it is told to. */
async function aSlowReader(from: string): Promise<Client> {
  const client = aClient(catalog, request, from);
  await once(client.socket, 'data');
  client.socket.pause();
  return client;
}

async function isComplete({ socket, closed }: Client): Promise<boolean> {
  socket.resume();
  return (await closed).length > FILE_BYTES;
}

async function countComplete(clients: Client[]): Promise<number> {
  let count = 0;
  for (const client of clients) count += Number(await isComplete(client));
  return count;
}

describe('clients that do not read', () => {
  test('are closed when more waits for their address than may', async () => {
    const clients: Client[] = [];
    for (let at = 0; at <= OF_ADDRESS; at += 1) clients.push(await aSlowReader('127.0.0.1'));
    const other = await aSlowReader('127.0.0.2');
    assert.equal(await countComplete(clients), OF_ADDRESS);
    assert.ok(await isComplete(other));
  });

  test('are closed when more waits in all than may', async () => {
    const addresses = Array.from({ length: IN_ALL + 2 }, (_, at) => `127.0.0.${at + 1}`);
    const clients: Client[] = [];
    for (const address of addresses) clients.push(await aSlowReader(address));
    assert.equal(await countComplete(clients), IN_ALL);
  });

  test('count no more when they have read the response', async () => {
    for (let at = 0; at <= IN_ALL; at += 1) assert.ok(await isComplete(await aSlowReader('127.0.0.1')), `client ${at}`);
  });
});

/** A response that has been begun; what its connection has written is set by the test. */
function begin(readers: SlowReaders, ip: string, onClose: () => void) {
  const socket = { bytesWritten: 0, destroyed: false };
  const response = Object.assign(new EventEmitter(), { socket, destroy: onClose });
  readers.add(response as unknown as ServerResponse, ip, 1);
  return socket;
}

test('the client that has read least in its time is closed first, and one that has just begun is not the slowest', async () => {
  const closed: string[] = [];
  const readers = slowReaders({ maxWaitingBytesOfAddress: 3, maxWaitingBytes: 100 });
  const named = (name: string) => begin(readers, '127.0.0.1', () => void closed.push(name));
  const [slow, slower, quick] = [named('slow'), named('slower'), named('quick')];
  await setTimeout(100);
  Object.assign(slow, { bytesWritten: 200_000 });
  Object.assign(slower, { bytesWritten: 100_000 });
  Object.assign(quick, { bytesWritten: 300_000 });
  named('new');
  assert.deepEqual(closed, ['slower']);
});

test('when too much waits in all, a client of the address with the most is closed, and not the slowest of another', async () => {
  const closed: string[] = [];
  const readers = slowReaders({ maxWaitingBytesOfAddress: 3, maxWaitingBytes: 7 });
  begin(readers, '127.0.0.1', () => void closed.push('honest'));
  await setTimeout(20);
  for (const ip of ['127.0.0.2', '127.0.0.3', '127.0.0.4'])
    for (let at = 0; at < 3; at += 1) begin(readers, ip, () => void closed.push('one of many'));
  assert.deepEqual(closed, Array(3).fill('one of many'));
});

test('a large body is handed to a connection as its client reads it', async (t) => {
  const limits = { ...connectionLimits, maxWaitingBytes: Infinity, maxWaitingBytesOfAddress: Infinity };
  const respond = responder(compressor(), limits, pino({ level: 'silent' }), '');
  const answered = Promise.withResolvers<ServerResponse>();
  const server = createServer((request, reply) => {
    const body = Buffer.alloc(FILE_BYTES, 'x');
    const exchange = {
      request,
      response: reply,
      id: 'x',
      ip: '127.0.0.1',
      startedAt: 0,
      operation: '',
      account: '',
      key: '',
    };
    void respond(exchange, response(200, { 'content-type': 'image/png' }, body), {});
    answered.resolve(reply);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  const client = aClient({ url: `http://127.0.0.1:${port}` } as TestCatalog, request);
  client.socket.pause();
  const { socket } = await answered.promise;
  await until('the connection takes no more', async () => socket?.writableNeedDrain === true);
  assert.ok(socket && socket.writableLength <= STREAM_BYTES, `${socket?.writableLength} bytes wait`);
  assert.ok(await isComplete(client));
});
