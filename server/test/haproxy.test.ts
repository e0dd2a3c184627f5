// The configuration of HAProxy that is shipped: what it passes on, what it sends elsewhere, what it never sends twice.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { json as jsonOf } from './harness.ts';
import {
  aKey,
  aRealm,
  download,
  failed,
  figures,
  inTurn,
  loadFor,
  logIn,
  query,
  register,
  startGround,
  until,
  withoutPostgres,
} from './many-processes.ts';
import { aProcess } from './processes.ts';
import { freePort } from './free-port.ts';
import { without } from './servers/debian.ts';
import { startHaproxy } from './servers/haproxy.ts';
import { assertReadsAnsweredBy, dies, json, startPausable, startUpstream } from './upstreams.ts';

/** Each test of its own, so that the summary counts what is skipped. */
const needsHaproxy = { skip: without('haproxy') };

async function haproxyBefore(...ports: number[]) {
  const haproxy = await startHaproxy(ports);
  assert.ok(haproxy);
  return haproxy;
}

describe('HAProxy', () => {
  test('tells the address of the client, and not what the client claims', needsHaproxy, async () => {
    const headers: IncomingHttpHeaders[] = [];
    await using one = await startUpstream((request, reply) => {
      if (request.url === '/v1/realms') headers.push(request.headers);
      json(request, reply);
    });
    await using haproxy = await haproxyBefore(one.port);
    await fetch(`${haproxy.url}/v1/realms`, {
      headers: { 'x-forwarded-for': '192.0.2.1', 'x-forwarded-proto': 'gopher', authorization: 'Bearer x' },
    });
    const [sent] = headers;
    assert.equal(sent?.['x-forwarded-for'], '127.0.0.1');
    assert.equal(sent?.['x-forwarded-proto'], 'http');
    assert.equal(sent?.authorization, 'Bearer x');
  });

  test('sends any request elsewhere when a process is not there, a POST too', needsHaproxy, async () => {
    await using one = await startUpstream();
    await using haproxy = await haproxyBefore(await freePort(), one.port, await freePort());
    for (const method of ['POST', 'GET', 'PATCH', 'DELETE', 'POST'])
      assert.equal((await fetch(`${haproxy.url}/x`, { method, ...(method !== 'GET' && { body: '{}' }) })).status, 200);
    const upload = await fetch(`${haproxy.url}/v1/realms/x/upload`, { method: 'PUT', body: Buffer.alloc(100_000) });
    assert.equal(upload.status, 200);
    assert.equal(one.seen.length, 6);
  });

  for (const method of ['POST', 'PATCH', 'PUT', 'DELETE'])
    test(`never sends a ${method} twice when the process that has it is gone`, needsHaproxy, async () => {
      await using first = await startUpstream(dies);
      await using second = await startUpstream(dies);
      await using haproxy = await haproxyBefore(first.port, second.port);
      const { status } = await fetch(`${haproxy.url}/v1/realms/x/upload`, { method, body: '{}' });
      assert.equal(status, 502);
      assert.equal(first.seen.length + second.seen.length, 1);
    });

  test('sends a GET elsewhere when the process that has it is gone', needsHaproxy, async () => {
    await using gone = await startUpstream(dies);
    await using good = await startUpstream();
    await using haproxy = await haproxyBefore(gone.port, good.port);
    for (let n = 0; n < 4; n += 1) assert.equal((await fetch(`${haproxy.url}/v1/realms`)).status, 200);
    assert.ok(gone.seen.length > 0, 'the one that dies was asked');
    assert.equal(good.seen.length, 4);
  });

  test('sends reads elsewhere when the process that has them stands still', needsHaproxy, async () => {
    await using still = await startPausable();
    await using good = await startPausable();
    await using haproxy = await haproxyBefore(still.port, good.port);
    still.pause();
    await assertReadsAnsweredBy(good, haproxy.url);
    assert.ok((await still.resume()).length > 0, 'the one that stands still was asked');
  });

  test('asks processes that are not ready when none is', needsHaproxy, async () => {
    let checks = 0;
    await using one = await startUpstream((request, reply) => {
      if (request.url === '/readyz') [reply.statusCode, checks] = [503, checks + 1];
      json(request, reply);
    });
    await using haproxy = await haproxyBefore(one.port);
    await until('three checks have failed', () => checks >= 3);
    assert.equal((await fetch(`${haproxy.url}/v1/realms`)).status, 200);
  });

  test('streams an upload through while it arrives', needsHaproxy, async () => {
    const arrived = Promise.withResolvers<void>();
    let size = 0;
    await using one = await startUpstream(async (request, reply) => {
      for await (const chunk of request) {
        size += (chunk as Buffer).length;
        arrived.resolve();
      }
      json(request, reply);
    });
    await using haproxy = await haproxyBefore(one.port);
    const bytes = 1024 * 1024;
    const headers = { 'content-length': bytes };
    const upload = request(`${haproxy.url}/v1/api/realms/x/upload`, { method: 'PUT', headers });
    upload.write(Buffer.alloc(1_024));
    await arrived.promise; // before the rest is sent
    upload.end(Buffer.alloc(bytes - 1_024));
    const [{ statusCode }] = (await once(upload, 'response')) as [IncomingMessage];
    assert.deepEqual({ statusCode, size }, { statusCode: 200, size: bytes });
  });
});

const needsProcesses = { skip: without('haproxy') || withoutPostgres() };

test(
  'processes behind HAProxy fail no request while they are restarted one after the other',
  needsProcesses,
  async (t) => {
    await using ground = await startGround();
    const env = await ground.oneStore('haproxy');
    await using one = await aProcess(env);
    await using two = await aProcess(env);
    await one.start();
    await two.start();
    await register(one, 'alice');
    const { key } = await aKey(one, await logIn(one, 'alice'));
    const { slug } = await aRealm(one, key, 'Target');
    await using haproxy = await haproxyBefore(one.port, two.port);

    const realm = `${haproxy.url}/v1/realms/${slug}`;
    const kinds = [
      () => download(haproxy.url, slug),
      () => ({ url: realm }),
      () => ({ url: `${haproxy.url}/v1/realms?limit=5` }),
      (number: number) => ({ ...jsonOf({ description: `Changed ${number} times.` }, key, 'PATCH'), url: realm }),
    ];
    const load = loadFor(t, 16, (number) => inTurn(kinds, number)(number));
    await setTimeout(500);
    for (const each of [one, two]) {
      assert.equal(await each.stop('SIGTERM'), 0, each.shown);
      await each.start();
      await setTimeout(2_500); // until HAProxy has seen that it is ready
    }
    const outcomes = await load.stop();
    t.diagnostic(figures(outcomes));
    assert.deepEqual(failed(outcomes), []);
    const [counted] = await query<{ count: string }>(
      env['DATABASE_URL'] ?? '',
      'select sum(count) as count from download_counts',
    );
    assert.equal(Number(counted?.count), outcomes.filter(({ sent }) => sent.url.endsWith('/download')).length);
  },
);
