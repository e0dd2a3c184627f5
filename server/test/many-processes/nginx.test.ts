// The configuration of nginx that is shipped: what it passes on, what it sends elsewhere, what it never sends twice.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { describe, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { balancerBy, testBalancer } from './balancers.ts';
import { without } from '../support/servers/debian.ts';
import { startNginx } from '../support/servers/nginx.ts';
import { dies, startUpstream } from './upstreams.ts';

/** Each test of its own, so that the summary counts what is skipped. */
const needsNginx = { skip: without('nginx') };

const nginxBefore = balancerBy(startNginx);

describe('nginx', () => {
  testBalancer({
    needs: needsNginx,
    before: nginxBefore,
    never: ['POST', 'PATCH'],
    uploadBytes: 100 * 1024 * 1024, // the largest archive
  });

  test('passes paths on as they were written', needsNginx, async () => {
    await using one = await startUpstream();
    await using nginx = await nginxBefore(one.port);
    for (const path of ['/v1//realms', '/v1/realms/a%2Fb?tags=a%20b'])
      assert.equal((await fetch(nginx.url + path)).status, 200);
    assert.deepEqual(one.seen, ['GET /v1//realms', 'GET /v1/realms/a%2Fb?tags=a%20b']);
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
