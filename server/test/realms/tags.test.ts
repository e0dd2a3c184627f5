// Lists by author, license and slugs, their facets and suggestions, and tags, categories and completions, over HTTP.
// Run: one store, shared process
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { anAccount, aRealm, bearer, json, prepare, signUp, useCatalog } from '../support/harness.ts';

const ada = anAccount({ username: 'ada' });
const alba = anAccount({ username: 'alba' });
const day = (number: number) => `2026-03-0${number}T00:00:00.000Z`;
const realms = [
  aRealm(ada, {
    slug: 'saas-starter',
    name: 'SaaS Starter',
    description: 'Accounts and teams.',
    category: 'saas',
    tags: ['auth', 'sqlite'],
    license: 'MIT',
    version: '1.2.3',
    featured: true,
    downloadCount: 5,
    createdAt: day(1),
  }),
  aRealm(ada, {
    slug: 'blog',
    name: 'A starry blog',
    category: 'blog',
    tags: ['auth'],
    license: 'mit',
    downloadCount: 9,
    createdAt: day(2),
  }),
  aRealm(alba, {
    slug: 'shop',
    name: 'Shop',
    category: 'shop',
    tags: ['avatar'],
    license: 'ISC',
    downloadCount: 100,
    createdAt: day(3),
  }),
  aRealm(alba, { slug: 'plain', name: 'Plain', category: 'blog', createdAt: day(4) }),
  aRealm(alba, {
    slug: 'hidden',
    name: 'Starfish',
    visibility: 'unlisted',
    category: 'cove',
    tags: ['aquatic'],
    license: 'Secret',
    createdAt: day(5),
  }),
];

const catalog = useCatalog({ accounts: [ada, alba], realms }, { RATE_LIMIT_FREE: '100000' });
prepare(async () => {
  await catalog.services.catalog.filled;
});

async function slugsOf(query: string): Promise<string[]> {
  const { status, body, text } = await catalog.ask(`/v1/realms?${query}`);
  assert.equal(status, 200, text);
  return (body.realms as { slug: string }[]).map(({ slug }) => slug);
}

async function refused(path: string, field: string): Promise<void> {
  const { status, body } = await catalog.ask(path);
  assert.equal(status, 400, path);
  assert.deepEqual(
    (body.errors as { field: string }[]).map((error) => error.field),
    [field],
    path,
  );
}

const facetsOf = async (query: string) => (await catalog.ask(`/v1/realms?${query}`)).body.facets as unknown;
const suggestionFor = async (query: string) =>
  (await catalog.ask(`/v1/realms?search=${query}`)).body.suggestion as unknown;
const complete = async (q: string) => (await catalog.ask(`/v1/suggest?q=${encodeURIComponent(q)}`)).body;

test('a summary has the version, the license, the visibility and whether the realm is featured', async () => {
  const { body } = await catalog.ask('/v1/realms?slugs=saas-starter,plain');
  const shown = (body.realms as Record<string, unknown>[]).map(({ version, license, visibility, featured }) => [
    version,
    license,
    visibility,
    featured,
  ]);
  assert.deepEqual(shown, [
    ['1.2.3', 'MIT', 'public', true],
    ['0.0.0', '', 'public', false],
  ]);
});

describe('filters', () => {
  test('slugs come in the order asked, each once, and without those that may not be listed', async () => {
    assert.deepEqual(await slugsOf('slugs=plain,saas-starter,plain,nothing,hidden,shop'), [
      'plain',
      'saas-starter',
      'shop',
    ]);
    assert.deepEqual(await slugsOf('slugs=plain&slugs=shop'), ['plain', 'shop']);
    assert.deepEqual(await slugsOf('slugs[]=plain&slugs%5B%5D=shop,blog'), ['plain', 'shop', 'blog']);
    assert.deepEqual(await slugsOf('slugs=plain,saas-starter,shop&sort=downloads'), ['shop', 'saas-starter', 'plain']);
    assert.deepEqual(await slugsOf('slugs=plain,saas-starter,shop&category=shop'), ['shop']);
    assert.deepEqual(await slugsOf('slugs='), []);
    assert.deepEqual(await slugsOf('slugs=NO,%00,-,a--b'), []);
  });

  test('all slugs are on one page without a limit, and on pages with one', async () => {
    const many = Array.from({ length: 99 }, (_, at) => `never-was-${at}`).join(',');
    const { body } = await catalog.ask(`/v1/realms?slugs=${many},plain`);
    assert.deepEqual(body.pagination, { total: 1, limit: 100, offset: 0, hasMore: false });
    const paged = await catalog.ask('/v1/realms?slugs=plain,shop,blog&limit=1&offset=1');
    assert.deepEqual(paged.body.pagination, { total: 3, limit: 1, offset: 1, hasMore: true });
    assert.match(paged.headers.get('link') ?? '', /slugs=plain%2Cshop%2Cblog&limit=1&offset=2>; rel="next"/);
    assert.equal((await catalog.ask(`/v1/realms?slugs=${many},plain,plain`)).status, 200, 'a slug twice counts once');
    await refused(`/v1/realms?slugs=${many},plain,shop`, 'slugs');
  });

  test('tags[] is read as tags', async () => {
    assert.deepEqual(await slugsOf('tags[]=auth&tags[]=sqlite'), ['saas-starter']);
    assert.deepEqual(await slugsOf('tags=auth&tags[]=sqlite'), ['saas-starter']);
  });
});

describe('facets', () => {
  test('are there when they are asked for, and count what may be listed', async () => {
    assert.equal(await facetsOf('limit=1'), undefined);
    assert.deepEqual(await facetsOf('limit=1&facets=category,tags,license,author'), {
      category: [
        { value: 'blog', count: 2 },
        { value: 'saas', count: 1 },
        { value: 'shop', count: 1 },
      ],
      tags: [
        { value: 'auth', count: 2 },
        { value: 'avatar', count: 1 },
        { value: 'sqlite', count: 1 },
      ],
      license: [
        { value: 'MIT', count: 2 },
        { value: 'ISC', count: 1 },
      ],
      author: [
        { value: 'ada', count: 2 },
        { value: 'alba', count: 2 },
      ],
    });
  });

  test('are new after a realm has changed', async () => {
    const { token } = await signUp(catalog, { username: 'zoe' });
    const before = await facetsOf('facets=license&tags=fresh');
    assert.deepEqual(before, { license: [] });
    await catalog.ask(
      '/v1/realms',
      json({ name: 'Zoo', description: 'd', category: 'zoo', tags: ['fresh'], license: 'Zoo-1' }, token),
    );
    assert.deepEqual(await facetsOf('facets=license&tags=fresh'), { license: [{ value: 'Zoo-1', count: 1 }] });
    assert.equal((await catalog.ask('/v1/realms/zoo', { method: 'DELETE', ...bearer(token) })).status, 204);
    assert.deepEqual(await facetsOf('facets=license&tags=fresh'), { license: [] });
  });

  test('another name is a 400', async () => {
    await refused('/v1/realms?facets=name', 'facets');
    await refused('/v1/realms?facets=category,visibility', 'facets');
    assert.deepEqual(await facetsOf('facets='), undefined);
  });

  test('many at once are each right', async () => {
    const queries = Array.from(
      { length: 40 },
      (_, at) => `facets=author&tags=auth&search=${at % 2 ? 'star' : 'saas'}&limit=${at + 1}`,
    );
    const all = await Promise.all(queries.map(facetsOf));
    for (const [at, facets] of all.entries())
      assert.deepEqual(facets, { author: [{ value: 'ada', count: at % 2 ? 2 : 1 }] });
  });
});

describe('the suggestion of a search', () => {
  test('is there where the search finds nothing, and another finds something', async () => {
    assert.deepEqual(await suggestionFor('Startre'), { search: 'starter', total: 1 });
    assert.deepEqual(await suggestionFor('saas+startre'), { search: 'saas starter', total: 1 });
    assert.equal(await suggestionFor('starter'), undefined);
    assert.equal(await suggestionFor('qqqqqq'), undefined);
    assert.equal(await suggestionFor('sop'), undefined, 'three letters stay as they are');
  });
});

describe('tags and categories', () => {
  test('are those of public realms, the largest first, then by name', async () => {
    const { body } = await catalog.ask('/v1/tags');
    assert.deepEqual(body, {
      tags: [
        { value: 'auth', count: 2 },
        { value: 'avatar', count: 1 },
        { value: 'sqlite', count: 1 },
      ],
      pagination: { total: 3, limit: 20, offset: 0, hasMore: false },
    });
    const categories = await catalog.ask('/v1/api/categories?limit=1&offset=1');
    assert.deepEqual(categories.body, {
      categories: [{ value: 'saas', count: 1 }],
      pagination: { total: 3, limit: 1, offset: 1, hasMore: true },
    });
    assert.match(categories.headers.get('link') ?? '', /\/v1\/api\/categories\?limit=1&offset=2>; rel="next"/);
  });

  test('take a prefix in any case', async () => {
    const { body } = await catalog.ask('/v1/tags?prefix=AV');
    assert.deepEqual(body.tags, [{ value: 'avatar', count: 1 }]);
    assert.deepEqual((await catalog.ask('/v1/tags?prefix=aq')).body.tags, []);
    assert.deepEqual((await catalog.ask('/v1/categories?prefix=co')).body.categories, []);
    await refused(`/v1/tags?prefix=${'a'.repeat(101)}`, 'prefix');
    await refused('/v1/categories?limit=0', 'limit');
  });
});

describe('completions', () => {
  test('are realms, tags and authors that begin so, each in its order', async () => {
    assert.deepEqual(await complete('STAR'), {
      realms: [
        { slug: 'blog', name: 'A starry blog' },
        { slug: 'saas-starter', name: 'SaaS Starter' },
      ],
      tags: [],
      authors: [],
    });
    assert.deepEqual(await complete('a'), {
      realms: [{ slug: 'blog', name: 'A starry blog' }],
      tags: ['auth', 'avatar'],
      authors: ['alba', 'ada'],
    });
    assert.deepEqual((await complete('saas st')).realms, [{ slug: 'saas-starter', name: 'SaaS Starter' }]);
    assert.deepEqual(await complete(' '), { realms: [], tags: [], authors: [] });
    assert.deepEqual(await complete('aquatic'), { realms: [], tags: [], authors: [] });
  });

  test('need a text of 1 to 100 characters', async () => {
    await refused('/v1/suggest', 'q');
    await refused('/v1/suggest?q=', 'q');
    await refused(`/v1/suggest?q=${'a'.repeat(101)}`, 'q');
  });
});
