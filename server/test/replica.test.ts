// A read replica: what whoever has no credential reads comes from there, and from the database itself while that is away.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { aRealm, anAccount, bearer, signUp, startCatalog, type Catalog } from './harness.ts';
import { startPostgres } from './servers/postgres.ts';
import { databaseUrl, onServer } from './stores.ts';

const elsewhere = { REDIS_URL: '', ARCHIVES_URL: '' };
const slugs = async (catalog: Catalog, path: string, init?: RequestInit) =>
  ((await catalog.ask(path, init)).body.realms as { slug: string }[]).map(({ slug }) => slug);

test('serves those without a credential; writes and whoever has one go to the database itself', async () => {
  const given = process.env['TEST_DATABASE_URL'];
  await using own = given ? undefined : await startPostgres();
  const server = given ?? own?.url ?? '';
  const [primary, replica] = [`test_${randomUUID()}`, `test_${randomUUID()}`] as const;
  for (const name of [primary, replica]) await onServer(server, `create database "${name}"`);
  const ada = anAccount({ username: 'ada' });
  const there = (slug: string) => ({ accounts: [ada], realms: [aRealm(ada, { slug, name: slug })] });
  // What the replica holds is on purpose not what the database does: that tells them apart.
  await (
    await startCatalog(there('behind'), { ...elsewhere, DATABASE_URL: databaseUrl(server, replica) })
  )[Symbol.asyncDispose]();
  await using catalog = await startCatalog(there('new'), {
    ...elsewhere,
    DATABASE_URL: databaseUrl(server, primary),
    DATABASE_REPLICA_URL: databaseUrl(server, replica),
  });
  const { token } = await signUp(catalog, { username: 'bob' });

  assert.deepEqual(await slugs(catalog, '/v1/realms'), ['behind']);
  assert.deepEqual(await slugs(catalog, '/v1/realms?search=behind'), ['behind']);
  assert.equal((await catalog.ask('/v1/realms/behind')).status, 200);
  assert.equal((await catalog.ask('/v1/stats')).body.totalUsers, 1);
  assert.deepEqual(await slugs(catalog, '/v1/realms', bearer(token)), ['new']);
  assert.equal((await catalog.ask('/v1/realms/new', bearer(token))).status, 200);
  assert.equal((await catalog.ask('/v1/realms/new/download', { method: 'POST' })).status, 200);

  await onServer(server, `drop database "${replica}" with (force)`);
  assert.deepEqual(await slugs(catalog, '/v1/realms'), ['new']);
  assert.equal((await catalog.ask('/v1/stats')).body.totalUsers, 2);
});
