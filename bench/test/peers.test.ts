// Tests what `npm run bench:peers` asks for, fills in and concludes, on given numbers: nothing is measured here.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { RealmSummary } from '../../contract/src/realms.ts';
import { measurePeer } from '../peers-measure.ts';
import { items, packageOf, summaryOf } from '../peers-items.ts';
import { peerTable, type PeerResults } from '../peers-report.ts';
import { peerScenarios, routes } from '../peers-requests.ts';
import type { Server } from '../servers.ts';

const SIZE = 500;
const all = [...items(SIZE)];
const scenarios = peerScenarios(SIZE);
const titled = (title: string) => scenarios.find((scenario) => scenario.title === title) ?? assert.fail(title);
const paths = (title: string, to: keyof typeof routes, count: number) =>
  Array.from({ length: count }, (_, i) => titled(title).path(routes[to], i));
const itemsAskedOf = (to: keyof typeof routes) =>
  paths('item, 100 in turn', to, 200).map((path) => path?.split('/').at(-1));

test('every server is asked for the same hundred items, and has them', () => {
  const asked = itemsAskedOf('catalog');
  assert.deepEqual(itemsAskedOf('verdaccio'), asked);
  assert.deepEqual(itemsAskedOf('jsonServer'), asked);
  assert.equal(new Set(asked).size, 100);
  const readable = new Set(all.flatMap(({ realm }) => (realm.visibility === 'private' ? [] : [realm.slug])));
  assert.ok(asked.every((slug) => readable.has(slug ?? '')));
});

test('no page and no search is asked for twice where caches shall not help', () => {
  for (const title of ['list, another page each time', 'search, another one each time'])
    assert.equal(new Set(paths(title, 'catalog', 9_000)).size, 9_000, title);
});

test('a server is not asked for what it does not have', () => {
  assert.deepEqual(paths('list of 20, first page', 'verdaccio', 1), [undefined]);
  assert.deepEqual(paths('search, as `npm search` sends it', 'catalog', 1), [undefined]);
  assert.deepEqual(paths('search, as `npm search` sends it', 'jsonServer', 1), [undefined]);
});

test('an answer is right only with the item, the word, or as many items as the page has', () => {
  const [slug = ''] = paths('item, one', 'verdaccio', 1).map((path) => path?.slice(1));
  assert.equal(titled('item, one').isRight(`{"name":"${slug}"}`, 0), true);
  assert.equal(titled('item, one').isRight('{"name":"other"}', 0), false);
  const page = titled('list of 20, first page');
  assert.equal(page.isRight('{"slug":"a"}'.repeat(20), 0), true);
  assert.equal(page.isRight('{"slug":"a"}'.repeat(19), 0), false);
  assert.equal(titled('search, 100 words in turn').isRight('[]', 0), false);
});

test('a server that answers with something else is not measured', async () => {
  let answers = 0;
  await using listening = createServer((_, response) => {
    answers += 1;
    response.end('{"name":"other"}');
  }).listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const server = {
    url: `http://127.0.0.1:${(listening.address() as AddressInfo).port}`,
    cpu: () => Number.NaN,
  } as Server;
  await assert.rejects(measurePeer(titled('item, one'), routes.verdaccio, server, 1), /item, one: .* answers 200 with/);
  assert.equal(answers, 1);
  listening.closeAllConnections();
});

test('an item of json-server has the fields of a summary, and no others', () => {
  const [first] = all;
  assert.deepEqual(Object.keys(summaryOf(first ?? assert.fail())).toSorted(), [...RealmSummary.required].toSorted());
});

test('a package of Verdaccio has its archive, and the digests of it', async () => {
  const [first = assert.fail()] = all;
  const { slug, description } = first.realm;
  const { name, versions, _attachments } = await packageOf(first, 'http://registry');
  const { dist, ...about } = versions['1.0.0'] ?? assert.fail();
  const archive = Buffer.from(_attachments[`${slug}-1.0.0.tgz`]?.data ?? '', 'base64');
  assert.deepEqual([name, about.description], [slug, description]);
  assert.equal(dist.shasum, createHash('sha1').update(archive).digest('hex'));
  assert.equal(dist.integrity, `sha512-${createHash('sha512').update(archive).digest('base64')}`);
  assert.equal(dist.tarball, `http://registry/${slug}/-/${slug}-1.0.0.tgz`);
});

test('the table has the median of each server, its part of bare in the same rounds, and none where there is no request', () => {
  const starts = { ready: [30, 10, 20], memory: [50, 40, 60] };
  const results: PeerResults = {
    date: '2026-11-18T00:00:00.000Z',
    machine: { cpu: 'A processor', cores: 2, memoryGiB: 4, system: 'Linux', pinned: true },
    generator: 'wrk',
    items: 5_000,
    seconds: 1,
    rounds: 3,
    starts: { bare: starts, one: starts, other: starts },
    lines: [
      {
        title: 'item',
        figures: {
          bare: { perSecond: [1_000, 2_000, 4_000], cpu: [20, 30, 40], bytes: [1_500, 1_500, 1_500] },
          one: { perSecond: [500, 1_600, 1_000], cpu: [40, 60, 100], bytes: [2_000, 2_000, 2_000] },
        },
      },
      {
        title: 'slow',
        figures: {
          bare: { perSecond: [10_000, 10_000, 10_000], cpu: [20, 30, 40], bytes: [1_500, 1_500, 1_500] },
          other: { perSecond: [0.5, 0.5, 0.5], cpu: [Number.NaN, Number.NaN, Number.NaN], bytes: [900, 900, 900] },
        },
      },
    ],
  };
  const lines = peerTable(results).split('\n');
  assert.ok(lines.includes('| Request | bare | one | other |'));
  assert.ok(lines.includes('| item | 2,000/s, 30 µs, 1.5 KB | **0.50** (0.40–0.50) 1,000/s, 60 µs, 2.0 KB | none |'));
  assert.ok(lines.includes('| slow | 10,000/s, 30 µs, 1.5 KB | none | **0.00005** (0.00005–0.00005) 0.5/s, 0.9 KB |'));
  assert.ok(lines.includes(`| first answer after |${' 20 ms (10–30) |'.repeat(3)}`));
  assert.ok(lines.includes(`| idle memory |${' 50 MiB (40–60) |'.repeat(3)}`));
});
