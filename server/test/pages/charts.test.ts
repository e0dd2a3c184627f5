// Charts: which intervals they have, what their axes say, and that their table has the same numbers.
// Run: one store, shared process
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { statsPage } from '@realm-catalog/web/pages/stats';
import type { Series } from '@realm-catalog/web/parts/series';
import type { Site } from '@realm-catalog/web/site';
import { sparkline } from '../../../web/src/parts/charts.ts';
import { seriesFigure } from '../../../web/src/parts/series.ts';
import { chooseInterval, filledIntervals, lastDays } from '../../src/pages/intervals.ts';
import { aKey, signUp, startCatalog, type TestCatalog } from '../support/harness.ts';
import { publishTree } from '../files/published-files.ts';
import { create } from '../publishing/uploads.ts';

const DAY_MS = 86_400_000;
const daysAgo = (count: number): string => lastDays(count + 1);

function seriesOf(values: number[], marks: Series['marks'] = []): Series {
  const points = values.map((value, at) => ({ day: daysAgo(values.length - 1 - at), value }));
  return { id: 'x', title: 'Downloads', interval: 'day', points, before: [], marks, json: '/j', csv: '/c' };
}

/** What stands along the axis of values, from the bottom. */
const ticksOf = (html: string): string[] =>
  Array.from(html.matchAll(/text-anchor="end">([^<]*)<\/text>/g), ([, text = '']) => text).filter((text) =>
    /^\d/.test(text),
  );

const barsOf = (html: string): string[] =>
  Array.from(html.matchAll(/class="(bar(?: open)?)"/g), ([, name = '']) => name);

test('the shorter the time since the first value, the shorter the intervals', () => {
  assert.equal(chooseInterval(daysAgo(3)).interval, 'day');
  assert.equal(chooseInterval(daysAgo(61)).interval, 'day');
  assert.equal(chooseInterval(daysAgo(100)).interval, 'week');
  assert.equal(chooseInterval(daysAgo(1_000)).interval, 'month');
  assert.equal(chooseInterval('0001-01-01').interval, 'month');
});

test('a chart has every interval until now, at least a dozen and at most some sixty', () => {
  const one = filledIntervals('day', [{ day: daysAgo(2), value: 5 }]);
  assert.equal(one.length, 30);
  assert.deepEqual(one.slice(-3), [
    { day: daysAgo(2), value: 5 },
    { day: daysAgo(1), value: 0 },
    { day: daysAgo(0), value: 0 },
  ]);
  for (const days of [3, 61, 62, 63, 430, 440, 4_000]) {
    const { interval, from } = chooseInterval(daysAgo(days));
    const filled = filledIntervals(interval, [{ day: from, value: 1 }]);
    assert.ok(filled.length >= 12 && filled.length <= 64, `${days} days are ${filled.length} ${interval}s`);
    assert.ok((filled[0]?.day ?? '9') <= from, 'it begins with the first value, or earlier');
  }
  const weeks = filledIntervals('week', []);
  for (const { day } of weeks) assert.equal(new Date(day).getUTCDay(), 1, `${day} is a Monday`);
  assert.equal(Date.parse(weeks[1]?.day ?? '') - Date.parse(weeks[0]?.day ?? ''), 7 * DAY_MS);
});

test('the last day of a small line is not over: its end is dashed and hollow', () => {
  const { html } = sparkline(seriesOf([1, 2, 4, 0]).points, 30, 10);
  const paths = Array.from(html.matchAll(/class="([^"]+)" d="([^"]+)"/g), ([, name, path]) => [name, path]);
  assert.deepEqual(paths.slice(1), [
    ['line', 'M0 7L10 5L20 1'],
    ['line open', 'M20 1L30 9'],
    ['dot', 'M30 9h0'],
    ['dot hollow', 'M30 9h0'],
  ]);
});

test('the numbers of the axis are whole, differ, and reach the highest value', () => {
  for (const highest of [1, 2, 3, 5, 7, 40, 999, 1_000, 12_431, 1_204_000]) {
    const ticks = ticksOf(seriesFigure(seriesOf([0, highest, 1])).html);
    assert.equal(new Set(ticks).size, ticks.length, `${highest}: ${ticks.join()}`);
    assert.ok(ticks.length >= 2 && ticks.length <= 6, `${highest}: ${ticks.join()}`);
    assert.equal(ticks[0], '0');
  }
  assert.deepEqual(ticksOf(seriesFigure(seriesOf([0, 1, 0])).html), ['0', '1']);
});

test('the bar of the interval that is not over is hollow, an interval without a value has none, and the table has all', () => {
  const { html } = seriesFigure(seriesOf([4, 0, 2], [{ day: daysAgo(1), label: '1.1.0' }]));
  assert.deepEqual(barsOf(html), ['bar', 'bar open']);
  assert.match(html, /<title>\d{4}-\d\d-\d\d: 4<\/title>/);
  assert.equal(html.match(/<tr>/g)?.length, 4);
  assert.match(html, new RegExp(`${daysAgo(1)}</th>\\s*<td>1\\.1\\.0</td>`));
  assert.match(html, /so far/);
});

test('marks that crowd each other have one label, those of one interval one line, and those before the chart none', () => {
  const marks = [20, 2, 1, 0, 0].map((days) => ({ day: daysAgo(days), label: `v${days}` }));
  const { html } = seriesFigure(
    seriesOf(
      Array.from({ length: 10 }, () => 1),
      marks,
    ),
  );
  assert.deepEqual(
    Array.from(html.matchAll(/class="mark-label"[^>]*>([^<]*)</g), ([, label]) => label),
    ['v0 +1', 'v2'],
  );
  assert.equal(html.match(/class="mark"/g)?.length, 3);
});

test('three charts of sixty bars and their tables are at most 10 KB', () => {
  const series = seriesOf(Array.from({ length: 62 }, (_, at) => 1 + ((at * 7_919) % 100_000)));
  const html = statsPage(
    {
      name: 'X',
      basePath: '',
      publicUrl: '',
      theme: '',
      stylesheet: '',
      script: '',
      signIn: { registration: 'open' },
    } as Site,
    {
      totals: { realms: 1, downloads: 1, users: 1 },
      series: [series, series, series],
      categories: [],
    },
  );
  assert.ok(gzipSync(html).length <= 10_000, `${gzipSync(html).length} bytes`);
});

describe('in a catalog', () => {
  let catalog: TestCatalog;
  before(async () => {
    catalog = await startCatalog();
    const { token } = await signUp(catalog, { username: 'alice' });
    const owner = { token: (await aKey(catalog, token)).key };
    const { slug } = await create(catalog, owner, { name: 'Meadow' });
    await publishTree(catalog, owner, slug, { 'README.md': 'Grass.\n' });
    for (let times = 0; times < 3; times += 1) await catalog.ask('/v1/realms/meadow/download', { method: 'POST' });
    await catalog.services.catalog.follow();
  });
  after(() => catalog[Symbol.asyncDispose]());

  test('a realm’s chart has its downloads and its versions, and its links have the same numbers', async () => {
    const { text } = await catalog.ask('/realms/meadow/stats');
    assert.match(text, /Downloads by day/);
    assert.deepEqual(barsOf(text), ['bar open']);
    assert.match(text, new RegExp(`<title>${daysAgo(0)}: 3</title>`));
    assert.match(text, /class="mark-label"[^>]*>1\.0\.0</);
    const [, address = ''] = /href="([^"]+)">JSON</.exec(text) ?? [];
    assert.equal((await catalog.ask(address.replaceAll('&amp;', '&'))).body.total, 3);
    const [, csv = ''] = /href="([^"]+)">CSV</.exec(text) ?? [];
    assert.match((await catalog.ask(csv.replaceAll('&amp;', '&'))).text, /,3\r\n/);
  });

  test('the statistics of the catalog have a chart of each number', async () => {
    const { text } = await catalog.ask('/stats');
    for (const title of ['Downloads by day', 'New realms by day', 'New people by day'])
      assert.ok(text.includes(title), title);
    assert.equal(text.match(/<svg class="chart" role="img"/g)?.length, 3);
  });

  test('/docs/design shows a hundred emblems and no style in the HTML', async () => {
    const { status, text } = await catalog.ask('/docs/design');
    assert.equal(status, 200);
    assert.ok((text.match(/class="emblem /g)?.length ?? 0) >= 100);
    assert.doesNotMatch(text, /\sstyle=|<style/);
  });
});
