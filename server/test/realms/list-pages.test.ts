// Tests the orders of the list of realms, its pages, and the links from one page to the others.
// Run: both stores, shared process
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { aRealm, PUBLIC_URL, type Reply, startCatalog, useCatalog } from '../support/harness.ts';
import { assertRefused } from '../support/replies.ts';
import { ada, day, slugs, uuid } from './listed-realms.ts';

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

  const catalog = useCatalog({ accounts: [ada], realms: [...listed, ...others] });

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
