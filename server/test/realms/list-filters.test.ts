// Tests the filters of the list of realms: what each finds, and which values are refused.
// Run: both stores, shared process
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { aKey, anAccount, aRealm, bearer, signUp, useCatalog } from '../support/harness.ts';
import { assertRefused } from '../support/replies.ts';
import { ada, day, slugs } from './listed-realms.ts';

const realm = (slug: string, fields: Parameters<typeof aRealm>[1]) => aRealm(ada, { slug, name: slug, ...fields });

describe('the filters of the list', () => {
  const realms = [
    realm('one', { category: 'blog', tags: ['auth', 'sqlite'], license: 'MIT', featured: true, createdAt: day(4) }),
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

  const catalog = useCatalog({ accounts: [ada], realms });

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
    ['license=mit', ['one']],
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

  test('an administrator’s list has private realms of others, and no unlisted ones', async () => {
    const { token } = await signUp(catalog, { username: 'root', role: 'admin' });
    assert.deepEqual(slugs(await catalog.ask('/v1/api/realms?category=blog', bearer(token))), ['secret', 'one', 'two']);
  });

  test('a key without the scope realms:read lists public realms alone, also to their owner', async () => {
    const { account, token } = await signUp(catalog, { username: 'bob' });
    const own = aRealm(anAccount({ id: account.id }), { slug: 'own', category: 'own', visibility: 'private' });
    await catalog.insert({ realms: [own] });
    const { key } = await aKey(catalog, token, { scopes: ['realms:write'] });
    const listedWith = async (credential: string) =>
      slugs(await catalog.ask('/v1/api/realms?category=own', bearer(credential)));
    assert.deepEqual([await listedWith(token), await listedWith(key)], [['own'], []]);
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

  for (const name of ['featured=1', 'search=a', 'q=a', 'sort=name'])
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
