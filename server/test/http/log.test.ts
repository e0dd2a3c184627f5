// The log: whatever a client, a proxy or a store sends, its lines stay short, whole and readable, and hold no secret.
// Run: one store, shared process
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { pino } from 'pino';
import { serializers } from '../../src/logging/log.ts';
import { aKey, request, send, signUp, startCatalog } from '../support/harness.ts';
import { seed } from './answers.ts';

/** A path of 1 KiB in which JSON escapes every character, an address, and the rest. */
const LONGEST_LINE = 2_048 + 512;

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
