// Tests collections: their fields, their realms in the curator's order, and the featured ones.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { aCollection, anAccount, aRealm, startCatalog, type TestCatalog, type Reply } from '../support/harness.ts';

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
    name: 'Older',
    createdAt: '2026-01-01T00:00:00.000Z',
    realmIds: [alpha.id, gamma.id],
  }),
  aCollection(grace, { id: uuid(2), name: 'Tie, later id', createdAt: '2026-01-01T00:00:00.000Z', featured: true }),
  aCollection(ada, {
    id: uuid(3),
    name: 'Nothing to show',
    createdAt: '2026-06-01T00:00:00.000Z',
    realmIds: [secret.id, hidden.id],
  }),
];

const names = (reply: Reply) => (reply.body.collections as { name: string }[]).map(({ name }) => name);
const newestFirst = ['Start a business', 'Nothing to show', 'Tie, later id', 'Older'];

describe('collections', () => {
  let catalog: TestCatalog;
  before(async () => {
    catalog = await startCatalog({ accounts: [ada, grace], realms: [alpha, beta, gamma, hidden, secret], collections });
  });
  after(() => catalog[Symbol.asyncDispose]());

  test('each has every field of the specification and no other, the newest first', async () => {
    const { status, headers, body } = await catalog.ask('/v1/api/collections');
    assert.equal(status, 200);
    assert.match(headers.get('content-type') ?? '', /^application\/json\b/);
    assert.deepEqual(body, {
      collections: [
        {
          id: uuid(5),
          name: 'Start a business',
          description: 'Templates that earn their keep.',
          realms: ['gamma', 'alpha', 'beta'],
          createdBy: 'ada',
          createdAt: '2026-11-15T09:30:00.000Z',
        },
        {
          id: uuid(3),
          name: 'Nothing to show',
          description: '',
          realms: [],
          createdBy: 'ada',
          createdAt: '2026-06-01T00:00:00.000Z',
        },
        {
          id: uuid(2),
          name: 'Tie, later id',
          description: '',
          realms: [],
          createdBy: 'grace',
          createdAt: '2026-01-01T00:00:00.000Z',
        },
        {
          id: uuid(1),
          name: 'Older',
          description: '',
          realms: ['alpha', 'gamma'],
          createdBy: 'grace',
          createdAt: '2026-01-01T00:00:00.000Z',
        },
      ],
    });
  });

  for (const query of ['featured=true', 'featured=1', 'featured', 'featured=', 'featured=true&limit=0&offset=x'])
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
    'limit=1',
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

test('a catalog without collections answers an empty list', async () => {
  await using catalog = await startCatalog();
  assert.deepEqual((await catalog.ask('/v1/api/collections')).body, { collections: [] });
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
