// Three processes on one PostgreSQL and one Redis, behind nginx: what they share, and what happens when something stops.
// Needs: PostgreSQL, Redis, Debian packages
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { makeTar } from '../../src/archives/make-tar.ts';
import { authorizationRequest } from '../support/authorization-request.ts';
import { browserAt } from '../support/browser.ts';
import { bearer, json, PASSWORD, PUBLIC_URL } from '../support/harness.ts';
import { sendAll, tally, type Outcome, type Sent } from '../support/load.ts';
import {
  aKey,
  aRealm,
  assertGoodOrComeAgain,
  download,
  failed,
  MAX_WAIT_MS,
  figures,
  inTurn,
  isGood,
  loadFor,
  logIn,
  numbered,
  query,
  register,
  startGround,
  untilAnswering,
  withoutPostgres,
  type Ground,
} from './many-processes.ts';
import { isFull } from '../support/size.ts';
import { until } from '../support/until.ts';
import { ask, type CatalogProcess } from '../support/processes.ts';
import { without } from '../support/servers/debian.ts';
import type { Balancer } from '../support/servers/balancer.ts';
import { startNginx } from '../support/servers/nginx.ts';
import { startRedis, type RedisServer } from '../support/servers/redis.ts';

/** Each test of its own, so that the summary counts what is skipped. */
const missing = without('nginx') || without('redis-server') || withoutPostgres();
const needsServers = { skip: missing };

/** Of an address, and how many requests it sends. */
const [LIMIT, SENT] = [60, 100];
/** All from one process of clients; `downloads/count.test.ts` has 10,000 on one process. */
const DOWNLOADS = isFull ? 10_000 : 1_500;

let ground: Ground;
let redis: RedisServer;

before(async () => {
  if (missing) return;
  ground = await startGround();
  redis = (await startRedis()) ?? assert.fail();
});

after(async () => {
  if (missing) return;
  await redis[Symbol.asyncDispose]();
  await ground[Symbol.asyncDispose]();
});

interface Trio extends AsyncDisposable {
  processes: [CatalogProcess, CatalogProcess, CatalogProcess];
  nginx: Balancer;
}

async function startTrio(env: Record<string, string>): Promise<Trio> {
  const processes: Trio['processes'] = [await numbered(env, 0), await numbered(env, 1), await numbered(env, 2)];
  await Promise.all(processes.map((one) => one.start()));
  const nginx = (await startNginx(processes.map(({ port }) => port))) ?? assert.fail();
  return {
    processes,
    nginx,
    async [Symbol.asyncDispose]() {
      await nginx[Symbol.asyncDispose]();
      await Promise.all(processes.map((one) => one[Symbol.asyncDispose]()));
    },
  };
}

/** As nginx tells a process where a request comes from. */
const forwarded = (address: string, to: CatalogProcess): Sent => ({
  url: `${to.url}/v1/realms?limit=1`,
  headers: { 'x-forwarded-for': address },
});

const slugOf = ({ sent }: Outcome): string => /realms\/([^/]+)\/download$/.exec(sent.url)?.[1] ?? '';
const isDownload = (outcome: Outcome): boolean => slugOf(outcome) !== '';

describe('three processes behind nginx', () => {
  let env: Record<string, string>;
  let trio: Trio;
  let key: string;
  let jwt: string;
  const slugs: string[] = [];

  before(async () => {
    if (missing) return;
    env = { ...(await ground.oneStore('three')), REDIS_URL: redis.url };
    trio = await startTrio(env);
    const [one] = trio.processes;
    await register(one, 'alice');
    jwt = await logIn(one, 'alice');
    ({ key } = await aKey(one, jwt));
    for (let number = 0; number < 20; number += 1)
      slugs.push((await aRealm(inTurn(trio.processes, number), key, `Target ${number}`)).slug);
  });
  after(() => trio?.[Symbol.asyncDispose]());

  const stored = async (): Promise<Map<string, number>> => {
    const rows = await query<{ slug: string; count: string }>(
      env['DATABASE_URL'] ?? '',
      `select slug, download_counts.count + (select coalesce(sum(count), 0) from pending_downloads
        where pending_downloads.realm_id = realms.id) as count from download_counts join realms on realms.id = realm_id`,
    );
    return new Map(rows.map(({ slug, count }) => [slug, Number(count)]));
  };

  /** Nothing that was acknowledged is missing, and nothing counts that was not sent. Returns all three as a sentence. */
  async function assertCounted(earlier: Map<string, number>, outcomes: Outcome[]): Promise<string> {
    const later = await stored();
    const downloads = outcomes.filter(isDownload);
    const sums = { acknowledged: 0, stored: 0, sent: downloads.length };
    for (const slug of slugs) {
      const sent = downloads.filter((outcome) => slugOf(outcome) === slug);
      const acknowledged = sent.filter(isGood).length;
      const added = (later.get(slug) ?? 0) - (earlier.get(slug) ?? 0);
      assert.ok(acknowledged <= added && added <= sent.length, `${slug}: ${acknowledged} ≤ ${added} ≤ ${sent.length}`);
      sums.acknowledged += acknowledged;
      sums.stored += added;
    }
    return `downloads: ${sums.acknowledged} acknowledged ≤ ${sums.stored} stored ≤ ${sums.sent} sent`;
  }

  const downloadsAndReads = (number: number): Sent =>
    number % 2 === 0
      ? download(trio.nginx.url, inTurn(slugs, number / 2))
      : { url: `${trio.nginx.url}/v1/realms/${inTurn(slugs, number)}` };

  test(`count ${DOWNLOADS} downloads in parallel exactly`, needsServers, async (t) => {
    const urls = [trio.nginx.url, trio.nginx.url, trio.nginx.url, ...trio.processes.map(({ url }) => url)];
    const all = Array.from({ length: DOWNLOADS }, (_, number) =>
      download(inTurn(urls, number), number % 3 === 0 ? inTurn(slugs, 0) : inTurn(slugs, number)),
    );
    const statistics = async () => (await ask(`${trio.nginx.url}/v1/stats`)).body.totalDownloads as number;
    const before = await statistics();
    const since = performance.now();
    const outcomes = await sendAll(all, 64);
    t.diagnostic(`${figures(outcomes)}, ${Math.round((DOWNLOADS / (performance.now() - since)) * 1_000)} a second`);
    assert.deepEqual(failed(outcomes), []);

    await until('the statistics show them', async () => (await statistics()) - before === DOWNLOADS);
    const counts = await stored();
    for (const slug of slugs) {
      const expected = outcomes.filter((outcome) => slugOf(outcome) === slug).length;
      assert.equal(counts.get(slug), expected);
      await until(`${slug} shows ${expected} downloads`, async () => {
        const [detail, series] = await Promise.all(
          ['', '/downloads'].map((path, at) => inTurn(trio.processes, at).ask(`/v1/realms/${slug}${path}`)),
        );
        return detail?.body.downloadCount === expected && series?.body.total === expected;
      });
    }
    assert.equal(
      slugs.reduce((sum, slug) => sum + (counts.get(slug) ?? 0), 0),
      DOWNLOADS,
    );
  });

  test('see what another wrote', needsServers, async () => {
    const [one, two, three] = trio.processes;
    const { slug, uploadToken } = await aRealm(one, key, 'Zanzibar lighthouse');
    for (const other of [two, three]) {
      await until('it is listed', async () => (await other.ask('/v1/realms?limit=1')).body.realms[0].slug === slug);
      assert.equal((await other.ask('/v1/realms?search=zanzibar')).body.realms[0].slug, slug);
      assert.equal((await other.ask(`/v1/realms/${slug}`)).status, 200);
    }

    const bytes = gzipSync(await makeTar('app', [['realm.json', Buffer.from('{"version":"1.2.3"}')]]));
    const headers = { 'content-type': 'application/gzip', ...bearer(uploadToken).headers };
    const upload = { method: 'PUT', headers, body: new Uint8Array(bytes) };
    assert.equal((await two.ask(`/v1/realms/${slug}/upload`, upload)).status, 201);
    assert.equal((await three.ask(`/v1/realms/${slug}/upload`, upload)).status, 401, 'a token is used once');
    const given = await three.ask(`/v1/realms/${slug}/download`, { method: 'POST' });
    assert.equal(given.body.version, '1.2.3');
    const archive = await fetch((given.body.downloadUrl as string).replace(PUBLIC_URL, one.url));
    const digest = createHash('sha256')
      .update(new Uint8Array(await archive.arrayBuffer()))
      .digest('hex');
    assert.equal(digest, given.body.sha256);

    await two.ask(`/v1/realms/${slug}`, json({ name: 'Quixotic' }, key, 'PATCH'));
    const found = async () => (await three.ask('/v1/realms?search=quixotic')).body.pagination.total === 1;
    await until('its new name is found', found);
    await three.ask(`/v1/realms/${slug}`, { method: 'DELETE', ...bearer(key) });
    assert.equal((await three.ask(`/v1/realms/${slug}`)).status, 404, 'at once, where it was written');
    for (const other of [one, two])
      await until('it is gone', async () => (await other.ask(`/v1/realms/${slug}`)).status === 404);
  });

  test('take and refuse the credentials of one another at once', needsServers, async () => {
    const [one, two, three] = trio.processes;
    const made = await aKey(one, jwt);
    const me = async (token: string) =>
      Promise.all([one, two, three].map(async (each) => (await each.ask('/v1/me', bearer(token))).status));
    assert.deepEqual(await me(made.key), [200, 200, 200]);
    assert.equal((await two.ask(`/v1/keys/${made.id}`, { method: 'DELETE', ...bearer(jwt) })).status, 204);
    assert.deepEqual(await me(made.key), [401, 401, 401]);

    const session = await logIn(two, 'alice');
    assert.deepEqual(await me(session), [200, 200, 200]);
    assert.equal((await three.ask('/v1/auth/logout', json({}, session))).status, 204);
    assert.deepEqual(await me(session), [401, 401, 401]);
  });

  test('lead through OAuth 2.0 together, a step in each', needsServers, async () => {
    const [one, two, three] = trio.processes;
    const redirectUri = 'https://app.example/callback';
    const fields = {
      name: 'App',
      type: 'confidential',
      redirectUris: [redirectUri],
      grantTypes: ['authorization_code', 'client_credentials'],
    };
    const { body: client } = await one.ask('/v1/oauth/clients', json(fields, jwt));
    const request = await authorizationRequest({ client_id: client.id, redirect_uri: redirectUri });
    const browser = browserAt(trio.nginx.url, new Set()); // each of its requests goes to the next process
    const signIn = await browser.open(request.url);
    const consent = await browser.submit(signIn, 'Sign in', { username: 'alice', password: PASSWORD });
    const { url } = await browser.submit(consent, 'Allow');
    const code = new URL(url).searchParams.get('code') ?? assert.fail(url);

    const tokenFor = (at: CatalogProcess, parameters: Record<string, string>) =>
      at.ask('/oauth/token', {
        method: 'POST',
        headers: { authorization: `Basic ${btoa(`${client.id}:${client.clientSecret}`)}` },
        body: new URLSearchParams(parameters),
      });
    const exchange = {
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      code_verifier: request.verifier,
    };
    const answers = await Promise.all([one, two, three].map((each) => tokenFor(each, exchange)));
    assert.deepEqual(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 400, 400],
      'a code is used once',
    );
    const own = await tokenFor(two, { grant_type: 'client_credentials', scope: 'realms:read' });
    for (const each of trio.processes)
      assert.equal((await each.ask('/v1/me', bearer(own.body.access_token))).status, 200);
  });

  test('count one Idempotency-Key once, whichever of them it is sent to', needsServers, async () => {
    const before = await stored();
    const slug = inTurn(slugs, 0);
    const all = Array.from({ length: 90 }, (_, number) => ({
      ...download(inTurn(trio.processes, number).url, slug),
      headers: { 'idempotency-key': `key ${Math.floor(number / 9)}`.replace(' ', '-') },
    }));
    assert.deepEqual(failed(await sendAll(all)), []);
    assert.equal(((await stored()).get(slug) ?? 0) - (before.get(slug) ?? 0), 10);
  });

  test('go on when one of them is killed, and it takes part again', needsServers, async (t) => {
    const [, two] = trio.processes;
    const before = await stored();
    const load = loadFor(t, 16, downloadsAndReads);
    await setTimeout(700);
    assert.equal(await two.stop('SIGKILL'), 'SIGKILL');
    const killed = performance.now();
    await setTimeout(1_300);
    await two.start();
    const restarted = performance.now();
    await untilAnswering(trio.nginx.url, 1);
    const back = performance.now();
    const outcomes = await load.stop();
    const bad = outcomes.filter((outcome) => !isGood(outcome));
    t.diagnostic(`${figures(outcomes)}; ${await assertCounted(before, outcomes)}`);
    t.diagnostic(`failed: ${JSON.stringify(tally(bad))}; back in ${Math.round(back - restarted)} ms after its start`);
    // A request that the killed one had is lost unless it could be sent elsewhere; nothing else is.
    assert.ok(
      bad.every((outcome) => outcome.status === 502 && isDownload(outcome)),
      JSON.stringify(failed(bad)),
    );
    assert.ok(bad.every(({ startedAt, endedAt }) => startedAt <= killed && endedAt < killed + MAX_WAIT_MS));
    assert.ok(bad.length <= 16);
  });

  test('fail no request while they are restarted one after the other', needsServers, async (t) => {
    const before = await stored();
    const kinds = [
      (number: number) => download(trio.nginx.url, inTurn(slugs, number)),
      (number: number) => ({ url: `${trio.nginx.url}/v1/realms/${inTurn(slugs, number)}` }),
      () => ({ url: `${trio.nginx.url}/v1/realms?limit=5` }),
      (number: number) => ({
        ...json({ description: `Changed ${number} times.` }, key, 'PATCH'),
        url: `${trio.nginx.url}/v1/realms/${inTurn(slugs, number)}`,
      }),
    ];
    const load = loadFor(t, 8, (number) => inTurn(kinds, number)(Math.floor(number / kinds.length)));
    await setTimeout(500);
    for (const [number, each] of trio.processes.entries()) {
      const since = performance.now();
      assert.equal(await each.stop('SIGTERM'), 0, each.shown);
      const stopped = performance.now();
      await each.start();
      t.diagnostic(
        `stopped in ${Math.round(stopped - since)} ms, ready again in ${Math.round(performance.now() - stopped)} ms`,
      );
      await untilAnswering(trio.nginx.url, number);
    }
    await setTimeout(500);
    const outcomes = await load.stop();
    t.diagnostic(`${figures(outcomes)}; ${await assertCounted(before, outcomes)}`);
    assert.deepEqual(failed(outcomes), []);
  });

  for (const how of ['fast', 'immediate'] as const)
    test(`answer 503 while PostgreSQL is unavailable (${how}), and recover`, needsServers, async (t) => {
      const before = await stored();
      const urls = [trio.nginx.url, ...trio.processes.map(({ url }) => url)];
      const load = loadFor(t, 16, (number) =>
        number % 2 === 0
          ? download(inTurn(urls, number / 2), inTurn(slugs, number))
          : { url: `${inTurn(urls, (number - 1) / 2)}/v1/realms/${inTurn(slugs, number)}` },
      );
      await setTimeout(500);
      await ground.postgres.stop(how);
      await setTimeout(600);
      await ground.postgres.start();
      const accepts = performance.now();
      const firstOf = (url: string) =>
        load.outcomes.find(
          (outcome) => isGood(outcome) && outcome.endedAt > accepts && outcome.sent.url.startsWith(url),
        );
      await until('each of them recovers', () => urls.every(firstOf));
      await setTimeout(500);
      const outcomes = await load.stop();
      const recovered = trio.processes.map(({ url }) => Math.round((firstOf(url)?.endedAt ?? 0) - accepts));
      t.diagnostic(`${figures(outcomes)}; ${await assertCounted(before, outcomes)}`);
      t.diagnostic(`recovered ${recovered.join(', ')} ms after PostgreSQL accepts connections`);
      assertGoodOrComeAgain(outcomes);
      assert.ok(trio.processes.every(({ isRunning }) => isRunning));
    });
});

describe('the limit of three processes', () => {
  let trio: Trio;
  let key: string;

  before(async () => {
    if (missing) return;
    trio = await startTrio({
      ...(await ground.oneStore('limited')),
      REDIS_URL: `${redis.url}/1`,
      RATE_LIMIT_FREE: String(LIMIT),
    });
    const [one] = trio.processes;
    await register(one, 'bob');
    ({ key } = await aKey(one, await logIn(one, 'bob')));
  });
  after(() => trio?.[Symbol.asyncDispose]());

  const toEach = (address: string, count: number) =>
    Array.from({ length: count }, (_, number) => forwarded(address, inTurn(trio.processes, number)));
  const remaining = async (address: string) =>
    Promise.all(
      trio.processes.map(async (each) => {
        const { headers } = await each.ask('/v1/realms?limit=1', { headers: { 'x-forwarded-for': address } });
        return Number(headers.get('x-ratelimit-remaining'));
      }),
    );

  test('is one limit, through nginx', needsServers, async (t) => {
    const all = Array.from({ length: SENT }, () => ({
      url: `${trio.nginx.url}/v1/realms?limit=1`,
      from: '127.0.0.77',
    }));
    const outcomes = await sendAll(all, 64);
    t.diagnostic(figures(outcomes));
    assert.deepEqual(tally(outcomes), { 200: LIMIT, 429: SENT - LIMIT });
  });

  test('is one limit, whichever of them is asked', needsServers, async (t) => {
    const outcomes = await sendAll(toEach('192.0.2.1', SENT));
    t.diagnostic(figures(outcomes));
    assert.deepEqual(tally(outcomes), { 200: LIMIT, 429: SENT - LIMIT });
  });

  test(
    'is each one’s own while Redis is unavailable, without a failure, and then shared again',
    needsServers,
    async (t) => {
      const load = loadFor(t, 16, () => ({ url: `${trio.nginx.url}/v1/realms?limit=1`, headers: bearer(key).headers }));
      await setTimeout(500);
      await redis.stop();
      const during = await sendAll(toEach('192.0.2.2', 3 * SENT), 64);
      await setTimeout(500);
      await redis.start();
      const since = performance.now();
      let number = 0;
      await until('the limit is shared', async () => {
        number += 1;
        return new Set(await remaining(`198.51.100.${number}`)).size === 3;
      });
      t.diagnostic(`shared again ${Math.round(performance.now() - since)} ms after Redis accepts connections`);
      const shared = await sendAll(toEach('192.0.2.3', SENT), 64);
      const outcomes = await load.stop();
      t.diagnostic(`${figures(outcomes)}; without Redis ${JSON.stringify(tally(during))}`);
      assert.deepEqual(failed(outcomes), []);
      assert.deepEqual(tally(during), { 200: 3 * LIMIT, 429: 3 * (SENT - LIMIT) });
      assert.deepEqual(tally(shared), { 200: LIMIT, 429: SENT - LIMIT });
    },
  );
});
