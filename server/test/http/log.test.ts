// The log: whatever a client, a proxy or a store sends, its lines stay short, whole and readable, and hold no secret.
// Run: one store, shared process
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { pino } from 'pino';
import { serializers } from '../../src/logging/log.ts';
import { create, tarGz } from '../publishing/uploads.ts';
import { aKey, bearer, request, send, signUp, startCatalog, type TestCatalog, useCatalog } from '../support/harness.ts';
import { until } from '../support/until.ts';
import { signInToWeb } from '../support/web-session.ts';
import { seed } from './answers.ts';

/** A path of 1 KiB and a user agent of 200 bytes in which JSON escapes every character, an address, and the rest. */
const LONGEST_LINE = 2_048 + 400 + 512;

const lineOf = (logged: string[]) => {
  const line = logged.at(-1) ?? '';
  assert.ok(Buffer.byteLength(line) <= LONGEST_LINE, `a line of ${Buffer.byteLength(line)} bytes`);
  return JSON.parse(line) as { path: string; ip: string; status: number; reqId: string; method: string };
};

test('a path is logged up to 1 KiB, with and without a body, found or not', async () => {
  await using catalog = await startCatalog();
  for (const [beginning, status] of [
    ['/v1/realms/', 404],
    ['/v1/nothing/', 404],
    ['/nothing/', 404],
    ['/v1/%ff', 400],
  ] as const)
    for (const [fill, times] of [
      ['a', 15_000],
      ['"', 15_000],
      ['\\', 15_000],
    ] as const) {
      const { status: answered } = await send(catalog, request('GET', `${beginning}${fill.repeat(times)}?secret`));
      const { path, status: logged } = lineOf(catalog.logged);
      assert.deepEqual([answered, logged], [status, status], beginning + fill);
      assert.equal(path.length, 1_024);
      assert.equal(path, `${(beginning + fill.repeat(times)).slice(0, 1_023)}…`);
    }
  await catalog.ask(`/v1/${'a'.repeat(1_020)}`);
  assert.equal(lineOf(catalog.logged).path, `/v1/${'a'.repeat(1_020)}`, 'one that fits is whole');
});

test('an address that a proxy names, a request id and a method are bounded in the log', async () => {
  await using catalog = await startCatalog({}, { TRUST_PROXY: '127.0.0.1' });
  for (const path of ['/v1/realms', '/v1/nothing'])
    for (const odd of ['x'.repeat(7_000), '"'.repeat(7_000)]) {
      await send(catalog, request('GET', path, { 'x-forwarded-for': odd, 'x-request-id': odd }));
      const { ip, reqId } = lineOf(catalog.logged);
      assert.equal(ip, `${odd.slice(0, 63)}…`);
      assert.match(reqId, /^[\w-]{36}$/);
    }
  await send(catalog, request('A'.repeat(9_000), '/v1/realms'));
  lineOf(catalog.logged);
});

test('an error is logged with the beginning of its texts, its code and its stack, and nothing else that hangs on it', () => {
  const lines: string[] = [];
  const log = pino({ base: null, serializers }, { write: (line) => void lines.push(line) });
  const quoted = `${'x'.repeat(40_000)}\n`.repeat(30);
  const cause = Object.assign(new Error(quoted), { detail: quoted });
  const error = Object.assign(new Error(quoted, { cause }), {
    code: 'E_CODE',
    errno: -5,
    isFatal: true,
    detail: quoted,
    response: { body: quoted },
    other: new Error(quoted),
    errors: [new Error(quoted)],
  });
  log.error({ reqId: 'one', err: error }, 'request failed');
  const [line = ''] = lines;
  assert.ok(line.length <= 16_384, `a line of ${line.length} characters`);
  const { err } = JSON.parse(line) as { err: Record<string, string> };
  assert.deepEqual(Object.keys(err).toSorted(), ['code', 'detail', 'errno', 'isFatal', 'message', 'stack', 'type']);
  assert.deepEqual([err['code'], err['errno'], err['type']], ['E_CODE', -5, 'Error']);

  log.error({ err: new TypeError('short') }, 'request failed');
  const short = (JSON.parse(lines[1] ?? '') as { err: Record<string, string> }).err;
  assert.equal(short['message'], 'short');
  assert.match(short['stack'] ?? '', /^TypeError: short\n +at .*log\.test\.ts/);
});

describe('the log', () => {
  test('is one line of JSON whatever a proxy says of the client', async () => {
    await using catalog = await startCatalog(seed, { TRUST_PROXY: '127.0.0.1' });
    await catalog.ask('/v1/stats', {
      headers: { 'x-forwarded-for': '1"}\\', 'x-request-id': 'forged' },
    });
    const lines = catalog.logged.filter((line) => line.includes('forged')).map((line) => JSON.parse(line));
    assert.deepEqual(
      lines.map(({ status, ip }) => ({ status, ip })),
      [{ status: 200, ip: '1"}\\' }],
    );
  });

  test('holds one line a request, with its method, path and status and without its query or its credential', async () => {
    await using catalog = await startCatalog(seed);
    const { token } = await signUp(catalog, { username: 'bob' });
    const { key } = await aKey(catalog, token);
    const asked: [method: string, target: string, status: number, credential?: string][] = [
      ['GET', '/v1/api/realms', 200],
      ['HEAD', '/v1/realms', 200],
      ['GET', '/v1/realms/known', 200],
      ['GET', '/v1/realms/known', 200, token],
      ['GET', '/v1/realms/unknown', 404],
      ['GET', '/v1/realms/%ff', 400],
      ['GET', '/v1/stats', 401, 'hush-hush'],
      ['GET', '/v1/keys', 403],
      ['GET', '/nothing', 404],
      ['POST', '/v1/stats', 405],
      ['OPTIONS', '/v1/realms', 204],
      ['GET', '/docs', 200],
      ['GET', '/healthz', 200],
    ];
    for (const [at, [method, target, , credential = key]] of asked.entries()) {
      const headers = { authorization: `Bearer ${credential}`, 'x-request-id': `asked-${at}` };
      await send(catalog, request(method, `${target}?search=hush-hush`, headers));
    }
    while (!catalog.logged.some((line) => line.includes(`"asked-${asked.length - 1}"`))) await setImmediate();
    for (const [at, [method, target, status]] of asked.entries()) {
      const lines = catalog.logged.filter((line) => line.includes(`"asked-${at}"`));
      assert.equal(lines.length, 1, target);
      const {
        method: loggedMethod,
        path,
        status: loggedStatus,
      } = JSON.parse(lines[0] ?? '') as Record<string, unknown>;
      assert.deepEqual([loggedMethod, path, loggedStatus], [method, target, status]);
    }
    const all = catalog.logged.join('');
    assert.doesNotMatch(all, /hush|search|bearer/i);
    for (const credential of [key, token]) assert.ok(!all.includes(credential));
  });
});

type Sent = Omit<RequestInit, 'headers'> & { headers?: Record<string, string> };

/** What the log says of the request with this id, once it says it. */
async function logged({ logged: lines }: TestCatalog, id: string): Promise<Record<string, unknown>> {
  const find = () => lines.find((line) => line.includes(`"${id}"`) && line.includes('"msg":"request"'));
  await until(`${id} is logged`, () => find() !== undefined);
  return JSON.parse(find() ?? '') as Record<string, unknown>;
}

describe('a line of the log', () => {
  const catalog = useCatalog(seed);
  let asked = 0;

  /** Sends a request with an id of its own, and returns the answer and its line. */
  async function lineFor(path: string, { headers, ...init }: Sent = {}) {
    const id = `line-${(asked += 1)}`;
    const answer = await fetch(catalog.url + path, {
      redirect: 'manual',
      ...init,
      headers: { ...headers, 'x-request-id': id },
    });
    const body = Buffer.from(await answer.arrayBuffer());
    return { answer, body, line: await logged(catalog, id) };
  }

  async function said(path: string, credential?: string) {
    const { line } = await lineFor(path, credential ? bearer(credential) : {});
    return [line['operation'], line['account'], line['key'], line['status']];
  }

  test('names the operation, the account and the id of the key', async () => {
    const bob = await signUp(catalog, { username: 'bob' });
    const { id, key } = await aKey(catalog, bob.token);
    assert.deepEqual(await said('/v1/realms'), ['listRealms', undefined, undefined, 200]);
    assert.deepEqual(await said('/v1/api/realms/known', key), ['getRealm', 'bob', id, 200]);
    assert.deepEqual(await said('/v1/realms/unknown', key), ['getRealm', 'bob', id, 404]);
    assert.deepEqual(await said('/v1/keys', key), ['listKeys', 'bob', id, 403]);
    assert.deepEqual(await said('/v1/nothing', key), [undefined, 'bob', id, 404]);
    assert.deepEqual(await said('/v1/me', bob.token), ['getMe', 'bob', undefined, 200]);
    assert.deepEqual(await said('/v1/me', `${key}x`), ['getMe', undefined, undefined, 401]);
    assert.deepEqual(await said('/realms'), [undefined, undefined, undefined, 200]);
  });

  test('names who is signed in to a page, also where the page refuses', async () => {
    await signUp(catalog, { username: 'carol' });
    const { cookie } = await signInToWeb(catalog, 'carol');
    for (const [path, status] of [
      ['/settings', 200],
      ['/realms/unknown', 404],
      ['/nothing', 404],
    ] as const) {
      const { line } = await lineFor(path, { headers: { cookie, accept: 'text/html' } });
      assert.deepEqual([line['account'], line['status']], ['carol', status], path);
    }
  });

  test('names the account and the operation of an upload', async () => {
    const dora = await signUp(catalog, { username: 'dora' });
    const { slug, uploadToken } = await create(catalog, dora, { name: 'Meadow' });
    const headers = { ...bearer(uploadToken).headers, 'content-type': 'application/gzip' };
    const body = new Uint8Array(await tarGz({ 'realm.json': '{"version":"1.0.0"}' }));
    const { line } = await lineFor(`/v1/realms/${slug}/upload`, { method: 'PUT', headers, body });
    assert.deepEqual([line['operation'], line['account'], line['status']], ['uploadArchive', 'dora', 201]);
  });

  test('has the bytes of the body, as they were sent', async () => {
    const plain = { 'accept-encoding': 'identity' };
    const whole = await lineFor('/v1/realms', { headers: plain });
    assert.equal(whole.line['bytes'], whole.body.length);
    const [etag, length] = [whole.answer.headers.get('etag') ?? '', whole.answer.headers.get('content-length')];
    assert.equal(whole.body.length, Number(length));
    for (const init of [{ method: 'HEAD' }, { headers: { ...plain, 'if-none-match': etag } }])
      assert.equal((await lineFor('/v1/realms', init)).line['bytes'], 0);
    const { body: document } = await lineFor('/v1/openapi.json', { headers: plain });
    for (const path of ['/v1/openapi.json', '/docs/api']) {
      const answer = await send(catalog, request('GET', path, { 'accept-encoding': 'gzip', 'x-request-id': 'packed' }));
      const bytes = Number(answer.headers.get('content-length'));
      assert.equal((await logged(catalog, 'packed'))['bytes'], bytes, path);
      assert.ok(bytes > 0 && bytes < document.length);
      catalog.logged.length = 0;
    }
  });

  test('has the bytes of text that is streamed', async () => {
    const { token } = await signUp(catalog, { username: 'gina', name: 'Žofia Łęcka 😀' });
    const { body, line } = await lineFor('/v1/me/data', bearer(token));
    assert.match(String(body), /Žofia Łęcka 😀/);
    assert.equal(line['bytes'], body.length);
  });

  test('of an archive has the bytes that its client took', async () => {
    const erin = await signUp(catalog, { username: 'erin' });
    const { slug, uploadToken } = await create(catalog, erin, { name: 'Brook' });
    const noise = randomBytes(200_000).toString('hex');
    const archive = await tarGz({ 'realm.json': '{"version":"1.0.0"}', 'noise.txt': noise });
    const headers = { ...bearer(uploadToken).headers, 'content-type': 'application/gzip' };
    const sent = { method: 'PUT', headers, body: new Uint8Array(archive) };
    assert.equal((await catalog.ask(`/v1/realms/${slug}/upload`, sent)).status, 201);
    const { downloadUrl } = (await catalog.ask(`/v1/realms/${slug}/download`, { method: 'POST' })).body;
    const { pathname, search } = new URL(downloadUrl);
    const whole = await lineFor(pathname + search);
    assert.deepEqual([whole.line['bytes'], whole.body.length], [archive.length, archive.length]);
    const part = await lineFor(pathname + search, { headers: { range: 'bytes=10-109' } });
    assert.deepEqual([part.line['status'], part.line['bytes']], [206, 100]);
  });

  test('has the visible characters of the user agent, and no more than 200', async () => {
    const agents: [sent: string, logged: string][] = [
      ['realm/0.2.0 (linux)', 'realm/0.2.0 (linux)'],
      ['x","account":"admin', 'x","account":"admin'],
      ['\\"'.repeat(2_000), '\\"'.repeat(100)],
      ['\u009b31mred\u0085line\u00e9\ttab', '31mredlinetab'],
    ];
    for (const [at, [agent, says]] of agents.entries()) {
      await send(catalog, request('GET', '/v1/stats', { 'user-agent': agent, 'x-request-id': `agent-${at}` }));
      const line = await logged(catalog, `agent-${at}`);
      assert.deepEqual([line['agent'], line['account']], [says, undefined]);
      lineOf(catalog.logged.filter((text) => text.includes(`"agent-${at}"`)));
    }
    await send(catalog, request('GET', '/v1/stats', { 'x-request-id': 'no-agent' }));
    assert.equal((await logged(catalog, 'no-agent'))['agent'], '');
  });

  test('has the fields that docs/self-hosting.md names, and no other; and its commands ask for these', async () => {
    const { id, key } = await aKey(catalog, (await signUp(catalog, { username: 'fred' })).token);
    const { line } = await lineFor('/v1/realms', bearer(key));
    assert.equal(line['key'], id);
    const document = readFileSync(new URL('../../../docs/self-hosting.md', import.meta.url), 'utf8');
    const [, section = ''] = /^### Log\n([^]*?)^###? /m.exec(document) ?? [];
    const [fields = '', commands = ''] = section.split('| Question |');
    const named = [...fields.matchAll(/^\| (`.*?`) \|/gm)].flatMap(([, cell = '']) => cell.match(/\w+/g) ?? []);
    assert.deepEqual(Object.keys(line).toSorted(), [...named, 'level', 'time', 'msg'].toSorted());
    const asked = [...commands.matchAll(/(?<=[ ([-])\.(\w+)/g)].map(([, name = '']) => name);
    assert.equal(commands.match(/`jq /g)?.length, 5);
    assert.ok(asked.length > 10);
    for (const name of asked) assert.ok(name in line, name);
  });
});
