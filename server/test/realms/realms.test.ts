// Realms as the specification promises them: the list with its filters, orders and pages, and one realm by its slug.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  aCollection,
  anAccount,
  aRealm,
  PUBLIC_URL,
  startCatalog,
  type TestCatalog,
  type Reply,
} from '../support/harness.ts';
import { assertRefused } from '../support/replies.ts';

const ada = anAccount({
  username: 'ada',
  name: 'Ada Lovelace',
  image: 'https://ada.example/me.png',
  bio: 'Wrote the first program.',
});
const nobody = anAccount({ username: 'nobody' });

const uuid = (number: number) => `019a0000-0000-7000-8000-${String(number).padStart(12, '0')}`;
const day = (number: number) => `2026-02-${String(number + 1).padStart(2, '0')}T09:30:00.000Z`;
const slugs = (reply: Reply) => (reply.body.realms as { slug: string }[]).map((realm) => realm.slug);

const realm = (slug: string, fields: Parameters<typeof aRealm>[1]) => aRealm(ada, { slug, name: slug, ...fields });
const ascending = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

/** The addresses of the Link header, without the public one in front, by relation. */
const links = (reply: Reply) =>
  Object.fromEntries(
    [...(reply.headers.get('link') ?? '').matchAll(/<([^>]*)>; rel="(\w+)"/g)].map(([, address = '', rel = '']) => {
      assert.ok(address.startsWith(`${PUBLIC_URL}/v1/`), address);
      return [rel, address.slice(PUBLIC_URL.length)];
    }),
  );

const offsets = (reply: Reply) =>
  Object.entries(links(reply)).map(([rel, path]) => [rel, new URL(path, PUBLIC_URL).searchParams.get('offset')]);

describe('the fields of a realm', () => {
  const full = aRealm(ada, {
    id: uuid(1),
    slug: 'full',
    featured: true,
    name: 'Full Realm',
    description: 'Has everything.',
    category: 'blog',
    tags: ['zod', 'c++', 'auth'],
    longDescription: '# Full\n\nAll of it.',
    version: '2.1.0',
    license: 'MIT',
    features: { auth: true, payments: false, database: true },
    requirements: { node: '>=24', npm: '>=10' },
    repository: 'https://git.example/full',
    demo: 'https://demo.example/full',
    downloadCount: 1280,
    starCount: 64,
    createdAt: '2026-11-15T09:30:00.000Z',
    updatedAt: '2026-11-16T10:31:01.002Z',
  });
  const bare = aRealm(nobody, { id: uuid(2), slug: 'bare', name: 'Bare', description: 'Has nothing else.' });
  const hidden = aRealm(ada, { slug: 'hidden', name: 'Hidden', visibility: 'unlisted' });
  const secret = aRealm(ada, { slug: 'secret', name: 'Secret', visibility: 'private' });

  let catalog: TestCatalog;
  before(async () => {
    catalog = await startCatalog({ accounts: [ada, nobody], realms: [full, bare, hidden, secret] });
  });
  after(() => catalog[Symbol.asyncDispose]());

  test('a list holds summaries with every field of the specification and no other', async () => {
    const { status, headers, body } = await catalog.ask('/v1/api/realms');
    assert.equal(status, 200);
    assert.match(headers.get('content-type') ?? '', /^application\/json\b/);
    assert.deepEqual(body, {
      realms: [
        {
          id: uuid(1),
          name: 'Full Realm',
          slug: 'full',
          description: 'Has everything.',
          category: 'blog',
          tags: ['zod', 'c++', 'auth'],
          downloadCount: 1280,
          recentDownloads: 0,
          starCount: 64,
          version: '2.1.0',
          license: 'MIT',
          visibility: 'public',
          featured: true,
          isDeprecated: false,
          author: { username: 'ada', name: 'Ada Lovelace', image: 'https://ada.example/me.png' },
          createdAt: '2026-11-15T09:30:00.000Z',
          updatedAt: '2026-11-16T10:31:01.002Z',
        },
        {
          id: uuid(2),
          name: 'Bare',
          slug: 'bare',
          description: 'Has nothing else.',
          category: 'saas',
          tags: [],
          downloadCount: 0,
          recentDownloads: 0,
          starCount: 0,
          version: '0.0.0',
          license: '',
          visibility: 'public',
          featured: false,
          isDeprecated: false,
          author: { username: 'nobody', name: '', image: '' },
          createdAt: '2026-01-01T00:00:00.000Z',
          updatedAt: '2026-01-01T00:00:00.000Z',
        },
      ],
      pagination: { total: 2, limit: 20, offset: 0, hasMore: false },
    });
  });

  test('one realm is read with every field of the specification and no other', async () => {
    const { status, headers, body } = await catalog.ask('/v1/api/realms/full');
    assert.equal(status, 200);
    assert.match(headers.get('content-type') ?? '', /^application\/json\b/);
    assert.deepEqual(body, {
      id: uuid(1),
      name: 'Full Realm',
      slug: 'full',
      description: 'Has everything.',
      longDescription: '# Full\n\nAll of it.',
      category: 'blog',
      tags: ['zod', 'c++', 'auth'],
      downloadCount: 1280,
      recentDownloads: 0,
      starCount: 64,
      version: '2.1.0',
      license: 'MIT',
      author: {
        username: 'ada',
        name: 'Ada Lovelace',
        image: 'https://ada.example/me.png',
        bio: 'Wrote the first program.',
      },
      features: { auth: true, payments: false, database: true },
      requirements: { node: '>=24', npm: '>=10' },
      repository: 'https://git.example/full',
      demo: 'https://demo.example/full',
      visibility: 'public',
      featured: true,
      deprecated: { isDeprecated: false, message: '', successor: '' },
      size: 0,
      sha256: '',
      fileCount: 0,
      publishedAt: '',
      createdAt: '2026-11-15T09:30:00.000Z',
      updatedAt: '2026-11-16T10:31:01.002Z',
    });
  });

  test('what nobody has set is empty text, an empty list or false, never null or absent', async () => {
    const { body } = await catalog.ask('/v1/api/realms/bare');
    assert.deepEqual(body, {
      id: uuid(2),
      name: 'Bare',
      slug: 'bare',
      description: 'Has nothing else.',
      longDescription: '',
      category: 'saas',
      tags: [],
      downloadCount: 0,
      recentDownloads: 0,
      starCount: 0,
      version: '0.0.0',
      license: '',
      author: { username: 'nobody', name: '', image: '', bio: '' },
      features: { auth: false, payments: false, database: false },
      requirements: { node: '', npm: '' },
      repository: '',
      demo: '',
      visibility: 'public',
      featured: false,
      deprecated: { isDeprecated: false, message: '', successor: '' },
      size: 0,
      sha256: '',
      fileCount: 0,
      publishedAt: '',
      createdAt: '2026-01-01T00:00:00.000Z',
      updatedAt: '2026-01-01T00:00:00.000Z',
    });
  });

  for (const feature of ['auth', 'payments', 'database'] as const)
    test(`the feature ${feature} is told from the other two`, async () => {
      const features = { auth: false, payments: false, database: false, [feature]: true };
      const realm = aRealm(ada, { visibility: 'unlisted', features });
      await catalog.insert({ realms: [realm] });
      assert.deepEqual((await catalog.ask(`/v1/realms/${realm.slug}`)).body.features, features);
    });

  test('an unlisted realm is read by its slug', async () => {
    const { status, body } = await catalog.ask('/v1/api/realms/hidden');
    assert.equal(status, 200);
    assert.equal(body.name, 'Hidden');
  });

  for (const slug of [
    'unknown',
    'FULL',
    'full-2',
    '%20full',
    'full%00',
    'a%2Fb',
    '%25',
    "'",
    '..%2Ffull',
    'x'.repeat(65),
  ])
    test(`the slug ${slug.slice(0, 20)} is unknown and answers 404`, async () => {
      const { status, body } = await catalog.ask(`/v1/api/realms/${slug}`);
      assert.equal(status, 404);
      assert.equal(body.code, 'not_found');
    });

  for (const method of ['GET', 'HEAD', 'OPTIONS', 'POST', 'DELETE'])
    for (const prefix of ['/v1/api', '/v1'])
      test(`a private realm answers ${method} ${prefix} as an unknown slug does, byte for byte`, async () => {
        const answers = await Promise.all(
          ['secret', 'unheard-of'].map(async (slug) => {
            const headers = { 'x-request-id': 'test-1', 'if-none-match': '*' };
            const reply = await catalog.ask(`${prefix}/realms/${slug}`, { method, headers });
            const compared = new Headers(reply.headers);
            for (const name of ['date', 'x-ratelimit-remaining', 'x-ratelimit-reset']) compared.delete(name);
            return { status: reply.status, headers: Object.fromEntries(compared), text: reply.text };
          }),
        );
        assert.deepEqual(answers[0], answers[1]);
        if (method === 'GET') assert.equal(answers[0]?.status, 404);
      });

  test('both spellings, with and without a slash at the end, are one resource with one ETag', async () => {
    await catalog.insert({ collections: [aCollection(ada, { realmIds: [full.id] })] });
    for (const [path, query] of [
      ['/realms', ''],
      ['/realms', '?limit=1&offset=1&search=a'],
      ['/realms/full', ''],
      ['/collections', ''],
      ['/collections', '?featured'],
      ['/stats', ''],
    ]) {
      const [reference, ...others] = await Promise.all(
        [`/v1/api${path}${query}`, `/v1${path}${query}`, `/v1/api${path}/${query}`, `/v1${path}/${query}`].map(
          (address) => catalog.ask(address),
        ),
      );
      assert.equal(reference?.status, 200);
      for (const other of others) {
        assert.equal(other.status, 200);
        assert.equal(other.text, reference.text);
        assert.equal(other.headers.get('etag'), reference.headers.get('etag'));
        assert.equal(other.headers.get('link'), reference.headers.get('link'));
      }
    }
  });

  test('Content-Type: application/json on a request without a body is no error', async () => {
    for (const path of ['/realms', '/realms/full', '/collections', '/stats']) {
      const { status } = await catalog.ask(`/v1/api${path}`, { headers: { 'content-type': 'application/json' } });
      assert.equal(status, 200, path);
    }
  });
});

describe('the filters of the list', () => {
  const realms = [
    realm('one', { category: 'blog', tags: ['auth', 'sqlite'], featured: true, createdAt: day(4) }),
    realm('two', { category: 'blog', tags: ['auth'], createdAt: day(3) }),
    realm('three', {
      category: 'saas',
      tags: ['sqlite', 'auth', 'c++', '.net', 'c#'],
      featured: true,
      createdAt: day(2),
    }),
    realm('four', { category: 'machine-learning', tags: ['author', 'sql'], createdAt: day(1) }),
    realm('five', { tags: Array.from({ length: 20 }, (_, n) => `t${n}`), createdAt: day(0) }),
    realm('hidden', { category: 'blog', tags: ['auth'], featured: true, visibility: 'unlisted', createdAt: day(6) }),
    realm('secret', { category: 'blog', tags: ['auth'], featured: true, visibility: 'private', createdAt: day(6) }),
  ];
  const all = ['one', 'two', 'three', 'four', 'five'];

  let catalog: TestCatalog;
  before(async () => {
    catalog = await startCatalog({ accounts: [ada], realms });
  });
  after(() => catalog[Symbol.asyncDispose]());

  const finds: [query: string, slugs: string[]][] = [
    ['', all],
    ['category=blog', ['one', 'two']],
    ['category=machine-learning', ['four']],
    ['category=Blog', []],
    ['category=blo', []],
    ['category=nothing', []],
    ['category=%25', []],
    ['category=', all],
    ['tags=auth', ['one', 'two', 'three']],
    ['tags=auth,sqlite', ['one', 'three']],
    ['tags=sqlite,auth', ['one', 'three']],
    ['tags=auth&tags=sqlite', ['one', 'three']],
    ['tags=auth,sqlite&tags=c%2B%2B', ['three']],
    ['tags=%20auth%20,%20sqlite', ['one', 'three']],
    ['tags=+auth+,+sqlite', ['one', 'three']],
    ['tags=AUTH,Sqlite', ['one', 'three']],
    ['tags=auth,AUTH,auth', ['one', 'two', 'three']],
    ['tags=auth,,sqlite,', ['one', 'three']],
    ['tags=&tags=auth', ['one', 'two', 'three']],
    ['tags=c%23', ['three']],
    ['tags=.net', ['three']],
    ['tags=auth,unknown', []],
    ['tags=aut', []],
    ['tags=', all],
    ['tags', all],
    ['tags=,%20,', all],
    [`tags=${Array.from({ length: 20 }, (_, n) => `t${n}`).join()}`, ['five']],
    [`tags=${Array.from({ length: 21 }, (_, n) => `t${n}`).join()}`, []],
    [`tags=${Array.from({ length: 1_000 }, (_, n) => `t${n}`).join()}`, []],
    ['featured=true', ['one', 'three']],
    ['featured=1', ['one', 'three']],
    ['featured', ['one', 'three']],
    ['featured=', ['one', 'three']],
    ['featured=false', all],
    ['featured=0', all],
    ['search=', all],
    ['search=%20%20', all],
    ['search=two', ['two']],
    ['search=hidden', []],
    ['search=secret', []],
    ['category=blog&tags=sqlite', ['one']],
    ['category=saas&featured', ['three']],
    ['category=blog&tags=auth&featured=1&search=one', ['one']],
    ['category=saas&search=one', []],
    ['colour=blue&Limit=x&_=1&visibility=private&__proto__=1&constructor=2', all],
    ['limit[]=3&filter%5Bcategory%5D=blog', all],
    ['&&', all],
    ['category=blog&', ['one', 'two']],
  ];
  for (const [query, expected] of finds)
    test(`?${query.slice(0, 60)} finds ${expected.join(', ') || 'nothing'}`, async () => {
      const reply = await catalog.ask(`/v1/api/realms?${query}`);
      assert.equal(reply.status, 200);
      const byRelevance = /search=\w/.test(query);
      assert.deepEqual(
        byRelevance ? slugs(reply).toSorted() : slugs(reply),
        byRelevance ? expected.toSorted() : expected,
      );
      assert.deepEqual(reply.body.pagination, { total: expected.length, limit: 20, offset: 0, hasMore: false });
    });

  for (const value of [
    'yes',
    'no',
    'TRUE',
    'False',
    '2',
    '-1',
    '00',
    '01',
    'on',
    '%20true',
    'true%20',
    'null',
    'true,true',
    '%00',
  ])
    test(`featured=${value} is refused, and the answer names featured`, async () => {
      assertRefused(await catalog.ask(`/v1/api/realms?featured=${value}`), 'featured');
    });

  for (const name of ['featured=1', 'category=blog', 'search=a', 'sort=name'])
    test(`${name} given twice is refused, and the answer names it`, async () => {
      assertRefused(await catalog.ask(`/v1/api/realms?${name}&${name}`), name.split('=')[0] ?? '');
    });

  for (const sort of ['', 'Name', 'size', 'name,stars', 'downloads%20desc', '-name', 'constructor', '%00'])
    test(`sort=${sort} is refused, and the answer names sort`, async () => {
      assertRefused(await catalog.ask(`/v1/api/realms?sort=${sort}`), 'sort');
    });

  test('every wrong parameter is named', async () => {
    const { status, body } = await catalog.ask('/v1/api/realms?limit=0&offset=-1&featured=maybe&sort=size');
    assert.equal(status, 400);
    const fields = (body.errors as { field: string }[]).map((error) => error.field);
    assert.deepEqual(fields.toSorted(), ['featured', 'limit', 'offset', 'sort']);
  });
});

describe('the pages and orders of the list', () => {
  // Names with the form that they are compared in; the last two are in another order in UTF-16 than by code point.
  const names: [name: string, folded: string][] = [
    ['Zeta', 'zeta'],
    ['Ábaco', 'abaco'],
    ['abaco', 'abaco'],
    ['ABACUS', 'abacus'],
    ['Ωmega', 'ωmega'],
    ['10 things', '10 things'],
    ['9 things', '9 things'],
    ['Straße', 'strasse'],
    ['_under', '_under'],
    ['🚀', '🚀'],
    ['﷽', '﷽'],
  ];
  const listed = Array.from({ length: 105 }, (_, n) => {
    const [name, folded] = names[n % names.length] ?? ['', ''];
    const times = { createdAt: day(n % 7), updatedAt: day((n % 4) + 10) };
    const id = uuid((n * 37) % 105);
    return { folded, ...aRealm(ada, { id, slug: `r-${n}`, name, downloadCount: n % 5, starCount: n % 3, ...times }) };
  });
  type Listed = (typeof listed)[number];
  const others = (['unlisted', 'private'] as const).map((visibility) =>
    aRealm(ada, {
      visibility,
      name: 'Zeta',
      downloadCount: 1_000,
      starCount: 1_000,
      createdAt: day(20),
      updatedAt: day(20),
    }),
  );

  const newest = (a: Listed, b: Listed) => ascending(b.createdAt, a.createdAt) || ascending(b.id, a.id);
  const orders: Record<string, (a: Listed, b: Listed) => number> = {
    newest,
    relevance: newest,
    downloads: (a, b) => b.downloadCount - a.downloadCount || newest(a, b),
    stars: (a, b) => b.starCount - a.starCount || newest(a, b),
    updated: (a, b) => ascending(b.updatedAt, a.updatedAt) || ascending(b.id, a.id),
    name: (a, b) => ascending(a.folded, b.folded) || ascending(a.id, b.id),
  };
  const ordered = (sort: string) => listed.toSorted(orders[sort]).map((realm) => realm.slug);

  let catalog: TestCatalog;
  before(async () => {
    catalog = await startCatalog({ accounts: [ada], realms: [...listed, ...others] });
  });
  after(() => catalog[Symbol.asyncDispose]());

  test('without parameters the newest 20 come first', async () => {
    const reply = await catalog.ask('/v1/api/realms');
    assert.deepEqual(slugs(reply), ordered('newest').slice(0, 20));
    assert.deepEqual(reply.body.pagination, { total: 105, limit: 20, offset: 0, hasMore: true });
  });

  for (const sort of Object.keys(orders))
    test(`sort=${sort} gives its order, and pages of 7 put together are the whole`, async () => {
      const whole = [0, 100].map((offset) => catalog.ask(`/v1/api/realms?sort=${sort}&limit=100&offset=${offset}`));
      assert.deepEqual((await Promise.all(whole)).flatMap(slugs), ordered(sort));
      const pages = Array.from({ length: 15 }, (_, n) =>
        catalog.ask(`/v1/api/realms?sort=${sort}&limit=7&offset=${n * 7}`),
      );
      assert.deepEqual((await Promise.all(pages)).flatMap(slugs), ordered(sort));
    });

  const pages: [query: string, limit: number, offset: number, hasMore: boolean][] = [
    ['limit=1', 1, 0, true],
    ['limit=100', 100, 0, true],
    ['limit=101', 100, 0, true],
    ['limit=1000000', 100, 0, true],
    [`limit=${'9'.repeat(400)}`, 100, 0, true],
    ['limit=007', 7, 0, true],
    ['offset=0', 20, 0, true],
    ['offset=000', 20, 0, true],
    ['offset=84', 20, 84, true],
    ['offset=85', 20, 85, false],
    ['offset=104', 20, 104, false],
    ['offset=105', 20, 105, false],
    ['offset=106', 20, 106, false],
    ['limit=5&offset=99', 5, 99, true],
    ['limit=5&offset=100', 5, 100, false],
    ['limit=200&offset=5', 100, 5, false],
    ['offset=2147483648', 20, 2_147_483_648, false],
    ['offset=9007199254740991', 20, Number.MAX_SAFE_INTEGER, false],
    ['offset=9007199254740993', 20, Number.MAX_SAFE_INTEGER, false],
    ['offset=9223372036854775808', 20, Number.MAX_SAFE_INTEGER, false],
    [`limit=3&offset=${'9'.repeat(400)}`, 3, Number.MAX_SAFE_INTEGER, false],
  ];
  for (const [query, limit, offset, hasMore] of pages)
    test(`?${query.slice(0, 40)} is applied and reported as limit ${limit}, offset ${offset}`, async () => {
      const reply = await catalog.ask(`/v1/api/realms?${query}`);
      assert.equal(reply.status, 200);
      assert.deepEqual(reply.body.pagination, { total: 105, limit, offset, hasMore });
      assert.deepEqual(slugs(reply), ordered('newest').slice(offset, offset + limit));
    });

  const notWhole = [
    '-1',
    '1.5',
    '1.0',
    '1e2',
    '%205',
    '5%20',
    '+5',
    '%2B5',
    '',
    'NaN',
    'Infinity',
    '0x10',
    '0b1',
    '1_0',
  ];
  const notNumbers = ['1,5', 'ten', 'null', 'true', '-0', '%D9%A3', '%EF%BC%95', '5%00', '5%0A', '[5]', '5n'];
  for (const name of ['limit', 'offset']) {
    for (const value of [...notWhole, ...notNumbers, ...(name === 'limit' ? ['0', '000'] : [])])
      test(`${name}=${value} is refused, and the answer names ${name}`, async () => {
        assertRefused(await catalog.ask(`/v1/api/realms?${name}=${value}`), name);
      });
    for (const query of [name, `${name}=5&${name}=5`, `${name}=5&${name}=6`, `${name}=5&${name}=`])
      test(`?${query} is refused, and the answer names ${name}`, async () => {
        assertRefused(await catalog.ask(`/v1/api/realms?${query}`), name);
      });
  }

  const linked: [query: string, offsets: Record<string, string>][] = [
    ['limit=10&offset=20', { first: '0', prev: '10', next: '30', last: '100' }],
    ['limit=10', { first: '0', next: '10', last: '100' }],
    ['limit=10&offset=100', { first: '0', prev: '90', last: '100' }],
    ['limit=10&offset=5', { first: '0', prev: '0', next: '15', last: '100' }],
    ['limit=35&offset=35', { first: '0', prev: '0', next: '70', last: '70' }],
    ['limit=10&offset=5000', { first: '0', prev: '100', last: '100' }],
    ['limit=500', { first: '0', next: '100', last: '100' }],
    ['category=none', {}],
  ];
  for (const [query, expected] of linked)
    test(`the Link header of ?${query} leads to ${Object.keys(expected).join(', ') || 'nothing'}`, async () => {
      const reply = await catalog.ask(`/v1/api/realms?${query}`);
      assert.deepEqual(Object.fromEntries(offsets(reply)), expected);
    });

  for (const query of [
    'limit=9',
    'limit=4&sort=name',
    'limit=1&search=%C3%A1b+c&sort=stars&featured=0&category=saas&tags=',
  ])
    test(`following next from ?${query} shows every realm once`, async () => {
      const wanted = new URLSearchParams(query);
      const all = wanted.has('search')
        ? ordered('stars').filter((slug) => isNamed(slug, /^aba/))
        : ordered(wanted.get('sort') ?? 'newest');
      const seen: string[] = [];
      let path: string | undefined = `/v1/api/realms?${query}`;
      while (path !== undefined) {
        const reply: Reply = await catalog.ask(path);
        assert.equal(reply.status, 200);
        assert.equal(reply.body.pagination.hasMore, 'next' in links(reply));
        seen.push(...slugs(reply));
        path = links(reply)['next'];
      }
      assert.deepEqual(seen, all);
    });
  const isNamed = (slug: string, name: RegExp) =>
    listed.some((realm) => realm.slug === slug && name.test(realm.folded));
});

test('the links of a page keep its filters', async () => {
  const fields = { category: 'blog', tags: ['auth', 'c++'], featured: true };
  const realms = Array.from({ length: 5 }, (_, n) =>
    aRealm(ada, { ...fields, name: `Über & co ${n}`, createdAt: day(n) }),
  );
  const strangers = [{ category: 'api' }, { tags: ['auth'] }, { featured: false }, { name: 'Other' }].map((other) =>
    aRealm(ada, { ...fields, name: 'Über & co', ...other }),
  );
  await using catalog = await startCatalog({ accounts: [ada], realms: [...realms, ...strangers] });
  const query =
    'category=blog&tags=auth&tags=C%2B%2B&featured&search=UBER%20%26&sort=newest&limit=2&offset=2&colour=blue';
  const reply = await catalog.ask(`/v1/realms?${query}`);
  const expected = { first: [4, 3], prev: [4, 3], next: [0], last: [0] };
  assert.deepEqual(Object.keys(links(reply)).toSorted(), Object.keys(expected).toSorted());
  for (const [rel, path] of Object.entries(links(reply))) {
    const page = await catalog.ask(path);
    const wanted = expected[rel as keyof typeof expected].map((n) => realms[n]?.slug);
    assert.deepEqual(slugs(page), wanted, rel);
    assert.equal(page.body.pagination.total, 5);
  }
});
