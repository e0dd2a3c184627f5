// The finder against the meaning of the statements in `realms/queries.ts`, written down once more in the plainest way.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Sort } from '@realm-catalog/contract';
import * as fc from 'fast-check';
import type { Question } from '../src/finding/answer.ts';
import { filling, finder, thaw, type Filling, type Findable, type Finder } from '../src/finding/finder.ts';
import { fold, searchTerm } from '../src/realms/search.ts';

/** Ids do not follow the numbers, and differ in all their parts. */
function idOf(seq: number): string {
  const mixed = ((seq * 7_919) % 100_003).toString(16).padStart(12, '0');
  return `019a00${mixed.slice(-1)}0-00${mixed.slice(-2)}-70${mixed.slice(-3, -1)}-8000-${mixed}`;
}
const day = (number: number) => `2026-03-${String(number).padStart(2, '0')}T00:00:00.000Z`;

function aFindable(seq: number, about: Partial<Findable> = {}): Findable {
  return {
    seq,
    id: idOf(seq),
    visibility: 'public',
    ownerId: 'ada',
    category: 'saas',
    tags: [],
    featured: false,
    nameFolded: 'a realm',
    descriptionFolded: 'what it is.',
    createdAt: day(1 + (seq % 28)),
    updatedAt: day(1),
    downloadCount: 0,
    starCount: 0,
    ...about,
  };
}

const asking = (about: Partial<Question> = {}): Question => ({
  tags: [],
  featured: false,
  sort: 'relevance',
  limit: 100,
  offset: 0,
  ...about,
});

/** What the statements mean: the realms that pass, sorted, and a part of them. */
function plainly(realms: Iterable<Findable>, question: Question): { seqs: number[]; total: number } {
  const found = [...realms].filter((realm) => passes(realm, question)).toSorted(comparing(question));
  const page = found.slice(question.offset, question.offset + question.limit);
  return { seqs: page.map(({ seq }) => seq), total: found.length };
}

function passes(realm: Findable, { category, tags, featured, search, viewer }: Question): boolean {
  const own = viewer === 'all' || viewer?.ownerId === realm.ownerId;
  return (
    (realm.visibility === 'public' || (realm.visibility === 'private' && own)) &&
    (category === undefined || realm.category === category) &&
    tags.every((tag) => realm.tags.includes(tag)) &&
    (!featured || realm.featured) &&
    (search?.words ?? []).every((word) => realm.nameFolded.includes(word) || realm.descriptionFolded.includes(word))
  );
}

type Comparing = (one: Findable, other: Findable) => number;
const bytes = (one: string, other: string) => Buffer.compare(Buffer.from(one), Buffer.from(other));
const ascii = (one: string, other: string) => Number(one > other) - Number(one < other);

const newest: Comparing = (a, b) => ascii(b.createdAt, a.createdAt) || ascii(b.id, a.id);
const popular: Comparing = (a, b) => b.downloadCount - a.downloadCount || newest(a, b);

function comparing({ sort, search }: Question): Comparing {
  const orders: Record<Sort, Comparing> = {
    relevance: search ? (a, b) => rank(a, search) - rank(b, search) || popular(a, b) : newest,
    newest,
    downloads: popular,
    stars: (a, b) => b.starCount - a.starCount || newest(a, b),
    updated: (a, b) => ascii(b.updatedAt, a.updatedAt) || ascii(b.id, a.id),
    name: (a, b) => bytes(a.nameFolded, b.nameFolded) || ascii(a.id, b.id),
  };
  return orders[sort];
}

function rank({ nameFolded }: Findable, { text, words }: { text: string; words: string[] }): number {
  if (nameFolded === text) return 0;
  if (nameFolded.startsWith(text)) return 1;
  return words.every((word) => nameFolded.includes(word)) ? 2 : 3;
}

function filledWith(realms: Iterable<Findable>): Finder {
  const fills = filling();
  for (const realm of realms) fills.put(realm);
  return allSteps(fills.finish());
}

function allSteps<Result>(steps: Generator<void, Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

function thawed(frozen: Buffer): Filling {
  let left = frozen;
  const bytes = {
    get left() {
      return left.length;
    },
    read(into: Uint8Array) {
      assert.ok(left.length >= into.length, 'no more is read than was written');
      into.set(left.subarray(0, into.length));
      left = left.subarray(into.length);
    },
  };
  const filling = allSteps(thaw(bytes));
  assert.equal(left.length, 0, 'all is read that was written');
  return filling;
}

/** A pair with another finder, that was frozen and thawed while these steps were taken. */
function frozenWhile(pair: Pair, steps: Step[]): Pair {
  pair.changed.clear();
  const parts: Uint8Array[] = [];
  const left = [...steps];
  for (const part of pair.finder.freeze()) {
    parts.push(part.slice());
    left.shift()?.(pair);
  }
  for (const step of left) step(pair);
  const filling = thawed(Buffer.concat(parts));
  for (const seq of pair.changed) {
    const realm = pair.realms.get(seq);
    if (realm) filling.put(realm);
    else filling.remove(seq);
  }
  return pairOf(allSteps(filling.finish()), pair.realms);
}

const sorts: Sort[] = ['relevance', 'newest', 'downloads', 'stars', 'updated', 'name'];
const owners = ['ada', 'bob', 'eve'];
const categories = ['saas', 'api', 'blog'];
const tags = ['x', 'y', 'z'];

/** Few letters, so that words hold each other and names are the same; and characters where UTF-16 sorts otherwise than UTF-8. */
const aWord = fc
  .array(fc.constantFrom('a', 'a', 'b', 'c', '🚀', '😀', '\uFF5E', '\uFB00', '語', '\u0001', '%'), {
    minLength: 1,
    maxLength: 4,
  })
  .map((letters) => letters.join(''));
const aText = (maxLength: number) => fc.array(aWord, { maxLength }).map((words) => fold(words.join(' ')));
const aTime = fc.integer({ min: 1, max: 6 }).map(day);
const aCount = fc.constantFrom(0, 0, 1, 2, 3, 5_000_000_000);

const aRealm = fc.record({
  visibility: fc.constantFrom('public', 'public', 'public', 'private', 'unlisted'),
  ownerId: fc.constantFrom(...owners),
  category: fc.constantFrom(...categories),
  tags: fc.subarray(tags),
  featured: fc.boolean(),
  nameFolded: aText(3),
  descriptionFolded: aText(5),
  createdAt: aTime,
  updatedAt: aTime,
  downloadCount: aCount,
  starCount: aCount,
});

const aMove = fc.record({ downloadCount: aCount, starCount: aCount, updatedAt: aTime, again: fc.boolean() });

const aQuestion: fc.Arbitrary<Question> = fc.record({
  category: fc.option(fc.constantFrom(...categories, 'unheard'), { nil: undefined, freq: 2 }),
  tags: fc.oneof(
    { weight: 3, arbitrary: fc.constant<string[]>([]) },
    fc.subarray([...tags, 'unheard'], { maxLength: 3 }),
  ),
  featured: fc.oneof({ weight: 3, arbitrary: fc.constant(false) }, fc.boolean()),
  search: fc.oneof(
    fc.constant(undefined),
    aText(3).map((text) => searchTerm(text)),
  ),
  sort: fc.constantFrom(...sorts),
  limit: fc.integer({ min: 1, max: 100 }),
  offset: fc.oneof(fc.constant(0), fc.nat(10), fc.nat(100)),
  viewer: fc.constantFrom(undefined, undefined, 'all' as const, ...owners.map((ownerId) => ({ ownerId }))),
});

/** A finder, beside it the realms that it should know, and the numbers of all that changed. */
interface Pair {
  finder: Finder;
  realms: Map<number, Findable>;
  changed: Set<number>;
}

const pairOf = (found: Finder, realms = new Map<number, Findable>()): Pair => ({
  finder: found,
  realms,
  changed: new Set(),
});

const everything: Question = { tags: [], featured: false, sort: 'downloads', limit: 100, offset: 0 };

type Step = (pair: Pair) => void;

function aStep(numbers: number): fc.Arbitrary<Step> {
  const aNumber = fc.integer({ min: 1, max: numbers });
  const put = fc.tuple(aNumber, aRealm).map(([seq, about]): Step => (pair) => {
    const realm = aFindable(seq, about);
    pair.changed.add(seq);
    pair.realms.set(seq, realm);
    pair.finder.put(realm);
  });
  const remove = aNumber.map((seq): Step => ({ finder, realms, changed }) => {
    changed.add(seq);
    realms.delete(seq);
    finder.remove(seq);
  });
  /** It stays in its sets, and stands elsewhere. */
  const move = fc.tuple(aNumber, aMove).map(([seq, { again, ...moved }]): Step => ({ finder, realms, changed }) => {
    const realm = realms.get(seq);
    changed.add(seq);
    if (!realm) return;
    const { nameFolded } = realm;
    const now = { ...realm, ...moved, ...(again && { nameFolded: `${nameFolded} ${nameFolded.split(' ')[0]}` }) };
    realms.set(seq, now);
    finder.put(now);
  });
  const find = aQuestion.map((question): Step => ({ finder, realms }) => {
    for (const asked of [question, question, { ...question, offset: 1 }])
      assert.deepEqual(finder.find(asked), plainly(realms.values(), asked));
  });
  return fc.oneof(
    { weight: 4, arbitrary: put },
    { weight: 1, arbitrary: remove },
    { weight: 2, arbitrary: move },
    { weight: 5, arbitrary: find },
  );
}

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
