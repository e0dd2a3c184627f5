// What has ended is removed, however much of it there is: a few rows at a time.
// Run: both stores, shared process
import assert from 'node:assert/strict';
import { test } from 'node:test';
import sql, { type Sql } from 'sql-template-tag';
import { sweepOAuth } from '../../src/oauth/queries.ts';
import { sweepTokens } from '../../src/publishing/queries.ts';
import { aRealm, anAccount, json, PASSWORD, signUp, startCatalog, type TestCatalog } from '../support/harness.ts';

const numbers = (many: number) =>
  sql`with recursive numbers (number) as (select 1 union all select number + 1 from numbers where number < ${many})`;

async function count({ services }: TestCatalog, from: Sql): Promise<number> {
  return (await services.db.get<{ found: number }>(sql`select count(*) as found from ${from}`))?.found ?? 0;
}

test('OAuth records and upload tokens that have ended all go, and the others stay', async () => {
  const alice = anAccount({ username: 'alice' });
  const realm = aRealm(alice);
  await using catalog = await startCatalog({ accounts: [alice], realms: [realm] });
  const { db } = catalog.services;
  const [past, future] = ['2020-01-01T00:00:00.000Z', '2100-01-01T00:00:00.000Z'];
  for (const [expiresAt, many, name] of [
    [past, 2_300, 'old'],
    [future, 3, 'new'],
  ] as const)
    await db.batch([
      sql`insert into oauth_records (id_hash, kind, payload, consumed_at, expires_at)
        ${numbers(many)} select cast(${name} as text) || cast(number as text), 'Session', '{}', '', cast(${expiresAt} as text) from numbers`,
      sql`insert into upload_tokens (hash, realm_id, opener_id, expires_at, locked_until)
        ${numbers(many)} select cast(${name} as text) || cast(number as text), cast(${realm.id} as text), cast(${alice.id} as text),
          cast(${expiresAt} as text), '' from numbers`,
    ]);
  await sweepOAuth(db);
  await sweepTokens(db, new Date().toISOString());
  assert.equal(await count(catalog, sql`oauth_records`), 3);
  assert.equal(await count(catalog, sql`upload_tokens`), 3);
});

test('each login clears away more sessions that have ended than it adds', async () => {
  await using catalog = await startCatalog();
  const alice = await signUp(catalog, { username: 'alice' });
  await catalog.services.db.batch([
    sql`insert into sessions (id, account_id, family_hash, refresh_hash, device, address, created_at, last_used_at, expires_at)
      ${numbers(250)} select 'old' || cast(number as text), cast(${alice.account.id} as text), 'old' || cast(number as text), '', '', '', '', '',
        '2020-01-01T00:00:00.000Z' from numbers`,
  ]);
  const ended = () => count(catalog, sql`sessions where expires_at < '2021'`);
  const left: number[] = [];
  for (let logins = 0; logins < 3; logins += 1) {
    assert.equal((await catalog.ask('/v1/auth/login', json({ username: 'alice', password: PASSWORD }))).status, 200);
    left.push(await ended());
  }
  assert.deepEqual(left, [150, 50, 0]);
});
