// What is measured, and who may read it: /metrics, its documentation and its alerts.
// Run: both stores, own process
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { diskArchives } from '../../src/archives/disk.ts';
import { verifiedArchives } from '../../src/archives/verified.ts';
import { readConfig, OperatorError } from '../../src/config/config.ts';
import { processWindowCounter } from '../../src/limits/memory-window-counter.ts';
import { redisWindowCounter } from '../../src/limits/redis-window-counter.ts';
import { openJob } from '../../src/concurrency/jobs.ts';
import { QueueFullError, fairQueue } from '../../src/concurrency/fair-queue.ts';
import {
  aKey,
  anAccount,
  aRealm,
  json,
  bearer,
  closeStore,
  exchange,
  request,
  send,
  signUp,
  startCatalog,
  type TestCatalog,
} from '../support/harness.ts';
import { sampleOf, samplesOf, type Sample } from './scrapes.ts';
import { testOnce } from '../support/once.ts';
import { isLarge } from '../support/stores.ts';
import { until } from '../support/until.ts';

const TOKEN = 'a-token-for-scrapes';
const measured = { METRICS_TOKEN: TOKEN };
const root = fileURLToPath(new URL('../../../', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');

async function scrape(catalog: TestCatalog): Promise<string> {
  const { status, text } = await catalog.ask('/metrics', bearer(TOKEN));
  assert.equal(status, 200, text);
  return text;
}

/** Waits until the sample has this value: a response may arrive a moment before it is measured. */
async function expectSample(
  catalog: TestCatalog,
  name: string,
  labels: Sample['labels'],
  value: number,
): Promise<void> {
  let last: number | undefined;
  await until(`${name} ${JSON.stringify(labels)} is ${value}`, async () => {
    last = sampleOf(await scrape(catalog), name, labels);
    return last === value;
  }).catch((error: Error) => assert.fail(`${error.message}, but ${last}`));
}

const isLoaded = () => {
  const { cache, resolve } = createRequire(new URL('../../src/ops/metrics.ts', import.meta.url));
  return resolve('@prometheus-io/client') in cache;
};

describe('who may read the metrics', () => {
  test('without a token nobody: the address is as unknown as any other, and nothing is loaded for it', async () => {
    await using catalog = await startCatalog();
    const answerAt = async (path: string, headers: Record<string, string> = {}) =>
      (await exchange(catalog, request('GET', path, { ...headers, 'x-request-id': 'same' }))).replace(
        /^date:.*$/im,
        '',
      );
    assert.match(await answerAt('/metrics'), /^HTTP\/1.1 404 /);
    assert.equal(await answerAt('/metrics'), await answerAt('/no-such-thing'));
    assert.equal(await answerAt('/metrics', { authorization: 'Bearer ' }), await answerAt('/no-such-thing'));
    assert.equal(isLoaded(), false);
  });

  test('with a token whoever sends it, and nobody else', async () => {
    await using catalog = await startCatalog({}, measured);
    const { token } = await signUp(catalog, { username: 'alice', role: 'admin' });
    const right = `authorization: Bearer ${TOKEN}`;
    const refused: [what: string, ...headers: string[]][] = [
      ['nothing'],
      ['an empty token', 'authorization: Bearer '],
      ['another token', 'authorization: Bearer a-token-for-scrapeS'],
      ['the beginning of it', `authorization: Bearer ${TOKEN.slice(0, -1)}`],
      ['more than it', `authorization: Bearer ${TOKEN}x`],
      ['another scheme', `authorization: Basic ${btoa(`prometheus:${TOKEN}`)}`],
      ['two headers', right, 'authorization: Bearer another'],
      ['an account of an admin', `authorization: Bearer ${token}`],
    ];
    for (const [what, ...headers] of refused) {
      const reply = await send(catalog, request('GET', '/metrics', {}, ...headers));
      assert.equal(reply.status, 401, what);
      assert.match(reply.headers.get('content-type') ?? '', /^application\/problem\+json/);
      assert.equal(reply.headers.get('www-authenticate'), 'Bearer');
      assert.equal(JSON.parse(reply.text).code, 'unauthorized');
    }
    const reply = await send(catalog, request('GET', '/metrics', {}, right));
    assert.equal(reply.status, 200);
    assert.match(reply.headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/);
    assert.equal(reply.headers.get('cache-control'), 'no-store');
    assert.equal((await send(catalog, request('HEAD', '/metrics', {}, right))).status, 200);
    assert.equal((await send(catalog, request('POST', '/metrics', {}, right))).status, 405);
    assert.equal(isLoaded(), true);
  });

  testOnce('a scrape costs nothing of a limit, and is not measured', async () => {
    await using catalog = await startCatalog({}, { ...measured, RATE_LIMIT_FREE: '1' });
    for (let times = 0; times < 3; times += 1) {
      const reply = await catalog.ask('/metrics', bearer(TOKEN));
      assert.equal(reply.status, 200);
      assert.equal(reply.headers.get('x-ratelimit-limit'), null);
    }
    await catalog.ask('/metrics');
    await catalog.ask('/healthz');
    await expectSample(catalog, 'http_request_duration_seconds_count', { route: '/healthz' }, 1);
    assert.doesNotMatch(await scrape(catalog), /route="\/metrics"/);
  });

  testOnce('a token that is too short, or that no header can carry, stops the start', () => {
    for (const token of ['fifteen-letters', 'sixteen letters ', 'sixteen-létters-'])
      assert.throws(
        () => readConfig({ METRICS_TOKEN: token }),
        (error) => error instanceof OperatorError && error.message.startsWith('METRICS_TOKEN must have'),
      );
    assert.equal(readConfig({ METRICS_TOKEN: 'sixteen-letters-' }).metricsToken, 'sixteen-letters-');
  });
});

const owner = anAccount({ username: 'alice' });
const known = aRealm(owner, { slug: 'known' });
const seed = { accounts: [owner], realms: [known] };

describe('what is measured', () => {
  test('every request, by method, route and status, whoever writes its answer', async () => {
    await using catalog = await startCatalog(seed, measured);
    const { headers } = await catalog.ask('/v1/realms/known');
    const etag = headers.get('etag') ?? '';
    const large = 'x'.repeat(100_000);
    const asked: [bytes: string, method: string, route: string, status: string][] = [
      [request('GET', '/v1/realms?limit=1'), 'GET', '/v1/realms', '200'],
      [request('GET', '/v1/realms?limit=1'), 'GET', '/v1/realms', '200'], // now it is kept
      [request('GET', '/v1/realms?limit=1'), 'GET', '/v1/realms', '200'],
      [request('GET', '/v1/api/realms?limit=1'), 'GET', '/v1/realms', '200'],
      [request('HEAD', '/v1/realms'), 'HEAD', '/v1/realms', '200'],
      [request('GET', '/v1/realms/known', { 'if-none-match': etag }), 'GET', '/v1/realms/{slug}', '304'],
      [request('GET', '/v1/realms/known', { 'if-none-match': etag }), 'GET', '/v1/realms/{slug}', '304'],
      [request('GET', '/v1/realms/known', { 'if-none-match': etag }), 'GET', '/v1/realms/{slug}', '304'],
      [request('GET', '/v1/realms/unknown'), 'GET', '/v1/realms/{slug}', '404'],
      [request('GET', '/v1/realms?limit=x'), 'GET', '/v1/realms', '400'],
      [request('GET', '/v1/realms?limit=1', { authorization: 'Bearer rlm_x' }), 'GET', '/v1/realms', '401'],
      [request('GET', '/nothing'), 'GET', 'none', '404'],
      [request('PATCH', '/v1/stats'), 'PATCH', 'none', '405'],
      [request('PROPFIND', '/v1/stats'), 'other', 'none', '405'],
      [request('OPTIONS', '/v1/realms'), 'OPTIONS', 'none', '204'],
      [request('GET', '/v1/realms/%ff'), 'GET', 'none', '400'],
      [request('GET', '/docs'), 'GET', '/docs', '200'],
      [
        request('POST', '/v1/auth/login', { 'content-type': 'application/json', 'content-length': '100000' }) + large,
        'POST',
        '/v1/auth/login',
        '413',
      ],
    ];
    const expected = new Map([['GET /v1/realms/{slug} 200', 1]]);
    for (const [bytes, method, route, status] of asked) {
      const reply = await send(catalog, bytes);
      assert.equal(String(reply.status), status, bytes.slice(0, 60));
      const key = `${method} ${route} ${status}`;
      expected.set(key, (expected.get(key) ?? 0) + 1);
    }
    const wanted = [...expected].map(([key, times]) => `${key}: ${times}`).toSorted();
    let counts: string[] = [];
    await until('every request is counted', async () => {
      counts = samplesOf(await scrape(catalog))
        .filter(({ name }) => name === 'http_request_duration_seconds_count')
        .map(({ labels, value }) => `${labels['method']} ${labels['route']} ${labels['status']}: ${value}`)
        .toSorted();
      return counts.join() === wanted.join() || undefined;
    }).catch(() => assert.deepEqual(counts, wanted));
    const within = { method: 'GET', route: '/v1/realms', status: '200', le: '10' };
    assert.equal(sampleOf(await scrape(catalog), 'http_request_duration_seconds_bucket', within), 4);
  });

  testOnce('what was no request, apart from those', async () => {
    await using catalog = await startCatalog({}, measured);
    assert.equal((await send(catalog, 'this is not HTTP\r\n\r\n')).status, 400);
    const huge = request('GET', '/v1/realms', { 'x-huge': 'x'.repeat(20_000) });
    assert.equal((await send(catalog, huge)).status, 431);
    await expectSample(catalog, 'realm_catalog_unreadable_requests_total', { status: '400' }, 1);
    await expectSample(catalog, 'realm_catalog_unreadable_requests_total', { status: '431' }, 1);
  });

  test('downloads that were counted, and the commits that counted them', async () => {
    await using catalog = await startCatalog(seed, measured);
    const before = await scrape(catalog);
    const replies = await Promise.all(
      Array.from({ length: 30 }, (_, at) =>
        catalog.ask('/v1/realms/known/download', {
          method: 'POST',
          ...(at % 3 === 0 && { headers: { 'idempotency-key': `key-${at}` } }),
        }),
      ),
    );
    assert.ok(replies.every(({ status }) => status === 200));
    const after = await scrape(catalog);
    const rise = (name: string) => (sampleOf(after, name) ?? 0) - (sampleOf(before, name) ?? 0);
    assert.equal(rise('realm_catalog_download_group_size_sum'), 30);
    const commits = rise('realm_catalog_commit_batches_count');
    assert.ok(commits >= rise('realm_catalog_download_group_size_count'), 'each group is committed');
    assert.ok(rise('realm_catalog_commit_batches_sum') >= commits);
    assert.equal(rise('realm_catalog_commit_duration_seconds_count'), commits);
    assert.ok(rise('realm_catalog_commit_duration_seconds_sum') > 0);
  });

  test('what the limits decided, by tier', async () => {
    await using catalog = await startCatalog(seed, {
      ...measured,
      RATE_LIMIT_FREE: '4',
      RATE_LIMIT_AUTHENTICATED: '6',
    });
    const { token } = await signUp(catalog, { username: 'bob' }); // two requests
    const { key } = await aKey(catalog, token);
    for (let times = 0; times < 5; times += 1) await catalog.ask('/v1/stats');
    await catalog.ask('/v1/stats', bearer(key));
    await catalog.ask('/v1/rate_limit', bearer(key)); // which counts nothing
    const decided = async (tier: string) => {
      const text = await scrape(catalog);
      return ['allowed', 'refused'].map((decision) =>
        sampleOf(text, 'realm_catalog_limit_decisions_total', { tier, decision }),
      );
    };
    assert.deepEqual(await decided('free'), [4, 3]);
    assert.deepEqual(await decided('authenticated'), [2, 0]);
    const query = `{ ${['a', 'b', 'c', 'd', 'e'].map((name) => `${name}: realms(first: 100) { totalCount }`).join(' ')} }`;
    assert.equal((await catalog.ask('/v1/graphql', json({ query }, key))).status, 429);
    assert.deepEqual(await decided('authenticated'), [3, 1]); // the request, and what its query costs
  });

  test('what is in memory, and how old it is; also while the store is unavailable', async () => {
    await using catalog = await startCatalog(seed, measured);
    await expectSample(catalog, 'realm_catalog_read_model_filled', {}, 1);
    await expectSample(catalog, 'realm_catalog_read_model_realms', {}, 1);
    const revisionOf = async () => sampleOf(await scrape(catalog), 'realm_catalog_read_model_revision') ?? 0;
    const before = await revisionOf();
    await catalog.insert({ realms: [aRealm(owner)] });
    await expectSample(catalog, 'realm_catalog_read_model_realms', {}, 2);
    assert.ok((await revisionOf()) > before);

    const ageOf = async () => sampleOf(await scrape(catalog), 'realm_catalog_read_model_age_seconds') ?? 0;
    await until('it is held against the store', async () => (await ageOf()) < 0.3);
    await closeStore(catalog);
    await until('it grows old', async () => (await ageOf()) > 1);
  });

  test('connections: of clients, and to a database that is a server', async () => {
    await using catalog = await startCatalog(seed, measured);
    const text = await scrape(catalog);
    assert.ok((sampleOf(text, 'realm_catalog_connections') ?? 0) >= 1);
    const pool = samplesOf(text).filter(({ name }) => name === 'realm_catalog_database_connections');
    const open = pool.reduce((sum, { value }) => sum + value, 0);
    if (isLarge) assert.ok(open >= 1 && open <= 5);
    else assert.equal(pool.length, 0);
    assert.equal(sampleOf(text, 'realm_catalog_database_waiting', { database: 'primary' }), isLarge ? 0 : undefined);
  });

  testOnce('connections that were closed at once, since there were too many', async () => {
    await using catalog = await startCatalog(seed, measured, { maxConnections: 1 });
    const { hostname, port } = new URL(catalog.url);
    const first = connect(Number(port), hostname);
    await once(first, 'connect');
    await once(connect(Number(port), hostname).resume(), 'close');
    first.write(request('GET', '/metrics', { authorization: `Bearer ${TOKEN}`, connection: 'close' }));
    assert.equal(sampleOf(await readText(first), 'realm_catalog_connections_dropped_total'), 1);
  });

  testOnce('dear work: how much runs and waits, and what was refused', async () => {
    await using catalog = await startCatalog({}, measured);
    await signUp(catalog, { username: 'alice' });
    await expectSample(catalog, 'realm_catalog_queue', { work: 'passwords', state: 'running' }, 0);

    const inTurn = fairQueue('archives', { running: 1, waiting: 1 });
    const done = Promise.withResolvers<void>();
    const works = [inTurn('a', () => done.promise), inTurn('a', () => done.promise)];
    await assert.rejects(
      inTurn('b', async () => {}),
      QueueFullError,
    );
    await expectSample(catalog, 'realm_catalog_queue', { work: 'archives', state: 'running' }, 1);
    await expectSample(catalog, 'realm_catalog_queue', { work: 'archives', state: 'waiting' }, 1);
    await expectSample(catalog, 'realm_catalog_queue_refused_total', { work: 'archives' }, 1);
    done.resolve();
    await Promise.all(works);
    await expectSample(catalog, 'realm_catalog_queue', { work: 'archives', state: 'running' }, 0);
    await expectSample(catalog, 'realm_catalog_queue', { work: 'archives', state: 'waiting' }, 0);
  });

  testOnce('the runs of jobs, and whether they failed', async () => {
    await using catalog = await startCatalog({}, measured);
    const job = openJob('sending mail', async () => assert.fail()); // no other mail is sent here
    for (let times = 0; times < 2; times += 1) await job.run();
    await job.close();
    const name = 'realm_catalog_job_duration_seconds_count';
    assert.equal(sampleOf(await scrape(catalog), name, { job: 'sending mail', outcome: 'failure' }), 2);
    const ran = { job: 'following changes', outcome: 'success' };
    await until('one has run', async () => (sampleOf(await scrape(catalog), name, ran) ?? 0) > 0);
  });

  test('an archive that is damaged', async (t) => {
    await using catalog = await startCatalog({}, measured);
    const folder = mkdtempSync(join(tmpdir(), 'realm-catalog-metrics-'));
    t.after(() => rmSync(folder, { recursive: true }));
    const archives = verifiedArchives(diskArchives(folder));
    const file = archives.temporaryFile();
    const digest = randomBytes(32).toString('hex'); // which these bytes do not have
    writeFileSync(file, 'bytes');
    await archives.putFile(file, digest);
    utimesSync(join(folder, digest.slice(0, 2), digest.slice(2)), 0, 0);
    await expectSample(catalog, 'realm_catalog_damaged_archives_total', {}, 0);
    await assert.rejects(archives.open(digest));
    await expectSample(catalog, 'realm_catalog_damaged_archives_total', {}, 1);
  });

  testOnce('requests that were counted without Redis', async () => {
    await using catalog = await startCatalog({}, measured);
    const windows = await redisWindowCounter('redis://127.0.0.1:1', processWindowCounter());
    await windows.hit('window', 10, 1_000);
    await windows.close();
    await expectSample(catalog, 'realm_catalog_limit_fallbacks_total', {}, 1);
  });

  testOnce('the process itself: memory, processor, event loop, garbage, files', async () => {
    await using catalog = await startCatalog({}, measured);
    const text = await scrape(catalog);
    for (const name of [
      'process_cpu_seconds_total',
      'process_resident_memory_bytes',
      'process_open_fds',
      'process_start_time_seconds',
      'nodejs_eventloop_lag_p99_seconds',
      'nodejs_heap_size_used_bytes',
    ])
      assert.ok(Number.isFinite(sampleOf(text, name)), name);
    assert.match(text, /^# TYPE nodejs_gc_duration_seconds histogram$/m);
  });
});

describe('what is written about it', () => {
  test('docs/self-hosting.md has every metric of ours with its type, labels and meaning, and no other', async () => {
    await using catalog = await startCatalog(seed, measured);
    await signUp(catalog, { username: 'bob' });
    await send(catalog, 'this is not HTTP\r\n\r\n');
    const text = await scrape(catalog);
    const ours = /^# HELP ((?:realm_catalog|http)_\w+) (.*)\n# TYPE \1 (\w+)$/gm;
    const exposed = [...text.matchAll(ours)].map(([, name = '', help = '', type = '']) => ({ name, help, type }));
    const rows = [...read('docs/self-hosting.md').matchAll(/^\| `(\w+)` \| (\w+) \|(.*)\| (.*) \|$/gm)]
      .map(([, name = '', type = '', labels = '', help = '']) => ({ name, type, labels, help }))
      .filter(({ name }) => /^(realm_catalog|http)_/.test(name));
    const inOrder = (all: typeof exposed) =>
      all.map(({ name, help, type }) => ({ name, help, type })).toSorted((a, b) => (a.name < b.name ? -1 : 1));
    assert.deepEqual(inOrder(rows), inOrder(exposed));
    for (const { name, labels } of samplesOf(text)) {
      const row = rows.find((one) => name.replace(/_(bucket|sum|count)$/, '') === one.name || name === one.name);
      const told = [...(row?.labels ?? '').matchAll(/`(\w+)`/g)].map(([, label]) => label);
      if (row)
        assert.deepEqual(
          Object.keys(labels).filter((label) => label !== 'le'),
          told,
          name,
        );
    }
  });

  test('deploy/alerts.yaml has seven alerts, which name only what is measured, and docs/self-hosting.md has each', async () => {
    await using catalog = await startCatalog(seed, measured);
    await catalog.ask('/v1/stats');
    await expectSample(catalog, 'http_request_duration_seconds_count', { route: '/v1/stats' }, 1);
    const names = new Set(['up', ...samplesOf(await scrape(catalog)).map(({ name }) => name)]); // `up` is Prometheus's own
    const rules = read('deploy/alerts.yaml')
      .split(/^ +- alert: /m)
      .slice(1);
    assert.equal(rules.length, 7);
    for (const rule of rules) {
      const [alert = ''] = rule.split('\n', 1);
      assert.match(read('docs/self-hosting.md'), new RegExp(`^\\| \`${alert}\` \\|`, 'm'));
      const [, expression = ''] = /^ +expr: ([\s\S]*?)^ +(?:for|labels): ?/m.exec(rule) ?? [];
      const named = metricsIn(expression);
      assert.ok(named.length > 0, alert);
      for (const name of named) assert.ok(names.has(name), `${alert}: ${name}`);
      for (const [mentioned] of rule.matchAll(/\b(?:nodejs|realm_catalog)_\w+/g))
        assert.ok([...names].some((name) => name.startsWith(mentioned)) || /_database_/.test(mentioned), mentioned);
    }
  });
});

/** The metrics that a PromQL expression names: words that are no function, no keyword and no label. */
function metricsIn(expression: string): string[] {
  const bare = expression
    .replaceAll(/\{[^}]*\}|\[[^\]]*\]/g, ' ')
    .replaceAll(/\b(?:by|without|on|ignoring) *\([^)]*\)/g, ' ');
  return [...bare.matchAll(/\b[a-z_]\w*\b(?! *\()/gi)]
    .map(([name]) => name)
    .filter((name) => !/^(and|or|unless)$/.test(name));
}
