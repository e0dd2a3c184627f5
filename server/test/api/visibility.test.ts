// Who may see which realm: the one predicate, by every statement that has it, for every kind of caller.
// Run: both stores, shared process
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { scopes as allScopes, type Role, type Scope, type Sort } from '@realm-catalog/contract';
import { anonymous, type AccountCaller, type Caller } from '../../src/credentials/caller.ts';
import { findManagedRealm } from '../../src/realms/ownership.ts';
import {
  findRealm,
  findRealmById,
  findRealmToChange,
  belongsTo,
  findSummaries,
  findSummariesAndDetails,
  getRealm,
  listVisibility,
} from '../../src/realms/queries.ts';
import { findListedRealmIds } from '../../src/realms/old-slug-queries.ts';
import type { CodedError } from '../../src/errors.ts';
import { realmQuery } from '../../src/realms/list-query.ts';
import { aKey, anAccount, aRealm, bearer, json, signUp, startCatalog, type TestCatalog } from '../support/harness.ts';

const ada = anAccount({ username: 'ada' });
const bob = anAccount({ username: 'bob' });
const root = anAccount({ username: 'root', role: 'admin' });

type Visibility = 'public' | 'unlisted' | 'private';
const VISIBILITIES: Visibility[] = ['public', 'unlisted', 'private'];
const realms = VISIBILITIES.map((visibility) =>
  aRealm(ada, { slug: visibility, visibility, featured: true, name: `A lighthouse`, tags: ['light'] }),
);

const account = ({ id, username, role }: { id: string; username: string; role: Role }, scopes: readonly Scope[]) =>
  ({
    kind: 'key',
    account: { id, username, role, plan: 'free' },
    scopes,
    source: { expiresAt: '' },
  }) satisfies AccountCaller;

interface Row {
  caller: Caller;
  listed: Visibility[];
  named: Visibility[];
  visibility: ReturnType<typeof listVisibility>;
}
const stranger = { listed: ['public'], named: ['public', 'unlisted'], visibility: { kind: 'public' } } satisfies Omit<
  Row,
  'caller'
>;
const rows: Record<string, Row> = {
  nobody: { caller: anonymous, ...stranger },
  'the token of an upload': {
    caller: { ...account(ada, []), kind: 'upload', scopes: [], realmId: realms[2]?.id ?? '', tokenHash: '' },
    ...stranger,
  },
  'another account': {
    caller: account(bob, allScopes),
    ...stranger,
    visibility: { kind: 'publicAndOwn', ownerId: bob.id },
  },
  'the owner': {
    caller: account(ada, ['realms:read']),
    listed: ['public', 'private'],
    named: VISIBILITIES,
    visibility: { kind: 'publicAndOwn', ownerId: ada.id },
  },
  'a key of the owner without realms:read': { caller: account(ada, ['realms:write', 'account']), ...stranger },
  'an administrator': {
    caller: account(root, allScopes),
    listed: ['public', 'private'],
    named: VISIBILITIES,
    visibility: { kind: 'allButUnlisted' },
  },
  'a key of an administrator without admin': {
    caller: account(root, ['realms:read']),
    ...stranger,
    visibility: { kind: 'publicAndOwn', ownerId: root.id },
  },
  'an account with the scope admin and without the role': {
    caller: account(bob, ['admin', 'realms:read']),
    ...stranger,
    visibility: { kind: 'publicAndOwn', ownerId: bob.id },
  },
};

let catalog: TestCatalog;
let numbers: number[];
before(async () => {
  catalog = await startCatalog({ accounts: [ada, bob, root], realms });
  const all = account(root, allScopes);
  numbers = await Promise.all(
    VISIBILITIES.map(async (slug) => (await getRealm(catalog.services.db, all, slug))?.seq ?? assert.fail(slug)),
  );
});
after(() => catalog[Symbol.asyncDispose]());

const filters: Record<string, Parameters<typeof realmQuery>[0]> = {
  everything: {},
  'a category': { category: 'saas' },
  'a tag': { tags: ['light'] },
  'what is featured': { featured: true },
  'a search': { search: 'light' },
};
const sorts: Sort[] = ['relevance', 'downloads', 'recent', 'trending', 'stars', 'newest', 'updated', 'name'];
const slugsOf = (found: { slug: string }[]) => found.map(({ slug }) => slug).toSorted();

for (const [who, { caller, listed, named, visibility }] of Object.entries(rows))
  describe(who, () => {
    test(`lists ${listed.join(' and ')} realms, whatever is asked for, and no total tells of others`, async () => {
      for (const [what, filter] of Object.entries(filters))
        for (const sort of sorts) {
          const { realms, pagination } = await catalog.services.catalog.list(caller, realmQuery({ ...filter, sort }));
          assert.deepEqual(slugsOf(realms), listed.toSorted(), `${what}, ${sort}`);
          assert.equal(pagination.total, listed.length);
        }
    });

    test('finds the same by number, by many slugs, and in memory', async () => {
      const { db } = catalog.services;
      for (const asked of [numbers, [...numbers, ...Array.from({ length: 40 }, (_, at) => 1_000_000 + at)]])
        assert.deepEqual(
          slugsOf((await findSummaries(db, caller, asked)).map(({ summary }) => summary)),
          listed.toSorted(),
        );
      const ids = await findListedRealmIds(db, caller, [...VISIBILITIES, 'unknown']);
      assert.deepEqual([...ids.keys()].toSorted(), listed.toSorted());
      assert.deepEqual(await findListedRealmIds(db, caller, []), new Map());
      assert.deepEqual(listVisibility(caller), visibility);
    });

    test(`is told of ${named.join(', ')} realms by their slugs`, async () => {
      const { db } = catalog.services;
      for (const slug of VISIBILITIES) {
        assert.equal((await getRealm(db, caller, slug))?.realm.slug, named.includes(slug) ? slug : undefined);
        assert.equal((await findRealm(db, caller, slug))?.slug, named.includes(slug) ? slug : undefined);
      }
    });
  });

test('more tags than a realm can have find nothing', async () => {
  const tags = ['light', ...Array.from({ length: 20 }, (_, at) => `other-${at}`)];
  const { realms, pagination } = await catalog.services.catalog.list(anonymous, realmQuery({ tags }));
  assert.deepEqual([realms, pagination.total], [[], 0]);
});

test('whoever owns a realm may change it, also with a key that may not read the private ones', async () => {
  const { db } = catalog.services;
  const writer = account(ada, ['realms:write']);
  for (const slug of VISIBILITIES) {
    assert.equal((await findRealmToChange(db, writer, slug))?.slug, slug);
    assert.equal((await findManagedRealm(db, writer, slug)).ownerId, ada.id);
    assert.equal((await findManagedRealm(db, account(root, allScopes), slug)).ownerId, ada.id);
  }
});

test('an account owns its own realms, whatever their visibility, and no others', async () => {
  const { db, catalog: model } = catalog.services;
  const callers: [AccountCaller, own: string[]][] = [
    [account(ada, ['realms:read']), VISIBILITIES],
    [account(bob, allScopes), []],
    [account(root, allScopes), []],
  ];
  for (const [caller, own] of callers) {
    const summaries = await findSummaries(db, caller, numbers, belongsTo(caller));
    assert.deepEqual(slugsOf(summaries.map(({ summary }) => summary)), own.toSorted());
    const { realms: listed, pagination } = await model.listOwn(caller, realmQuery({}));
    assert.deepEqual([slugsOf(listed), pagination.total], [own.toSorted(), own.length]);
  }
  const numbered = await model.listBySeqs(account(bob, allScopes), numbers);
  assert.deepEqual(slugsOf(numbered), ['public', 'unlisted'], 'of those that a caller knows');
});

test('to another account a realm that it may not see is as one that is not there, and others are not its own', async () => {
  const { db } = catalog.services;
  const other = account(bob, allScopes);
  const unknown = await findManagedRealm(db, other, 'unknown').catch((error: unknown) => error);
  await assert.rejects(findManagedRealm(db, other, 'private'), unknown as Error);
  assert.equal((unknown as CodedError).public.code, 'not_found');
  for (const slug of ['public', 'unlisted'])
    await assert.rejects(findManagedRealm(db, other, slug), (error: CodedError) => error.public.code === 'forbidden');
});

test('the token of an upload leads to its realm, whatever that is', async () => {
  for (const { id, slug } of realms)
    assert.deepEqual(await findRealmById(catalog.services.db, id), { id, slug, ownerId: ada.id });
});

test('a realm that goes private is gone from the very next answer, and back with the next change', async () => {
  const { token } = await signUp(catalog, { username: 'carol' });
  const made = await catalog.ask(
    '/v1/realms',
    json({ name: 'Tide', description: 'It turns.', category: 'sea' }, token),
  );
  const path = `/v1/realms/${made.body.slug}`;
  for (const visibility of ['private', 'public', 'unlisted', 'private']) {
    assert.equal((await catalog.ask(path, json({ visibility }, token, 'PATCH'))).status, 200);
    assert.equal((await catalog.ask(path)).status, visibility === 'private' ? 404 : 200);
    assert.equal((await catalog.ask(path, bearer(token))).status, 200);
    const { body } = await catalog.ask('/v1/realms?search=tide');
    assert.equal(body.pagination.total, visibility === 'public' ? 1 : 0);
  }
});

test('only public realms are written beforehand, in both of their shapes', async () => {
  const [found, ...others] = await findSummariesAndDetails(catalog.services.db, numbers);
  assert.deepEqual(others, []);
  assert.equal(found?.summary.slug, 'public');
  assert.deepEqual(found.detail, (await catalog.ask('/v1/realms/public')).body);
});

test('a successor is shown to those who may see it, and a detail that names one is not kept for others', async () => {
  const { token } = await signUp(catalog, { username: 'dora' });
  const create = async (name: string, visibility = 'public') =>
    (await catalog.ask('/v1/realms', json({ name, description: 'x', category: 'sea', visibility }, token))).body.slug;
  const [slug, next] = [await create('Old pier'), await create('New pier', 'private')];
  const path = `/v1/realms/${slug}`;
  const successor = async (init = {}) => (await catalog.ask(path, init)).body.deprecated.successor;
  await catalog.ask(path, json({ deprecated: { successor: next } }, token, 'PATCH'));
  assert.deepEqual(
    [await successor(bearer(token)), await successor(), await successor(bearer(token))],
    [next, '', next],
  );

  const { seq } = (await getRealm(catalog.services.db, anonymous, slug)) ?? assert.fail();
  const [whole] = await findSummariesAndDetails(catalog.services.db, [seq]);
  assert.deepEqual([whole?.summary.isDeprecated, whole?.detail], [true, undefined]);
  await catalog.restart(); // which warms the cache
  assert.deepEqual([await successor(), await successor(bearer(token))], ['', next]);
  await catalog.ask(`/v1/realms/${next}`, { method: 'DELETE', ...bearer(token) });
  assert.equal(await successor(bearer(token)), '');
});

test('the old slug of a realm leads there whom the realm answers, for a read and for a change', async () => {
  const { token } = await signUp(catalog, { username: 'eve' });
  const { slug } = (
    await catalog.ask(
      '/v1/realms',
      json({ name: 'Reef', description: 'x', category: 'sea', visibility: 'private' }, token),
    )
  ).body;
  await catalog.ask(`/v1/realms/${slug}`, json({ slug: 'atoll' }, token, 'PATCH'));
  const statuses = async (init: object) => [
    (await catalog.ask(`/v1/realms/${slug}`, init)).status,
    (await catalog.ask(`/v1/realms/${slug}/versions`, { ...init, method: 'POST' })).status,
  ];
  assert.deepEqual(await statuses(bearer(token)), [308, 308]);
  const { key } = await aKey(catalog, token, { scopes: ['realms:write'] });
  assert.deepEqual(await statuses(bearer(key)), [404, 308]);
  assert.deepEqual(await statuses(bearer((await signUp(catalog, { username: 'frank' })).token)), [404, 404]);
});
