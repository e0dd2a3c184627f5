// What the finder should find, written down once more in the plainest way, and rows of changes and questions to hold it against.
import assert from 'node:assert/strict';
import type { Sort } from '@realm-catalog/contract';
import * as fc from 'fast-check';
import type { Question } from '../src/finding/answer.ts';
import { filling, thaw, type Filling, type Findable, type Finder } from '../src/finding/finder.ts';
import { fold, searchTerm } from '../src/realms/search.ts';

/** Ids do not follow the numbers, and differ in all their parts. */
function idOf(seq: number): string {
  const mixed = ((seq * 7_919) % 100_003).toString(16).padStart(12, '0');
  return `019a00${mixed.slice(-1)}0-00${mixed.slice(-2)}-70${mixed.slice(-3, -1)}-8000-${mixed}`;
}
const day = (number: number) => `2026-03-${String(number).padStart(2, '0')}T00:00:00.000Z`;

export function aFindable(seq: number, about: Partial<Findable> = {}): Findable {
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

export const asking = (about: Partial<Question> = {}): Question => ({
  tags: [],
  featured: false,
  sort: 'relevance',
  limit: 100,
  offset: 0,
  ...about,
});

/** What the statements mean: the realms that pass, sorted, and a part of them. */
export function plainly(realms: Iterable<Findable>, question: Question): { seqs: number[]; total: number } {
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

export function filledWith(realms: Iterable<Findable>): Finder {
  const fills = filling();
  for (const realm of realms) fills.put(realm);
  return allSteps(fills.finish());
}

export function allSteps<Result>(steps: Generator<void, Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

export function thawed(frozen: Buffer): Filling {
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
export function frozenWhile(pair: Pair, steps: Step[]): Pair {
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

export const aRealm = fc.record({
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

export const aQuestion: fc.Arbitrary<Question> = fc.record({
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
export interface Pair {
  finder: Finder;
  realms: Map<number, Findable>;
  changed: Set<number>;
}

export const pairOf = (found: Finder, realms = new Map<number, Findable>()): Pair => ({
  finder: found,
  realms,
  changed: new Set(),
});

export const everything: Question = { tags: [], featured: false, sort: 'downloads', limit: 100, offset: 0 };

export type Step = (pair: Pair) => void;

export function aStep(numbers: number): fc.Arbitrary<Step> {
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
