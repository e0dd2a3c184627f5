// What the query of a list means, and that the objects of the read model are what the API answers.
// Run: one store, shared process
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { anonymous, type AccountCaller } from '../../src/credentials/caller.ts';
import { realmQuery } from '../../src/realms/list-query.ts';
import { anAccount, aRealm, startCatalog, type TestCatalog } from '../support/harness.ts';

describe('a query', () => {
  test('has defaults: the newest 20 realms from the first on', () => {
    const { sort, limit, offset, tags, featured, category, search } = realmQuery({});
    assert.deepEqual([sort, limit, offset, tags, featured], ['newest', 20, 0, [], false]);
    assert.deepEqual([category, search], [undefined, undefined]);
  });

  test('has a limit of at most 100', () => {
    assert.deepEqual(
      [99, 100, 101, 2 ** 31].map((limit) => realmQuery({ limit }).limit),
      [99, 100, 100, 100],
    );
  });

  test('has its tags in lower case, without duplicates', () => {
    assert.deepEqual(realmQuery({ tags: ['Auth', 'b', 'auth', 'B'] }).tags, ['auth', 'b']);
  });

  test('is sorted by relevance if it searches, unless it says otherwise', () => {
    assert.equal(realmQuery({ search: 'Café' }).sort, 'relevance');
    assert.deepEqual(realmQuery({ search: 'Café' }).search, { text: 'cafe', words: ['cafe'] });
    assert.equal(realmQuery({ search: 'Café', sort: 'name' }).sort, 'name');
    assert.equal(realmQuery({ search: '  ' }).sort, 'newest');
  });
});

describe('the read model gives', () => {
  const alice = anAccount({ username: 'alice' });
  const owner: AccountCaller = {
    kind: 'key',
    account: { id: alice.id, username: 'alice', role: 'user', plan: 'free' },
    scopes: ['realms:read'],
    source: { keyId: '', expiresAt: '' },
  };
  let catalog: TestCatalog;
  before(async () => {
    const realms = Array.from({ length: 5 }, (_, at) => aRealm(alice, { slug: `blog-${at}`, name: `Blog ${at} é` }));
    const hidden = (['unlisted', 'private'] as const).map((visibility) =>
      aRealm(alice, { slug: visibility, name: 'Blog', visibility }),
    );
    catalog = await startCatalog({ accounts: [alice], realms: [...realms, ...hidden] });
  });
  after(() => catalog[Symbol.asyncDispose]());

  test('the objects of a list that the API answers', async () => {
    const { catalog: readModel } = catalog.services;
    const asked: [path: string, parameters: Parameters<typeof realmQuery>[0]][] = [
      ['', {}],
      ['?search=blog&limit=2&offset=1', { search: 'blog', limit: 2, offset: 1 }],
      ['?category=none', { category: ['none'] }],
    ];
    for (const [path, parameters] of asked)
      for (const time of ['first', 'second'])
        assert.deepEqual(
          await readModel.list(anonymous, realmQuery(parameters)),
          (await catalog.ask(`/v1/realms${path}`)).body,
          `${path}, the ${time} time`,
        );
    assert.equal((await readModel.list(owner, realmQuery({}))).pagination.total, 6);
  });

  test('one realm that the API answers, and nothing where the caller may not see it', async () => {
    const { catalog: readModel } = catalog.services;
    for (const slug of ['blog-1', 'unlisted'])
      assert.deepEqual(await readModel.get(anonymous, slug), (await catalog.ask(`/v1/realms/${slug}`)).body);
    for (const slug of ['private', 'unknown']) assert.equal(await readModel.get(anonymous, slug), undefined);
    assert.equal((await readModel.get(owner, 'private'))?.slug, 'private');
    assert.equal(await readModel.get(anonymous, 'private'), undefined);
  });
});
