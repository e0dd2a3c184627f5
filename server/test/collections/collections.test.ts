// Tests collections: their fields, their realms in the curator's order, and the featured ones.
// Run: both stores, shared process
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  aCollection,
  anAccount,
  aRealm,
  json,
  PUBLIC_URL,
  type Reply,
  signUp,
  startCatalog,
  useCatalog,
} from '../support/harness.ts';

const ada = anAccount({ username: 'ada', name: 'Ada Lovelace' });
const grace = anAccount({ username: 'grace', name: 'Grace Hopper' });
const uuid = (number: number) => `019a0000-0000-7000-8000-00000000000${number}`;
const realm = (slug: string, fields: Parameters<typeof aRealm>[1] = {}) => aRealm(grace, { slug, ...fields });
const [alpha, beta, gamma] = [realm('alpha'), realm('beta'), realm('gamma')];
const hidden = realm('hidden', { visibility: 'unlisted' });
const secret = realm('secret', { visibility: 'private' });

const collections = [
  aCollection(ada, {
    id: uuid(5),
    slug: 'business',
    name: 'Start a business',
    description: 'Templates that earn their keep.',
    featured: true,
    createdAt: '2026-11-15T09:30:00.000Z',
    realmIds: [gamma, hidden, alpha, secret, beta].map(({ id }) => id),
  }),
  aCollection(grace, {
    id: uuid(1),
    slug: 'older',
    name: 'Older',
    createdAt: '2026-01-01T00:00:00.000Z',
    realmIds: [alpha.id, gamma.id],
  }),
  aCollection(grace, {
    id: uuid(2),
    slug: 'later',
    name: 'Tie, later id',
    createdAt: '2026-01-01T00:00:00.000Z',
    featured: true,
  }),
  aCollection(ada, {
    id: uuid(3),
    slug: 'nothing',
    name: 'Nothing to show',
    createdAt: '2026-06-01T00:00:00.000Z',
    realmIds: [secret.id, hidden.id],
  }),
];

const names = (reply: Reply) => (reply.body.collections as { name: string }[]).map(({ name }) => name);
const newestFirst = ['Start a business', 'Nothing to show', 'Tie, later id', 'Older'];

describe('collections', () => {
  const catalog = useCatalog({ accounts: [ada, grace], realms: [alpha, beta, gamma, hidden, secret], collections });

  test('each has every field of the specification and no other, the newest first', async () => {
    const { status, headers, body } = await catalog.ask('/v1/api/collections');
    assert.equal(status, 200);
    assert.match(headers.get('content-type') ?? '', /^application\/json\b/);
    assert.deepEqual(body, {
      collections: [
        {
          id: uuid(5),
          slug: 'business',
          featured: true,
          updatedAt: '2026-11-15T09:30:00.000Z',
          name: 'Start a business',
          description: 'Templates that earn their keep.',
          realms: ['gamma', 'alpha', 'beta'],
          createdBy: 'ada',
          createdAt: '2026-11-15T09:30:00.000Z',
        },
        {
          id: uuid(3),
          slug: 'nothing',
          featured: false,
          updatedAt: '2026-06-01T00:00:00.000Z',
          name: 'Nothing to show',
          description: '',
          realms: [],
          createdBy: 'ada',
          createdAt: '2026-06-01T00:00:00.000Z',
        },
        {
          id: uuid(2),
          slug: 'later',
          featured: true,
          updatedAt: '2026-01-01T00:00:00.000Z',
          name: 'Tie, later id',
          description: '',
          realms: [],
          createdBy: 'grace',
          createdAt: '2026-01-01T00:00:00.000Z',
        },
        {
          id: uuid(1),
          slug: 'older',
          featured: false,
          updatedAt: '2026-01-01T00:00:00.000Z',
          name: 'Older',
          description: '',
          realms: ['alpha', 'gamma'],
          createdBy: 'grace',
          createdAt: '2026-01-01T00:00:00.000Z',
        },
      ],
      pagination: { total: 4, limit: 4, offset: 0, hasMore: false },
    });
  });

  for (const query of ['featured=true', 'featured=1', 'featured', 'featured=', 'featured=true&limit=2&offset=0'])
    test(`?${query} shows the featured ones only`, async () => {
      const reply = await catalog.ask(`/v1/api/collections?${query}`);
      assert.equal(reply.status, 200);
      assert.deepEqual(names(reply), ['Start a business', 'Tie, later id']);
      assert.deepEqual(reply.body.collections[0].realms, ['gamma', 'alpha', 'beta']);
    });

  for (const query of [
    '',
    'featured=false',
    'featured=0',
    'limit=100',
    'search=older',
    'Featured=true',
    'unknown=1&unknown=2',
  ])
    test(`?${query} shows all of them`, async () => {
      const reply = await catalog.ask(`/v1/collections?${query}`);
      assert.equal(reply.status, 200);
      assert.deepEqual(names(reply), newestFirst);
    });

  for (const query of [
    'featured=yes',
    'featured=TRUE',
    'featured=2',
    'featured=%20',
    'featured=1&featured=1',
    'featured&featured=0',
  ])
    test(`?${query} is refused, and the answer names featured`, async () => {
      const { status, body } = await catalog.ask(`/v1/api/collections?${query}`);
      assert.equal(status, 400);
      assert.equal(body.code, 'invalid_request');
      assert.deepEqual(
        body.errors.map((error: { field: string }) => error.field),
        ['featured'],
      );
    });
});

describe('pages of collections', () => {
  const catalog = useCatalog({ accounts: [ada, grace], realms: [alpha, beta, gamma, hidden, secret], collections });

  test('each page holds as many as its limit, and all pages together hold every collection once', async () => {
    const pages = await Promise.all([0, 1, 2, 3, 4].map((n) => catalog.ask(`/v1/collections?limit=1&offset=${n}`)));
    assert.deepEqual(pages.map(names), [...newestFirst.map((name) => [name]), []]);
    assert.deepEqual(pages[0]?.body.pagination, { total: 4, limit: 1, offset: 0, hasMore: true });
    assert.deepEqual(pages[3]?.body.pagination, { total: 4, limit: 1, offset: 3, hasMore: false });
    assert.match(pages[0]?.headers.get('link') ?? '', /<https:[^>]+\/collections\?limit=1&offset=1>; rel="next"/);
  });

  test('an offset without a limit leaves out the first ones, and a limit above 100 is applied as 100', async () => {
    const rest = await catalog.ask('/v1/collections?offset=2');
    assert.deepEqual(names(rest), newestFirst.slice(2));
    assert.deepEqual(rest.body.pagination, { total: 4, limit: 2, offset: 2, hasMore: false });
    assert.equal((await catalog.ask('/v1/collections?limit=1000')).body.pagination.limit, 100);
  });

  for (const query of ['limit=0', 'limit=x', 'offset=-1', 'limit=1&limit=1'])
    test(`?${query} is refused`, async () => {
      assert.equal((await catalog.ask(`/v1/collections?${query}`)).status, 400);
    });

  test('one collection has the fields of the list, and its realms as summaries in the same order', async () => {
    const { status, headers, body } = await catalog.ask('/v1/api/collections/business');
    assert.equal(status, 200);
    assert.match(headers.get('content-type') ?? '', /^application\/json\b/);
    const { items, ...fields } = body;
    assert.deepEqual(fields, (await catalog.ask('/v1/collections')).body.collections[0]);
    const { realms } = (await catalog.ask('/v1/realms')).body as { realms: { slug: string }[] };
    assert.deepEqual(
      items,
      ['gamma', 'alpha', 'beta'].map((slug) => realms.find((listed) => listed.slug === slug)),
    );
    assert.equal((await catalog.ask('/v1/collections/unknown')).status, 404);
    assert.deepEqual((await catalog.ask('/v1/collections/nothing')).body.items, []);
  });

  test('the ETag of a collection changes with its fields and with its realms', async () => {
    const etag = async () => (await catalog.ask('/v1/collections/older')).headers.get('etag');
    const root = await signUp(catalog, { username: 'root', role: 'admin' });
    const seen = [await etag()];
    await catalog.ask('/v1/collections/older', json({ description: 'New.' }, root.token, 'PATCH'));
    seen.push(await etag());
    await catalog.ask('/v1/realms/alpha', json({ name: 'Alpha' }, root.token, 'PATCH'));
    seen.push(await etag());
    assert.equal(new Set(seen).size, 3);
  });

  test('a new collection has a Location, and a change is told by updatedAt', async () => {
    const { token } = await signUp(catalog, { username: 'cleo', role: 'curator' });
    const fields = { slug: 'fresh', name: 'Fresh', description: '', realms: ['alpha'] };
    const made = await catalog.ask('/v1/collections', json(fields, token));
    assert.equal(made.status, 201);
    assert.equal(made.headers.get('location'), `${PUBLIC_URL}/v1/api/collections/fresh`);
    assert.equal(made.body.updatedAt, made.body.createdAt);
    const { body } = await catalog.ask('/v1/collections/fresh', json({ featured: true }, token, 'PATCH'));
    assert.deepEqual([body.featured, body.createdAt], [true, made.body.createdAt]);
    assert.ok(body.updatedAt > made.body.updatedAt);
  });
});

test('a catalog without collections answers an empty list', async () => {
  await using catalog = await startCatalog();
  assert.deepEqual((await catalog.ask('/v1/api/collections')).body, {
    collections: [],
    pagination: { total: 0, limit: 0, offset: 0, hasMore: false },
  });
});

test('the order of the realms is the curator’s in each of many collections', async () => {
  const realms = Array.from({ length: 12 }, (_, n) => realm(`r-${n}`));
  const orders = Array.from({ length: 11 }, (_, n) => realms.map((_realm, at) => realms[(at * 5 + n) % 12] ?? alpha));
  const many = orders.map((order, n) =>
    aCollection(ada, {
      name: String(n),
      createdAt: `2026-01-${10 + n}T00:00:00.000Z`,
      realmIds: order.map(({ id }) => id),
    }),
  );
  await using catalog = await startCatalog({ accounts: [ada, grace], realms, collections: many });
  const { body } = await catalog.ask('/v1/collections');
  assert.deepEqual(
    body.collections.map(({ realms }: { realms: string[] }) => realms),
    orders.toReversed().map((order) => order.map(({ slug }) => slug)),
  );
});
