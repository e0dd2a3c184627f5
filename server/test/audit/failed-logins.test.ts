// Which failed logins have an entry in the audit: nobody can use up the entries of others, and what has none is counted.
// Run: both stores, shared process
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { AuditEntry } from '@realm-catalog/contract';
import { accountActor } from '../../src/audit/entry.ts';
import { auditFailure, closeHours } from '../../src/audit/failed-logins.ts';
import { processWindowCounter } from '../../src/limits/memory-window-counter.ts';
import { HOUR_MS, namedWindows } from '../../src/limits/windows.ts';
import { logInWith, turnOn } from '../accounts/factors/factors.ts';
import { json, PASSWORD, signUp, startCatalog, type TestCatalog } from '../support/harness.ts';
import { entriesLeftBy } from './entries.ts';

/** Entries an hour of one account, and of one address; and of all. */
const MAX_FAILURES_OF_ONE = 20;
const MAX_FAILURES_OF_ALL = 1_000;
const WRONG_CODE = '0123-4567-89ab-cdef';
const startOpenCatalog = () => startCatalog({}, { TRUST_PROXY: '127.0.0.1', RATE_LIMIT_FREE: '100000' });

async function fail(at: TestCatalog, address: string, username: string, password = 'wrong password'): Promise<void> {
  const asked = json({ username, password });
  const { status } = await at.ask('/v1/auth/login', {
    ...asked,
    headers: { ...asked.headers, 'x-forwarded-for': address },
  });
  assert.equal(status, 401);
}

/** As if these failures came in some other way than over HTTP, of which 10 a name and address are checked. */
async function failOften(at: TestCatalog, times: number, addressOf: (at: number) => string, accountId?: string) {
  for (let time = 0; time < times; time += 1) await auditFailure(at.services, from(addressOf(time)), 'page', accountId);
}

const from = (ip: string) => accountActor('', 'anonymous', { ip, requestId: 'request' });
const network = (at: number) => `2001:db8:${(at >> 16).toString(16)}:${(at & 0xff_ff).toString(16)}::1`;
const closed = (at: TestCatalog) => closeHours(at.services, Date.now() + 2 * HOUR_MS);

/** Of one hour, or of two if one ended while the test ran. */
const leftOutIn = (entries: AuditEntry[]) =>
  entries.reduce((sum, { details }) => sum + Number(details['failures'] ?? 0), 0);

describe('a failed login of somebody else has its entry', () => {
  test('after one address has failed with many names', async () => {
    await using catalog = await startOpenCatalog();
    const attacker = '198.51.100.1';
    const { account } = await signUp(catalog, { username: 'ada' });
    const flood = await entriesLeftBy(catalog, async () => {
      for (let at = 0; at < MAX_FAILURES_OF_ONE + 5; at += 1) await fail(catalog, attacker, `nobody-${at}`);
    });
    assert.equal(flood.length, MAX_FAILURES_OF_ONE);
    const entries = await entriesLeftBy(catalog, async () => {
      await fail(catalog, attacker, 'ada');
      await fail(catalog, attacker, 'ada');
      await fail(catalog, '198.51.100.2', 'nobody');
      await fail(catalog, '198.51.100.2', 'ada');
    });
    assert.deepEqual(
      entries.map(({ action, address, subject }) => [action, address, subject.id]),
      [
        ['login.fail', attacker, account.id],
        ['login.fail', '198.51.100.2', ''],
        ['login.fail', '198.51.100.2', account.id],
      ],
    );
  });

  test('after wrong codes of one account, from wherever', async () => {
    await using catalog = await startOpenCatalog();
    const guarded = await signUp(catalog, { username: 'guarded' });
    await turnOn(catalog, guarded.token);
    await signUp(catalog, { username: 'ada' });
    const flood = await entriesLeftBy(catalog, async () => {
      for (let at = 0; at < 3; at += 1)
        for (let time = 0; time < 10; time += 1) await logInWith(catalog, 'guarded', WRONG_CODE, `198.51.100.${at}`);
    });
    // Twenty, and the first from the third address.
    assert.equal(flood.filter(({ subject }) => subject.id === guarded.account.id).length, MAX_FAILURES_OF_ONE + 1);
    const entries = await entriesLeftBy(catalog, async () => {
      await fail(catalog, '198.51.100.2', 'ada');
      await fail(catalog, '198.51.100.9', 'guarded');
    });
    assert.deepEqual(
      entries.map(({ details, address }) => [details['at'], address]),
      [
        ['api', '198.51.100.2'],
        ['api', '198.51.100.9'],
      ],
    );
  });

  test('after failures from more addresses than have entries, if its account has none yet', async () => {
    await using catalog = await startOpenCatalog();
    const { account } = await signUp(catalog, { username: 'ada' });
    const flood = await entriesLeftBy(catalog, () => failOften(catalog, MAX_FAILURES_OF_ALL + 200, network));
    assert.equal(flood.length, MAX_FAILURES_OF_ALL);
    const entries = await entriesLeftBy(catalog, async () => {
      await fail(catalog, '198.51.100.1', 'ada');
      await fail(catalog, '198.51.100.2', 'nobody');
      await closed(catalog);
    });
    assert.deepEqual(
      entries.filter(({ action }) => action === 'login.fail').map(({ action, subject }) => [action, subject.id]),
      [['login.fail', account.id]],
    );
    assert.equal(leftOutIn(entries), 201);
  });
});

describe('failures without an entry', () => {
  test('are counted in one entry for each hour, however many processes close it', async () => {
    await using catalog = await startOpenCatalog();
    await failOften(catalog, MAX_FAILURES_OF_ONE + 7, () => '198.51.100.1');
    const early = await entriesLeftBy(catalog, () => closeHours(catalog.services));
    assert.deepEqual(early, [], 'the hour has not ended');
    const entries = await entriesLeftBy(catalog, async () => {
      await Promise.all([closed(catalog), closed(catalog), closed(catalog)]);
      await closed(catalog);
    });
    assert.deepEqual(
      entries.map(({ action, actor, details }) => [action, actor.how, details['failures']]),
      [['login.flood', 'catalog', '7']],
    );
    const { hour = '', failures } = entries[0]?.details ?? {};
    assert.match(`${hour} ${failures}`, /^\d{4}-\d\d-\d\dT\d\d:00:00\.000Z 7$/);
  });

  test('leave no entry where there were none', async () => {
    await using catalog = await startOpenCatalog();
    const entries = await entriesLeftBy(catalog, async () => {
      await fail(catalog, '198.51.100.1', 'nobody', PASSWORD);
      await closed(catalog);
    });
    assert.deepEqual(
      entries.map(({ action }) => action),
      ['login.fail'],
    );
  });

  test('are counted at the next try if the database did not answer', async (t) => {
    await using catalog = await startOpenCatalog();
    await failOften(catalog, MAX_FAILURES_OF_ONE + 1, () => '198.51.100.1');
    t.mock.method(catalog.services.db, 'batch', async () => Promise.reject(new Error('no answer')), { times: 1 });
    await assert.rejects(closed(catalog), /no answer/);
    const entries = await entriesLeftBy(catalog, () => closed(catalog));
    assert.deepEqual(
      entries.map(({ details }) => details['failures']),
      ['1'],
    );
  });
});

test('more addresses than the windows of limits have room for neither lengthen the audit nor the memory', async () => {
  await using catalog = await startOpenCatalog();
  const { db, config } = catalog.services;
  const windows = namedWindows(processWindowCounter(undefined, MAX_FAILURES_OF_ALL + 100), config.rateLimits);
  const entries = await entriesLeftBy(catalog, async () => {
    for (let at = 0; at < 4 * MAX_FAILURES_OF_ALL; at += 1)
      await auditFailure({ db, windows }, from(network(at)), 'page', undefined);
    await closeHours({ db, windows }, Date.now() + 2 * HOUR_MS);
  });
  assert.equal(entries.filter(({ action }) => action === 'login.fail').length, MAX_FAILURES_OF_ALL);
  assert.equal(leftOutIn(entries), 3 * MAX_FAILURES_OF_ALL);
});
