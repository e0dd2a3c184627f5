// Related realms of the search index, compared with a naive model.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { IndexedRealm } from '../../src/search-index/indexed-realm.ts';
import { searchIndex } from '../../src/search-index/search-index.ts';
import { relatedTo } from '../model/values.ts';
import { fc } from '../support/fixed-seed.ts';
import { anyFields, anyStep, builtFrom, indexedRealm, pairOf, reloadedWhile, type Pair } from './steps.ts';

function assertSameRelated({ index, realms }: Pair): void {
  const all = [...realms.values()];
  for (const realm of all)
    assert.deepEqual(index.related(realm.seq, 3), relatedTo(all, realm, 3), `realm ${realm.seq}`);
}

const tags = ['a', 'b', 'c', 'c#', 'd', 'e.e', 'f', 'rare', 'rarer'];
const anyTagged = fc
  .tuple(anyFields, fc.subarray(tags))
  .map(([fields, subset]): Partial<IndexedRealm> => ({ ...fields, tags: subset }));

test('related realms are those of a naive model, for realms of every visibility', () => {
  fc.assert(
    fc.property(fc.array(anyTagged, { maxLength: 25, size: 'max' }), (fields) => {
      const realms = new Map(fields.map((one, at) => [at + 1, indexedRealm(at + 1, one)]));
      assertSameRelated(pairOf(builtFrom(realms.values()), realms));
    }),
    { numRuns: 25 },
  );
});

test('they follow every change, and are the same in an index that was saved and loaded', () => {
  fc.assert(
    fc.property(fc.array(anyStep(12), { minLength: 1, maxLength: 60, size: 'max' }), (steps) => {
      const pair = pairOf(searchIndex());
      for (const step of steps) step(pair);
      assertSameRelated(pair);
      assertSameRelated(reloadedWhile(pair, []));
    }),
    { numRuns: 15 },
  );
});

test('a realm without tags, and one that does not exist, have no related realms', () => {
  const index = builtFrom([indexedRealm(1), indexedRealm(2), indexedRealm(3, { tags: ['alone'] })]);
  for (const seq of [1, 3, 99]) assert.deepEqual(index.related(seq, 6), []);
});

test('where tags have more than 2,000 realms, the rarest tags and the most downloaded realms decide', () => {
  const all = Array.from({ length: 4_300 }, (_, at) =>
    indexedRealm(at + 1, {
      tags: at % 1_000 === 0 ? ['left', 'right', 'rare'] : [at % 2 === 0 ? 'left' : 'right'],
      visibility: at % 500 === 7 ? 'private' : 'public',
      downloadCount: 1 + ((at * 7_919) % 5_003),
    }),
  );
  // It shares the most with the realm of both tags, and is less downloaded than 2,000 others of each.
  all.push(indexedRealm(5_000, { tags: ['left', 'right'] }), indexedRealm(5_001, { tags: ['left', 'right'] }));
  const index = builtFrom(all);
  for (const seq of [1, 4, 5_001]) {
    const realm = all.find((one) => one.seq === seq) ?? assert.fail();
    assert.deepEqual(index.related(seq, 6), relatedTo(all, realm, 6), `realm ${seq}`);
  }
  assert.ok(!index.related(5_001, 6).includes(5_000));
});
