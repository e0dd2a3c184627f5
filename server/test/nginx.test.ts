// The configuration of nginx that is shipped: what it passes on, what it sends elsewhere, what it never sends twice.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { describe, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { without } from './servers/debian.ts';
import { freePort } from './free-port.ts';
import { startNginx } from './servers/nginx.ts';
import { assertReadsAnsweredBy, dies, json, startPausable, startUpstream } from './upstreams.ts';

/** Each test of its own, so that the summary counts what is skipped. */
const needsNginx = { skip: without('nginx') };

async function nginxBefore(...ports: number[]) {
  const nginx = await startNginx(ports);
  assert.ok(nginx);
  return nginx;
}

describe('nginx', () => {
  test('tells the address of the client, and not what the client claims', needsNginx, async () => {
    const headers: IncomingMessage['headers'][] = [];
    await using one = await startUpstream((request, reply) => {
      headers.push(request.headers);
      json(request, reply);
    });
    await using nginx = await nginxBefore(one.port);
    await fetch(`${nginx.url}/v1/realms`, {
      headers: { 'x-forwarded-for': '192.0.2.1', 'x-forwarded-proto': 'gopher', authorization: 'Bearer x' },
    });
    const [sent] = headers;
    assert.equal(sent?.['x-forwarded-for'], '127.0.0.1');
    assert.equal(sent?.['x-forwarded-proto'], 'http');
    assert.equal(sent?.host, '127.0.0.1');
    assert.equal(sent?.authorization, 'Bearer x');
  });

  test('passes paths on as they were written', needsNginx, async () => {
    await using one = await startUpstream();
    await using nginx = await nginxBefore(one.port);
    for (const path of ['/v1//realms', '/v1/realms/a%2Fb?tags=a%20b'])
      assert.equal((await fetch(nginx.url + path)).status, 200);
    assert.deepEqual(one.seen, ['GET /v1//realms', 'GET /v1/realms/a%2Fb?tags=a%20b']);
  });

  test('sends any request elsewhere when a process is not there, a POST too', needsNginx, async () => {
    await using one = await startUpstream();
    await using nginx = await nginxBefore(await freePort(), one.port, await freePort());
    for (const method of ['POST', 'GET', 'PATCH', 'DELETE', 'POST'])
      assert.equal((await fetch(`${nginx.url}/x`, { method, ...(method !== 'GET' && { body: '{}' }) })).status, 200);
    const upload = await fetch(`${nginx.url}/v1/realms/x/upload`, { method: 'PUT', body: Buffer.alloc(100_000) });
    assert.equal(upload.status, 200);
    assert.equal(one.seen.length, 6);
  });

  for (const method of ['POST', 'PATCH'])
    test(`never sends a ${method} twice when the process that has it is gone`, needsNginx, async () => {
      await using first = await startUpstream(dies);
      await using second = await startUpstream(dies);
      await using nginx = await nginxBefore(first.port, second.port);
      const { status } = await fetch(`${nginx.url}/v1/realms/x/download`, { method, body: '{}' });
      assert.equal(status, 502);
      assert.equal(first.seen.length + second.seen.length, 1);
    });

  test('sends a GET elsewhere when the process that has it is gone', needsNginx, async () => {
    await using gone = await startUpstream(dies);
    await using good = await startUpstream();
    await using nginx = await nginxBefore(gone.port, good.port);
    for (let n = 0; n < 4; n += 1) assert.equal((await fetch(`${nginx.url}/v1/realms`)).status, 200);
    assert.ok(gone.seen.length > 0, 'the one that dies was asked');
    assert.equal(good.seen.length, 4);
  });

  test('leaves a process out that has failed', needsNginx, async () => {
    await using gone = await startUpstream(dies);
    await using good = await startUpstream();
    await using nginx = await nginxBefore(gone.port, good.port);
    const statuses = new Set<number>();
    for (let n = 0; n < 100; n += 1) statuses.add((await fetch(`${nginx.url}/v1/realms`)).status);
    assert.deepEqual([...statuses], [200]);
    assert.ok(gone.seen.length < 10, `${gone.seen.length} of 100 requests went to the one that dies`);
  });

  test('never sends an upload twice when the process that has it is gone', needsNginx, async () => {
    await using first = await startUpstream((request, reply) => request.once('data', () => dies(request, reply)));
    await using second = await startUpstream((request, reply) => request.once('data', () => dies(request, reply)));
    await using nginx = await nginxBefore(first.port, second.port);
    const upload = { method: 'PUT', body: Buffer.alloc(100_000) };
    assert.equal((await fetch(`${nginx.url}/v1/realms/x/upload`, upload)).status, 502);
    assert.equal(first.seen.length + second.seen.length, 1);
  });

  test('sends reads elsewhere when the process that has them stands still', needsNginx, async () => {
    await using still = await startPausable();
    await using good = await startPausable();
    await using nginx = await nginxBefore(still.port, good.port);
    still.pause();
    await assertReadsAnsweredBy(good, nginx.url);
    assert.ok((await still.resume()).length > 0, 'the one that stands still was asked');
  });

  test('streams an upload through while it arrives, and lets 100 MiB pass', needsNginx, async () => {
    const arrived = Promise.withResolvers<void>();
    let size = 0;
    await using one = await startUpstream(async (request, reply) => {
      for await (const chunk of request) {
        size += (chunk as Buffer).length;
        arrived.resolve();
      }
      json(request, reply);
    });
    await using nginx = await nginxBefore(one.port);
    const bytes = 100 * 1024 * 1024;
    const upload = request(`${nginx.url}/v1/api/realms/x/upload`, {
      method: 'PUT',
      headers: { 'content-length': bytes },
    });
    upload.write(Buffer.alloc(1_024));
    await arrived.promise; // before the rest is sent
    upload.end(Buffer.alloc(bytes - 1_024));
    const [{ statusCode }] = (await once(upload, 'response')) as [IncomingMessage];
    assert.deepEqual({ statusCode, size }, { statusCode: 200, size: bytes });
  });

  test('compresses JSON for those who take it, and no archive', needsNginx, async () => {
    const text = JSON.stringify(Array.from({ length: 500 }, (_, n) => ({ name: `realm ${n}` })));
    await using one = await startUpstream(({ url }, reply) => {
      reply.setHeader('content-type', url === '/a.tgz' ? 'application/gzip' : 'application/json').end(text);
    });
    await using nginx = await nginxBefore(one.port);
    async function get(path: string, encoding: string) {
      const asked = request(nginx.url + path, { headers: { 'accept-encoding': encoding } }).end();
      const [reply] = (await once(asked, 'response')) as [IncomingMessage];
      return { headers: reply.headers, body: Buffer.concat(await reply.toArray()) };
    }
    const small = await get('/v1/realms', 'gzip');
    assert.equal(small.headers['content-encoding'], 'gzip');
    assert.match(small.headers.vary ?? '', /accept-encoding/i);
    assert.equal(gunzipSync(small.body).toString(), text);
    for (const [path, encoding] of [
      ['/v1/realms', 'identity'],
      ['/a.tgz', 'gzip'],
    ] as const) {
      const plain = await get(path, encoding);
      assert.equal(plain.headers['content-encoding'], undefined);
      assert.equal(plain.body.toString(), text);
    }
  });
});
