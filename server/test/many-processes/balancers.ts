// What every balancer whose configuration is shipped does: what it passes on, what it sends elsewhere, what it never sends twice.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { test } from 'node:test';
import { freePort } from '../support/free-port.ts';
import type { Balancer } from '../support/servers/balancer.ts';
import { assertReadsAnsweredBy, dies, json, startPausable, startUpstream } from './upstreams.ts';

interface Shape {
  /** Each test is skipped of its own, so that the summary counts what is skipped. */
  needs: { skip: string | false };
  before: (...upstreamPorts: number[]) => Promise<Balancer>;
  /** The methods that it never sends twice, whatever it has seen of an answer. */
  never: string[];
  /** How large the upload is that passes through. */
  uploadBytes: number;
}

/** For a balancer that is known to be there. */
export function balancerBy(start: (upstreamPorts: number[]) => Promise<Balancer | undefined>): Shape['before'] {
  return async (...upstreamPorts) => (await start(upstreamPorts)) ?? assert.fail('there is no such program');
}

/** The tests that all balancers have in common. */
export function testBalancer({ needs, before, never, uploadBytes }: Shape): void {
  test('tells the address of the client, and not what the client claims', needs, async () => {
    const headers: IncomingHttpHeaders[] = [];
    await using one = await startUpstream((request, reply) => {
      if (request.url === '/v1/realms') headers.push(request.headers);
      json(request, reply);
    });
    await using balancer = await before(one.port);
    await fetch(`${balancer.url}/v1/realms`, {
      headers: { 'x-forwarded-for': '192.0.2.1', 'x-forwarded-proto': 'gopher', authorization: 'Bearer x' },
    });
    const [sent] = headers;
    assert.equal(sent?.['x-forwarded-for'], '127.0.0.1');
    assert.equal(sent?.['x-forwarded-proto'], 'http');
    assert.equal(sent?.authorization, 'Bearer x');
    assert.match(sent?.host ?? '', /^127\.0\.0\.1(:\d+)?$/);
  });

  test('sends any request elsewhere when a process is not there, a POST too', needs, async () => {
    await using one = await startUpstream();
    await using balancer = await before(await freePort(), one.port, await freePort());
    for (const method of ['POST', 'GET', 'PATCH', 'DELETE', 'POST']) {
      const body = method === 'GET' ? {} : { body: '{}' };
      assert.equal((await fetch(`${balancer.url}/x`, { method, ...body })).status, 200);
    }
    const upload = await fetch(`${balancer.url}/v1/realms/x/upload`, { method: 'PUT', body: Buffer.alloc(100_000) });
    assert.equal(upload.status, 200);
    assert.equal(one.seen.length, 6);
  });

  for (const method of never)
    test(`never sends a ${method} twice when the process that has it is gone`, needs, async () => {
      await using first = await startUpstream(dies);
      await using second = await startUpstream(dies);
      await using balancer = await before(first.port, second.port);
      const path = method === 'PUT' ? '/v1/realms/x/upload' : '/v1/realms/x/download';
      const { status } = await fetch(balancer.url + path, { method, body: '{}' });
      assert.equal(status, 502);
      assert.equal(first.seen.length + second.seen.length, 1);
    });

  test('sends a GET elsewhere when the process that has it is gone', needs, async () => {
    await using gone = await startUpstream(dies);
    await using good = await startUpstream();
    await using balancer = await before(gone.port, good.port);
    for (let n = 0; n < 4; n += 1) assert.equal((await fetch(`${balancer.url}/v1/realms`)).status, 200);
    assert.ok(gone.seen.length > 0, 'the one that dies was asked');
    assert.equal(good.seen.length, 4);
  });

  test('sends reads elsewhere when the process that has them stands still', needs, async () => {
    await using still = await startPausable();
    await using good = await startPausable();
    await using balancer = await before(still.port, good.port);
    still.pause();
    await assertReadsAnsweredBy(good, balancer.url);
    assert.ok((await still.resume()).length > 0, 'the one that stands still was asked');
  });

  test(`streams an upload of ${uploadBytes} bytes through while it arrives`, needs, async () => {
    const arrived = Promise.withResolvers<void>();
    let size = 0;
    await using one = await startUpstream(async (request, reply) => {
      for await (const chunk of request) {
        size += (chunk as Buffer).length;
        arrived.resolve();
      }
      json(request, reply);
    });
    await using balancer = await before(one.port);
    const headers = { 'content-length': uploadBytes };
    const upload = request(`${balancer.url}/v1/api/realms/x/upload`, { method: 'PUT', headers });
    upload.write(Buffer.alloc(1_024));
    await arrived.promise; // before the rest is sent
    upload.end(Buffer.alloc(uploadBytes - 1_024));
    const [{ statusCode }] = (await once(upload, 'response')) as [IncomingMessage];
    assert.deepEqual({ statusCode, size }, { statusCode: 200, size: uploadBytes });
  });
}
