// Tests what `npm run bench -- --against REF` reads, chooses and concludes, on given numbers: nothing is measured here.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { againstOptions } from '../against-options.ts';
import { comparisonTable, type Line } from '../against-report.ts';
import { comparedScenarios } from '../against-scenarios.ts';
import { load } from '../load.ts';
import { reasonNotToCompare, unlikeSizes } from '../probe.ts';
import { median, orderOf, ratioOf, verdictOn } from '../ratios.ts';
import { scenariosOf } from '../scenarios.ts';

const seeded = {
  realms: 2_000,
  totals: { '': 1_960, 'category=api': 300, 'tags=api,auth': 40, 'category=api&tags=auth': 60 },
};
const scenarios = scenariosOf(seeded, 'key', 'run', '/files');

const refuses = (args: string[], reason: RegExp) => assert.throws(() => againstOptions(args), reason);
const order = (pair: number) => [...orderOf(pair, 0), ...orderOf(pair, 1)];
/** Of these costs in single rounds, where the other version has 100 in each. */
const verdict = (...now: number[]) => verdictOn(ratioOf(now, Array<number>(now.length).fill(100)));

test('a commit alone is compared at 20,000 realms, in six rounds', () => {
  const { ref, realms, rounds, seconds, only } = againstOptions(['--against', 'HEAD~1']);
  assert.deepEqual([ref, realms, rounds, seconds, only], ['HEAD~1', 20_000, 6, 1, undefined]);
});

test('options are taken as they are said', () => {
  const args = [
    '--against',
    'd665384',
    '--realms',
    '100000',
    '--rounds',
    '4',
    '--seconds',
    '2',
    '--only',
    'list',
    '--data',
    '/x',
  ];
  assert.deepEqual(againstOptions(args), {
    ref: 'd665384',
    realms: 100_000,
    rounds: 4,
    seconds: 2,
    only: /list/,
    data: '/x/against',
  });
});

test('options that make no sense are refused by name', () => {
  refuses(['--against', ''], /--against needs a commit/);
  refuses(['--against', 'HEAD', '--rounds', '2'], /--rounds is an even number, 4 or more/);
  refuses(['--against', 'HEAD', '--rounds', '5'], /--rounds is an even number/);
  refuses(
    ['--against', 'HEAD', '--realms', '1000,100000'],
    /--realms is a whole number above 0, and not "1000,100000"/,
  );
  refuses(['--against', 'HEAD', '--seconds', '0'], /--seconds is a whole number above 0/);
  refuses(['--against', 'HEAD', '--stores', 'postgres'], /--stores/);
});

test('the versions take turns, and each is the first as often', () => {
  assert.deepEqual(order(0), ['before', 'now', 'now', 'before']);
  assert.deepEqual(order(1), ['now', 'before', 'before', 'now']);
  assert.deepEqual(order(2), order(0));
});

test('the median of an even number of values is between the two in the middle', () => {
  assert.equal(median([9, 1, 3, 2]), 2.5);
  assert.equal(median([9, 1, 3]), 3);
});

test('a ratio is that of values of the same round, and its spread that of all rounds', () => {
  // The machine is twice as slow in the second round, for both.
  assert.deepEqual(ratioOf([110, 240, 120, 130], [100, 200, 100, 100]), { median: 1.2, least: 1.1, most: 1.3 });
});

test('only a difference that every round shows is called one', () => {
  assert.equal(verdict(104, 130, 110, 105), 'slower');
  assert.equal(verdict(96, 70, 90, 95), 'faster');
  assert.equal(verdict(140, 130, 99, 120), 'same', 'one round says the opposite');
  assert.equal(verdict(60, 70, 101, 80), 'same', 'one round says the opposite');
  assert.equal(verdict(101, 120, 120, 120), 'same', 'one round says next to nothing');
  assert.equal(verdict(99, 80, 80, 80), 'same', 'one round says next to nothing');
  assert.equal(verdict(100, 100, 100, 100), 'same');
});

test('what only one of the versions answers is not compared', () => {
  const [ok, unknown] = [[{ status: 200, bytes: 1_500 }], [{ status: 404, bytes: 300 }]];
  const reason = (now: typeof ok, before: typeof ok) => reasonNotToCompare({ status: 200 }, { now, before });
  assert.equal(reason(ok, ok), undefined);
  assert.equal(reason(ok, unknown), 'only now');
  assert.equal(reason(unknown, ok), 'only before');
  assert.equal(reason(unknown, unknown), 'in neither');
  assert.throws(() => reason(ok, [{ status: 500, bytes: 300 }]), /answers 500, not 200/);
  assert.throws(() => reason([{ status: 429, bytes: 300 }], ok), /answers 429, not 200/);
});

test('answers whose sizes are far apart, or next to nothing, are not compared', () => {
  assert.equal(unlikeSizes({ now: 8_000, before: 5_000 }), undefined);
  assert.match(unlikeSizes({ now: 8_000, before: 200 }) ?? '', /200 bytes before, 8000 now/);
  assert.match(unlikeSizes({ now: 30, before: 30 }) ?? '', /not the same answer/);
});

test('without --only, the usual requests are compared, the writes last', () => {
  assert.deepEqual(
    comparedScenarios(scenarios).map(({ title }) => title),
    [
      'detail, hot',
      'list, all, hot',
      'list, all, cold',
      'page, realm, hot',
      'page, list, hot',
      'page, list, cold',
      'detail, spread over 100',
      'search, 1,300 in turn',
      'search, cold',
      'q, cold',
      'download, one realm',
      'download, spread over 100',
    ],
  );
});

test('--only chooses among all scenarios of the benchmark', () => {
  const chosen = comparedScenarios(scenarios, /^stats|^download, (?:cold|one)/).map(({ title }) => title);
  assert.deepEqual(chosen, ['stats, hot', 'download, cold', 'download, one realm']);
});

test('a scenario has as many different requests as its name says', () => {
  for (const scenario of comparedScenarios(scenarios)) {
    const { title, distinct = 5_000 } = scenario;
    const paths = Array.from({ length: distinct }, (_, i) => scenario.request(i).path);
    assert.equal(new Set(paths).size, distinct, title);
  }
});

test('the table has what differs, and why something was not compared', () => {
  const rounds = { bare: [50, 50, 50, 50], unit: 'µs' as const };
  const lines: Line[] = [
    { title: 'ready', unit: 'ms', before: [1_500], now: [1_500], bare: [] },
    { title: 'list', ...rounds, before: [100, 100, 100, 100], now: [120, 130, 124, 124] },
    { title: 'page', ...rounds, before: [], now: [], reason: 'only now' },
  ];
  const machine = { cpu: 'Some', cores: 2, memoryGiB: 24, system: 'Linux 6', pinned: true };
  const names = { before: '0.1.0, aaaaaaa', now: '0.2.0, bbbbbbb' };
  const date = '2026-11-17T00:00:00.000Z';
  const text = comparisonTable({
    date,
    machine,
    generator: 'wrk',
    names,
    realms: 20_000,
    seconds: 1,
    rounds: 4,
    lines,
  });
  assert.match(text, /^2026-11-17, Some, 2 cores, 24 GiB, Linux 6; 20,000 realms/);
  assert.deepEqual(text.split('\n').slice(2), [
    '| Work | 0.1.0, aaaaaaa | 0.2.0, bbbbbbb | Ratio | Of bare, before | Of bare, now |  |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    '| ready | 1,500 ms | 1,500 ms | 1.00 (1.00–1.00) |  |  |  |',
    '| list | 100.0 µs | 124.0 µs | 1.24 (1.20–1.30) | 0.50 | 0.40 | **slower** |',
    '| page |  |  |  |  |  | only now |',
  ]);
});

test('a burst sends no more requests than it may, and says what was answered', async (t) => {
  let seen = 0;
  const server = createServer((_request, response) => {
    seen += 1;
    response.end('x'.repeat(1_000));
  }).listen(0, '127.0.0.1');
  t.after(() => server.close());
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { answered, bytes } = await load({
    url,
    requests: [{ method: 'GET', path: '/' }],
    connections: 4,
    seconds: 1,
    count: 40,
  });
  assert.ok(seen > 0 && seen <= 40, `${seen} requests`);
  assert.ok(answered <= seen && bytes > 1_000, `${answered} answers of ${bytes} bytes`);
});
