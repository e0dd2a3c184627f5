// The reading side against a plain in-memory model of the rules, on thousands of generated query strings.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { fc, SEED } from '../support/fixed-seed.ts';
import { anyCharacter } from '../support/any-text.ts';
import { aCollection, anAccount, aRealm, startCatalog, type TestCatalog } from '../support/harness.ts';

/** Of the catalog and of the questions: `TEST_SEED=… npm exec -- node --test server/test/generated/model.test.ts` repeats a run. */
const seed = SEED;
const AT_ONCE = 50;
const BATCHES = 40; // 2,000 questions to each operation

// The rules, from the specification and what was settled beyond it.

type Realm = ReturnType<typeof aRealm>;
type Collection = ReturnType<typeof aCollection>;
type Expected<Answer> = { status: 400; fields?: Set<string> } | { status: 404 } | { status: 200; answer: Answer };

const SORTS = ['relevance', 'downloads', 'recent', 'trending', 'stars', 'newest', 'updated', 'name'];
const LARGEST = Number.MAX_SAFE_INTEGER;

const folded = (text: string) =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .split(/\s+/u)
    .filter(Boolean)
    .join(' ');

const ascending = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));
const newest = (a: Realm | Collection, b: Realm | Collection) =>
  ascending(b.createdAt, a.createdAt) || ascending(b.id, a.id);

function rankOf(realm: Realm, term: string): number {
  const name = folded(realm.name);
  if (name === term) return 0;
  if (name.startsWith(term)) return 1;
  return term.split(' ').every((word) => name.includes(word)) ? 2 : 3;
}

function compare(sort: string, term: string): (a: Realm, b: Realm) => number {
  const downloads = (a: Realm, b: Realm) => b.downloadCount - a.downloadCount || newest(a, b);
  const orders: Record<string, (a: Realm, b: Realm) => number> = {
    newest,
    downloads,
    relevance: term === '' ? newest : (a, b) => rankOf(a, term) - rankOf(b, term) || downloads(a, b),
    // Nothing was downloaded on a day, so that all scores are equal.
    recent: (a, b) => ascending(a.id, b.id),
    trending: (a, b) => ascending(a.id, b.id),
    stars: (a, b) => b.starCount - a.starCount || newest(a, b),
    updated: (a, b) => ascending(b.updatedAt, a.updatedAt) || ascending(b.id, a.id),
    name: (a, b) => ascending(folded(a.name), folded(b.name)) || ascending(a.id, b.id),
  };
  return orders[sort] ?? assert.fail(sort);
}

const decode = (text: string) => decodeURIComponent(text.replaceAll('+', ' '));

/** The values of each parameter, or undefined when they cannot be decoded. */
function parse(query: string): ((name: string) => string[]) | undefined {
  try {
    const pairs = query
      .split('&')
      .filter(Boolean)
      .map((pair) => {
        const at = pair.includes('=') ? pair.indexOf('=') : pair.length;
        return { name: decode(pair.slice(0, at)), value: decode(pair.slice(at + 1)) };
      });
    return (name) => pairs.filter((pair) => pair.name === name).map((pair) => pair.value);
  } catch {
    return undefined;
  }
}

/** Reads single values, and remembers the fields that are wrong. */
function reader(values: (name: string) => string[]) {
  const wrong = new Set<string>();
  function read<Value>(name: string, fallback: Value, convert: (text: string) => Value | undefined): Value {
    const [text, ...more] = values(name);
    if (text === undefined) return fallback;
    const value = more.length > 0 ? undefined : convert(text);
    if (value === undefined) wrong.add(name);
    return value ?? fallback;
  }
  const integer = (name: string, fallback: number, least: number) =>
    read(name, fallback, (text) => (/^[0-9]+$/.test(text) && Number(text) >= least ? Number(text) : undefined));
  const flag = (name: string) =>
    read(name, false, (text) =>
      ['', '1', 'true'].includes(text) ? true : ['0', 'false'].includes(text) ? false : undefined,
    );
  return { wrong, read, integer, flag };
}

const bySlug = (slugs: string[]) => (a: Realm, b: Realm) => slugs.indexOf(a.slug) - slugs.indexOf(b.slug);

function listOf(realms: Realm[], query: string): Expected<object> {
  const values = parse(query);
  if (!values) return { status: 400 };
  const { wrong, read, integer, flag } = reader(values);
  const items = (name: string) =>
    [...values(name), ...values(`${name}[]`)].flatMap((text) =>
      text
        .split(',')
        .map((item) => item.trim())
        .filter(Boolean),
    );
  const slugs = values('slugs').length > 0 ? [...new Set(items('slugs'))] : undefined;
  if (slugs && slugs.length > 100) wrong.add('slugs');
  const limit = Math.min(integer('limit', slugs?.length || 20, 1), 100);
  const offset = Math.min(integer('offset', 0, 0), LARGEST);
  const author = read('author', '', (text) => (Array.from(text).length <= 64 ? text : undefined)).toLowerCase();
  const license = read('license', '', (text) => (Array.from(text).length <= 100 ? text : undefined)).toLowerCase();
  const category = read('category', '', (text) => text);
  const featured = flag('featured');
  const term = folded(read('search', '', (text) => (Array.from(text).length <= 200 ? text : undefined)));
  const sort = read('sort', slugs ? 'slugs' : term === '' ? 'newest' : 'relevance', (text) =>
    SORTS.find((known) => known === text),
  );
  const tags = items('tags').map((tag) => tag.toLowerCase());
  if (wrong.size > 0) return { status: 400, fields: wrong };

  const matches = realms.filter((realm) => {
    const texts = [folded(realm.name), folded(realm.description)];
    return (
      realm.visibility === 'public' &&
      (category === '' || realm.category === category) &&
      (author === '' || author === ada.username) &&
      (license === '' || realm.license.toLowerCase() === license) &&
      (!slugs || slugs.includes(realm.slug)) &&
      (!featured || realm.featured) &&
      tags.every((tag) => realm.tags.includes(tag)) &&
      (term === '' || term.split(' ').every((word) => texts.some((text) => text.includes(word))))
    );
  });
  const order = sort === 'slugs' ? bySlug(slugs ?? []) : compare(sort, term);
  const page = matches.toSorted(order).slice(offset, offset + limit);
  const pagination = { total: matches.length, limit, offset, hasMore: offset + page.length < matches.length };
  return { status: 200, answer: { ids: page.map(({ id }) => id), pagination } };
}

function detailOf(realms: Realm[], path: string, query: string): Expected<object> {
  try {
    const slug = decodeURIComponent(path);
    if (!parse(query)) return { status: 400 };
    const realm = realms.find((candidate) => candidate.slug === slug && candidate.visibility !== 'private');
    return realm ? { status: 200, answer: { id: realm.id, name: realm.name } } : { status: 404 };
  } catch {
    return { status: 400 };
  }
}

function collectionsOf(collections: Collection[], realms: Realm[], query: string): Expected<object> {
  const values = parse(query);
  if (!values) return { status: 400 };
  const { wrong, flag, integer } = reader(values);
  const featured = flag('featured');
  const offset = Math.min(integer('offset', 0, 0), LARGEST);
  const limit = values('limit').length > 0 ? Math.min(integer('limit', 1, 1), 100) : Infinity;
  if (wrong.size > 0) return { status: 400, fields: wrong };
  const slugs = new Map(realms.filter((realm) => realm.visibility === 'public').map(({ id, slug }) => [id, slug]));
  const answer = collections
    .filter((collection) => !featured || collection.featured)
    .toSorted(newest)
    .slice(offset, offset + limit)
    .map(({ id, realmIds }) => ({ id, realms: realmIds.flatMap((realmId) => slugs.get(realmId) ?? []) }));
  return { status: 200, answer };
}

function statsOf(realms: Realm[], accounts: number, query: string): Expected<object> {
  if (!parse(query)) return { status: 400 };
  const listed = realms.filter((realm) => realm.visibility === 'public');
  const categories: Record<string, number> = { saas: 0, blog: 0, api: 0, ecommerce: 0 };
  for (const { category } of listed) categories[category] = (categories[category] ?? 0) + 1;
  const totalDownloads = listed.reduce((sum, { downloadCount }) => sum + downloadCount, 0);
  return { status: 200, answer: { totalRealms: listed.length, totalDownloads, totalUsers: accounts, categories } };
}

// A catalog in which filters hit, and dates and counts tie.

const WORDS = [
  'Straße STRASSE STRAẞE Café cafe ﬁne fine ΟΔΟΣ οδός İzmir ızmir 日本 日本語 한국어 क्षेत्र Ǆ ½ … ´ 🚀',
  'blog Blog starter start x NOT C++ 100% a_b "q" it\'s \\',
].flatMap((line) => line.split(' '));
const CATEGORIES = ['saas', 'blog', 'api', 'machine-learning'];
const TAGS = ['auth', 'sqlite', 'c++', '.net', 'c#', 'ui'];

const words = (most: number) =>
  fc.array(
    fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...WORDS) }, fc.string({ unit: 'grapheme', maxLength: 5 })),
    {
      minLength: 1,
      maxLength: most,
    },
  );
const text = (most: number) =>
  fc
    .tuple(words(most), fc.constantFrom(' ', '  ', '\u00a0', '-', ''))
    .map(([words, between]) =>
      words
        .join(between)
        .replaceAll(/\p{Cc}/gu, '')
        .normalize('NFC')
        .trim(),
    )
    .filter((text) => text !== '');
const day = fc.integer({ min: 1, max: 5 }).map((number) => `2026-04-0${number}T00:00:00.000Z`);
const ada = anAccount({ username: 'ada' });
const realmFields = fc.record({
  visibility: fc.constantFrom('public', 'public', 'public', 'public', 'unlisted', 'private'),
  featured: fc.boolean(),
  license: fc.constantFrom('', 'MIT', 'mit', 'ISC'),
  name: text(3),
  description: text(8),
  category: fc.constantFrom(...CATEGORIES),
  tags: fc.subarray(TAGS),
  downloadCount: fc.nat(3),
  starCount: fc.nat(2),
  createdAt: day,
  updatedAt: day,
});

const [fields = []] = fc.sample(fc.array(realmFields, { minLength: 150, maxLength: 150 }), { seed, numRuns: 1 });
const uuid = (number: number) => `019a0000-0000-7000-8000-${String((number * 7_919) % 10_007).padStart(12, '0')}`;
const realms = fields.map((fields, n) => aRealm(ada, { ...fields, id: uuid(n), slug: `r-${n}` }));
const collectionFields = fc.record({
  featured: fc.boolean(),
  createdAt: day,
  realmIds: fc.shuffledSubarray(
    realms.map(({ id }) => id),
    { maxLength: 20 },
  ),
});
const collections = fc
  .sample(collectionFields, { seed, numRuns: 25 })
  .map((fields, n) => aCollection(ada, { ...fields, id: uuid(n) }));
const accounts = [ada, anAccount(), anAccount()];

// Query strings: good, nearly good and absurd.

const absurd = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 20 }),
  fc.constantFrom(
    '',
    ' ',
    '\0',
    'null',
    'undefined',
    'NaN',
    '[object Object]',
    "' or 1=1 --",
    '../..',
    '__proto__',
    '\ufeff1',
  ),
  fc.string({ unit: anyCharacter, minLength: 190, maxLength: 210 }),
);
const numbers = fc.oneof(
  { weight: 8, arbitrary: fc.nat(160).map(String) },
  { weight: 1, arbitrary: fc.bigInt({ min: 0n, max: 10n ** 25n }).map(String) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '0',
      '1',
      '00',
      '007',
      '100',
      '101',
      '9007199254740991',
      '9007199254740992',
      '9'.repeat(400),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('-1', '-0', '1.5', '1e2', ' 5', '5 ', '+5', '', '0x10', '１', '٣', '1,2', '5\n'),
  },
);
const flags = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom('true', '1', '', 'false', '0') },
  { weight: 1, arbitrary: fc.constantFrom('TRUE', 'yes', '2', ' true', 'true\0') },
);
const tagLists = fc
  .array(fc.constantFrom(...TAGS, 'AUTH', ' auth ', 'Sqlite', '', ' ', 'C#', 'other', 'aut', 'auth\0'), {
    minLength: 1,
    maxLength: 3,
  })
  .map(String);
const manyTags = fc.nat(40).map((many) => Array.from({ length: many }, (_, n) => TAGS[n] ?? `t${n}`).join());
const pieces = fc
  .tuple(
    fc.constantFrom(...realms.flatMap(({ name, description }) => [name, description])),
    fc.nat(60),
    fc.integer({ min: 1, max: 12 }),
  )
  .map(([text, from, length]) => {
    const characters = Array.from(text);
    const start = from % characters.length;
    return characters.slice(start, start + length).join('');
  });
const changedCase = fc.constantFrom(
  (text: string) => text.toUpperCase(),
  (text: string) => text.toLowerCase(),
  (text: string) => text.normalize('NFD'),
  (text: string) => text,
);
const terms = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(pieces, changedCase).map(([piece, change]) => change(piece)) },
  { weight: 3, arbitrary: fc.tuple(words(3), changedCase).map(([words, change]) => change(words.join(' '))) },
  { weight: 2, arbitrary: fc.tuple(pieces, pieces).map((pair) => pair.join(' ')) },
  { weight: 2, arbitrary: fc.constantFrom(...realms.map(({ name }) => name)) },
  { weight: 1, arbitrary: absurd },
);
const mostly = (arbitrary: fc.Arbitrary<string>) =>
  fc.oneof({ weight: 14, arbitrary }, { weight: 1, arbitrary: absurd });

const parameters: Record<string, fc.Arbitrary<string>> = {
  category: mostly(fc.constantFrom(...CATEGORIES, ...CATEGORIES, '', 'Blog', 'blog ', 'none')),
  tags: mostly(fc.oneof({ weight: 8, arbitrary: tagLists }, manyTags)),
  author: mostly(fc.constantFrom('ada', 'ADA', 'bob', '')),
  license: mostly(fc.constantFrom('mit', 'MIT', 'isc', 'none', '')),
  slugs: mostly(
    fc
      .array(
        fc.nat(160).map((number) => `r-${number}`),
        { maxLength: 8 },
      )
      .map((slugs) => slugs.join(',')),
  ),
  limit: mostly(numbers),
  offset: mostly(numbers),
  search: terms,
  featured: mostly(flags),
  sort: mostly(fc.constantFrom(...SORTS, ...SORTS, ...SORTS, '', 'Name', 'size')),
};
const strangeNames = fc.constantFrom(
  'Limit',
  'limit ',
  'tags[]',
  'page',
  '__proto__',
  'constructor',
  'toString',
  '',
  'visibility',
);

const hex = (text: string) =>
  Array.from(Buffer.from(text), (byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
const encoders = fc.oneof(
  { weight: 12, arbitrary: fc.constant(encodeURIComponent) },
  { weight: 3, arbitrary: fc.constant((text: string) => encodeURIComponent(text).replaceAll('%20', '+')) },
  { weight: 2, arbitrary: fc.constant(hex) },
  { weight: 1, arbitrary: fc.constant((text: string) => encodeURIComponent(text).toLowerCase()) },
);
const broken = fc.constantFrom('%', '%f', '%zz', '%ff', '%C0%80', '%ED%A0%80', '%e2%82');

const pair = (name: fc.Arbitrary<string>, value: fc.Arbitrary<string>) =>
  fc
    .tuple(name, value, encoders, encoders, fc.nat(40), broken)
    .map(([name, value, encodeName, encode, chance, broken]) => {
      if (value === '' && chance > 20) return encodeName(name);
      return `${encodeName(name)}=${encode(value)}${chance === 0 ? broken : ''}`;
    });
/** Query strings, shorter than what a server takes as a request line. */
const queries = (names: string[]) => {
  const known = names.map((name) => pair(fc.constant(name), parameters[name] ?? absurd));
  const asked = fc.subarray(known).chain((chosen) => fc.tuple(...chosen));
  const extra = fc.array(fc.oneof(pair(strangeNames, absurd), ...known), { maxLength: 2 });
  return fc
    .tuple(
      asked,
      fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, extra),
      fc.constantFrom('&', '&', '&', '&&', '&=&'),
    )
    .chain(([asked, extra, between]) =>
      fc
        .shuffledSubarray([...asked, ...extra], { minLength: asked.length + extra.length })
        .map((pairs) => pairs.join(between)),
    )
    .filter((query) => query.length < 12_000);
};
const prefixes = fc.constantFrom('/v1/api', '/v1');
const slashes = fc.constantFrom('', '', '', '/');

// The comparison.

let catalog: TestCatalog;
before(async () => {
  catalog = await startCatalog({ accounts, realms, collections });
});
after(() => catalog[Symbol.asyncDispose]());

/** Asks, and compares with what the model expects; tells which status it was. */
async function compared(path: string, expected: Expected<object>, answerOf: (body: never) => object): Promise<number> {
  const { status, body } = await catalog.ask(path);
  const about = `${path} (TEST_SEED=${seed})`;
  assert.equal(status, expected.status, about);
  if (expected.status === 200) assert.deepEqual(answerOf(body as never), expected.answer, about);
  if (expected.status === 400 && expected.fields) {
    const fields = new Set((body.errors as { field: string }[]).map(({ field }) => field));
    assert.deepEqual(fields, expected.fields, about);
  }
  return status;
}

/** Asks many generated questions, and makes sure that enough of them had each of these answers. */
async function agree<Asked>(
  asked: fc.Arbitrary<Asked>,
  ask: (asked: Asked) => Promise<number>,
  often: number[],
): Promise<void> {
  const counts = new Map<number, number>();
  const batches = fc.array(asked, { minLength: AT_ONCE, maxLength: AT_ONCE });
  await fc.assert(
    fc.asyncProperty(batches, async (batch) => {
      for (const status of await Promise.all(batch.map(ask))) counts.set(status, (counts.get(status) ?? 0) + 1);
    }),
    { seed, numRuns: BATCHES, endOnFailure: true }, // the message names the one question; a smaller batch would not help
  );
  for (const status of often)
    assert.ok((counts.get(status) ?? 0) > 50, `${status} was answered ${counts.get(status)} times`);
}

test('2,000 lists agree with the model', async () => {
  const asked = fc.tuple(prefixes, slashes, queries(Object.keys(parameters)));
  await agree(
    asked,
    ([prefix, slash, query]) =>
      compared(
        `${prefix}/realms${slash}?${query}`,
        listOf(realms, query),
        ({ realms, pagination }: { realms: { id: string }[]; pagination: object }) => ({
          ids: realms.map(({ id }) => id),
          pagination,
        }),
      ),
    [200, 400],
  );
});

test('2,000 reads of one realm agree with the model', async () => {
  const slugs = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...realms.map(({ slug }) => slug)) },
    fc.constantFrom(
      ...realms.flatMap(({ slug, id, name }) => [slug.toUpperCase(), `${slug} `, `${slug}\0`, `${slug}/`, id, name]),
    ),
    absurd.filter((slug) => !['', '.', '..'].includes(slug)),
    fc.integer({ min: 60, max: 1_500 }).map((length) => 'x'.repeat(length)),
  );
  const paths = fc
    .tuple(slugs, fc.constantFrom(encodeURIComponent, hex), fc.nat(30), broken)
    .map(([slug, encode, chance, broken]) => encode(slug) + (chance === 0 ? broken : ''))
    .filter((path) => !/^(\.|%2e){1,2}$/i.test(path)); // those never leave a client
  const asked = fc.tuple(prefixes, paths, slashes, queries(['search', 'limit']));
  await agree(
    asked,
    ([prefix, path, slash, query]) =>
      compared(
        `${prefix}/realms/${path}${slash}?${query}`,
        detailOf(realms, path, query),
        ({ id, name }: { id: string; name: string }) => ({ id, name }),
      ),
    [200, 400, 404],
  );
});

test('2,000 lists of collections agree with the model', async () => {
  const asked = fc.tuple(prefixes, slashes, queries(['featured', 'limit']));
  await agree(
    asked,
    ([prefix, slash, query]) =>
      compared(
        `${prefix}/collections${slash}?${query}`,
        collectionsOf(collections, realms, query),
        ({ collections }: { collections: Collection[] }) =>
          collections.map(({ id, realms }: { id: string; realms?: unknown }) => ({ id, realms })),
      ),
    [200, 400],
  );
});

test('2,000 reads of the statistics agree with the model', async () => {
  const asked = fc.tuple(prefixes, slashes, queries(['category', 'featured', 'offset']));
  await agree(
    asked,
    ([prefix, slash, query]) =>
      compared(`${prefix}/stats${slash}?${query}`, statsOf(realms, accounts.length, query), (body: object) => body),
    [200],
  );
});

test('the profile of each account agrees with the model', async () => {
  const counted = realms.filter(({ visibility }) => visibility === 'public');
  for (const { id, username } of accounts) {
    const own = counted.filter(({ ownerId }) => ownerId === id);
    const { body } = await catalog.ask(`/v1/users/${username}`);
    assert.deepEqual(
      [body.realmCount, body.downloadCount, body.starCount],
      [
        own.length,
        own.reduce((sum, { downloadCount }) => sum + downloadCount, 0),
        own.reduce((sum, { starCount }) => sum + starCount, 0),
      ],
      username,
    );
  }
});
