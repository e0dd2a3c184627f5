// The caller's own realms and stars over HTTP.
// Run: both stores, shared process
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import sql from 'sql-template-tag';
import type { RealmSummary } from '@realm-catalog/contract';
import { listStarred } from '../../src/realms/star-queries.ts';
import type { NewRealm } from '../../src/realms/columns.ts';
import { updateRealm } from '../../src/realms/writes.ts';
import {
  aKey,
  anAccount,
  aRealm,
  bearer,
  type Person,
  prepare,
  signUp,
  useCatalog,
  usePerson,
} from '../support/harness.ts';

const catalog = useCatalog({}, { RATE_LIMIT_AUTHENTICATED: '1000000' });
const ada = usePerson(catalog, { username: 'ada', name: 'Ada' });
const bob = usePerson(catalog, { username: 'bob' });
prepare(async () => {
  await catalog.insert({
    realms: [
      realmOf(ada, { slug: 'open' }),
      realmOf(ada, { slug: 'quiet', visibility: 'unlisted' }),
      realmOf(ada, { slug: 'secret', visibility: 'private' }),
      realmOf(bob, { slug: 'of-bob' }),
    ],
  });
});

function realmOf({ account }: Person, fields: Partial<NewRealm>): NewRealm {
  return aRealm(anAccount({ id: account.id }), fields);
}

const get = (path: string, token: string) => catalog.ask(`/v1${path}`, bearer(token));
const slugsOf = (realms: RealmSummary[]) => realms.map(({ slug }) => slug);
const setVisibility = async (id: string, visibility: NewRealm['visibility']) =>
  catalog.services.db.batch(updateRealm(id, { visibility }, new Date().toISOString()));

describe('my realms', () => {
  test('have links to their other pages', async () => {
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
      const { realms, pagination } = await stars(frank.token, `?limit=101&offset=${offset}`);
      assert.deepEqual([pagination.total, pagination.limit], [700, 100]);
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
