// Which realms the search index shows to whom: every kind of query, in every state that a realm can be in.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { searchTerm } from '../../src/realms/search.ts';
import type { IndexedRealm } from '../../src/search-index/indexed-realm.ts';
import type { ListQuery, ListVisibility } from '../../src/search-index/list-query.ts';
import { searchIndex, type SearchIndex } from '../../src/search-index/search-index.ts';
import { assertSame, indexedRealm, listQuery, pairOf, reloadedWhile } from './steps.ts';

const seqsOf = (index: SearchIndex, fields: Partial<ListQuery>) => index.find(listQuery(fields)).seqs;

const isPublic: ListVisibility = { kind: 'public' };
const isListed: ListVisibility = { kind: 'allButUnlisted' };
const publicAndOwn = (ownerId: string): ListVisibility => ({ kind: 'publicAndOwn', ownerId });
const ownedBy = (ownerId: string): ListVisibility => ({ kind: 'ownedBy', ownerId });

describe('who sees which realm', () => {
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
      assert.deepEqual(seqsOf(loaded.index, { license: ['mit'] }), []);
      assert.deepEqual(seqsOf(loaded.index, {}), [2, 1]);
    }
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
    const filters = [
      {},
      { ownerId: 'bob' },
      { category: ['api'] },
      { featured: true },
      { tags: ['x'] },
      { tags: ['y'] },
    ];
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
