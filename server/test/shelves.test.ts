// What is kept ready is what the store holds: after every write, in the next answer, and in another process when it has followed.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { fc } from './fixed-seed.ts';
import sql from 'sql-template-tag';
import type { Sort } from '@realm-catalog/contract';
import { buildApp } from '../src/app.ts';
import { anonymous } from '../src/credentials/caller.ts';
import { listCollections } from '../src/collections/queries.ts';
import { getRealm, listRealms } from '../src/realms/queries.ts';
import { searchTerm } from '../src/realms/search.ts';
import { openServices, type Services } from '../src/services.ts';
import { forgetAllBut } from '../src/shelves/forgetting.ts';
import { getStats } from '../src/stats/queries.ts';
import { pino } from 'pino';
import { json, signUp, startCatalog, type Catalog, type Person } from './harness.ts';
import { doWrite, SLUGS, someWrites } from './random-writes.ts';
import { forgetAllChanges } from './stores.ts';

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
    fc.asyncProperty(someWrites(1, 12), async (writes) => {
      for (const write of writes) {
        await doWrite(catalog, bob.token, write);
        await assertTrue(catalog.url, everything);
      }
      await catalog.services.counter.flush();
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
  await db.batch(forgetAllChanges);
  await catalog.ask('/v1/realms', json({ name: 'Later', description: 'x', category: 'saas' }, bob.token));
  await other.services.shelves.follow();
  await assertTrue(other.url, [...everything, '/v1/realms/missed', '/v1/realms/later']);
});

test('a store that was restored without its changes is read anew once, and followed from there', async () => {
  const { db, shelves } = catalog.services;
  await db.batch([sql`delete from changes`]);
  await shelves.follow();
  await other.services.shelves.follow();
  await shelves.follow(); // also what the other one has noted
  for (let tries = 0; shelves.size === undefined; tries += 1) {
    assert.ok(tries < 500, 'it is read anew again and again');
    await setTimeout(20);
  }
  const { generation } = shelves;
  for (let times = 0; times < 3; times += 1) await shelves.follow();
  assert.equal(shelves.generation, generation);
  const restored = { name: 'Restored', description: 'x', category: 'saas' };
  assert.equal((await catalog.ask('/v1/realms', json(restored, bob.token))).status, 201);
  await other.services.shelves.follow();
  await assertTrue(other.url, [...everything, '/v1/realms/restored']);
});

test('changes are forgotten but for the last ones, and whoever follows misses nothing', async () => {
  const { db, shelves } = catalog.services;
  const revisions = () => db.all<{ revision: number }>(sql`select distinct revision from changes order by revision`);
  for (let number = 0; number < 8; number += 1)
    await catalog.ask('/v1/realms', json({ name: `Noted ${number}`, description: 'x', category: 'saas' }, bob.token));
  await other.services.shelves.follow();
  const before = await revisions();
  assert.ok(before.length > 6);
  await forgetAllBut(5, db, new AbortController().signal);
  assert.deepEqual(await revisions(), before.slice(-6), 'the five before the last, and the last');
  await catalog.ask('/v1/realms', json({ name: 'After', description: 'x', category: 'saas' }, bob.token));
  await other.services.shelves.follow();
  assert.equal(other.services.shelves.revision, shelves.revision);
  await assertTrue(other.url, [...everything, '/v1/realms/noted-0', '/v1/realms/after']);

  const left = await revisions();
  await forgetAllBut(0, db, AbortSignal.abort());
  assert.deepEqual(await revisions(), left, 'a service that stops goes no further');
});
