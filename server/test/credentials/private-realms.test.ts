// Which callers see private realms, in everything that shows realms.
// Run: both stores, shared process
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  aCollection,
  aKey,
  anAccessToken,
  aRealm,
  bearer,
  signUp,
  startCatalog,
  type Person,
  type Reply,
  type TestCatalog,
} from '../support/harness.ts';

let catalog: TestCatalog;
let bob: Person;
let carol: Person;
let root: Person;

before(async () => {
  catalog = await startCatalog({}, { RATE_LIMIT_AUTHENTICATED: '1000000' });
  bob = await signUp(catalog, { username: 'bob' });
  carol = await signUp(catalog, { username: 'carol' });
  root = await signUp(catalog, { username: 'root', role: 'admin' });
});
after(() => catalog[Symbol.asyncDispose]());

const names = (reply: Reply) => (reply.body.realms as { slug: string }[]).map(({ slug }) => slug).toSorted();

describe('private realms', () => {
  const visibilities = ['public', 'unlisted', 'private'] as const;
  const callers: [who: string, credential: () => Promise<string | undefined>, sees: string[]][] = [
    ['nobody in particular', async () => undefined, []],
    ['the owner with a JWT', async () => bob.token, ['bobs-private']],
    ['the owner with a default key', async () => (await aKey(catalog, bob.token)).key, ['bobs-private']],
    [
      'the owner with realms:read',
      async () => (await aKey(catalog, bob.token, { scopes: ['realms:read'] })).key,
      ['bobs-private'],
    ],
    [
      'the owner’s application',
      async () => (await anAccessToken(catalog, bob.token, ['realms:read'])).accessToken,
      ['bobs-private'],
    ],
    [
      'the owner without realms:read',
      async () => (await aKey(catalog, bob.token, { scopes: ['realms:write', 'account'] })).key,
      [],
    ],
    [
      'the owner’s application without realms:read',
      async () => (await anAccessToken(catalog, bob.token, ['realms:write'])).accessToken,
      [],
    ],
    ['a user who names the scope admin', async () => (await aKey(catalog, bob.token, { scopes: ['admin'] })).key, []],
    ['another account', async () => carol.token, ['carols-private']],
    ['an administrator', async () => root.token, ['bobs-private', 'carols-private']],
    [
      'an administrator’s key with the scope admin',
      async () => (await aKey(catalog, root.token, { scopes: ['admin'] })).key,
      ['bobs-private', 'carols-private'],
    ],
    ['an administrator’s default key', async () => (await aKey(catalog, root.token)).key, []],
  ];

  before(async () => {
    const realms = [bob, carol].flatMap(({ account }) =>
      visibilities.map((visibility) =>
        aRealm(
          { ...account, passwordHash: '' },
          { slug: `${account.username}s-${visibility}`, name: 'Hideout', category: 'hideouts', visibility },
        ),
      ),
    );
    const collections = [
      aCollection({ ...bob.account, passwordHash: '' }, { name: 'Hideouts', realmIds: realms.map(({ id }) => id) }),
    ];
    await catalog.insert({ realms, collections });
  });

  for (const [who, credential, sees] of callers)
    test(`${who} sees ${sees.join(' and ') || 'none'}: in lists, counts, searches, collections and by slug`, async () => {
      const token = await credential();
      const headers = token === undefined ? {} : bearer(token).headers;
      const init = { headers };
      const listed = ['bobs-public', 'carols-public', ...sees].toSorted();
      for (const query of [
        'category=hideouts',
        'search=hideout&limit=100',
        'search=ideou&category=hideouts&sort=name',
      ]) {
        const reply = await catalog.ask(`/v1/realms?${query}`, init);
        assert.deepEqual(names(reply), listed, query);
        assert.equal(reply.body.pagination.total, listed.length, query);
      }
      const { body } = await catalog.ask('/v1/collections', init);
      const collection = (body.collections as { name: string; realms: string[] }[]).find(
        ({ name }) => name === 'Hideouts',
      );
      assert.deepEqual(collection?.realms.toSorted(), listed);

      const unknown = await catalog.ask('/v1/realms/unheard-of', {
        headers: { ...headers, 'x-request-id': 'test-1' },
      });
      for (const owner of ['bob', 'carol']) {
        for (const visibility of ['public', 'unlisted'])
          assert.equal((await catalog.ask(`/v1/realms/${owner}s-${visibility}`, init)).status, 200);
        const slug = `${owner}s-private`;
        const reply = await catalog.ask(`/v1/realms/${slug}`, {
          headers: { ...headers, 'x-request-id': 'test-1' },
        });
        if (sees.includes(slug)) assert.equal(reply.body.slug, slug);
        else assert.deepEqual([reply.status, reply.text], [404, unknown.text]);
      }
    });

  test('are in nobody’s statistics', async () => {
    const [reference, ...others] = await Promise.all(
      [undefined, bob.token, carol.token, root.token].map((token) =>
        catalog.ask('/v1/stats', token ? bearer(token) : {}),
      ),
    );
    for (const { body } of others) assert.deepEqual(body, reference?.body);
    assert.equal(reference?.body.categories.hideouts, 2);
  });
});
