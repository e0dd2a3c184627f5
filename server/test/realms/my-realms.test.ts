// The caller's own realms and stars over HTTP.
// Run: both stores, shared process
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import sql from 'sql-template-tag';
import type { RealmSummary } from '@realm-catalog/contract';
import { listStarred } from '../../src/realms/star-queries.ts';
import { updateRealm, type NewRealm } from '../../src/realms/writes.ts';
import {
  aKey,
  anAccount,
  aRealm,
  bearer,
  signUp,
  startCatalog,
  type Person,
  type TestCatalog,
} from '../support/harness.ts';

let catalog: TestCatalog;
let ada: Person;
let bob: Person;
let root: Person;
before(async () => {
  catalog = await startCatalog({}, { RATE_LIMIT_AUTHENTICATED: '1000000' });
  ada = await signUp(catalog, { username: 'ada', name: 'Ada' });
  bob = await signUp(catalog, { username: 'bob' });
  root = await signUp(catalog, { username: 'root', role: 'admin' });
  await catalog.insert({
    realms: [
      realmOf(ada, { slug: 'open', name: 'Open boat', downloadCount: 5, createdAt: '2026-01-01T00:00:00.000Z' }),
      realmOf(ada, {
        slug: 'quiet',
        name: 'Quiet boat',
        visibility: 'unlisted',
        downloadCount: 7,
        category: 'blog',
        createdAt: '2026-01-02T00:00:00.000Z',
      }),
      realmOf(ada, {
        slug: 'secret',
        name: 'Secret car',
        visibility: 'private',
        downloadCount: 6,
        tags: ['auth'],
        featured: true,
        createdAt: '2026-01-03T00:00:00.000Z',
      }),
      realmOf(bob, { slug: 'of-bob', name: 'Boat of Bob' }),
      realmOf(bob, { slug: 'secret-of-bob', name: 'Boat of Bob', visibility: 'private' }),
      realmOf(bob, { slug: 'quiet-of-bob', name: 'Boat of Bob', visibility: 'unlisted' }),
    ],
  });
});
after(() => catalog[Symbol.asyncDispose]());

function realmOf({ account }: Person, fields: Partial<NewRealm>): NewRealm {
  return aRealm(anAccount({ id: account.id }), fields);
}

const get = (path: string, token: string) => catalog.ask(`/v1${path}`, bearer(token));
const slugsOf = (realms: RealmSummary[]) => realms.map(({ slug }) => slug);
const setVisibility = async (id: string, visibility: NewRealm['visibility']) =>
  catalog.services.db.batch(updateRealm(id, { visibility }, new Date().toISOString()));

describe('my realms', () => {
  test('are all of mine, of every visibility, as summaries with my role, and none of others', async () => {
    const { status, body } = await get('/me/realms', ada.token);
    assert.equal(status, 200);
    assert.deepEqual(slugsOf(body.realms), ['secret', 'quiet', 'open']);
    assert.deepEqual(body.pagination, { total: 3, limit: 20, offset: 0, hasMore: false });
    const [, , open] = body.realms;
    const { role, ...summary } = open;
    assert.equal(role, 'owner');
    assert.deepEqual(summary, (await catalog.ask('/v1/realms?search=open+boat')).body.realms[0]);
    assert.deepEqual(slugsOf((await get('/me/realms', root.token)).body.realms), [], 'an administrator owns none');
  });

  test('are filtered, ordered and paged as the list of all realms', async () => {
    const found = async (query: string) => slugsOf((await get(`/me/realms?${query}`, ada.token)).body.realms);
    assert.deepEqual(await found('sort=downloads'), ['quiet', 'secret', 'open']);
    assert.deepEqual(await found('sort=name'), ['open', 'quiet', 'secret']);
    assert.deepEqual(await found('search=boat&sort=name'), ['open', 'quiet']);
    assert.deepEqual(await found('category=blog'), ['quiet']);
    assert.deepEqual(await found('tags=auth'), ['secret']);
    assert.deepEqual(await found('featured'), ['secret']);
    assert.deepEqual(await found('limit=1&offset=1'), ['quiet']);
    assert.deepEqual(await found('slugs=secret,of-bob,secret-of-bob,open'), ['secret', 'open']);
    assert.deepEqual(await found('author=bob'), []);
    const { facets } = (await get('/me/realms?facets=category', ada.token)).body;
    assert.deepEqual(facets, {
      category: [
        { value: 'saas', count: 2 },
        { value: 'blog', count: 1 },
      ],
    });
    const { headers, body } = await get('/me/realms?limit=1&sort=name', ada.token);
    assert.deepEqual(body.pagination, { total: 3, limit: 1, offset: 0, hasMore: true });
    assert.match(
      headers.get('link') ?? '',
      /<https:\/\/catalog\.example\/v1\/api\/me\/realms\?sort=name&limit=1&offset=1>/,
    );
    assert.equal((await get('/me/realms?limit=0', ada.token)).status, 400);
  });

  test('follow each change at once, and are stored by no cache', async () => {
    const { id } = (await get('/realms/open', ada.token)).body;
    for (const visibility of ['private', 'unlisted', 'public'] as const) {
      await setVisibility(id, visibility);
      assert.equal((await get('/me/realms', ada.token)).body.pagination.total, 3);
    }
    assert.equal((await get('/me/realms', ada.token)).headers.get('cache-control'), 'private, no-store');
  });

  test('need the scope realms:read', async () => {
    const { key } = await aKey(catalog, ada.token, { scopes: ['realms:write', 'account'] });
    const { status, body } = await get('/me/realms', key);
    assert.equal(status, 403);
    assert.match(body.detail, /realms:read/);
    assert.equal((await catalog.ask('/v1/me/realms')).status, 401);
  });
});

const star = (slug: string, { token }: Person, method = 'PUT') =>
  catalog.ask(`/v1/realms/${slug}/star`, { method, ...bearer(token) });
const stars = async (token: string, query = '') => (await get(`/me/stars${query}`, token)).body;

describe('my stars', () => {
  test('are the realms that I have starred, the last one first', async (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
    const carol = await signUp(catalog, { username: 'carol' });
    assert.deepEqual(await stars(carol.token), {
      realms: [],
      pagination: { total: 0, limit: 20, offset: 0, hasMore: false },
    });
    for (const slug of ['open', 'of-bob', 'quiet', 'open']) {
      t.mock.timers.tick(1_000);
      assert.equal((await star(slug, carol)).status, 204);
    }
    const { realms, pagination } = await stars(carol.token);
    assert.deepEqual(slugsOf(realms), ['quiet', 'of-bob', 'open'], 'a star that is given again keeps its place');
    assert.deepEqual(pagination, { total: 3, limit: 20, offset: 0, hasMore: false });
    assert.equal(realms[1].starCount, 1);
    assert.equal((await star('of-bob', carol, 'DELETE')).status, 204);
    assert.deepEqual(slugsOf((await stars(carol.token)).realms), ['quiet', 'open']);
    const page = await stars(carol.token, '?limit=1&offset=1');
    assert.deepEqual([slugsOf(page.realms), page.pagination.hasMore], [['open'], false]);
  });

  test('of a realm that went private are gone for all but its owner, and back with it', async () => {
    const dave = await signUp(catalog, { username: 'dave' });
    const { id } = (await get('/realms/of-bob', bob.token)).body;
    for (const person of [dave, bob]) await star('of-bob', person);
    await setVisibility(id, 'private');
    assert.deepEqual((await stars(dave.token)).pagination, { total: 0, limit: 20, offset: 0, hasMore: false });
    assert.equal((await star('of-bob', dave, 'GET')).status, 404);
    assert.deepEqual(slugsOf((await stars(bob.token)).realms), ['of-bob']);
    const { key } = await aKey(catalog, bob.token, { scopes: ['realms:write'] });
    assert.deepEqual((await stars(key)).realms, [], 'a key that may not read them');
    await setVisibility(id, 'public');
    assert.deepEqual(slugsOf((await stars(dave.token)).realms), ['of-bob']);
  });

  test('can be asked for one realm, by any credential', async () => {
    const erin = await signUp(catalog, { username: 'erin' });
    const { key } = await aKey(catalog, erin.token, { scopes: ['collections:write'] });
    const ask = async (slug: string) => (await catalog.ask(`/v1/realms/${slug}/star`, bearer(key))).status;
    assert.equal(await ask('open'), 404);
    await star('open', erin);
    assert.equal(await ask('open'), 204);
    await star('open', erin, 'DELETE');
    assert.equal(await ask('open'), 404);
    const [hidden, unknown] = [await get('/realms/secret/star', key), await get('/realms/unknown/star', key)];
    assert.deepEqual(hidden.body.detail, unknown.body.detail);
    assert.equal((await catalog.ask('/v1/realms/open/star')).status, 401);
    assert.equal((await catalog.ask('/v1/me/stars')).status, 401);
    assert.equal((await get('/me/stars', key)).status, 200);
  });

  test('are all counted and paged, however many, up to a bound', async () => {
    const frank = await signUp(catalog, { username: 'frank' });
    const owner = anAccount({ username: 'owner-of-many' });
    const many = Array.from({ length: 700 }, (_, at) => aRealm(owner, { slug: `many-${at}` }));
    await catalog.insert({ accounts: [owner], realms: many });
    const { db } = catalog.services;
    await db.batch([
      sql`insert into stars (account_id, realm_id, created_at) select cast(${frank.account.id} as text), id, '2026-01-01T00:00:00.000Z'
        from realms where owner_id = ${owner.id}`,
    ]);
    const seen = new Set<string>();
    for (let offset = 0; offset < 700; offset += 100) {
      const { realms, pagination } = await stars(frank.token, `?limit=100&offset=${offset}`);
      assert.equal(pagination.total, 700);
      for (const slug of slugsOf(realms)) seen.add(slug);
    }
    assert.equal(seen.size, 700);
    const caller = {
      kind: 'jwt' as const,
      account: { id: frank.account.id, username: 'frank', role: 'user' as const, plan: 'free' as const },
      scopes: [],
      source: { expiresAt: '' },
    };
    for (const max of [10, 250, 600]) assert.equal((await listStarred(db, caller, max)).length, max);
  });
});
