// The memory of the search index depends on the realms that it has, and not on those that it had: entries are removed with their last
// realm, and their rows and ids are assigned again.
// Needs: minutes
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fc } from '../support/fixed-seed.ts';
import { searchTerm } from '../../src/realms/search.ts';
import type { IndexedRealm } from '../../src/search-index/indexed-realm.ts';
import { addToSet, emptySet, removeFromSet } from '../../src/search-index/sets/realm-set.ts';
import { rows } from '../../src/search-index/rows.ts';
import { searchIndex, type SearchIndex, type SearchIndexSizes } from '../../src/search-index/search-index.ts';
import {
  anyFields,
  anyQuery,
  anySingleStep,
  anyStep,
  assertSame,
  builtFrom,
  indexedRealm,
  listQuery,
  pairOf,
  reloadedWhile,
  type Pair,
  type Step,
} from './steps.ts';

/** The entries that these realms need. */
function entriesOf(all: Iterable<IndexedRealm>) {
  const realms = [...all];
  const texts = realms.flatMap(({ nameFolded, descriptionFolded }) => [nameFolded, descriptionFolded]);
  const tokens = new Set(texts.flatMap((text) => text.split(' ')).filter((token) => token !== ''));
  const ngrams = [...tokens].flatMap((token) =>
    [1, 2, 3].flatMap((length) => {
      const text = length === 1 ? token : ` ${token}`;
      return Array.from({ length: Math.max(0, text.length - length + 1) }, (_, at) => text.slice(at, at + length));
    }),
  );
  const filters = realms.flatMap(
    ({ visibility, ownerId, author, category, featured, isPublished, has, license, tags }) => [
      `author ${author}`,
      `owner ${ownerId}`,
      ...(license ? [`license ${license}`] : []),
      ...(visibility === 'public' ? ['listed', 'public'] : []),
      ...(visibility === 'private' ? ['listed', `private ${ownerId}`] : []),
      `category ${category}`,
      ...(featured ? ['featured'] : []),
      ...(isPublished ? [] : ['unpublished']),
      ...has.map((one) => `has ${one}`),
      ...tags.map((tag) => `tag ${tag}`),
    ],
  );
  return { rows: realms.length, tokens: tokens.size, ngrams: new Set(ngrams).size, filters: new Set(filters).size };
}
type Entries = ReturnType<typeof entriesOf>;

function assertEntries({ index, realms }: Pair): void {
  const { rows, tokens, ngrams, filters } = index.sizes;
  assert.deepEqual({ rows, tokens, ngrams, filters }, entriesOf(realms.values()));
}

function assertEmpty({ sizes }: SearchIndex): void {
  const { rows, tokens, ngrams, filters, heavyWords, valueNgrams, slugEntries, blocks } = sizes;
  const sortOrders = 10; // with that of names; each has at least one block
  assert.deepEqual(
    { rows, tokens, ngrams, filters, heavyWords, valueNgrams, slugEntries, blocks },
    { rows: 0, tokens: 0, ngrams: 0, filters: 0, heavyWords: 0, valueNgrams: 0, slugEntries: 0, blocks: sortOrders },
  );
}

function put({ index, realms, changed }: Pair, realm: IndexedRealm): void {
  index.put(realm);
  realms.set(realm.seq, realm);
  changed.add(realm.seq);
}

function remove({ index, realms, changed }: Pair, seq: number): void {
  index.remove(seq);
  realms.delete(seq);
  changed.add(seq);
}

function removeAll({ index, realms }: Pair): void {
  for (const seq of realms.keys()) index.remove(seq);
  realms.clear();
}

function assertAssigned({ assignedRows, assignedTokenIds, assignedFilterIds }: SearchIndexSizes, most: Entries): void {
  assert.ok(assignedRows <= most.rows, `${assignedRows} rows, ${most.rows} in use at once`);
  assert.ok(assignedTokenIds <= most.tokens, `${assignedTokenIds} tokens, ${most.tokens} in use at once`);
  assert.ok(assignedFilterIds <= most.filters, `${assignedFilterIds} filters, ${most.filters} in use at once`);
}

/** Counts the most entries that were in use at once. While a realm changes, its former and its new entries are both in use. */
function counting(most: Entries): (pair: Pair, step: Step) => void {
  return (pair, step) => {
    const before = [...pair.realms.values()];
    step(pair);
    const both = entriesOf([...before, ...pair.realms.values()]);
    both.rows = Math.max(entriesOf(before).rows, entriesOf(pair.realms.values()).rows);
    for (const kind of Object.keys(most) as (keyof Entries)[]) most[kind] = Math.max(most[kind], both[kind]);
  };
}

const someSteps = fc.array(anyStep(30), { maxLength: 60, size: 'max' });

describe('the index has an entry for each filter and token of its realms, and no other', () => {
  test('after every change; and no more rows and ids are assigned than were in use at once', () => {
    fc.assert(
      fc.property(fc.array(anySingleStep(30), { minLength: 1, maxLength: 150, size: 'max' }), (steps) => {
        const pair = pairOf(searchIndex());
        const most = entriesOf([]);
        const take = counting(most);
        for (const step of steps) {
          take(pair, step);
          assertEntries(pair);
        }
        assertAssigned(pair.index.sizes, most);
        removeAll(pair);
        assertEmpty(pair.index);
      }),
      { numRuns: 40, seed: 11 },
    );
  });

  test('when it was built at once', () => {
    const samples = fc.sample(anyFields, { numRuns: 300, seed: 12 });
    const realms = new Map(samples.map((fields, at) => [at + 1, indexedRealm(at + 1, fields)]));
    const pair = pairOf(builtFrom(realms.values()), realms);
    assertEntries(pair);
    assertAssigned(pair.index.sizes, entriesOf(realms.values()));
    removeAll(pair);
    assertEmpty(pair.index);
  });

  test('when it was serialized and deserialized, whatever changed meanwhile', () => {
    fc.assert(
      fc.property(someSteps, someSteps, someSteps, (first, meanwhile, then) => {
        const before = pairOf(searchIndex());
        for (const step of first) step(before);
        const pair = reloadedWhile(before, meanwhile);
        assertEntries(pair);
        const again = reloadedWhile(pair, []);
        assertEntries(again);
        const { assignedRows, assignedTokenIds, assignedFilterIds, ngrams } = pair.index.sizes;
        assertAssigned(again.index.sizes, {
          rows: assignedRows,
          tokens: assignedTokenIds,
          filters: assignedFilterIds,
          ngrams,
        });
        for (const step of then) {
          step(again);
          assertEntries(again);
        }
        removeAll(again);
        assertEmpty(again.index);
      }),
      { numRuns: 40, seed: 13 },
    );
  });

  test('when a realm was added, or removed, or both, at any step of serializing it', () => {
    const steps = [...builtFrom([indexedRealm(1), indexedRealm(2)]).serialize()].length;
    for (let comes = 0; comes < steps; comes += 1) {
      for (const goes of [comes, comes + 1, comes + 3, comes + 8, steps]) {
        const realms = new Map([1, 2].map((seq) => [seq, indexedRealm(seq, { nameFolded: `name${seq}` })]));
        const comesAndGoes = Array.from({ length: steps }, (_, at): Step => (pair) => {
          if (at === comes) put(pair, indexedRealm(9, { nameFolded: 'passing', tags: ['x'] }));
          if (at === comes + 2) remove(pair, 1);
          if (at === goes) remove(pair, 9);
        });
        const pair = reloadedWhile(pairOf(builtFrom(realms.values()), realms), comesAndGoes);
        assertEntries(pair);
        const query = listQuery({ sort: 'name' });
        assertSame(pair, query);
      }
    }
  });

  test('when thousands are removed again, with heavy words and the bitmaps of large sets', () => {
    const samples = fc.sample(anyFields, { numRuns: 1_000, seed: 14 });
    const realms = new Map(
      Array.from({ length: 9_000 }, (_, at): [number, IndexedRealm] => {
        const fields = samples[(at * 13) % samples.length];
        return [at + 1, indexedRealm(at + 1, { ...fields, descriptionFolded: `heavy${at % 100} words${at}` })];
      }),
    );
    const pair = pairOf(builtFrom(realms.values()), realms);
    pair.index.warm().toArray();
    const queries = [
      listQuery({ search: searchTerm('heavy') }),
      listQuery({ search: searchTerm('ord') }),
      ...fc.sample(anyQuery, { numRuns: 30, seed: 15 }),
    ];
    for (const query of queries) assertSame(pair, query);
    assert.ok(pair.index.sizes.heavyWords > 0);
    removeAll(pair);
    assertEmpty(pair.index);
  });
});

/** Returns so many words that were never used before. */
function newWords(count: number): string {
  return Array.from({ length: count }, () => `w${(made += 1).toString(36)}`).join(' ');
}
let made = 0;

describe('removed realms leave nothing behind', () => {
  test('20,000 changed words over 100 realms, with their tags and categories', () => {
    const realms = Array.from({ length: 100 }, (_, at) =>
      indexedRealm(at + 1, { nameFolded: `name ${at}`, descriptionFolded: newWords(20), tags: [`t${at}`] }),
    );
    const index = builtFrom(realms);
    const begun = index.sizes;
    for (let change = 0; change < 1_000; change += 1) {
      const tags = newWords(5).split(' ');
      const [category = '', ownerId = ''] = newWords(2).split(' ');
      const texts = { nameFolded: `name ${change % 100}`, descriptionFolded: newWords(20) };
      const fields = { ...texts, tags, category, ownerId, visibility: 'private' as const };
      index.put(indexedRealm((change % 100) + 1, fields));
      if (change % 3 === 0) index.remove((change % 100) + 1);
    }
    for (const realm of realms) index.put(realm);
    const { assignedTokenIds, assignedFilterIds, ...ended } = index.sizes;
    const { assignedTokenIds: tokensBegun, assignedFilterIds: filtersBegun, ...before } = begun;
    assert.deepEqual(ended, before);
    // The new entries of a realm are added before its former ones are removed. Each realm has two filters of its owner and a category of its own.
    assert.ok(assignedTokenIds <= tokensBegun + 20, `${assignedTokenIds} ids for ${begun.tokens} tokens`);
    assert.ok(assignedFilterIds <= 100 * 8 + 10, `${assignedFilterIds} ids for ${begun.filters} filters`);
    assert.ok(filtersBegun <= assignedFilterIds);
  });

  test('20,000 realms that were added and removed, five at once', () => {
    const index = searchIndex();
    for (let seq = 1; seq <= 20_000; seq += 1) {
      index.put(indexedRealm(seq, { nameFolded: `name ${seq % 7}` }));
      index.remove(seq - 5);
    }
    const { rows, assignedRows, blocks } = index.sizes;
    assert.deepEqual({ rows, assignedRows, blocks }, { rows: 5, assignedRows: 6, blocks: 10 });
    assert.deepEqual(index.find(listQuery({ limit: 10 })).total, 5);
  });

  test('the blocks of sort orders from which most realms were removed', () => {
    const fields = { nameFolded: 'same', tags: ['x'] };
    const realms = new Map(Array.from({ length: 9_000 }, (_, at) => [at + 1, indexedRealm(at + 1, fields)]));
    const pair = pairOf(builtFrom(realms.values()), realms);
    const queries = [
      listQuery({ tags: ['x'], sort: 'name' }),
      listQuery({ tags: ['x'] }),
      listQuery({ sort: 'downloads' }),
    ];
    for (let seq = 1; seq <= 9_000; seq += 1) {
      if (seq % 300 === 0) continue;
      realms.delete(seq);
      pair.index.remove(seq);
      if (seq % 1_000 > 1) continue;
      for (const query of queries) assertSame(pair, query);
    }
    const { rows, blocks } = pair.index.sizes;
    assert.equal(rows, 30);
    assert.ok(blocks <= 8 * (rows / 32 + 2), `${blocks} blocks`);
  });
});

test('a realm that was serialized with two rows has one of them, and the other is free', () => {
  const seqs = Uint32Array.of(0, 5, 7, 5, 0, 8, 0, 0);
  const index = rows(seqs);
  assert.deepEqual([...seqs], [0, 5, 7, 0, 0, 8, 0, 0]);
  assert.deepEqual(
    [5, 7, 8, 9].map((seq) => index.find(seq)),
    [1, 2, 5, 0],
  );
  assert.deepEqual(
    [9, 10, 11].map((seq) => index.take(seq)),
    [3, 4, 6],
  );
  assert.deepEqual(index.sizes, { rows: 6, assigned: 6 });
});

test('a set of realms that has become small takes little memory, as a posting list and as a bitmap', () => {
  const most = 200_000;
  for (const many of [1_000, 20_000]) {
    const set = emptySet();
    for (let row = 0; row < many; row += 1) addToSet(set, row * 10, most);
    assert.equal(set.bitmap !== undefined, many === 20_000);
    for (let row = 5; row < many; row += 1) {
      removeFromSet(set, row * 10);
      if (set.size === 700) assert.ok((set.list?.length ?? Infinity) < 4 * 700, 'one row in 128 is worth no bitmap');
    }
    assert.deepEqual([set.bitmap, set.list], [undefined, [0, 10, 20, 30, 40]]);
  }
});

/** Realms of which each has one of ten tokens for each word, so that each word is a heavy word: a union of ten sets. */
function withHeavyWords(words: string[]): IndexedRealm[] {
  return Array.from({ length: 5_000 }, (_, at) =>
    indexedRealm(at + 1, { descriptionFolded: words.map((word) => `${word}${at % 10}`).join(' '), downloadCount: at }),
  );
}

describe('heavy words', () => {
  test('a search for more of them than are stored leaves nothing behind', () => {
    const words = Array.from({ length: 40 }, (_, at) => `${String.fromCharCode(97 + (at % 20))}${at < 20 ? 'y' : 'z'}`);
    const index = builtFrom(withHeavyWords(words));
    const query = listQuery({ search: searchTerm(words.join(' ')) });
    assert.equal(index.find(query).total, 5_000);
    const { heavyWords } = index.sizes;
    assert.ok(heavyWords < words.length);
    for (let time = 0; time < 3; time += 1) assert.equal(index.find(query).total, 5_000);
    assert.equal(index.sizes.heavyWords, heavyWords);
  });

  test('a realm that is the first to have one in its name is found there', () => {
    const index = builtFrom(withHeavyWords(['zz']));
    const query = listQuery({ search: searchTerm('zz'), limit: 2 });
    assert.deepEqual(index.find(query).seqs, [5_000, 4_999]);
    index.put(indexedRealm(5_001, { nameFolded: 'pizza zz' }));
    assert.deepEqual(index.find(query).seqs, [5_001, 5_000]);
  });
});
