// What the finder holds depends on the realms that are there, and not on those that were: entries go with their last realm, and
// their numbers are used again.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { finder, type Findable, type Finder, type FinderSizes } from '../src/finding/finder.ts';
import { addMember, members, removeMember } from '../src/finding/members.ts';
import { searchTerm } from '../src/realms/search.ts';
import {
  aFindable,
  aQuestion,
  aRealm,
  asking,
  aStep,
  filledWith,
  frozenWhile,
  pairOf,
  plainly,
  type Pair,
  type Step,
} from './finding-model.ts';

/** The entries that these realms need, as texts. */
function entriesOf(realms: Iterable<Findable>) {
  const listed = [...realms].filter(({ visibility }) => visibility !== 'unlisted');
  const texts = listed.flatMap(({ nameFolded, descriptionFolded }) => [nameFolded, descriptionFolded]);
  const tokens = new Set(texts.flatMap((text) => text.split(' ')).filter((token) => token !== ''));
  const units = [...tokens].flatMap((token) =>
    [1, 2, 3].flatMap((length) =>
      Array.from({ length: Math.max(0, token.length - length + 1) }, (_, at) => token.slice(at, at + length)),
    ),
  );
  const facets = listed.flatMap(({ visibility, ownerId, category, featured, tags }) => [
    'listed',
    visibility === 'public' ? 'public' : `private ${ownerId}`,
    `category ${category}`,
    ...(featured ? ['featured'] : []),
    ...tags.map((tag) => `tag ${tag}`),
  ]);
  return { rows: listed.length, tokens: tokens.size, parts: new Set(units).size, facets: new Set(facets).size };
}
type Entries = ReturnType<typeof entriesOf>;

function assertEntries({ finder: found, realms }: Pair): void {
  const { rows, tokens, parts, facets } = found.sizes;
  assert.deepEqual({ rows, tokens, parts, facets }, entriesOf(realms.values()));
}

function assertEmpty({ sizes }: Finder): void {
  const { rows, tokens, parts, facets, keptWords, followers, blocks } = sizes;
  const orders = 5; // each has a block, at least
  assert.deepEqual(
    { rows, tokens, parts, facets, keptWords, followers, blocks },
    { rows: 0, tokens: 0, parts: 0, facets: 0, keptWords: 0, followers: 0, blocks: orders },
  );
}

function removeAll({ finder: found, realms }: Pair): void {
  for (const seq of realms.keys()) found.remove(seq);
  realms.clear();
}

function assertNumbers({ rowNumbers, tokenNumbers, facetNumbers }: FinderSizes, most: Entries): void {
  assert.ok(rowNumbers <= most.rows, `${rowNumbers} rows, ${most.rows} in use at once`);
  assert.ok(tokenNumbers <= most.tokens, `${tokenNumbers} tokens, ${most.tokens} in use at once`);
  assert.ok(facetNumbers <= most.facets, `${facetNumbers} facets, ${most.facets} in use at once`);
}

/** The most entries that were in use at once. While a realm changes, what it had and what it has are both there. */
function counting(most: Entries): (pair: Pair, step: Step) => void {
  return (pair, step) => {
    const before = [...pair.realms.values()];
    step(pair);
    const both = entriesOf([...before, ...pair.realms.values()]);
    both.rows = Math.max(entriesOf(before).rows, entriesOf(pair.realms.values()).rows);
    for (const kind of Object.keys(most) as (keyof Entries)[]) most[kind] = Math.max(most[kind], both[kind]);
  };
}

const someSteps = fc.array(aStep(30), { maxLength: 60, size: 'max' });

describe('the finder has an entry for what its realms have, and for nothing else', () => {
  test('after every change; and no more numbers are handed out than were in use at once', () => {
    fc.assert(
      fc.property(fc.array(aStep(30), { minLength: 1, maxLength: 150, size: 'max' }), (steps) => {
        const pair = pairOf(finder());
        const most = entriesOf([]);
        const take = counting(most);
        for (const step of steps) {
          take(pair, step);
          assertEntries(pair);
        }
        assertNumbers(pair.finder.sizes, most);
        removeAll(pair);
        assertEmpty(pair.finder);
      }),
      { numRuns: 40, seed: 11 },
    );
  });

  test('when it was filled at once', () => {
    const abouts = fc.sample(aRealm, { numRuns: 300, seed: 12 });
    const realms = new Map(abouts.map((about, at) => [at + 1, aFindable(at + 1, about)]));
    const pair = pairOf(filledWith(realms.values()), realms);
    assertEntries(pair);
    assertNumbers(pair.finder.sizes, entriesOf(realms.values()));
    removeAll(pair);
    assertEmpty(pair.finder);
  });

  test('when it was frozen and thawed, whatever changed meanwhile', () => {
    fc.assert(
      fc.property(someSteps, someSteps, someSteps, (first, meanwhile, then) => {
        const before = pairOf(finder());
        for (const step of first) step(before);
        const pair = frozenWhile(before, meanwhile);
        assertEntries(pair);
        const again = frozenWhile(pair, []);
        assertEntries(again);
        const { rowNumbers, tokenNumbers, facetNumbers, parts } = pair.finder.sizes;
        assertNumbers(again.finder.sizes, { rows: rowNumbers, tokens: tokenNumbers, facets: facetNumbers, parts });
        for (const step of then) {
          step(again);
          assertEntries(again);
        }
        removeAll(again);
        assertEmpty(again.finder);
      }),
      { numRuns: 40, seed: 13 },
    );
  });

  test('when thousands go again, with the words that were kept for searches and the bits of large sets', () => {
    const abouts = fc.sample(aRealm, { numRuns: 1_000, seed: 14 });
    const realms = new Map(
      Array.from({ length: 9_000 }, (_, at): [number, Findable] => {
        const about = abouts[(at * 13) % abouts.length];
        return [at + 1, aFindable(at + 1, { ...about, descriptionFolded: `heavy${at % 100} words${at}` })];
      }),
    );
    const pair = pairOf(filledWith(realms.values()), realms);
    pair.finder.prepare().toArray();
    const questions = [
      asking({ search: searchTerm('heavy') }),
      asking({ search: searchTerm('ord') }),
      ...fc.sample(aQuestion, { numRuns: 30, seed: 15 }),
    ];
    for (const question of questions) assert.deepEqual(pair.finder.find(question), plainly(realms.values(), question));
    const { keptWords, followers } = pair.finder.sizes;
    assert.ok(keptWords > 0 && followers > 0);
    removeAll(pair);
    assertEmpty(pair.finder);
  });
});

/** So many words that were never there before. */
function newWords(count: number): string {
  return Array.from({ length: count }, () => `w${(made += 1).toString(36)}`).join(' ');
}
let made = 0;

describe('what was there before leaves nothing', () => {
  test('20,000 changed words over 100 realms, with their tags and categories', () => {
    const realms = Array.from({ length: 100 }, (_, at) =>
      aFindable(at + 1, { nameFolded: `name ${at}`, descriptionFolded: newWords(20), tags: [`t${at}`] }),
    );
    const found = filledWith(realms);
    const begun = found.sizes;
    for (let change = 0; change < 1_000; change += 1) {
      const tags = newWords(5).split(' ');
      const [category = '', ownerId = ''] = newWords(2).split(' ');
      const texts = { nameFolded: `name ${change % 100}`, descriptionFolded: newWords(20) };
      const about = { ...texts, tags, category, ownerId, visibility: 'private' as const };
      found.put(aFindable((change % 100) + 1, about));
      if (change % 3 === 0) found.remove((change % 100) + 1);
    }
    for (const realm of realms) found.put(realm);
    const { tokenNumbers, facetNumbers, ...ended } = found.sizes;
    const { tokenNumbers: tokensBegun, facetNumbers: facetsBegun, ...before } = begun;
    assert.deepEqual(ended, before);
    // The new ones of a realm come before its former ones go. Each has an owner and a category more than in the beginning.
    assert.ok(tokenNumbers <= tokensBegun + 20, `${tokenNumbers} numbers for ${begun.tokens} tokens`);
    assert.ok(facetNumbers <= 100 * 7 + 9, `${facetNumbers} numbers for ${begun.facets} facets`);
    assert.ok(facetsBegun <= facetNumbers);
  });

  test('20,000 realms that came and went, of which five were there at once', () => {
    const found = finder();
    for (let seq = 1; seq <= 20_000; seq += 1) {
      found.put(aFindable(seq, { nameFolded: `name ${seq % 7}` }));
      found.remove(seq - 5);
    }
    const { rows, rowNumbers, blocks } = found.sizes;
    assert.deepEqual({ rows, rowNumbers, blocks }, { rows: 5, rowNumbers: 6, blocks: 5 });
    assert.deepEqual(found.find(asking({ limit: 10 })).total, 5);
  });

  test('the blocks of orders from which most realms went', () => {
    const about = { nameFolded: 'same', tags: ['x'] };
    const realms = new Map(Array.from({ length: 9_000 }, (_, at) => [at + 1, aFindable(at + 1, about)]));
    const pair = pairOf(filledWith(realms.values()), realms);
    const questions = [asking({ tags: ['x'], sort: 'name' }), asking({ tags: ['x'] }), asking({ sort: 'downloads' })];
    for (let seq = 1; seq <= 9_000; seq += 1) {
      if (seq % 300 === 0) continue;
      realms.delete(seq);
      pair.finder.remove(seq);
      if (seq % 1_000 > 1) continue;
      for (const question of questions)
        assert.deepEqual(pair.finder.find(question), plainly(realms.values(), question));
    }
    const { rows, blocks } = pair.finder.sizes;
    assert.equal(rows, 30);
    assert.ok(blocks <= 5 * (rows / 32 + 2), `${blocks} blocks`);
  });
});

test('a set of realms that has become small takes little room, as a list and as bits', () => {
  const rows = 200_000;
  for (const many of [1_000, 20_000]) {
    const set = members();
    for (let row = 0; row < many; row += 1) addMember(set, row * 10, rows);
    assert.equal(set.bits !== undefined, many === 20_000);
    for (let row = 5; row < many; row += 1) {
      removeMember(set, row * 10);
      if (set.size === 700) assert.ok((set.list?.length ?? Infinity) < 4 * 700, 'one in 128 is worth no bits');
    }
    assert.deepEqual([set.bits, set.list], [undefined, [0, 10, 20, 30, 40]]);
  }
});

/** Realms of which each has one of ten tokens for each word, so that each word is put together of ten sets and kept. */
function withHeavyWords(words: string[]): Findable[] {
  return Array.from({ length: 5_000 }, (_, at) =>
    aFindable(at + 1, { descriptionFolded: words.map((word) => `${word}${at % 10}`).join(' '), downloadCount: at }),
  );
}

describe('words that are kept', () => {
  test('a search for more of them than are kept leaves nothing behind', () => {
    const words = Array.from({ length: 40 }, (_, at) => `${String.fromCharCode(97 + (at % 20))}${at < 20 ? 'y' : 'z'}`);
    const found = filledWith(withHeavyWords(words));
    const question = asking({ search: searchTerm(words.join(' ')) });
    assert.equal(found.find(question).total, 5_000);
    const { keptWords, followers } = found.sizes;
    assert.ok(keptWords < words.length);
    for (let time = 0; time < 3; time += 1) assert.equal(found.find(question).total, 5_000);
    assert.deepEqual([found.sizes.keptWords, found.sizes.followers], [keptWords, followers]);
  });

  test('a realm that is the first to have one in its name is found there', () => {
    const found = filledWith(withHeavyWords(['zz']));
    const question = asking({ search: searchTerm('zz'), limit: 2 });
    assert.deepEqual(found.find(question).seqs, [5_000, 4_999]);
    found.put(aFindable(5_001, { nameFolded: 'pizza zz' }));
    assert.deepEqual(found.find(question).seqs, [5_001, 5_000]);
  });
});
