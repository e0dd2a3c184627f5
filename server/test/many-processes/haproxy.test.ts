// The configuration of HAProxy that is shipped: what it passes on, what it sends elsewhere, what it never sends twice.
// Needs: PostgreSQL, Debian packages
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { balancerBy, testBalancer } from './balancers.ts';
import { json as jsonOf } from '../support/harness.ts';
import {
  aKey,
  aRealm,
  download,
  failed,
  figures,
  inTurn,
  loadFor,
  logIn,
  numbered,
  query,
  register,
  startGround,
  untilAnswering,
  withoutPostgres,
} from './many-processes.ts';
import { until } from '../support/until.ts';
import { without } from '../support/servers/debian.ts';
import { startHaproxy } from '../support/servers/haproxy.ts';
import { json, startUpstream } from './upstreams.ts';

/** Each test of its own, so that the summary counts what is skipped. */
const needsHaproxy = { skip: without('haproxy') };

const haproxyBefore = balancerBy(startHaproxy);

describe('HAProxy', () => {
  testBalancer({
    needs: needsHaproxy,
    before: haproxyBefore,
    never: ['POST', 'PATCH', 'PUT', 'DELETE'],
    uploadBytes: 1024 * 1024,
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
});

const needsProcesses = { skip: without('haproxy') || withoutPostgres() };

test(
  'processes behind HAProxy fail no request while they are restarted one after the other',
  needsProcesses,
  async (t) => {
    await using ground = await startGround();
    const env = await ground.oneStore('haproxy');
    await using one = await numbered(env, 0);
    await using two = await numbered(env, 1);
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
    const load = loadFor(t, 8, (number) => inTurn(kinds, number)(number));
    await setTimeout(500);
    for (const [number, each] of [one, two].entries()) {
      assert.equal(await each.stop('SIGTERM'), 0, each.shown);
      await each.start();
      await untilAnswering(haproxy.url, number);
    }
    const outcomes = await load.stop();
    t.diagnostic(figures(outcomes));
    assert.deepEqual(failed(outcomes), []);
    const counts = 'select count from download_counts union all select count from pending_downloads';
    const [counted] = await query<{ count: string }>(
      env['DATABASE_URL'] ?? '',
      `select sum(count) as count from (${counts}) all_counts`,
    );
    assert.equal(Number(counted?.count), outcomes.filter(({ sent }) => sent.url.endsWith('/download')).length);
  },
);
