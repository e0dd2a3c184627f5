// A read replica: it serves whoever has no credential, as far as it has come.
// Run: one store, own process
// Needs: PostgreSQL
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { lastChange } from '../../src/catalog/queries.ts';
import { aRealm, anAccount, json, signUp, startCatalog } from '../support/harness.ts';
import { startPostgres } from '../support/servers/postgres.ts';
import { databaseUrl, onServer } from '../support/stores.ts';

const elsewhere = { REDIS_URL: '', ARCHIVES_URL: '', SECRET_KEY: 'a secret of the tests, long enough' };

test('serves those without a credential while it has all that is known; else, and while it is unavailable, the database does', async () => {
  const given = process.env['TEST_DATABASE_URL'];
  await using own = given ? undefined : await startPostgres();
  const server = given ?? own?.url ?? '';
  const [primary, replica] = [`test_${randomUUID()}`, `test_${randomUUID()}`] as const;
  const env = { ...elsewhere, DATABASE_URL: databaseUrl(server, primary) };
  const ada = anAccount({ username: 'ada' });
  await onServer(server, `create database "${primary}"`);
  const seeded = await startCatalog({ accounts: [ada], realms: [aRealm(ada, { slug: 'one', name: 'One' })] }, env);
  await seeded[Symbol.asyncDispose]();
  await onServer(server, `create database "${replica}" template "${primary}"`);
  // What the replica holds is on purpose not what the database does: that tells them apart.
  await onServer(databaseUrl(server, replica), `update realms set description = 'from the replica'`);

  await using catalog = await startCatalog({}, { ...env, DATABASE_REPLICA_URL: databaseUrl(server, replica) });
  const described = async (path: string, init?: RequestInit) => {
    const { body } = await catalog.ask(path, init);
    return (body.realms?.[0] ?? body).description as string;
  };
  const { token } = await signUp(catalog, { username: 'bob', role: 'admin' });
  const change = (fields: object) => catalog.ask('/v1/realms/one', json(fields, token, 'PATCH'));
  await change({ visibility: 'private' }); // so that it is not cached
  await change({ visibility: 'public' });
  // From now on the replica has the last change, as far as it says.
  const { revision, seq, nonce } = (await lastChange(catalog.services.db)) ?? assert.fail('there is no change');
  await onServer(
    databaseUrl(server, replica),
    `insert into changes (revision, seq, nonce) values (${revision}, ${seq}, ${nonce})`,
  );
  await setTimeout(150); // the replica is asked again after it was behind
  assert.equal(await described('/v1/realms/one'), 'from the replica');
  assert.equal(await described('/v1/realms'), 'from the replica');
  assert.equal((await catalog.ask('/v1/stats')).body.totalUsers, 1);

  await change({ description: 'from the database' }); // which is now ahead
  assert.equal(await described('/v1/realms/one'), 'from the database');
  assert.equal(await described('/v1/realms'), 'from the database');
  assert.equal((await catalog.ask('/v1/stats')).body.totalUsers, 2);

  await onServer(databaseUrl(server, replica), `update revisions set value = 1000000`); // it has caught up
  assert.equal((await catalog.ask('/v1/collections')).status, 200);
  await onServer(server, `drop database "${replica}" with (force)`);
  assert.equal((await catalog.ask('/v1/collections?featured=true')).status, 200);
  assert.equal(await described('/v1/realms/one'), 'from the database');
});
