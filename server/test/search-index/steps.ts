// Generated changes and queries, for the search index and for the model of lists.
import assert from 'node:assert/strict';
import type { Has } from '@realm-catalog/contract';
import { fc } from '../support/fixed-seed.ts';
import { deserialize, indexBuilder, type IndexBuilder } from '../../src/search-index/index-builder.ts';
import type { ListQuery, ListVisibility } from '../../src/search-index/list-query.ts';
import type { MatchedFields } from '../../src/search-index/sets/matching-rows.ts';
import type { SearchIndex } from '../../src/search-index/search-index.ts';
import { broadTerm, fold, searchTerm } from '../../src/realms/search.ts';
import { listed, visible, type IndexedRealm, type Scores } from '../model/lists.ts';

/** Ids do not follow `seq`, and differ in all their parts. */
function idOf(seq: number): string {
  const mixed = ((seq * 7_919) % 100_003).toString(16).padStart(12, '0');
  return `019a00${mixed.slice(-1)}0-00${mixed.slice(-2)}-70${mixed.slice(-3, -1)}-8000-${mixed}`;
}
const day = (number: number) => `2026-03-${String(number).padStart(2, '0')}T00:00:00.000Z`;

/** A folded name as slugs have it, with a number that no other realm has. */
const numberedSlug = (seq: number, name: string) => `${slugBase(name) || 'realm'}-${seq.toString(36)}`;
const slugBase = (name: string) =>
  name
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
    .join('-');

export function indexedRealm(seq: number, fields: Partial<IndexedRealm> = {}): IndexedRealm {
  return {
    seq,
    id: idOf(seq),
    visibility: 'public',
    ownerId: 'alice',
    slug: numberedSlug(seq, fields.nameFolded ?? 'a realm'),
    author: 'alice',
    authorName: 'alice liddell',
    category: 'saas',
    tags: [],
    featured: false,
    has: [],
    isDeprecated: false,
    isPublished: true,
    license: '',
    nameFolded: 'a realm',
    descriptionFolded: 'what it is.',
    createdAt: day(1 + (seq % 28)),
    updatedAt: day(1),
    publishedAt: day(1),
    downloadCount: 0,
    starCount: 0,
    ...fields,
  };
}

export const listQuery = (fields: Partial<ListQuery> = {}): ListQuery => ({
  visibility: { kind: 'public' },
  tags: [],
  featured: false,
  sort: 'relevance',
  limit: 100,
  offset: 0,
  ...fields,
});

export function builtFrom(realms: Iterable<IndexedRealm>): SearchIndex {
  const builder = indexBuilder();
  for (const realm of realms) builder.put(realm);
  return allSteps(builder.finish());
}

export function allSteps<Result>(steps: Generator<void, Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

export function deserialized(serialized: Buffer): IndexBuilder {
  let left = serialized;
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
  const builder = allSteps(deserialize(bytes));
  assert.equal(left.length, 0, 'all is read that was written');
  return builder;
}

/** Returns a pair with a new index, which was serialized while these steps were taken, and deserialized. */
export function reloadedWhile(pair: Pair, steps: Step[]): Pair {
  pair.changed.clear();
  const parts: Uint8Array[] = [];
  const left = [...steps];
  for (const part of pair.index.serialize()) {
    parts.push(part.slice());
    left.shift()?.(pair);
  }
  for (const step of left) step(pair);
  const builder = deserialized(Buffer.concat(parts));
  for (const seq of pair.changed) {
    const realm = pair.realms.get(seq);
    if (realm) builder.put(realm);
    else builder.remove(seq);
  }
  for (const [seq, { recent, trending }] of pair.scores) builder.putScores(seq, recent, trending);
  return { ...pairOf(allSteps(builder.finish()), pair.realms, pair.scores), names: pair.names };
}

const sorts: ListQuery['sort'][] = [
  'published',
  'relevance',
  'newest',
  'downloads',
  'recent',
  'trending',
  'stars',
  'updated',
  'name',
];
const authors = ['alice', 'alba', 'carol'];
const authorNames = ['alice liddell', 'ab c', 'x', ''];
const idOfAuthor = (author: string) => `id-of-${author}`;
const owners = authors.map(idOfAuthor);
const licenses = ['MIT', 'mit', 'Mit', 'Apache-2.0', 'Ünfrei', ''];
const categories = ['saas', 'api', 'blog'];
const tags = ['x', 'xy', 'z', 'x.y', 'a.b-c', 'c+', 'a', 'ab'];

/** Few letters, so that words contain each other and names are equal; and characters that UTF-16 sorts otherwise than UTF-8. */
const anyWord = fc
  .array(fc.constantFrom('a', 'a', 'b', 'c', 'c', '-', '.', '2', '🚀', '😀', '\uFF5E', '\uFB00', '語', '\u0001', '%'), {
    minLength: 1,
    maxLength: 4,
  })
  .map((letters) => letters.join(''));
const anyText = (maxLength: number) => fc.array(anyWord, { maxLength }).map((words) => fold(words.join(' ')));
const anyTime = fc.integer({ min: 1, max: 6 }).map(day);
const anyPublished = fc.option(anyTime, { nil: '' });
const anyTrend = fc.constantFrom(-90_000_000_000_000, -3, 0, 0, 1, 2, 90_000_000_000_000);
const anyCount = fc.constantFrom(0, 0, 1, 2, 3, 5_000_000_000);

const anyOwner = fc
  .constantFrom(...authors)
  .map((author) => ({ author, ownerId: idOfAuthor(author), authorName: `${author} ${authorNames[0]}` }));

export const anyFields = fc
  .record({
    visibility: fc.constantFrom('public', 'public', 'public', 'private', 'unlisted'),
    owner: anyOwner,
    category: fc.constantFrom(...categories),
    tags: fc.subarray(tags),
    featured: fc.boolean(),
    has: fc.subarray<Has>(['demo', 'screenshots']),
    isDeprecated: fc.constantFrom(false, false, true),
    isPublished: fc.constantFrom(true, true, false),
    license: fc.constantFrom(...licenses),
    nameFolded: anyText(3),
    descriptionFolded: anyText(5),
    createdAt: anyTime,
    updatedAt: anyTime,
    publishedAt: anyPublished,
    downloadCount: anyCount,
    starCount: anyCount,
  })
  .map(({ owner, ...fields }) => ({ ...owner, ...fields }));

const anyMove = fc.record({
  downloadCount: anyCount,
  starCount: anyCount,
  updatedAt: anyTime,
  publishedAt: anyPublished,
  isDeprecated: fc.boolean(),
  isTokenRepeated: fc.boolean(),
});

const anyVisibility = fc.constantFrom<ListVisibility>(
  { kind: 'public' },
  { kind: 'public' },
  { kind: 'allButUnlisted' },
  ...owners.flatMap((ownerId): ListVisibility[] => [
    { kind: 'publicAndOwn', ownerId },
    { kind: 'ownedBy', ownerId },
  ]),
  { kind: 'ownedBy', ownerId: 'unknown' },
);

const someOf = (...values: string[]) =>
  fc.option(fc.subarray(values, { minLength: 1, maxLength: 2 }), { nil: undefined, freq: 1 });

/** Words of all kinds of texts; many have a dash or a dot, or are part of a slug's ending. */
const anyBroadText = fc
  .array(
    fc.oneof(
      anyWord.map(fold).filter((word) => word !== ''),
      fc.constantFrom(...authors, ...categories, ...tags, 'ali', 'as', 'xy', 'x-y', 'ab', 'abc', 'a.bc', '+', '.', '-'),
      fc.constantFrom(
        'a-b',
        'c-a',
        'a-',
        '-b',
        '-1',
        'a-1',
        '1',
        '12',
        '1a',
        'aa-',
        'b-c-a',
        'lidd',
        'realm',
        'lm-',
        '--',
        'odd',
      ),
    ),
    { minLength: 1, maxLength: 3 },
  )
  .map((words) => words.join(' '));

const anyFilters = {
  visibility: anyVisibility,
  ownerId: fc.option(fc.constantFrom(...owners, 'unknown'), { nil: undefined, freq: 1 }),
  author: someOf(...authors, 'unknown'),
  category: someOf(...categories, 'unknown'),
  license: someOf('mit', 'MIT', 'APACHE-2.0', 'ünfrei', 'unknown'),
  has: fc.oneof({ weight: 5, arbitrary: fc.constant<Has[]>([]) }, fc.subarray<Has>(['demo', 'screenshots'])),
  seqs: fc.option(fc.uniqueArray(fc.integer({ min: 1, max: 12 })), { nil: undefined, freq: 1 }),
  tags: fc.oneof(
    { weight: 3, arbitrary: fc.constant<string[]>([]) },
    fc.subarray([...tags, 'unknown'], { maxLength: 3 }),
  ),
  featured: fc.oneof({ weight: 3, arbitrary: fc.constant(false) }, fc.boolean()),
  term: fc.oneof(
    fc.constant({ search: undefined, q: undefined }),
    anyText(3).map((text) => ({ search: searchTerm(text), q: undefined })),
    anyBroadText.map((text) => ({ search: undefined, q: broadTerm(text) })),
  ),
};

export const anyMatched: fc.Arbitrary<MatchedFields> = fc
  .record(anyFilters)
  .map(({ term, ...filters }) => ({ ...filters, ...term }));

export const anyQuery: fc.Arbitrary<ListQuery> = fc
  .record({
    ...anyFilters,
    sort: fc.constantFrom('relevance' as const, ...sorts),
    isUnpublishedLast: fc.boolean(),
    limit: fc.integer({ min: 1, max: 100 }),
    offset: fc.oneof(fc.constant(0), fc.nat(10), fc.nat(100)),
  })
  .map(({ term, ...query }) => ({ ...query, ...term }));

/** An index, the realms and scores that it should have, and the `seq` of all realms that changed. */
export interface Pair {
  index: SearchIndex;
  realms: Map<number, IndexedRealm>;
  scores: Scores;
  changed: Set<number>;
  /** The names of authors who do not have their first name. */
  names: Map<string, string>;
}

export const pairOf = (
  index: SearchIndex,
  realms = new Map<number, IndexedRealm>(),
  scores: Scores = new Map(),
): Pair => ({
  index,
  realms,
  scores,
  changed: new Set(),
  names: new Map([...realms.values()].map(({ author, authorName }) => [author, authorName])),
});

export function assertSame(pair: Pair, query: ListQuery): void {
  assertPages(pair, query, query.offset);
}

/** Pages of one list, which begin at these offsets. */
function assertPages(pair: Pair, query: ListQuery, ...offsets: number[]): void {
  const found = listed(visible([...pair.realms.values()], query.visibility), query, pair.scores);
  for (const offset of offsets) {
    const seqs = found.slice(offset, offset + query.limit).map(({ seq }) => seq);
    assert.deepEqual(pair.index.find({ ...query, offset }), { seqs, total: found.length });
  }
}

export type Step = (pair: Pair) => void;

/** Where an author may have more realms, renaming takes too long for a test. */
const MAX_RENAMED = 100;

/** Slugs that follow from the name, with and without a number, and others. */
const anySlug = fc.constantFrom(
  numberedSlug,
  numberedSlug,
  (seq: number, name: string) => slugBase(name) || `realm-0${seq}`,
  (seq: number) => `odd${seq}-ab-c`,
  (seq: number) => `odd${seq}`,
);

function putRealm(pair: Pair, realm: IndexedRealm): void {
  pair.changed.add(realm.seq);
  pair.realms.set(realm.seq, realm);
  pair.index.put(realm);
}

function singleSteps(maxSeq: number): fc.WeightedArbitrary<Step>[] {
  const anySeq = fc.integer({ min: 1, max: maxSeq });
  const put = fc.tuple(anySeq, anyFields, anySlug).map(([seq, fields, slugOf]): Step => (pair) => {
    const slug = slugOf(seq, fields.nameFolded);
    const isTaken = pair.realms.values().some((other) => other.seq !== seq && other.slug === slug);
    const authorName = pair.names.get(fields.author) ?? fields.authorName;
    putRealm(pair, indexedRealm(seq, { ...fields, authorName, ...(!isTaken && { slug }) }));
  });
  /** An account gets another name: all its realms change. */
  const rename = fc
    .tuple(fc.constantFrom(...authors), fc.constantFrom(...authorNames))
    .map(([author, authorName]): Step => (pair) => {
      pair.names.set(author, authorName);
      for (const realm of [...pair.realms.values()].filter((one) => one.author === author))
        putRealm(pair, { ...realm, authorName });
    });
  /** What a realm has, exactly, as the term. */
  const findByOwn = fc.tuple(anySeq, fc.nat(), anyVisibility).map(([seq, which, visibility]): Step => (pair) => {
    const realm = pair.realms.get(seq);
    if (!realm) return;
    const { slug, nameFolded, tags, category, author, authorName } = realm;
    const texts = [slug, slug.slice(1), nameFolded, nameFolded.slice(0, -1), ...tags, category, author, authorName];
    const q = broadTerm(`${texts[which % texts.length]} ${which % 5 === 0 ? category : ''}`);
    if (q.text !== '') assertPages(pair, listQuery({ q, visibility, limit: 3 }), 0, 2, 5);
  });
  const remove = anySeq.map((seq): Step => ({ index, realms, scores, changed }) => {
    changed.add(seq);
    realms.delete(seq);
    scores.delete(seq);
    index.remove(seq);
  });
  /** The realm stays in its sets, and its position changes. */
  const move = fc
    .tuple(anySeq, anyMove)
    .map(([seq, { isTokenRepeated, ...moved }]): Step => ({ index, realms, changed }) => {
      const realm = realms.get(seq);
      changed.add(seq);
      if (!realm) return;
      const { nameFolded } = realm;
      const repeated = isTokenRepeated && { nameFolded: `${nameFolded} ${nameFolded.split(' ')[0]}` };
      const now = { ...realm, ...moved, ...repeated };
      realms.set(seq, now);
      index.put(now);
    });
  const find = anyQuery.map((query): Step => (pair) => {
    assertPages(pair, query, query.offset, query.offset, 1); // the same list again and again is cached, for all its pages
  });
  return [
    { weight: 4, arbitrary: put },
    { weight: maxSeq <= MAX_RENAMED ? 1 : 0, arbitrary: rename },
    { weight: maxSeq <= MAX_RENAMED ? 3 : 1, arbitrary: findByOwn },
    { weight: 1, arbitrary: remove },
    { weight: 2, arbitrary: move },
    { weight: 5, arbitrary: find },
  ];
}

/** One change, or one query. */
export function anySingleStep(maxSeq: number): fc.Arbitrary<Step> {
  return fc.oneof(...singleSteps(maxSeq));
}

/** Also new scores, with other steps meanwhile. */
export function anyStep(maxSeq: number): fc.Arbitrary<Step> {
  const anySeq = fc.integer({ min: 1, max: maxSeq });
  const others = singleSteps(maxSeq);
  const rescore = fc
    .tuple(fc.array(fc.tuple(anySeq, anyCount, anyTrend)), fc.array(fc.oneof(...others), { maxLength: 12 }))
    .map(
      ([scored, meanwhile]): Step =>
        (pair) =>
          replaceScores(pair, scored, meanwhile),
    );
  return fc.oneof(...others, { weight: 1, arbitrary: rescore });
}

/** Takes some steps between those of sorting; all lists meanwhile are sorted by the former scores. */
function replaceScores(pair: Pair, scored: [seq: number, recent: number, trending: number][], meanwhile: Step[]): void {
  const next = pair.index.newScores();
  const scores: Scores = new Map();
  for (const [seq, recent, trending] of scored) {
    next.put(seq, recent, trending);
    if (pair.realms.has(seq)) scores.set(seq, { recent, trending });
  }
  const left = [...meanwhile];
  const takeOne = () => {
    left.shift()?.(pair);
    for (const seq of scores.keys()) if (!pair.realms.has(seq)) scores.delete(seq);
  };
  takeOne();
  const sorting = next.fillOrders();
  let step = sorting.next();
  for (; !step.done; step = sorting.next()) takeOne();
  while (left.length > 0) takeOne();
  for (const seq of pair.realms.keys())
    if ((scores.get(seq)?.recent ?? 0) !== (pair.scores.get(seq)?.recent ?? 0))
      assert.equal(step.value.seqSet.get(seq), 1, 'realms whose recent downloads change are named');
  next.show();
  pair.scores = scores;
  for (const sort of ['recent', 'trending'] as const) assertSame(pair, listQuery({ sort }));
}
