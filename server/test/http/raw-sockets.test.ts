// Connections as the worst clients use them: whatever is sent, and however slowly, is answered with a problem or closed, and others are served.
// Run: one store, own process
import assert from 'node:assert/strict';
import { hash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { gzipSync } from 'node:zlib';
import { makeTar } from '../../src/archives/make-tar.ts';
import { links } from '../../src/downloads/links.ts';
import {
  anAccount,
  type Answer,
  aRealm,
  bearer,
  exchange,
  json,
  PUBLIC_URL,
  request,
  send,
  signUp,
  startCatalog,
  type TestCatalog,
  useCatalog,
} from '../support/harness.ts';
import { aClient, answersIn, drip } from './raw-sockets.ts';

const ada = anAccount({ username: 'ada' });
const known = aRealm(ada, { slug: 'known' });
const seed = { accounts: [ada], realms: [known] };

const get = (...headers: string[]) => request('GET', '/v1/stats', {}, ...headers);
const post = (headers: Record<string, string>, body: string, ...more: string[]) =>
  request('POST', '/v1/auth/login', { 'content-type': 'application/json', ...headers }, ...more) + body;
const chunked = (body: string) => post({ 'transfer-encoding': 'chunked' }, body);

/** Of two addresses that are counted, and of what only looks like them. */
const spellings = String.raw`
  /v1/stats /v1/stats/ /v1/stats? /v1/stats# /v1/stats#? /v1/stats;x /v1//stats //v1/stats /./v1/stats /x/../v1/stats
  /V1/stats /v1%2fstats /v1%2Fstats /v1\stats /%76%31/stats /%76%31/%73%74%61%74%73 /v%31/%73tats /%2576%2531/stats
  /v1%00/stats /v1%3f/stats http://x/v1/stats HTTP://x/v1/stats http:///v1/stats http://x//v1/stats http://x?/v1/stats
  x:/v1/stats /giget/known.json /%67iget/known.json /giget/%6bnown.json //giget/known.json /giget%2fknown.json * /*`;

function assertProblem(answer: Answer | undefined, status: number, code: string): void {
  assert.equal(answer?.status, status);
  assert.equal(answer.headers.get('content-type')?.split(';')[0], 'application/problem+json');
  const body = JSON.parse(answer.text) as Record<string, unknown>;
  assert.deepEqual([body['status'], body['code']], [status, code]);
  assert.match(String(body['requestId']), /^[\w-]{1,64}$/);
  assert.equal(body['requestId'], answer.headers.get('x-request-id'));
}

async function assertServed(catalog: TestCatalog): Promise<void> {
  assert.equal((await catalog.ask('/healthz')).status, 200);
  assert.equal((await catalog.ask('/v1/realms/known')).status, 200);
}

describe('what is sent', () => {
  const catalog = useCatalog(seed);

  const unreadable: [what: string, bytes: string | Buffer][] = [
    ['two lengths that differ', post({}, '{}   ', 'content-length: 2', 'content-length: 5')],
    ['two lengths that agree', post({}, '{}', 'content-length: 2', 'content-length: 2')],
    ['a list of lengths', post({ 'content-length': '2, 2' }, '{}')],
    ['a negative length', post({ 'content-length': '-2' }, '{}')],
    ['a length with a sign', post({ 'content-length': '+2' }, '{}')],
    ['a hexadecimal length', post({ 'content-length': '0x2' }, '{}')],
    ['a length beyond 64 bits', post({ 'content-length': '9'.repeat(20) }, '{}')],
    ['a length and chunks', post({ 'content-length': '2', 'transfer-encoding': 'chunked' }, '0\r\n\r\n')],
    ['chunks announced twice', post({ 'transfer-encoding': 'chunked, chunked' }, '0\r\n\r\n')],
    ['chunks that are not the last coding', post({ 'transfer-encoding': 'chunked, identity' }, '0\r\n\r\n')],
    ['an unknown coding', post({ 'transfer-encoding': 'xchunked' }, '0\r\n\r\n')],
    ['a chunk of a negative size', chunked('-1\r\n\r\n')],
    ['a chunk whose size is no number', chunked('zz\r\n{}\r\n0\r\n\r\n')],
    ['a chunk of more than 64 bits', chunked(`${'f'.repeat(17)}\r\n{}\r\n0\r\n\r\n`)],
    ['a chunk that is longer than it says', chunked('1\r\n{}\r\n0\r\n\r\n')],
    ['a chunk size with a blank', chunked('2 \r\n{}\r\n0\r\n\r\n')],
    ['chunks that end in bare line feeds', chunked('2\n{}\n0\n\n')],
    ['a header on two lines', get('x-a: b\r\n c')],
    ['bare line feeds', get().replaceAll('\r', '')],
    ['a bare line feed in its headers', get('x-a: b\nx-b: c')],
    ['a bare carriage return in its headers', get('x-a: b\rx-b: c')],
    ['a blank before the colon', get('x-a : b')],
    ['U+0000 in a header', get('x-a: a\0b')],
    ['U+0000 in the name of a header', get('x\0a: b')],
    ['U+0000 in its address', request('GET', '/v1/\0')],
    ['a byte above 127 in its address', Buffer.from(request('GET', '/v1/realms/\xe9'), 'latin1')],
    ['no address', request('GET', '')],
    ['a host and a port as its address', request('GET', 'other.example:80')],
    ['a method in small letters', request('get', '/v1/stats')],
    ['a version that is not there', get().replace('HTTP/1.1', 'HTTP/1.2')],
    ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['the hello of TLS', Buffer.from('16030100c8010000c40303', 'hex')],
    ['two hosts', get('host: other.example')],
    ['a body that is no UTF-8', Buffer.from(post({ 'content-length': '5' }, '{"\xff":'), 'latin1')],
    ['a body that is cut off by what is no chunk', chunked('1\r\n{\r\nnonsense\r\n')],
  ];
  for (const [what, bytes] of unreadable)
    test(`with ${what} is a 400`, async () => {
      const answers = answersIn(await aClient(catalog, bytes).closed);
      assert.equal(answers.length, 1);
      assertProblem(answers[0], 400, 'invalid_request');
    });

  const tooMuch: [what: string, bytes: string][] = [
    ['a header of 64 KiB', get(`x-a: ${'b'.repeat(65_536)}`)],
    ['10,000 headers', get(...Array.from({ length: 10_000 }, (_, n) => `x-${n}: y`))],
    ['a request line of 1 MiB', request('GET', `/${'a'.repeat(1_048_576)}`)],
    ['a search of 20,000 characters', request('GET', `/v1/realms?search=${'a'.repeat(20_000)}`)],
  ];
  for (const [what, bytes] of tooMuch)
    test(`with ${what} is a 431`, async () => {
      assertProblem(answersIn(await aClient(catalog, bytes).closed)[0], 431, 'headers_too_large');
    });

  test('with extensions of chunks of 40 KB is a 413', async () => {
    const bytes = chunked(`2;${'a'.repeat(40_000)}\r\n{}\r\n0\r\n\r\n`);
    assertProblem(answersIn(await aClient(catalog, bytes).closed)[0], 413, 'payload_too_large');
  });

  const unusual: [what: string, bytes: string, status: number][] = [
    ['an address in full', request('GET', 'http://other.example/v1/stats'), 200],
    ['an address in full of another kind', request('GET', 'ftp://other.example/v1/nothing'), 404],
    ['the one line of HTTP/0.9', 'GET /v1/stats\r\n\r\n', 200],
    ['HTTP/1.0 and no host', 'GET /v1/stats HTTP/1.0\r\n\r\n', 200],
    ['a wish to become a WebSocket', request('GET', '/v1/stats', { upgrade: 'websocket' }), 200],
    ['a wish to become HTTP/2', request('GET', '/v1/stats', { upgrade: 'h2c', 'http2-settings': 'AAMAAABk' }), 200],
    ['an expectation that nobody knows', get('expect: cake'), 200],
    ['a body that a GET has no use for', request('GET', '/v1/stats', { 'content-length': '5' }) + 'abcde', 200],
    ['10,000 empty headers', get(...Array.from({ length: 10_000 }, () => 'x:')), 200],
    ['a bad credential behind 2,000 other headers', get(...Array(2_000).fill('x:'), 'authorization: Bearer bad'), 401],
    ['TRACE', request('TRACE', '/v1/stats'), 405],
  ];
  for (const [what, bytes, status] of unusual)
    test(`with ${what} is a ${status}`, async () => {
      assert.equal((await send(catalog, bytes)).status, status);
    });

  test('with Expect: 100-continue is asked for the body, and answered', async () => {
    const text = await exchange(catalog, post({ 'content-length': '2', expect: '100-continue' }, '{}'));
    const [first, second] = answersIn(text);
    assert.equal(first?.status, 100);
    assertProblem(second, 400, 'invalid_request');
  });

  test('with CONNECT is closed', async () => {
    assert.equal(await aClient(catalog, request('CONNECT', 'other.example:443')).closed, '');
  });

  test('has no way around being counted, however its path is spelled', async () => {
    const targets = spellings.split(/\s+/).filter(Boolean);
    for (const target of targets) {
      const { status, headers, text } = await send(catalog, request('GET', target));
      const isServed = status === 200 && /totalRealms|downloadUrl|"tar"/.test(text);
      const isPage = status === 200 && (headers.get('content-type') ?? '').startsWith('text/html');
      if (isServed) assert.match(headers.get('x-ratelimit-remaining') ?? '', /^\d+$/, target);
      else assert.ok(isPage || [400, 404].includes(status), `${target}: ${status}`);
    }
  });

  test('on one connection is answered in order, none lost, however long each takes', async () => {
    const paths = ['/v1/stats', '/v1/realms/known', '/v1/realms/unknown', '/healthz', '/v1/keys'];
    const all = Array.from({ length: 17 }, (_, n) => ({ id: `asked-${n}`, path: paths[n % paths.length] ?? '' }));
    const bytes = all.map(({ id, path }, n) => {
      const more = { 'x-request-id': id, connection: n === all.length - 1 ? 'close' : 'keep-alive' };
      // A download waits for the disk, a read for nothing.
      return n % 3 === 0 ? request('POST', '/v1/realms/known/download', more) : request('GET', path, more);
    });
    const answers = answersIn(await exchange(catalog, bytes.join('')));
    assert.deepEqual(
      answers.map(({ headers }) => headers.get('x-request-id')),
      all.map(({ id }) => id),
    );
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200, 401, 404]));
  });

  test('before what cannot be read is answered first, and what comes after it is not', async () => {
    const keep = { connection: 'keep-alive' };
    const good = request('POST', '/v1/realms/known/download', keep) + request('GET', '/v1/stats', keep);
    const answers = answersIn(await aClient(catalog, `${good}nonsense\r\n\r\n${good}`).closed);
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 400],
    );
    assertProblem(answers[2], 400, 'invalid_request');
  });

  test('after a refusal that read its body is answered on the same connection', async () => {
    const body = '{"username":1}';
    const refused = post({ connection: 'keep-alive', 'content-length': String(body.length) }, body);
    const answers = answersIn(await exchange(catalog, refused.repeat(3) + get()));
    assert.deepEqual(
      answers.map(({ status }) => status),
      [400, 400, 400, 200],
    );
  });

  test('and cut off, at any byte, leaves the others alone', async () => {
    const whole = post({ 'content-length': '30' }, '{"username":"ada","password":"x"}');
    for (let end = 1; end < whole.length; end += 7) {
      const { socket, closed } = aClient(catalog, whole.slice(0, end));
      await once(socket, 'connect');
      if (end % 2 === 0) socket.resetAndDestroy();
      else socket.end(); // half-open: it still listens
      await closed;
    }
    await assertServed(catalog);
  });
});

test('whoever is gone before it is looked at, behind a proxy, is no reason to stop', async () => {
  await using catalog = await startCatalog(seed, { TRUST_PROXY: '127.0.0.1' });
  for (let times = 0; times < 3; times += 1) await catalog.ask('/v1/realms');
  const { hostname: host, port } = new URL(catalog.url);
  // In a thread, while this one is kept busy: all of it has happened before the server sees any of it.
  const goner = `
    const { connect } = require('node:net');
    const { workerData } = require('node:worker_threads');
    const socket = connect(workerData.port, workerData.host, () => socket.write('GET /v1/realms HTTP/1.1\\r\\nhost: x\\r\\n\\r\\n', () => {
      socket.resetAndDestroy();
      Atomics.store(workerData.gone, 0, 1);
      Atomics.notify(workerData.gone, 0);
    }));`;
  for (let times = 0; times < 5; times += 1) {
    const gone = new Int32Array(new SharedArrayBuffer(4));
    const worker = new Worker(goner, { eval: true, workerData: { host, port: Number(port), gone } });
    const exited = once(worker, 'exit'); // on a busy machine it has ended before this thread hears that it began
    await once(worker, 'online');
    Atomics.wait(gone, 0, 0, 5_000);
    await exited;
  }
  await assertServed(catalog);
});

describe('slow clients', () => {
  test('that never end their headers, 200 at once, are ended with 408, and others are served meanwhile', async () => {
    await using catalog = await startCatalog(seed, {}, { headersTimeout: 1_000, connectionsCheckingInterval: 100 });
    const clients = Array.from({ length: 200 }, (_, n) =>
      aClient(catalog, n % 2 === 0 ? 'GET /v1/stats HTTP/1.1\r\nhost: x\r\n' : ''),
    );
    const dripping = clients.filter((_, n) => n % 2 === 0).map((client) => drip(client, 'x', 50)); // the others say nothing at all
    for (let times = 0; times < 10; times += 1) await assertServed(catalog);
    for (const { closed } of clients) assertProblem(answersIn(await closed)[0], 408, 'request_timeout');
    await Promise.all(dripping);
    await assertServed(catalog);
  });

  const floor = { bodyGraceMs: 400, minBodyBytesPerSecond: 100 };

  test('that send a body where none is read, and slowly, are ended also when the answer was kept', async () => {
    await using catalog = await startCatalog(seed, {}, floor);
    for (let times = 0; times < 3; times += 1) await catalog.ask('/v1/stats');
    const client = aClient(catalog, `${request('GET', '/v1/stats', { 'content-length': '10000' })}x`);
    const dripping = drip(client, 'x', 100);
    assert.equal(answersIn(await client.closed)[0]?.status, 200);
    await dripping;
  });

  test('that send a body below the floor are ended with 408, and others are served meanwhile', async () => {
    await using catalog = await startCatalog(seed, {}, floor);
    const clients = ['/v1/auth/login', '/oauth/token', '/v1/nothing'].flatMap((path) =>
      Array.from({ length: 20 }, () => {
        const headers = { 'content-type': 'application/json', 'content-length': '10000' };
        return { path, ...aClient(catalog, `${request('POST', path, headers)}{`) };
      }),
    );
    const dripping = clients.map((client) => drip(client, ' ', 100)); // ten bytes a second
    await assertServed(catalog);
    for (const { path, closed } of clients) {
      const [answer] = answersIn(await closed);
      if (path === '/v1/auth/login') assertProblem(answer, 408, 'request_timeout');
      else assert.ok(answer === undefined || answer.status >= 400, path);
    }
    await Promise.all(dripping);
    await assertServed(catalog);
  });

  test('that send a body slowly and above the floor are answered', async () => {
    await using catalog = await startCatalog(seed, {}, floor);
    const headers = { 'content-type': 'application/json', 'content-length': '1000' };
    const client = aClient(catalog, request('POST', '/v1/auth/login', headers));
    for (let sent = 0; sent < 1_000; sent += 100) {
      client.socket.write(' '.repeat(98) + (sent === 0 ? '{ ' : sent === 900 ? ' }' : '  '));
      await setTimeout(100);
    }
    assertProblem(answersIn(await client.closed)[0], 400, 'invalid_request');
  });

  test('whose whole request takes too long are ended with 408, whatever their pace', async () => {
    const within = {
      headersTimeout: 300,
      requestTimeout: 600,
      connectionsCheckingInterval: 50,
      minBodyBytesPerSecond: 1,
    };
    await using catalog = await startCatalog(seed, {}, within);
    const client = aClient(catalog, post({ 'content-length': '10000' }, '{'));
    const dripping = drip(client, '          ', 50);
    assertProblem(answersIn(await client.closed)[0], 408, 'request_timeout');
    await dripping;
  });

  test('that upload below the floor are ended with 408, and their token is good for another try', async () => {
    await using catalog = await startCatalog({}, {}, floor);
    const { token } = await signUp(catalog, { username: 'bob' });
    const fields = { name: 'Slow', description: 'Comes slowly.', category: 'api' };
    const { slug, uploadToken } = (await catalog.ask('/v1/realms', json(fields, token))).body;
    const archive = gzipSync(await makeTar('app', [['realm.json', '{"version":"1.0.0"}']]));
    const path = `/v1/realms/${slug}/upload`;
    const headers = { 'content-type': 'application/gzip', ...bearer(uploadToken).headers };
    const client = aClient(catalog, request('PUT', path, { ...headers, 'content-length': String(archive.length) }));
    const dripping = drip(client, archive.toString('latin1', 0, 1), 100);
    assertProblem(answersIn(await client.closed)[0], 408, 'request_timeout');
    await dripping;
    const again = await catalog.ask(path, { method: 'PUT', headers, body: new Uint8Array(archive) });
    assert.equal(again.status, 201, again.text);
  });

  test('that stop reading an archive are ended, cost little memory, and others are served meanwhile', async () => {
    await using catalog = await startCatalog(seed, {}, { stalledTimeoutMs: 500 });
    const { keyring, archives } = catalog.services;
    const archive = randomBytes(48 * 1_024 * 1_024);
    const digest = hash('sha256', archive);
    await archives.put(archive, digest);
    const { url } = await links(keyring, PUBLIC_URL, archives).sign({
      realmId: known.id,
      name: digest,
      filename: 'a.tar.gz',
    });
    const before = process.memoryUsage().rss;
    const clients = Array.from({ length: 16 }, () => {
      const client = aClient(catalog, request('GET', url.replace(PUBLIC_URL, '')));
      client.socket.pause();
      return client;
    });
    await setTimeout(300);
    for (let times = 0; times < 10; times += 1) await assertServed(catalog);
    const grown = process.memoryUsage().rss - before;
    assert.ok(grown < 256 * 1_024 * 1_024, `grown by ${grown} bytes for 16 archives of 48 MiB`);
    await Promise.all(
      clients.map(async ({ socket, closed }) => {
        await setTimeout(3_000);
        socket.resume(); // what the kernel holds, and then the end
        assert.ok((await closed).length < archive.length);
      }),
    );
    await assertServed(catalog);
  });

  test('that ask again and again and never read are ended, and cost little memory', async () => {
    await using catalog = await startCatalog(seed, {}, { stalledTimeoutMs: 500 });
    const before = process.memoryUsage().rss;
    const { socket, closed } = aClient(catalog);
    socket.pause();
    const asked = request('GET', '/v1/openapi.json', { connection: 'keep-alive' }).repeat(8);
    for (let times = 0; times < 20 && socket.writable; times += 1) {
      socket.write(asked);
      await setTimeout(25);
    }
    const grown = process.memoryUsage().rss - before;
    assert.ok(grown < 256 * 1_024 * 1_024, `grown by ${grown} bytes`);
    await setTimeout(1_000);
    socket.resume();
    await closed;
    await assertServed(catalog);
  });
});

describe('connections', () => {
  const keep = request('GET', '/healthz', { connection: 'keep-alive' });

  async function open(catalog: TestCatalog, from?: string) {
    const client = aClient(catalog, keep, from);
    const isServed = await Promise.race([
      once(client.socket, 'data').then(() => true),
      client.closed.then(() => false),
    ]);
    return { ...client, isServed };
  }

  for (const [what, within, env, from] of [
    ['from one address are bounded', { maxConnectionsOfAddress: 5 }, {}, '127.0.0.1'],
    ['are bounded in all', { maxConnections: 5 }, { TRUST_PROXY: '127.0.0.0/8' }, '127.0.0.9'],
  ] as const)
    test(`${what}: more are closed at once, until one of the others goes`, async () => {
      await using catalog = await startCatalog(seed, env, within);
      const first = [];
      for (let n = 0; n < 5; n += 1) first.push(await open(catalog, from));
      assert.ok(first.every(({ isServed }) => isServed));
      for (let n = 0; n < 20; n += 1) assert.equal((await open(catalog, from)).isServed, false);
      first[0]?.socket.end();
      await first[0]?.closed;
      let again = await open(catalog, from);
      for (let tries = 0; !again.isServed && tries < 100; tries += 1) {
        await setTimeout(10);
        again = await open(catalog, from);
      }
      assert.ok(again.isServed);
      for (const { socket } of [...first, again]) socket.destroy();
    });

  test('from one address are not bounded for another address, nor for a proxy that is trusted', async () => {
    for (const [env, from] of [
      [{}, '127.0.0.2'],
      [{ TRUST_PROXY: '127.0.0.1' }, '127.0.0.1'],
    ] as const) {
      await using catalog = await startCatalog(seed, env, { maxConnectionsOfAddress: 1 });
      const clients = [await open(catalog), await open(catalog, from)];
      assert.ok(clients.every(({ isServed }) => isServed));
      for (const { socket } of clients) socket.destroy();
    }
  });
});
