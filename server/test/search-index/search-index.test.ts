// The search index against a naive model of the same queries, and some queries by hand.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fc } from '../support/fixed-seed.ts';
import { runsOf } from '../support/size.ts';
import { searchTerm } from '../../src/realms/search.ts';
import type { IndexedRealm } from '../../src/search-index/indexed-realm.ts';
import type { ListQuery } from '../../src/search-index/list-query.ts';
import { searchIndex, type SearchIndex } from '../../src/search-index/search-index.ts';
import {
  allSteps,
  anyFields,
  anyQuery,
  anyStep,
  assertSame,
  builtFrom,
  deserialized,
  indexedRealm,
  listQuery,
  pairOf,
  reloadedWhile,
} from './steps.ts';

describe('the search index finds what the model finds', () => {
  test('through any sequence of changes and queries', () => {
    fc.assert(
      fc.property(fc.array(anyStep(60), { minLength: 1, maxLength: 200, size: 'max' }), (steps) => {
        const pair = pairOf(searchIndex());
        for (const step of steps) {
          step(pair);
          assertSame(pair, listQuery({ sort: 'downloads' })); // a list that is cached
        }
        const listed = [...pair.realms.values()].filter(({ visibility }) => visibility !== 'unlisted');
        assert.equal(pair.index.size, listed.length);
        assert.equal(pair.index.sizes.rows, pair.realms.size);
      }),
      { numRuns: runsOf(75, 300), seed: 7 },
    );
  });

  test('when it was built from thousands at once, and through the changes that follow', () => {
    // Enough that blocks are split, that sets become bitmaps, and that records need a second page.
    const [many] = fc.sample(fc.array(anyFields, { minLength: 4_000, maxLength: 4_000, size: 'max' }), {
      numRuns: 1,
      seed: 1,
    });
    assert.ok(many);
    const realms = new Map(
      Array.from({ length: 24_000 }, (_, at): [number, IndexedRealm] => {
        const fields = many[(at * 13) % many.length];
        return [at + 1, indexedRealm(at + 1, fields)];
      }),
    );
    const pair = pairOf(builtFrom(realms.values()), realms);
    const steps = fc.sample(anyStep(24_300), { numRuns: runsOf(200), seed: 2 });
    const warming = pair.index.warm();
    for (const step of steps) {
      step(pair);
      warming.next();
    }
  });

  test('when it was serialized and deserialized, whatever changed meanwhile', () => {
    const someSteps = fc.array(anyStep(60), { maxLength: 80, size: 'max' });
    fc.assert(
      fc.property(someSteps, someSteps, someSteps, someSteps, (first, meanwhile, between, then) => {
        let pair = pairOf(searchIndex());
        for (const step of first) step(pair);
        pair = reloadedWhile(pair, meanwhile);
        for (const step of between) step(pair);
        pair = reloadedWhile(pair, []);
        for (const step of then) step(pair);
      }),
      { numRuns: runsOf(50, 200), seed: 8 },
    );
  });

  test('when thousands were serialized and deserialized, and through the changes that follow', () => {
    const samples = fc.sample(anyFields, { numRuns: 2_000, seed: 5 });
    const realms = new Map(
      Array.from({ length: 20_000 }, (_, at): [number, IndexedRealm] => {
        const fields = { ...samples[(at * 13) % samples.length], nameFolded: `name ${at % 9_000}` };
        return [at + 1, indexedRealm(at + 1, fields)];
      }),
    );
    const steps = fc.sample(anyStep(20_300), { numRuns: runsOf(400), seed: 6 });
    const pair = reloadedWhile(pairOf(builtFrom(realms.values()), realms), steps.slice(0, steps.length / 2));
    const warming = pair.index.warm();
    for (const step of steps.slice(steps.length / 2)) {
      step(pair);
      warming.next();
    }
  });

  test('when thousands are added one by one, and removed again', () => {
    const pair = pairOf(searchIndex());
    const samples = fc.sample(anyFields, { numRuns: 500, seed: 3 });
    const queries = fc.sample(anyQuery, { numRuns: 300, seed: 4 });
    const runNextQuery = () => {
      const query = queries.pop();
      if (query) assertSame(pair, query);
    };
    for (let seq = 1; seq <= 3_000; seq += 1) {
      const realm = indexedRealm(seq, { ...samples[seq % samples.length], downloadCount: (seq * 31) % 17 });
      pair.realms.set(seq, realm);
      pair.index.put(realm);
      if (seq % 50 === 0) runNextQuery();
    }
    for (let seq = 1; seq <= 3_000; seq += 1) {
      pair.realms.delete((seq * 7) % 3_001);
      pair.index.remove((seq * 7) % 3_001);
      if (seq % 50 === 0) runNextQuery();
    }
    assert.equal(pair.index.size, 0);
    assert.deepEqual(pair.index.find(listQuery()), { seqs: [], total: 0 });
  });
});

const bytesOf = (index: SearchIndex) => Buffer.concat(Array.from(index.serialize(), (part) => part.slice()));
const seqsOf = (index: SearchIndex, fields: Partial<ListQuery>) => index.find(listQuery(fields)).seqs;

describe('searches and sort orders', () => {
  test('words and tags that no realm has any more are not serialized', () => {
    const index = builtFrom([indexedRealm(1)]);
    const { length } = bytesOf(index);
    for (let at = 0; at < 100; at += 1) {
      index.put(
        indexedRealm(2, { nameFolded: `n${at}`, descriptionFolded: `d${at}`, tags: [`t${at}`], ownerId: `o${at}` }),
      );
      index.remove(2);
    }
    const reloaded = allSteps(deserialized(bytesOf(index)).finish());
    reloaded.put(indexedRealm(2, { nameFolded: 'n7', descriptionFolded: '7777', tags: ['t7'] }));
    assert.deepEqual(seqsOf(reloaded, { search: searchTerm('n7 777'), tags: ['t7'] }), [2]);
    assert.deepEqual(seqsOf(reloaded, { search: searchTerm('n8') }), []);
    assert.deepEqual(seqsOf(reloaded, { tags: ['t8'] }), []);
    assert.ok(bytesOf(index).length < length + 10_000);
  });
});
