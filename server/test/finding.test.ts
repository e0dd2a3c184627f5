// The finder against the meaning of the statements in `realms/queries.ts`, written down once more in the plainest way.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import type { Question } from '../src/finding/answer.ts';
import { finder, type Findable, type Finder } from '../src/finding/finder.ts';
import { searchTerm } from '../src/realms/search.ts';
import {
  aFindable,
  allSteps,
  aQuestion,
  aRealm,
  asking,
  aStep,
  everything,
  filledWith,
  frozenWhile,
  pairOf,
  plainly,
  thawed,
} from './finding-model.ts';

describe('the finder answers as the statements do', () => {
  test('through any row of changes and questions', () => {
    fc.assert(
      fc.property(fc.array(aStep(60), { minLength: 1, maxLength: 200, size: 'max' }), (steps) => {
        const pair = pairOf(finder());
        for (const step of steps) {
          step(pair);
          // What is asked for again and again is kept.
          assert.deepEqual(pair.finder.find(everything), plainly(pair.realms.values(), everything));
        }
        const listed = [...pair.realms.values()].filter(({ visibility }) => visibility !== 'unlisted');
        assert.equal(pair.finder.size, listed.length);
      }),
      { numRuns: 150 },
    );
  });

  test('when it was filled at once with thousands, and through the changes that follow', () => {
    // Enough that blocks are split, that sets become bits, and that records need a second page.
    const [many] = fc.sample(fc.array(aRealm, { minLength: 4_000, maxLength: 4_000, size: 'max' }), {
      numRuns: 1,
      seed: 1,
    });
    assert.ok(many);
    const realms = new Map(
      Array.from({ length: 24_000 }, (_, at): [number, Findable] => {
        const about = many[(at * 13) % many.length];
        return [at + 1, aFindable(at + 1, about)];
      }),
    );
    const pair = pairOf(filledWith(realms.values()), realms);
    const steps = fc.sample(aStep(24_300), { numRuns: 200, seed: 2 });
    const prepared = pair.finder.prepare();
    for (const step of steps) {
      step(pair);
      prepared.next();
    }
  });

  test('when it was frozen and thawed, whatever changed meanwhile', () => {
    const someSteps = fc.array(aStep(60), { maxLength: 80, size: 'max' });
    fc.assert(
      fc.property(someSteps, someSteps, someSteps, someSteps, (first, meanwhile, between, then) => {
        let pair = pairOf(finder());
        for (const step of first) step(pair);
        pair = frozenWhile(pair, meanwhile);
        for (const step of between) step(pair);
        pair = frozenWhile(pair, []);
        for (const step of then) step(pair);
      }),
      { numRuns: 100 },
    );
  });

  test('when thousands were frozen and thawed, and through the changes that follow', () => {
    const abouts = fc.sample(aRealm, { numRuns: 2_000, seed: 5 });
    const realms = new Map(
      Array.from({ length: 20_000 }, (_, at): [number, Findable] => {
        const about = { ...abouts[(at * 13) % abouts.length], nameFolded: `name ${at % 9_000}` };
        return [at + 1, aFindable(at + 1, about)];
      }),
    );
    const steps = fc.sample(aStep(20_300), { numRuns: 400, seed: 6 });
    const pair = frozenWhile(pairOf(filledWith(realms.values()), realms), steps.slice(0, 200));
    const prepared = pair.finder.prepare();
    for (const step of steps.slice(200)) {
      step(pair);
      prepared.next();
    }
  });

  test('when thousands come one by one, and go again', () => {
    const pair = pairOf(finder());
    const abouts = fc.sample(aRealm, { numRuns: 500, seed: 3 });
    const questions = fc.sample(aQuestion, { numRuns: 300, seed: 4 });
    const same = () => {
      const question = questions.pop();
      if (question) assert.deepEqual(pair.finder.find(question), plainly(pair.realms.values(), question));
    };
    for (let seq = 1; seq <= 3_000; seq += 1) {
      const realm = aFindable(seq, { ...abouts[seq % abouts.length], downloadCount: (seq * 31) % 17 });
      pair.realms.set(seq, realm);
      pair.finder.put(realm);
      if (seq % 50 === 0) same();
    }
    for (let seq = 1; seq <= 3_000; seq += 1) {
      pair.realms.delete((seq * 7) % 3_001);
      pair.finder.remove((seq * 7) % 3_001);
      if (seq % 50 === 0) same();
    }
    assert.equal(pair.finder.size, 0);
    assert.deepEqual(pair.finder.find(asking()), { seqs: [], total: 0 });
  });
});

const sizeOf = (found: Finder) => [...found.freeze()].reduce((sum, { length }) => sum + length, 0);
const foundBy = (found: Finder, about: Partial<Question>) => found.find(asking(about)).seqs;

describe('what the finder finds', () => {
  test('a search puts the exact name first, then its beginnings, then the words in the name, then the description', () => {
    const found = filledWith([
      aFindable(1, { nameFolded: 'rocket kit', downloadCount: 1 }),
      aFindable(2, { nameFolded: 'other', descriptionFolded: 'for a rocket kit', downloadCount: 100 }),
      aFindable(3, { nameFolded: 'kit of a rocket', downloadCount: 50 }),
      aFindable(4, { nameFolded: 'rocket kitchen', downloadCount: 2 }),
      aFindable(5, { nameFolded: 'rocket', descriptionFolded: 'kit', downloadCount: 200 }),
      aFindable(6, { nameFolded: 'rocket', descriptionFolded: 'none', downloadCount: 300 }),
    ]);
    const search = searchTerm('Rocket kit');
    assert.deepEqual(foundBy(found, { search }), [1, 4, 3, 5, 2]);
    assert.deepEqual(foundBy(found, { search, sort: 'downloads' }), [5, 2, 3, 4, 1]);
    assert.deepEqual(foundBy(found, { search, offset: 1, limit: 3 }), [4, 3, 5]);
  });

  test('a term with U+0000 finds nothing', () => {
    const found = filledWith([aFindable(1, { nameFolded: 'rocket' })]);
    assert.deepEqual(foundBy(found, { search: searchTerm('rock\0et') }), []);
    assert.deepEqual(foundBy(found, { search: searchTerm('\0') }), []);
  });

  test('names beyond U+FFFF stand after all others', () => {
    const found = filledWith(['🚀', '\uFF5E', 'z', '語'].map((nameFolded, at) => aFindable(at + 1, { nameFolded })));
    assert.deepEqual(foundBy(found, { sort: 'name' }), [3, 4, 2, 1]);
  });

  test('private realms are for their owner and for those who see all, unlisted ones for nobody', () => {
    const found = finder();
    found.put(aFindable(1));
    found.put(aFindable(2, { visibility: 'private' }));
    found.put(aFindable(3, { visibility: 'private', ownerId: 'bob' }));
    found.put(aFindable(4, { visibility: 'unlisted' }));
    assert.deepEqual(foundBy(found, {}), [1]);
    assert.deepEqual(foundBy(found, { viewer: { ownerId: 'bob' } }), [3, 1]);
    assert.deepEqual(foundBy(found, { viewer: 'all' }), [3, 2, 1]);
    found.put(aFindable(1, { visibility: 'unlisted' }));
    assert.deepEqual(foundBy(found, { viewer: 'all' }), [3, 2]);
  });

  test('words and tags that no realm has any more are not frozen', () => {
    const once = filledWith([aFindable(1)]);
    const size = sizeOf(once);
    for (let at = 0; at < 100; at += 1) {
      once.put(
        aFindable(2, { nameFolded: `n${at}`, descriptionFolded: `d${at}`, tags: [`t${at}`], ownerId: `o${at}` }),
      );
      once.remove(2);
    }
    const again = allSteps(thawed(Buffer.concat(Array.from(once.freeze(), (part) => part.slice()))).finish());
    again.put(aFindable(2, { nameFolded: 'n7', descriptionFolded: '7777', tags: ['t7'] }));
    assert.deepEqual(foundBy(again, { search: searchTerm('n7 777'), tags: ['t7'] }), [2]);
    assert.deepEqual(foundBy(again, { search: searchTerm('n8') }), []);
    assert.deepEqual(foundBy(again, { tags: ['t8'] }), []);
    assert.ok(sizeOf(once) < size + 10_000);
  });

  test('a download is counted in the next answer', () => {
    const found = filledWith([aFindable(1), aFindable(2), aFindable(3)]);
    assert.deepEqual(foundBy(found, { sort: 'downloads' }), [3, 2, 1]);
    found.put(aFindable(1, { downloadCount: 1 }));
    assert.deepEqual(foundBy(found, { sort: 'downloads' }), [1, 3, 2]);
  });
});
