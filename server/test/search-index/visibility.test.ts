// Which realms the search index shows to whom: every kind of query, in every state that a realm can be in.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { searchTerm } from '../../src/realms/search.ts';
import type { IndexedRealm } from '../../src/search-index/indexed-realm.ts';
import type { ListQuery, ListVisibility } from '../../src/search-index/list-query.ts';
import { searchIndex, type SearchIndex } from '../../src/search-index/search-index.ts';
import { assertSame, builtFrom, indexedRealm, listQuery, pairOf, reloadedWhile } from './steps.ts';

const seqsOf = (index: SearchIndex, fields: Partial<ListQuery>) => index.find(listQuery(fields)).seqs;

const isPublic: ListVisibility = { kind: 'public' };
const isListed: ListVisibility = { kind: 'allButUnlisted' };
const publicAndOwn = (ownerId: string): ListVisibility => ({ kind: 'publicAndOwn', ownerId });
const ownedBy = (ownerId: string): ListVisibility => ({ kind: 'ownedBy', ownerId });

describe('who sees which realm', () => {
  test('private realms are shown to their owner and to those who see all', () => {
    const index = searchIndex();
    index.put(indexedRealm(1));
    index.put(indexedRealm(2, { visibility: 'private' }));
    index.put(indexedRealm(3, { visibility: 'private', ownerId: 'bob' }));
    assert.deepEqual(seqsOf(index, { visibility: isPublic }), [1]);
    assert.deepEqual(seqsOf(index, { visibility: publicAndOwn('bob') }), [3, 1]);
    assert.deepEqual(seqsOf(index, { visibility: isListed }), [3, 2, 1]);
    assert.deepEqual(seqsOf(index, { visibility: isListed, ownerId: 'alice' }), [2, 1]);
    assert.deepEqual(seqsOf(index, { visibility: publicAndOwn('bob'), ownerId: 'alice' }), [1]);
  });

  test('an author, a license in any spelling and given realms narrow what a caller sees, and never widen it', () => {
    const index = searchIndex();
    index.put(indexedRealm(1, { license: 'MIT' }));
    index.put(indexedRealm(2, { license: 'mit', visibility: 'private' }));
    index.put(indexedRealm(3, { license: 'ISC', visibility: 'unlisted' }));
    index.put(indexedRealm(4, { license: 'Mit', ownerId: 'bob', author: 'bob' }));
    const [author] = [indexedRealm(1).author];
    assert.deepEqual(seqsOf(index, { visibility: isPublic, license: 'mit' }), [4, 1]);
    assert.deepEqual(seqsOf(index, { visibility: publicAndOwn('alice'), license: 'mit' }), [4, 2, 1]);
    for (const license of ['isc', 'mi', 'unknown']) assert.deepEqual(seqsOf(index, { license }), []);
    assert.deepEqual(seqsOf(index, { visibility: isPublic, author }), [1]);
    assert.deepEqual(seqsOf(index, { visibility: isListed, author, license: 'mit' }), [2, 1]);
    assert.deepEqual(seqsOf(index, { author: 'unknown' }), []);
    assert.deepEqual(seqsOf(index, { visibility: isPublic, seqs: [3, 4, 2, 1, 99], sort: 'seqs' }), [4, 1]);
    assert.deepEqual(seqsOf(index, { visibility: publicAndOwn('alice'), seqs: [2, 4, 1], sort: 'seqs' }), [2, 4, 1]);
    assert.deepEqual(seqsOf(index, { visibility: isPublic, seqs: [1, 4], sort: 'newest' }), [4, 1]);
    assert.deepEqual(seqsOf(index, { visibility: isPublic, seqs: [] }), []);
    for (const sort of ['recent', 'trending'] as const)
      assert.deepEqual(
        seqsOf(index, { visibility: isPublic, sort }).toSorted((one, other) => one - other),
        [1, 4],
      );
  });

  test('a filter that its last realm leaves while the index is saved finds nothing after loading, at whatever step', () => {
    const without = indexedRealm(1, { tags: [], license: '' });
    for (let steps = 0; steps < 60; steps += 1) {
      const pair = pairOf(searchIndex());
      for (const realm of [indexedRealm(1, { tags: ['only'], license: 'MIT' }), indexedRealm(2)]) {
        pair.realms.set(realm.seq, realm);
        pair.index.put(realm);
      }
      const loaded = reloadedWhile(pair, [
        ...Array.from({ length: steps }, () => () => undefined),
        (changed) => {
          changed.realms.set(1, without);
          changed.index.put(without);
          changed.changed.add(1);
        },
      ]);
      assert.deepEqual(seqsOf(loaded.index, { tags: ['only'] }), []);
      assert.deepEqual(seqsOf(loaded.index, { license: 'mit' }), []);
      assert.deepEqual(seqsOf(loaded.index, {}), [2, 1]);
    }
  });

  test('an unlisted realm is in the list of its owner alone, and in no other list, search or total', () => {
    const fields = { nameFolded: 'rocket', tags: ['x'], featured: true };
    const others = [isPublic, isListed, publicAndOwn('alice'), publicAndOwn('bob'), ownedBy('bob')];
    for (const put of [
      (index: SearchIndex) => index.put(indexedRealm(1, { ...fields, visibility: 'unlisted' })),
      (index: SearchIndex) => {
        index.put(indexedRealm(1, { ...fields, visibility: 'public' }));
        assert.deepEqual(index.find(listQuery({ tags: ['x'] })), { seqs: [1], total: 1 });
        index.put(indexedRealm(1, { ...fields, visibility: 'unlisted' }));
      },
    ]) {
      const index = searchIndex();
      put(index);
      for (const visibility of others)
        for (const filter of [{}, { tags: ['x'] }, { featured: true }, { category: 'saas' }, { ownerId: 'alice' }])
          for (const search of [undefined, searchTerm('rocket'), searchTerm('r')])
            assert.deepEqual(index.find(listQuery({ visibility, search, ...filter })), { seqs: [], total: 0 });
      assert.equal(index.size, 0);
      for (const search of [undefined, searchTerm('rocket')])
        assert.deepEqual(index.find(listQuery({ visibility: ownedBy('alice'), search })), { seqs: [1], total: 1 });
    }
  });

  test('the list of an owner has every visibility, with the filters and sort orders of any other list', () => {
    const index = builtFrom(
      (['public', 'unlisted', 'private'] as const).flatMap((visibility, at) => [
        indexedRealm(at + 1, { visibility, downloadCount: at, tags: at > 0 ? ['x'] : [] }),
        indexedRealm(at + 11, { visibility, ownerId: 'bob' }),
      ]),
    );
    const visibility = ownedBy('alice');
    assert.deepEqual(index.find(listQuery({ visibility, sort: 'downloads' })), { seqs: [3, 2, 1], total: 3 });
    assert.deepEqual(index.find(listQuery({ visibility, tags: ['x'], sort: 'name' })).total, 2);
    assert.deepEqual(index.find(listQuery({ visibility, ownerId: 'bob' })), { seqs: [], total: 0 });
    assert.equal(index.size, 4);
  });

  test('every query shows what the model shows, while realms change from each visibility to each other', () => {
    const visibilities = ['public', 'unlisted', 'private'] as const;
    const owners = ['alice', 'bob'];
    const fieldsOf = (at: number): Partial<IndexedRealm> => ({
      ownerId: owners[at % 2] ?? '',
      featured: at % 3 > 0,
      tags: at % 4 > 1 ? ['x'] : [],
      category: at % 5 > 2 ? 'api' : 'saas',
      nameFolded: at % 2 > 0 ? 'rocket kit' : 'kit for a rocket',
    });
    const kinds = [isPublic, isListed, ...owners.flatMap((owner) => [publicAndOwn(owner), ownedBy(owner)])];
    const filters = [{}, { ownerId: 'bob' }, { category: 'api' }, { featured: true }, { tags: ['x'] }, { tags: ['y'] }];
    const searches = [undefined, searchTerm('rocket'), searchTerm('rocket kit'), searchTerm('nothing')];
    const pages: Partial<ListQuery>[] = [{}, { offset: 1, limit: 2 }, { sort: 'downloads', offset: 9 }];
    let pair = pairOf(searchIndex());
    for (const shift of [0, 1, 2]) {
      for (let at = 0; at < 12; at += 1) {
        const visibility = visibilities[(Math.floor(at / 2) + shift) % 3] ?? 'public';
        const realm = indexedRealm(at + 1, { ...fieldsOf(at + shift), visibility });
        if (at === 0) realm.tags = [`tag of ${shift}`]; // a tag that comes and goes
        pair.realms.set(realm.seq, realm);
        pair.index.put(realm);
      }
      for (const visibility of kinds)
        for (const filter of filters)
          for (const search of searches)
            for (const page of pages) assertSame(pair, listQuery({ visibility, search, ...filter, ...page }));
      pair = reloadedWhile(pair, []);
    }
  });
});
