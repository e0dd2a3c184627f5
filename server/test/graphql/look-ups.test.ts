// Tests how often a query reads: as often for a list of many as for a list of one.
// Run: both stores, shared process
import assert from 'node:assert/strict';
import { request } from 'node:http';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { Catalog } from '../../src/catalog/catalog.ts';
import type { Caller } from '../../src/credentials/caller.ts';
import type { Reader } from '../../src/db/database.ts';
import { cursorOf } from '../../src/graphql/cursors.ts';
import { aCollection, anAccount, aRealm, json, prepare, useCatalog } from '../support/harness.ts';
import { until } from '../support/until.ts';
import { dataOf } from './queries.ts';

const ada = anAccount({ username: 'ada' });
const realms = Array.from({ length: 30 }, (_, n) => aRealm(ada, { slug: `shelf-${n}`, name: `Shelf ${n}` }));
const collections = Array.from({ length: 10 }, (_, n) =>
  aCollection(ada, { slug: `box-${n}`, realmIds: realms.slice(n, n + 20).map(({ id }) => id) }),
);
const catalog = useCatalog({ accounts: [ada], realms, collections });

const counts = { statements: 0, ofRealms: 0 };

function counted(reader: Reader): Reader {
  return {
    dialect: reader.dialect,
    all: (statement) => ((counts.statements += 1), reader.all(statement)),
    get: (statement) => ((counts.statements += 1), reader.get(statement)),
  };
}

const count = () => void (counts.ofRealms += 1);
/** What a list waits for after it was counted. */
let held: Promise<void> | undefined;

/** Counts from now on the statements that go to the database past the read model, and how often the read model is asked. */
prepare(() => {
  const model = catalog.services.catalog;
  const original = { ...model, readerFor: model.readerFor };
  Object.assign(model, {
    readerFor: (caller: Caller) => counted(original.readerFor(caller)),
    summariesJson: (...of: Parameters<Catalog['summariesJson']>) => (count(), original.summariesJson(...of)),
    async listJson(...of: Parameters<Catalog['listJson']>) {
      count();
      await held;
      return original.listJson(...of);
    },
    getJson: (...of: Parameters<Catalog['getJson']>) => (count(), original.getJson(...of)),
  });
});

async function countReads(query: string): Promise<{ statements: number; ofRealms: number; data: any }> {
  Object.assign(counts, { statements: 0, ofRealms: 0 });
  return { data: await dataOf(catalog, query), ...counts };
}

const askCollections = (first: number) =>
  countReads(`{ collections(first: ${first}) { nodes { slug items(first: 20) { nodes { slug } } } } }`);
const slugsOf = (node: { items: { nodes: { slug: string }[] } }) => node.items.nodes.map(({ slug }) => slug);

test('the realms of all collections of a list are read together', async () => {
  const [one, all] = [await askCollections(1), await askCollections(10)];
  assert.deepEqual([one.statements, one.ofRealms], [3, 1]);
  assert.deepEqual([all.statements, all.ofRealms], [3, 1]);
  for (const node of all.data.collections.nodes) {
    const from = Number(node.slug.slice('box-'.length));
    assert.deepEqual(
      slugsOf(node),
      realms.slice(from, from + 20).map(({ slug }) => slug),
      node.slug,
    );
  }
});

test('the realms of a list are read together, with their authors', async () => {
  for (const first of [1, 30]) {
    const { statements, ofRealms, data } = await countReads(
      `{ realms(first: ${first}) { nodes { slug author { username } } } }`,
    );
    assert.deepEqual([statements, ofRealms, data.realms.nodes.length], [0, 1, first]);
  }
});

test('what a query names several times is looked up once', async () => {
  const names = Array.from({ length: 9 }, (_, n) => `n${n}`);
  const query = names.map(
    (name) =>
      `${name}: realm(slug: "shelf-3") { name } ${name}u: user(username: "ada") { name realms(first: 2) { totalCount } } ${name}l: realms(first: 2) { totalCount }`,
  );
  const once = await countReads(`{ ${query[0]} }`);
  const often = await countReads(`{ ${query.join(' ')} }`);
  assert.deepEqual([often.statements, often.ofRealms], [once.statements, once.ofRealms]);
  assert.deepEqual(often.data.n8, { name: 'Shelf 3' });
});

test('a client that leaves ends its query: nothing more is looked up, and nothing has failed', async () => {
  counts.ofRealms = 0;
  const { promise, resolve: release } = Promise.withResolvers<void>();
  held = promise;
  const lists = Array.from({ length: 20 }, (_, n) => `n${n}: realms(first: 1, after: "${cursorOf(n)}") { totalCount }`);
  const { method, headers, body } = json({ query: `{ ${lists.join(' ')} }` });
  const sent = request(`${catalog.url}/v1/graphql`, { method, headers }).on('error', () => {});
  sent.end(body);
  await until('the first list is looked up', () => counts.ofRealms === 1);
  sent.destroy();
  await until('the server has noticed', () => catalog.logged.some((line) => JSON.parse(line).status === 499));
  release();
  held = undefined;
  for (let turn = 0; turn < 100; turn += 1) await setImmediate();
  assert.equal(counts.ofRealms, 1);
  assert.ok(!catalog.logged.some((line) => line.includes('request failed')));
});
