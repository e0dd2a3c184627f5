// Responses to requests that were not read whole: also a client that writes its whole request before it reads gets them, within bounds.
// Run: one store, shared process
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { describe, test } from 'node:test';
import { anAccount, bearer, request, signUp, startCatalog, useCatalog } from '../support/harness.ts';
import { aClient, answersIn, drip, type Client } from './raw-sockets.ts';

const MIB = 1_024 * 1_024;
/** More than the kernel takes for a connection. */
const BODY_BYTES = 20 * MIB;

const catalog = useCatalog({ accounts: [anAccount({ username: 'ada' })] });
const body = Buffer.alloc(BODY_BYTES, 'x');
const length = { 'content-length': String(BODY_BYTES) };

/** Reads nothing until all is written, or the connection is broken. */
async function writeThenRead(bytes: Buffer): Promise<number | undefined> {
  const { socket, closed } = aClient(catalog);
  socket.pause();
  await new Promise((resolve) => socket.write(bytes, resolve));
  socket.resume();
  return answersIn(await closed)[0]?.status;
}

const refused = (more: Record<string, string>) => request('POST', '/v1/nothing', more);
const answerOf = ({ socket, closed }: Client) =>
  Promise.race([once(socket, 'data').then(String), closed.then(() => 'closed')]);

describe('a client that writes its whole request before it reads gets', () => {
  test('the 413 to a body that is too large', async () => {
    const { token } = await signUp(catalog, { username: 'bob' });
    const headers = { ...bearer(token).headers, 'content-type': 'image/png', ...length };
    const head = request('PUT', '/v1/me/avatar', headers);
    assert.equal(await writeThenRead(Buffer.concat([Buffer.from(head), body])), 413);
  });

  test('the 413 to a body that turns out to be too large', async () => {
    const headers = { 'content-type': 'application/json', 'transfer-encoding': 'chunked' };
    const head = `${request('POST', '/v1/auth/login', headers)}${BODY_BYTES.toString(16)}\r\n`;
    assert.equal(await writeThenRead(Buffer.concat([Buffer.from(head), body, Buffer.from('\r\n0\r\n\r\n')])), 413);
  });

  for (const [status, method, path] of [
    [401, 'POST', '/v1/realms'],
    [404, 'POST', '/v1/nothing'],
    [404, 'HEAD', '/v1/nothing'],
    [200, 'GET', '/v1/stats'],
    [413, 'POST', '/sign-in'],
  ] as const)
    test(`the ${status} to ${method} ${path}`, async () => {
      const head = request(method, path, { 'content-type': 'application/x-www-form-urlencoded', ...length });
      assert.equal(await writeThenRead(Buffer.concat([Buffer.from(head), body])), status);
    });

  test('the 400 to a request that is not HTTP', async () => {
    assert.equal(await writeThenRead(Buffer.concat([Buffer.from('nonsense\r\n\r\n'), body])), 400);
  });
});

describe('what is left of a request is read', () => {
  const endless = { 'content-length': '1000000000000' };

  for (const [what, head] of [
    ['a refused request', refused(endless)],
    ['a request that is not HTTP', 'nonsense\r\n\r\n'],
  ] as const) {
    test(`up to so many bytes: the connection of ${what} is closed`, async () => {
      await using bounded = await startCatalog({}, {}, { lingeringMs: 600_000, maxLingeringBytes: MIB });
      const { socket } = aClient(bounded, head);
      socket.pause(); // so that it does not end by itself when it reads the end of the connection
      const chunk = body.subarray(0, MIB);
      for (let sent = 0; sent < 64 && socket.writable; sent += 1)
        await new Promise((resolve) => socket.write(chunk, resolve));
      assert.equal(socket.writable, false);
    });

    test(`for so long: the connection of ${what} is closed`, async () => {
      const limits = { lingeringMs: 200, bodyGraceMs: 600_000, stalledTimeoutMs: 600_000 };
      await using bounded = await startCatalog({}, {}, limits);
      const client = aClient(bounded, head);
      client.socket.allowHalfOpen = true;
      await drip(client, 'x', 20);
      assert.ok([400, 404].includes(answersIn(await client.closed)[0]?.status ?? 0));
    });
  }

  test('and its connection counts meanwhile', async () => {
    await using bounded = await startCatalog({}, {}, { lingeringMs: 600_000, maxConnectionsOfAddress: 1 });
    const first = aClient(bounded, refused({ 'content-length': '2' }));
    assert.match(await answerOf(first), /^HTTP\/1\.1 404 /);
    assert.equal(await answerOf(aClient(bounded, request('GET', '/healthz'))), 'closed');
    first.socket.write('{}');
    await first.closed;
    assert.match(await answerOf(aClient(bounded, request('GET', '/healthz'))), /^HTTP\/1\.1 200 /);
  });
});
