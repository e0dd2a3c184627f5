// Tests tokens that are good once: for their kind, until they expire, and for one of several requests at the same time.
// Run: both stores, shared process
import assert from 'node:assert/strict';
import { test } from 'node:test';
import sql from 'sql-template-tag';
import {
  endOneTimeTokens,
  findOneTimeToken,
  insertOneTimeToken,
  makeOneTimeToken,
  spendOneTimeToken,
  sweepOneTimeTokens,
  takeOneTimeToken,
} from '../../src/credentials/one-time-queries.ts';
import { ConditionError } from '../../src/db/database.ts';
import { useCatalog } from '../support/harness.ts';

const catalog = useCatalog();
/** In the future, since the catalog sweeps at its start what has expired by the clock. */
const [NOW, SOON, LATE] = ['2999-01-01T00:00:00.000Z', '2999-01-01T00:10:00.000Z', '2999-01-01T00:20:00.000Z'];

async function stored(): Promise<string> {
  const token = makeOneTimeToken();
  const fields = { kind: 'invite', accountId: null, payload: 'x', expiresAt: SOON } as const;
  await catalog.services.db.batch([insertOneTimeToken(token, fields)]);
  return token;
}

test('a token is found for its kind until it expires, and only its hash is stored', async () => {
  const { db } = catalog.services;
  const token = await stored();
  assert.match(token, /^[\w-]{43}$/);
  assert.deepEqual(await findOneTimeToken(db, 'invite', token, NOW), { accountId: null, payload: 'x' });
  assert.equal(await findOneTimeToken(db, 'reset', token, NOW), undefined);
  assert.equal(await findOneTimeToken(db, 'invite', token, SOON), undefined);
  assert.equal(await findOneTimeToken(db, 'invite', makeOneTimeToken(), NOW), undefined);
  assert.ok(!JSON.stringify(await db.all(sql`select hash, payload from one_time_tokens`)).includes(token));
});

test('of requests at the same time, one gets a token', async () => {
  const { db } = catalog.services;
  const taken = await stored();
  const found = await Promise.all(Array.from({ length: 5 }, () => takeOneTimeToken(db, 'invite', taken, NOW)));
  assert.equal(found.filter((one) => one !== undefined).length, 1);
  const spent = await stored();
  const batches = Array.from({ length: 5 }, () => db.batch(spendOneTimeToken('invite', spent, NOW)));
  const results = await Promise.allSettled(batches);
  assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1);
  for (const result of results) if (result.status === 'rejected') assert.ok(result.reason instanceof ConditionError);
});

test('tokens of an account end together, and expired ones are swept', async () => {
  const { db } = catalog.services;
  const token = await stored();
  await db.batch([endOneTimeTokens('nobody', 'invite')]);
  await sweepOneTimeTokens(db, NOW);
  assert.notEqual(await findOneTimeToken(db, 'invite', token, NOW), undefined);
  await sweepOneTimeTokens(db, LATE);
  assert.equal(await findOneTimeToken(db, 'invite', token, NOW), undefined);
});
