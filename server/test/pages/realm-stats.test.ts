// A realm's numbers as its address asks for them: by day, week or month beside the period before, of one version, as a chart, a table and CSV.
// Run: both stores, shared process
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { foldAll } from '../../src/downloads/fold.ts';
import { lastDays } from '../../src/pages/intervals.ts';
import { matchOf } from '../../src/pages/page-match.ts';
import { pages } from '../../src/pages/table.ts';
import { publishTree } from '../files/published-files.ts';
import { create } from '../publishing/uploads.ts';
import { countDownloads } from '../support/count-downloads.ts';
import { bearer, prepare, signUp, useCatalog } from '../support/harness.ts';
import { signInToWeb } from '../support/web-session.ts';

const catalog = useCatalog();
const daysAgo = (count: number): string => lastDays(count + 1);
let token = '';

/** In the period of 30 days, in the 30 days before it, and a hundred days ago. */
const downloads: [ago: number, version: string, count: number][] = [
  [100, '1.0.0', 50],
  [60, '1.0.0', 7],
  [31, '1.0.0', 3],
  [30, '1.0.0', 2],
  [1, '1.0.0', 4],
  [1, '2.0.0', 9],
  [0, '2.0.0', 5],
];

async function publish(name: string, visibility = 'public'): Promise<void> {
  const owner = { token };
  const { id, slug } = await create(catalog, owner, { name, visibility });
  for (const version of ['1.0.0', '2.0.0'])
    await publishTree(catalog, owner, slug, { 'realm.json': JSON.stringify({ version }), 'a.txt': version });
  const counted = downloads.map(([ago, version, count]) => ({
    id,
    version,
    day: `${daysAgo(ago)}T00:00:00.000Z`,
    count,
  }));
  await countDownloads(catalog.services.db, counted);
}

prepare(async () => {
  ({ token } = await signUp(catalog, { username: 'ada' }));
  await publish('Meadow');
  await publish('Hidden', 'private');
  await foldAll(catalog.services.db);
  await catalog.services.catalog.follow();
});

const titlesOf = (html: string): string[] =>
  Array.from(html.matchAll(/<title>(\d{4}-[^<]*)<\/title>/g), ([, text = '']) => text);
const countLines = (html: string): number => html.match(/class="before"/g)?.length ?? 0;

/** The cells of the table, the newest day first. */
const tableOf = (html: string): string[][] =>
  Array.from(html.matchAll(/<tr>\s*<th scope="row" class="number">([\s\S]*?)<\/tr>/g), ([, row = '']) =>
    row
      .replaceAll(/<\/t[hd]>/g, '|')
      .replaceAll(/<[^>]*>|so far|\s/g, '')
      .split('|')
      .slice(0, -1),
  );

const linkOf = (html: string, text: string): string =>
  (new RegExp(`href="([^"]+)">${text}<`).exec(html)?.[1] ?? '').replaceAll('&amp;', '&');

describe('the statistics of a realm', () => {
  test('by day are those of 30 whole days beside the 30 before, and today so far', async () => {
    const { text } = await catalog.ask('/realms/meadow/stats?by=day');
    assert.match(text, /<h2>Downloads by day<\/h2>/);
    assert.deepEqual(titlesOf(text), [
      `${daysAgo(30)}: 2, before 7`,
      `${daysAgo(1)}: 13, before 3`,
      `${daysAgo(0)}: 5`,
    ]);
    assert.equal(countLines(text), 2);
    assert.match(text, /<span class="number">15<\/span> in the last 30 days\s*<span class="change up"[^>]*>\s*\+50%/);
    const rows = tableOf(text);
    assert.equal(rows.length, 31);
    assert.deepEqual(rows[0], [daysAgo(0), '1.0.0,2.0.0'.split(',').toReversed().join(','), '5', '']);
    assert.deepEqual(rows[1], [daysAgo(1), '', '13', '3']);
    assert.deepEqual(rows[30], [daysAgo(30), '', '2', '7']);
    assert.match(text, /aria-current="true"[^>]*>Days</);
  });

  test('by week and by month are of whole weeks and months, whose sums are those of their days', async () => {
    for (const [by, count] of [
      ['week', 26],
      ['month', 12],
    ] as const) {
      const { text } = await catalog.ask(`/realms/meadow/stats?by=${by}`);
      const rows = tableOf(text);
      assert.equal(rows.length, count + 1, by);
      assert.equal(
        rows.reduce((sum, [, , value]) => sum + Number(value), 0),
        80,
        by,
      );
      for (const [day = ''] of rows)
        assert.ok(by === 'week' ? new Date(day).getUTCDay() === 1 : day.endsWith('-01'), `${by} of ${day}`);
      assert.equal(countLines(text), 0, 'nothing was before');
      assert.match(text, new RegExp(`and none in the ${count} ${by}s before`));
    }
  });

  test('without a choice are everything since the first download, and say how 90 days compare with those before', async () => {
    const { text } = await catalog.ask('/realms/meadow/stats');
    assert.match(text, /<h2>Downloads by week<\/h2>/);
    assert.doesNotMatch(text, /class="before"|class="compared"/);
    assert.match(text, /In the last 90 days<\/dt>\s*<dd class="number">30\s*<span class="change down"[^>]*>&minus;50%/);
    assert.match(text, /aria-current="true"[^>]*>All</);
  });

  test('of one version are its own, keep the period, and lead back to all', async () => {
    const { text } = await catalog.ask('/realms/meadow/stats?by=day&version=2.0.0');
    assert.match(text, /<h2>Downloads of 2\.0\.0 by day<\/h2>/);
    assert.deepEqual(titlesOf(text), [`${daysAgo(1)}: 9, before 0`, `${daysAgo(0)}: 5`]);
    assert.match(text, /href="\/realms\/meadow\/stats\?by=week&amp;version=2\.0\.0"/);
    assert.match(text, /class="chip" href="\/realms\/meadow\/stats\?by=day"/);
    assert.match(text, /href="\/realms\/meadow\/stats\?by=day&amp;version=1\.0\.0"[^>]*>\s*1\.0\.0</);
    const { body } = await catalog.ask(linkOf(text, 'JSON'));
    assert.equal(body.total, 14);
    assert.equal((await catalog.ask('/realms/meadow/stats?version=3.0.0')).status, 404);
    assert.equal((await catalog.ask('/realms/meadow/stats.csv?version=3.0.0')).status, 404);
    assert.equal(
      (await catalog.ask('/realms/meadow/stats?version=0.0.0')).status,
      200,
      'generated archives are counted',
    );
    assert.match(
      (await catalog.ask('/realms/meadow/versions')).text,
      /href="\/realms\/meadow\/stats\?version=2\.0\.0"/,
    );
  });

  test('are the same as a table and as CSV', async () => {
    for (const query of ['', '?by=day', '?by=month', '?by=day&version=1.0.0', '?version=1.0.0']) {
      const { text } = await catalog.ask(`/realms/meadow/stats${query}`);
      const link = linkOf(text, 'CSV');
      assert.equal(link, `/realms/meadow/stats.csv${query}`);
      const csv = await catalog.ask(link);
      assert.equal(csv.headers.get('content-type'), 'text/csv; charset=utf-8');
      const [header, ...lines] = csv.text.trimEnd().split('\r\n');
      assert.equal(header, query.includes('by=') ? 'day,downloads,before' : 'day,downloads');
      const rows = tableOf(text).map(([day, , ...values]) => [day, ...values].join(','));
      assert.deepEqual(lines.toReversed(), rows, query);
    }
  });

  test('of a private realm are for its owner, with CSV, and are in no cache', async () => {
    const browser = await signInToWeb(catalog, 'ada');
    for (const path of ['/realms/hidden/stats?by=day', '/realms/hidden/stats.csv?by=day']) {
      const { status, headers } = await browser.get(path);
      assert.deepEqual([status, headers.get('cache-control')], [200, 'private, no-store'], path);
      assert.equal((await catalog.ask(path)).status, 404, path);
    }
    const { text } = await browser.get('/realms/hidden/stats?by=day');
    assert.equal((await browser.get(linkOf(text, 'CSV'))).text.split('\r\n').length, 33);
    assert.equal(linkOf(text, 'JSON'), '', 'the API does not know who is signed in to the pages');
  });

  test('are cached by what was chosen: anything else means the same as no choice', () => {
    const { realmStats } = pages;
    const keyOf = (query: string) =>
      matchOf('realmStats', realmStats, { slug: 'meadow' }, `/realms/meadow/stats${query}`).cacheKey;
    for (const query of ['?by=', '?by=year', '?by=day%20', '?x=1', '?to=2026-01-01'])
      assert.equal(keyOf(query), keyOf(''));
    assert.equal(keyOf('?version=1.0.0&by=day'), keyOf('?by=day&version=1.0.0&by=week'));
    assert.notEqual(keyOf('?by=day'), keyOf(''));
  });
});

test('the API gives the downloads of one version alone', async () => {
  const total = async (query: string) => (await catalog.ask(`/v1/realms/meadow/downloads${query}`)).body.total;
  assert.equal(await total('?version=2.0.0'), 14);
  assert.equal(await total('?version=1.0.0&interval=month'), 66);
  assert.equal(await total('?version='), 80);
  assert.equal(await total('?version=9.9.9'), 0);
  const { body } = await catalog.ask(
    '/v1/realms/hidden/downloads?version=2.0.0&by=version&interval=day',
    bearer(token),
  );
  assert.deepEqual(body.days, [
    { day: daysAgo(1), version: '2.0.0', downloads: 9 },
    { day: daysAgo(0), version: '2.0.0', downloads: 5 },
  ]);
  assert.match((await catalog.ask('/v1/realms/meadow/downloads?version=2.0.0&format=csv')).text, /,9\r\n/);
});
