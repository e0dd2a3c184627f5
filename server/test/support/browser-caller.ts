// Whoever has signed up as the caller of functions that take one.
import assert from 'node:assert/strict';
import sql from 'sql-template-tag';
import type { AccountCaller } from '../../src/credentials/caller.ts';
import type { Person, TestCatalog } from './harness.ts';

/** In the newest session of this person. */
export async function browserCaller({ services: { db } }: TestCatalog, { account }: Person): Promise<AccountCaller> {
  const ofAccount = sql`select id from sessions where account_id = ${account.id} order by id desc limit 1`;
  const { id: sessionId } = (await db.get<{ id: string }>(ofAccount)) ?? assert.fail();
  return { kind: 'browser', account, scopes: [], source: { sessionId, expiresAt: '' } };
}
