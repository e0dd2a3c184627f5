// Facets, tags, categories, completions and suggestions of the search index, compared with a naive model.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import type { IndexedRealm } from '../../src/search-index/indexed-realm.ts';
import { invertedIndex, putIntoSets } from '../../src/search-index/inverted-index.ts';
import { searchIndex } from '../../src/search-index/search-index.ts';
import { codePoints, editDistance } from '../../src/search-index/words/similar-tokens.ts';
import { topPublicValues } from '../../src/search-index/values/top-values.ts';
import { broadTerm, fold, searchTerm } from '../../src/realms/search.ts';
import { damerauLevenshtein } from '../model/edit-distance.ts';
import { visible } from '../model/lists.ts';
import { completionsOf, facetNames, facetsOf, suggestionFor, valuesBeginning, valuesOf } from '../model/values.ts';
import { fc } from '../support/fixed-seed.ts';
import { runsOf } from '../support/size.ts';
import {
  allSteps,
  anyFields,
  anyMatched,
  anySingleStep,
  anyStep,
  anyQuery,
  assertSame,
  builtFrom,
  indexedRealm,
  listQuery,
  pairOf,
  reloadedWhile,
  type Pair,
  type Step,
} from './steps.ts';

/** Words of few letters, so that many are similar to each other. */
const anyWord = fc
  .array(fc.constantFrom('a', 'b', 'c', 'd', '🚀', '語'), { minLength: 2, maxLength: 8 })
  .map((letters) => letters.join(''));
const anyText = fc.array(anyWord, { minLength: 1, maxLength: 4 }).map((words) => fold(words.join(' ')));
const anyRealmFields = fc
  .tuple(anyFields, anyText, anyText)
  .map(([fields, nameFolded, descriptionFolded]) => ({ ...fields, nameFolded, descriptionFolded }));

/** Changes a letter of a text, or two. */
const anyEdit = fc
  .tuple(fc.nat(12), fc.constantFrom('', 'a', 'b', '🚀', 'swap', 'insert'))
  .map(([at, how]) => (text: string) => {
    const letters = Array.from(text);
    const [one = '', other = ''] = [letters[at], letters[at + 1]];
    if (how === 'insert') letters.splice(at, 0, 'c');
    else if (how === 'swap') letters.splice(at, 2, other, one);
    else letters.splice(at, 1, how);
    return letters.join('');
  });

function assertSameValues({ index, realms }: Pair, text: string): void {
  const all = [...realms.values()];
  for (const kind of ['tag', 'category'] as const)
    for (const prefix of ['', 'x', 's', 'unknown']) {
      const values = valuesOf(all, kind, prefix);
      const page = { limit: 2, offset: 1 };
      assert.deepEqual(index.listValues(kind, prefix, page), { values: values.slice(1, 3), total: values.length });
    }
  for (const begun of [text, text.slice(0, 1), 'a', 'al', 'x', '']) {
    assert.deepEqual(index.complete(begun, 2), completionsOf(all, begun, 2));
    for (const kind of ['author', 'category', 'license', 'tag'] as const)
      assert.deepEqual(index.completeValue(kind, begun, 2), valuesBeginning(all, kind, begun).slice(0, 2), kind);
  }
}

const points = (letters: string[]) => codePoints(letters.join(''));

describe('facets', () => {
  test('are those of a naive model, for every kind of caller', () => {
    fc.assert(
      fc.property(
        fc.array(anyRealmFields, { maxLength: 40 }),
        fc.array(anyMatched, { maxLength: 10 }),
        (fields, queries) => {
          const realms = fields.map((one, at) => indexedRealm(at + 1, one));
          const index = builtFrom(realms);
          for (const query of queries)
            assert.deepEqual(
              allSteps(index.countFacets(query, facetNames)),
              facetsOf(visible(realms, query.visibility), query),
            );
        },
      ),
      { numRuns: runsOf(40) },
    );
  });

  test('are the fifty largest', () => {
    const realms = Array.from({ length: 120 }, (_, at) =>
      indexedRealm(at + 1, {
        tags: [`t${at % 60}`, `u${at}`],
        license: `${at % 2 ? 'L' : 'k'}${at % (at < 90 ? 60 : 55)}`,
      }),
    );
    const index = builtFrom(realms);
    const query = { visibility: { kind: 'public' as const }, tags: [], featured: false };
    const facets = allSteps(index.countFacets(query, facetNames));
    assert.deepEqual(facets, facetsOf(visible(realms, query.visibility), query));
    assert.equal(facets.tags?.length, 50);
    assert.equal(facets.license?.length, 50);
  });

  test('are those of their first step, whatever changes between the steps', () => {
    const [listed, own] = [
      { kind: 'allButUnlisted' as const },
      { kind: 'publicAndOwn' as const, ownerId: 'id-of-alice' },
    ];
    fc.assert(
      fc.property(
        fc.array(anyRealmFields, { minLength: 200, maxLength: 300, size: 'max' }),
        fc.constantFrom(...[listed, own].map((visibility) => ({ visibility, tags: [], featured: false }))),
        fc.constantFrom<string[] | undefined>(undefined, ['saas'], ['saas', 'api']),
        fc.array(anySingleStep(6_000), { minLength: 10, maxLength: 40, size: 'max' }),
        (fields, shown, category, steps) => {
          const query = { ...shown, category };
          // So many that they are counted in several steps.
          const many = Array.from({ length: 20 }, () => fields).flat();
          const realms = new Map(many.map((one, at) => [at + 1, indexedRealm(at + 1, one)]));
          const pair = pairOf(builtFrom(realms.values()), realms);
          const expected = facetsOf(visible([...realms.values()], query.visibility), query);
          const counting = pair.index.countFacets(query, facetNames);
          for (let step = counting.next(); ; step = counting.next()) {
            if (step.done) return assert.deepEqual(step.value, expected);
            for (const change of steps) change(pair);
            pair.index.put(indexedRealm(9_999, { tags: ['new'], author: 'new', license: 'New', category: 'new' }));
            pair.index.remove(9_999);
          }
        },
      ),
      { numRuns: 4, endOnFailure: true },
    );
  });

  test('a count that is given up leaves nothing behind', () => {
    const index = builtFrom(
      Array.from({ length: 5_000 }, (_, at) => indexedRealm(at + 1, { tags: [`t${at}`], featured: true })),
    );
    const counting = index.countFacets({ visibility: { kind: 'public' }, tags: [], featured: true }, facetNames);
    counting.next();
    for (let seq = 1; seq <= 5_000; seq += 1) index.remove(seq);
    assert.ok(index.sizes.filters > 5_000, 'filters keep their ids while they are counted');
    counting.return({});
    assert.equal(index.sizes.filters, 0);
  });
});

/** Thousands of them have thousands of values of each kind. */
const many = (seq: number, fields: Partial<IndexedRealm> = {}) =>
  indexedRealm(seq, {
    tags: [`t${seq}`, `t${seq % 900}`, `t${seq % 400}`, 'u'],
    author: `a${seq % 800}`,
    authorName: '',
    category: `c${seq % 700}`,
    license: `${seq % 2 ? 'L' : 'l'}${seq % 750}`,
    ...fields,
  });

describe('tags, categories and completions', () => {
  test('are those of a naive model, as realms come, change and go', () => {
    const step = fc.oneof(
      anyStep(12),
      anyText.map(
        (text): Step =>
          (pair) =>
            assertSameValues(pair, text),
      ),
    );
    fc.assert(
      fc.property(
        fc.array(step, { maxLength: 60, size: 'max' }),
        fc.array(anyStep(12), { maxLength: 20 }),
        anyText,
        (steps, during, text) => {
          const pair = pairOf(searchIndex());
          for (const one of steps) one(pair);
          assertSameValues(pair, text);
          assertSameValues(reloadedWhile(pair, during), text);
        },
      ),
      { numRuns: runsOf(40) },
    );
  });

  test('thousands of tags have their pages', () => {
    const realms = Array.from({ length: 6_000 }, (_, at) =>
      indexedRealm(at + 1, { tags: [`t${at}`, `u${at % 700}`], visibility: at % 9 === 0 ? 'private' : 'public' }),
    );
    const index = builtFrom(realms);
    for (const prefix of ['', 't', 't1', 'u', 'v']) {
      const values = valuesOf(realms, 'tag', prefix);
      for (const offset of [0, 650, 5_000, 9_000]) {
        const page = values.slice(offset, offset + 100);
        assert.deepEqual(index.listValues('tag', prefix, { limit: 100, offset }), {
          values: page,
          total: values.length,
        });
      }
    }
  });

  test('among thousands of values the largest are found, as realms are downloaded, change, hide and go', () => {
    const realms = new Map(Array.from({ length: 1_200 }, (_, at) => [at + 1, many(at + 1)]));
    const { index } = pairOf(builtFrom(realms.values()), realms);
    const kinds = ['author', 'category', 'license', 'tag'] as const;
    const check = (when: string) => {
      for (const kind of kinds)
        for (const begun of ['', kind.charAt(0), `${kind.charAt(0)}1`])
          assert.deepEqual(
            index.completeValue(kind, begun, 2),
            valuesBeginning([...realms.values()], kind, begun).slice(0, 2),
            `${kind} of ${begun}, ${when}`,
          );
    };
    const put = (realm: IndexedRealm) => {
      realms.set(realm.seq, realm);
      index.put(realm);
    };
    check('at first');
    put(many(555, { downloadCount: 3 }));
    check('one was downloaded');
    put(many(666, { category: 'c150', tags: ['t150', 't1111'], license: 'L150' }));
    check('one has changed');
    put(many(555, { downloadCount: 3, visibility: 'private' }));
    check('one was hidden');
    for (let seq = 2_000; seq < 2_600; seq += 1) put(many(seq, { tags: [`t1-${seq}`], downloadCount: seq % 9 }));
    check('many came');
    for (let seq = 100; seq < 1_100; seq += 1) {
      realms.delete(seq);
      index.remove(seq);
    }
    check('many went');
  });

  test('of tens of thousands of values that begin so, few are looked at', () => {
    const index = invertedIndex();
    for (let row = 1; row <= 1_000; row += 1) {
      const tags = Array.from({ length: 20 }, (_, at) => `t${row}-${at}`);
      putIntoSets(index, row, indexedRealm(row, { tags }), 0, 2_000);
    }
    const { filters, publicCounts } = index;
    const lookFor = (prefix: string) => {
      let looked = 0;
      const get = (counts: Uint32Array, id: string | symbol) => {
        looked += 1;
        return counts[Number(id)];
      };
      const counted = { ...publicCounts, ofFilters: new Proxy(publicCounts.ofFilters, { get }) };
      return { values: topPublicValues({ filters, publicCounts: counted }, { kind: 'tag', prefix }, 8), looked };
    };
    assert.ok(lookFor('t').looked > 20_000, 'at first all are looked at');
    const first = lookFor('t');
    assert.equal(first.values[0], 't1-0');
    assert.ok(first.looked <= 10 * 256, `${first.looked} of them`);
    putIntoSets(index, 500, indexedRealm(500, { tags: ['t1-0', 't500-1', 't500-2'] }), 0, 2_000);
    const afterChange = lookFor('t');
    assert.deepEqual(afterChange.values.slice(0, 2), ['t1-0', 't1-1']);
    assert.ok(afterChange.looked <= 14 * 256, `${afterChange.looked} of them after a change`);
  });

  test('realms are found behind the most downloaded ones, too', () => {
    const words = ['saturn', 'saturday', 'mars', 'venus', 'sunday'];
    const realms = Array.from({ length: 3_000 }, (_, at) =>
      indexedRealm(at + 1, {
        nameFolded: at < 2_900 ? `other ${at}` : `the ${words[at % 5]} and ${words[at % 3]}`,
        downloadCount: 10_000 - at,
        visibility: at % 7 === 0 ? 'private' : 'public',
      }),
    );
    const index = builtFrom(realms);
    for (const text of ['s', 'sat', 'satu', 'mars and', 'venus and sa', 'mars and x', 'zzz', 'and', 'the'])
      assert.deepEqual(index.complete(text, 8), completionsOf(realms, text, 8), text);
  });
});

describe('suggestions', () => {
  test('are those of a naive model, for every kind of caller', () => {
    let offered = 0;
    fc.assert(
      fc.property(
        fc.array(anyRealmFields, { minLength: 5, maxLength: 30, size: 'max' }),
        fc.array(fc.tuple(anyQuery, anyText, fc.array(anyEdit, { maxLength: 4 })), {
          minLength: 5,
          maxLength: 20,
          size: 'max',
        }),
        (fields, searches) => {
          const realms = fields.map((one, at) => indexedRealm(at + 1, one));
          const index = builtFrom(realms);
          for (const [at, [filters, other, edits]] of searches.entries()) {
            const { nameFolded = '' } = realms[at] ?? {};
            const text = fold(edits.length === 0 ? other : edits.reduce((edited, edit) => edit(edited), nameFolded));
            const { visibility, sort } = filters;
            for (const query of [
              { ...filters, search: searchTerm(text), q: undefined },
              listQuery({ visibility, sort, search: searchTerm(text) }),
              ...(text === '' ? [] : [listQuery({ visibility, sort, q: broadTerm(text) })]),
            ]) {
              if (index.find(query).total > 0) continue;
              const expected = suggestionFor(realms, visible(realms, query.visibility), query);
              if (expected) offered += 1;
              assert.deepEqual(index.suggestSearch(query), expected, text);
            }
          }
        },
      ),
      { numRuns: runsOf(40) },
    );
    assert.ok(offered > 50, `${offered} were offered`);
  });

  test('the distance is that of Damerau and Levenshtein, as far as two', () => {
    const anyLetters = fc.array(fc.constantFrom('a', 'b', 'c', '🚀'), { maxLength: 7 });
    fc.assert(
      fc.property(anyLetters, anyLetters, fc.integer({ min: 1, max: 2 }), (one, other, max) => {
        assert.equal(editDistance(points(one), points(other), max), Math.min(damerauLevenshtein(one, other), max + 1));
      }),
      { numRuns: 5_000 },
    );
  });
});

test('lists by author, license and given realms are those of the model', () => {
  const realms = fc
    .sample(anyFields, { numRuns: runsOf(300), seed: 21 })
    .map((fields, at): [number, IndexedRealm] => [at + 1, indexedRealm(at + 1, fields)]);
  const pair = pairOf(builtFrom(realms.map(([, realm]) => realm)), new Map(realms));
  for (const filters of fc.sample(anyQuery, { numRuns: runsOf(300), seed: 22 }))
    for (const query of [filters, { ...filters, seqs: [7, 3, 300, 12, 999], sort: 'seqs' as const }])
      assertSame(pair, query);
});
