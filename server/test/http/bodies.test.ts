// The bodies of requests: what is JSON and what is none, of which type, how long and how deep.
// Run: one store, shared process
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { bearer, json, PASSWORD, request, send, signUp, startCatalog, useCatalog } from '../support/harness.ts';
import { aClient } from './raw-sockets.ts';
import { assertRefused } from '../support/replies.ts';
import { until } from '../support/until.ts';

const catalog = useCatalog();

const exactly = (bytes: number) => {
  const body = { username: 'nobody', password: 'wrong password', padding: '' };
  return JSON.stringify({ ...body, padding: 'x'.repeat(bytes - JSON.stringify(body).length) });
};
const post = (body: string | undefined, type = 'application/json') =>
  catalog.ask('/v1/auth/login', {
    method: 'POST',
    headers: { 'content-type': type },
    ...(body !== undefined && { body }),
  });

describe('the body of a request', () => {
  test('that is empty is no body, whatever type it claims', async () => {
    for (const type of ['application/json', 'application/json; charset=utf-8', 'text/plain', 'application/xml', 'x/y'])
      for (const body of [undefined, '']) assertRefused(await post(body, type), 'username', 'password');
    const chunked = { 'content-type': 'application/json', 'transfer-encoding': 'chunked' };
    const answer = await send(catalog, `${request('POST', '/v1/auth/login', chunked)}0\r\n\r\n`);
    assertRefused({ ...answer, body: JSON.parse(answer.text) }, 'username', 'password');
  });

  for (const body of [
    '{',
    '{"username":}',
    'username=ada',
    "{'username':'ada'}",
    '{"a":1}x',
    '\u0000',
    'undefined',
    ' ',
  ])
    test(`${JSON.stringify(body)} is no JSON: a 400`, async () => assertRefused(await post(body), 'body'));

  test('that is cut off is a fault of the client, and is not logged as one of the server', async () => {
    const headers = { 'content-type': 'application/json', 'content-length': '100', 'x-request-id': 'cut-off' };
    const { socket, closed } = aClient(catalog, `${request('POST', '/v1/auth/login', headers)}{"username":`);
    await until('the request is sent', () => socket.bytesWritten > 0 && !socket.pending);
    socket.end();
    await closed;
    const line = () => catalog.logged.find((text) => text.includes('"cut-off"'));
    await until('the request is logged', () => line() !== undefined);
    assert.match(line() ?? '', /"level":30.*"status":400/);
  });

  for (const body of ['[]', '"text"', '1', 'null', 'true', '[{"username":"ada"}]'])
    test(`${body} is no object: a 400`, async () => assertRefused(await post(body), 'body'));

  for (const body of ['{"__proto__":{"username":"ada"}}', '{"constructor":{"prototype":{"role":"admin"}}}'])
    test(`${body} sets nothing`, async () => {
      assert.equal((await post(body)).status, 400);
      assert.equal(({} as Record<string, unknown>)['role'], undefined);
    });

  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/xml',
    'multipart/form-data; boundary=x',
    'nonsense',
  ])
    test(`${type} is a 415`, async () => {
      const { status, body } = await post(JSON.stringify({ username: 'ada', password: PASSWORD }), type);
      assert.equal(status, 415);
      assert.equal(body.code, 'unsupported_media_type');
    });

  test('without a type is a 415', async () => {
    const body = JSON.stringify({ username: 'ada', password: PASSWORD });
    const head = request('POST', '/v1/auth/login', { 'content-length': String(body.length) });
    assert.equal((await send(catalog, head + body)).status, 415);
  });

  test('may be 64 KiB long, and one byte more is a 413', async () => {
    assert.equal((await post(exactly(65_536))).status, 401);
    for (const size of [65_537, 1_000_000]) {
      const { status, body } = await post(exactly(size));
      assert.equal(status, 413);
      assert.equal(body.code, 'payload_too_large');
    }
  });
});

for (const depth of [1_000, 15_000])
  test(`a body nested ${depth} deep is a 400`, async () => {
    await using catalog = await startCatalog();
    const nested = `${'['.repeat(depth)}${']'.repeat(depth)}`;
    const reply = await catalog.ask('/v1/auth/login', { ...json({}), body: `{"username":${nested},"password":"x"}` });
    assert.equal(reply.status, 400);
  });

describe('unknown fields of a body', () => {
  let tries = 0;
  const login = (extra: string) => post(`{"username":"nobody-${(tries += 1)}","password":"wrong","extra":${extra}}`);

  test('may be nested 31 levels below it, and one more is a 400', async () => {
    assert.equal((await login(`${'['.repeat(31)}${']'.repeat(31)}`)).status, 401);
    const { status, body } = await login(`${'['.repeat(16)}${'{"a":'.repeat(16)}1${'}'.repeat(16)}${']'.repeat(16)}`);
    assert.equal(status, 400);
    assert.deepEqual(body.errors, [{ field: 'body', message: 'is nested too deeply' }]);
  });

  for (const [name, text] of Object.entries({
    brackets: '['.repeat(100),
    'quotes and brackets': '"[{'.repeat(100),
    'backslashes, quotes and brackets': String.raw`\"[`.repeat(100),
    'backslashes at its end': '[['.repeat(50) + '\\'.repeat(3),
  }))
    test(`may hold a text of ${name}, which is no nesting`, async () => {
      assert.equal((await login(JSON.stringify(text))).status, 401);
      assert.equal((await login(`[${JSON.stringify(text)}]`)).status, 401);
    });
});

test('a request with a type and no body, not even a length, is answered', async () => {
  await using catalog = await startCatalog();
  const { token } = await signUp(catalog, { username: 'owner' });
  const headers = { 'content-type': 'application/json', ...bearer(token).headers };
  const unknown = '/v1/keys/019a8b2e-5f00-7c3d-9e41-2a6f0d9b7c11';
  assert.equal((await catalog.ask(unknown, { method: 'DELETE', headers })).status, 404); // fetch sends no length here
});
