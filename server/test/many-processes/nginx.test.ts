// The configuration of nginx that is shipped: what it passes on, what it sends elsewhere, what it never sends twice.
// Needs: Debian packages
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { connect } from 'node:http2';
import { describe, test } from 'node:test';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { errors, type ErrorCode, type Problem } from '@realm-catalog/contract';
import { balancerBy, testBalancer } from './balancers.ts';
import { freePort } from '../support/free-port.ts';
import { selfSigned } from '../support/self-signed.ts';
import { without } from '../support/servers/debian.ts';
import { startNginx } from '../support/servers/nginx.ts';
import { dies, json, startUpstream } from './upstreams.ts';

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

  test('that does not start says why', needsNginx, async () => {
    await assert.rejects(nginxBefore(70_000), /\[emerg\] .*invalid port/);
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

  test('leaves it to the catalog to compress, and changes no ETag', needsNginx, async () => {
    const text = 'x'.repeat(5_000);
    await using one = await startUpstream(({ headers }, reply) => {
      const isCompressed = headers['accept-encoding'] === 'br';
      reply.setHeader('content-type', 'application/json').setHeader('etag', isCompressed ? '"a-br"' : '"a"');
      if (isCompressed) reply.setHeader('content-encoding', 'br');
      reply.end(isCompressed ? brotliCompressSync(text) : text);
    });
    await using nginx = await nginxBefore(one.port);
    for (const [encoding, etag] of [
      ['br', '"a-br"'],
      ['gzip', '"a"'],
    ] as const) {
      const asked = request(`${nginx.url}/v1/realms`, { headers: { 'accept-encoding': encoding } }).end();
      const [reply] = (await once(asked, 'response')) as [IncomingMessage];
      const body = Buffer.concat(await reply.toArray());
      assert.equal(reply.headers.etag, etag);
      assert.equal((encoding === 'br' ? brotliDecompressSync(body) : body).toString(), text);
    }
  });

  test('refuses with problems, reads, writes and uploads alike', needsNginx, async () => {
    await using gone = await startUpstream(dies);
    await using nginx = await nginxBefore(gone.port);
    const cases: [path: string, init: RequestInit, status: number, code: string][] = [
      ['/v1/realms', { method: 'POST', body: Buffer.alloc(2 * 1024 * 1024) }, 413, 'payload_too_large'],
      ['/v1/realms/x/upload', { method: 'PUT', body: Buffer.alloc(102 * 1024 * 1024) }, 413, 'payload_too_large'],
      ['/realms/x/upload', { method: 'POST', body: Buffer.alloc(2 * 1024 * 1024) }, 502, 'unavailable'], // by a page
      ['/v1/realms', {}, 502, 'unavailable'],
      ['/v1/realms', { method: 'POST', body: '{}' }, 502, 'unavailable'],
      ['/archives/x', {}, 502, 'unavailable'],
    ];
    for (const [path, init, status, code] of cases) await seeProblem(await fetch(nginx.url + path, init), status, code);
    assert.equal((await fetch(`${nginx.url}/v1/realms`)).headers.get('retry-after'), '1');
    // A process that has the request and stands still. nginx would wait for 60 s.
    await using still = await startUpstream(() => undefined);
    await using waiting = await nginxBefore(still.port);
    await seeProblem(await fetch(`${waiting.url}/v1/realms`), 504, 'unavailable');
  });

  test(
    'answers over TLS and HTTP/2 with the files that are shipped, and sends everyone there',
    needsNginx,
    async () => {
      const forwarded: unknown[] = [];
      await using one = await startUpstream((request, reply) => {
        forwarded.push(request.headers['x-forwarded-proto']);
        json(request, reply);
      });
      const port = await freePort();
      await using nginx = (await startNginx([one.port], { port, ...selfSigned() })) ?? assert.fail();
      const client = connect(`https://127.0.0.1:${port}`, { rejectUnauthorized: false });
      const stream = client.request({ ':path': '/v1/realms' });
      const [headers] = (await once(stream, 'response')) as [Record<string, unknown>];
      stream.resume();
      await once(stream, 'end');
      client.close();
      assert.equal(headers[':status'], 200);
      assert.deepEqual(forwarded, ['https']);
      const plain = await fetch(`${nginx.url}/v1/realms?a=b`, { method: 'POST', redirect: 'manual' });
      assert.deepEqual([plain.status, plain.headers.get('location')], [308, 'https://127.0.0.1/v1/realms?a=b']);
    },
  );
});

async function seeProblem(reply: Response, status: number, code: string): Promise<void> {
  const text = await reply.text();
  assert.equal(reply.status, status, text);
  assert.equal(reply.headers.get('content-type'), 'application/problem+json');
  assert.equal(reply.headers.get('access-control-allow-origin'), '*');
  const problem = JSON.parse(text) as Problem;
  const { title, type } = { title: errors[code as ErrorCode].title, type: `urn:realm-catalog:problem:${code}` };
  assert.deepEqual(
    { ...problem, detail: '' },
    { type, title, status, detail: '', code, requestId: reply.headers.get('x-request-id') },
  );
}
