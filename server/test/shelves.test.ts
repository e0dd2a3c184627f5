// What is kept ready is what the store holds: after every write, in the next answer, and in another process when it has followed.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import * as fc from 'fast-check';
import sql from 'sql-template-tag';
import type { Sort } from '@realm-catalog/contract';
import { buildApp } from '../src/app.ts';
import { anonymous } from '../src/credentials/caller.ts';
import { listCollections } from '../src/collections/queries.ts';
import { getRealm, listRealms } from '../src/realms/queries.ts';
import { searchTerm } from '../src/realms/search.ts';
import { openServices, type Services } from '../src/services.ts';
import { getStats } from '../src/stats/queries.ts';
import { pino } from 'pino';
import { bearer, json, signUp, startCatalog, type Catalog, type Person } from './harness.ts';

let catalog: Catalog;
let bob: Person;
/** Another process, as far as its memory goes, on the same stores. */
let other: { services: Services; url: string; close(): Promise<void> };

before(async () => {
  catalog = await startCatalog({}, { RATE_LIMIT_AUTHENTICATED: '1000000' });
  bob = await signUp(catalog, { username: 'bob', role: 'admin' });
  const services = await openServices(catalog.services.config);
  await services.shelves.filled;
  const app = buildApp(services, pino({ level: 'silent' }));
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  other = {
    services,
    url,
    async close() {
      await app.close();
      await services.close();
    },
  };
});
after(async () => {
  await other.close();
  await catalog[Symbol.asyncDispose]();
});

const SLUGS = ['alpha', 'beta', 'gamma', 'alpha-2', 'alpha-3'];
const slug = fc.constantFrom(...SLUGS);
const name = fc.constantFrom('Alpha', 'Beta', 'Gamma', 'Alpha beta');
const write = fc.oneof(
  fc.record({
    method: fc.constant('POST'),
    path: fc.constant('/v1/realms'),
    body: fc.record({
      name,
      description: fc.constantFrom('first words', 'other words', 'nothing'),
      category: fc.constantFrom('saas', 'blog'),
      tags: fc.subarray(['auth', 'docker']),
      visibility: fc.constantFrom('public', 'public', 'unlisted', 'private'),
    }),
  }),
  fc.record({
    method: fc.constant('PATCH'),
    path: slug.map((one) => `/v1/realms/${one}`),
    body: fc.oneof(
      fc.record({ visibility: fc.constantFrom('public', 'unlisted', 'private') }),
      fc.record({ name, tags: fc.subarray(['auth', 'docker']) }),
      fc.record({ category: fc.constantFrom('saas', 'blog') }),
    ),
  }),
  fc.record({ method: fc.constant('DELETE'), path: slug.map((one) => `/v1/realms/${one}`) }),
  fc.record({ method: fc.constantFrom('PUT', 'DELETE'), path: slug.map((one) => `/v1/realms/${one}/star`) }),
  fc.record({ method: fc.constant('POST'), path: slug.map((one) => `/v1/realms/${one}/download`) }),
  fc.record({ method: fc.constant('PATCH'), path: fc.constant('/v1/me'), body: fc.record({ name, bio: name }) }),
  fc.record({
    method: fc.constant('POST'),
    path: fc.constant('/v1/collections'),
    body: slug.map((one) => ({
      slug: `of-${one}`,
      name: 'Some',
      description: 'Some of them',
      realms: [one],
    })),
  }),
  fc.record({ method: fc.constant('DELETE'), path: slug.map((one) => `/v1/collections/of-${one}`) }),
);

const questions = [
  '',
  '?category=saas',
  '?tags=auth',
  '?tags=auth,docker&sort=name',
  '?search=alpha',
  '?search=words&sort=stars',
  '?sort=updated&limit=2&offset=1',
];

async function read(url: string, path: string): Promise<unknown> {
  const response = await fetch(url + path);
  return response.json();
}

/** What the statements say, with nothing in between. */
async function truth(path: string): Promise<unknown> {
  const { db } = catalog.services;
  const url = new URL(path, 'http://catalog.example');
  const asked = Object.fromEntries(url.searchParams);
  if (url.pathname === '/v1/stats') return getStats(db);
  if (url.pathname === '/v1/collections') return { collections: await listCollections(db, anonymous, false) };
  if (url.pathname === '/v1/realms') {
    const search = searchTerm(asked['search'] ?? '');
    const [limit, offset] = [Number(asked['limit'] ?? 20), Number(asked['offset'] ?? 0)];
    const { realms, total } = await listRealms(
      db,
      anonymous,
      { category: asked['category'], tags: asked['tags']?.split(',') ?? [], featured: false, search },
      { sort: (asked['sort'] ?? (search ? 'relevance' : 'newest')) as Sort, limit, offset },
    );
    return { realms, pagination: { total, limit, offset, hasMore: offset + realms.length < total } };
  }
  return (await getRealm(db, anonymous, url.pathname.split('/')[3] ?? ''))?.realm;
}

async function assertTrue(url: string, paths: string[]): Promise<void> {
  for (const path of paths) {
    const expected = (await truth(path)) as { status?: number } | undefined;
    for (const time of ['first', 'second', 'third']) {
      const shown = (await read(url, path)) as { status?: number };
      if (expected === undefined) assert.equal(shown.status, 404, `${path}, the ${time} time`);
      else assert.deepEqual(shown, expected, `${path}, the ${time} time`);
    }
  }
}

const everything = [
  ...questions.map((question) => `/v1/realms${question}`),
  ...SLUGS.map((one) => `/v1/realms/${one}`),
  '/v1/stats',
  '/v1/collections',
];

test('after every write each answer is what the store holds, here at once and elsewhere when it has followed', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(write, { minLength: 1, maxLength: 12 }), async (writes) => {
      for (const { method, path, ...sent } of writes) {
        const body = 'body' in sent ? json(sent.body, bob.token, method) : { method, ...bearer(bob.token) };
        const { status } = await catalog.ask(path, body);
        assert.ok(status < 500, `${method} ${path} answers ${status}`);
        await assertTrue(catalog.url, everything);
      }
      await catalog.services.counter.settle();
      await other.services.shelves.follow();
      await assertTrue(other.url, everything);
    }),
    { numRuns: 12 },
  );
});

test('a process that missed changes which are forgotten by now begins anew', async () => {
  const made = await catalog.ask('/v1/realms', json({ name: 'Missed', description: 'x', category: 'saas' }, bob.token));
  assert.equal(made.status, 201);
  const { db } = catalog.services;
  await db.batch([sql`update revisions set value = value + 1`, sql`delete from changes`]);
  await catalog.ask('/v1/realms', json({ name: 'Later', description: 'x', category: 'saas' }, bob.token));
  await other.services.shelves.follow();
  await assertTrue(other.url, [...everything, '/v1/realms/missed', '/v1/realms/later']);
});
