// Tests that every change leaves its entry in the audit, that nothing else does, and that no entry contains a secret.
// Run: both stores, shared process
import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { describe, test } from 'node:test';
import { auditActions } from '@realm-catalog/contract';
import sql from 'sql-template-tag';
import { commandActor, newAuditEntry } from '../../src/audit/entry.ts';
import { closeHours } from '../../src/audit/failed-logins.ts';
import { insertAuditEntry } from '../../src/audit/queries.ts';
import { HOUR_MS } from '../../src/limits/windows.ts';
import { firstStart } from '../../src/starters.ts';
import { adminCommand } from '../admin/admin-command.ts';
import type { AuditCases } from '../sample-requests/sample.ts';
import { mailSettings } from '../sample-requests/made.ts';
import { samples } from '../sample-requests/samples.ts';
import {
  aKey,
  bearer,
  json,
  logIn,
  PASSWORD,
  prepare,
  signUp,
  startCatalog,
  type TestCatalog,
  useCatalog,
} from '../support/harness.ts';
import { actorsAt, otherArchive, realm, remove, type Actors } from './actors.ts';
import { commandCases } from './command-cases.ts';
import { entriesOf, entriesLeftBy } from './entries.ts';
import type { Expected } from './expected-entries.ts';

/** Runs a command as an operator would. */
const admin = (to: TestCatalog, ...words: string[]) => adminCommand(words, to.env).ended;

const catalog = useCatalog({}, mailSettings);
let actors: Actors;
prepare(async () => {
  actors = await actorsAt(catalog);
});

const cases = Object.assign(
  {},
  ...Object.values(samples).map(({ audit = {} }) => ('never' in audit ? {} : audit)),
  commandCases,
) as AuditCases;

/** The window of failed logins of the address from which tests ask. */
const FAILURES_HERE = 'failed logins of address 127.0.0.1';

/** Entries of the same millisecond come in any order. */
const inOneOrder = (told: Expected[]) => told.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));

describe('everything that is done leaves its entry:', () => {
  const happened = new Set<string>();

  for (const [does, run] of Object.entries(cases))
    test(does, async () => {
      let expected: Expected[] = [];
      const entries = await entriesLeftBy(catalog, async () => (expected = await run(actors)));
      for (const { action } of entries) happened.add(action);
      const told = entries.map(({ action, actor, subject, details }) => ({
        action,
        actor: actor.id,
        how: actor.how,
        subject: subject.id,
        details,
      }));
      assert.deepEqual(inOneOrder(told), inOneOrder(expected));
      for (const { actor, requestId, address, at } of entries) {
        const isOutside = actor.how === 'command';
        assert.match(requestId, isOutside ? /^$/ : /^[\w-]{36}$/);
        assert.match(address, isOutside ? /^$/ : /^127\.0\.0\.1$/);
        assert.ok(Math.abs(Date.parse(at) - Date.now()) < 60_000);
      }
    });

  test('the first start leaves the first entry', async () => {
    await using fresh = await startCatalog();
    await firstStart(fresh.services, { empty: true });
    const entries = await entriesOf(fresh.services.db);
    assert.deepEqual(
      entries.map(({ action, actor, position }) => [action, actor.how, position]),
      [['catalog.begin', 'catalog', 1]],
    );
    happened.add('catalog.begin');
  });

  test('an hour with failed logins beyond all budgets leaves one entry about them', async () => {
    await using flooded = await startCatalog();
    const { services } = flooded;
    const wrong = json({ username: 'nobody', password: 'wrong password' });
    for (let tries = 0; tries < 20; tries += 1) await services.windowCounter.hit(FAILURES_HERE, 20, HOUR_MS);
    const entries = await entriesLeftBy(flooded, async () => {
      for (let tries = 0; tries < 4; tries += 1) assert.equal((await flooded.ask('/v1/auth/login', wrong)).status, 401);
      await closeHours(services, Date.now() + 2 * HOUR_MS);
    });
    assert.deepEqual(
      entries.map(({ action, actor, subject, details }) => [action, actor.how, subject.id, details['failures']]),
      [['login.flood', 'catalog', '', '4']],
    );
    happened.add('login.flood');
  });

  test('attempts to log in beyond the limit leave no entry', async () => {
    const wrong = json({ username: 'much-tried', password: 'wrong password' });
    const entries = await entriesLeftBy(catalog, async () => {
      for (let tries = 0; tries < 12; tries += 1) await catalog.ask('/v1/auth/login', wrong);
    });
    assert.equal(entries.length, 10);
  });

  test('every action is among these', () => {
    assert.deepEqual([...happened].toSorted(), auditActions.toSorted());
  });

  test('none of these entries contains a secret, or text that a user wrote', async () => {
    const { unspoken } = actors;
    assert.ok(unspoken.size > 40);
    const text = JSON.stringify(await catalog.services.db.all(sql`select * from audit`));
    assert.ok(text.length > 10_000);
    for (const secret of unspoken) {
      assert.ok(secret.length > 7, secret);
      assert.ok(!text.includes(secret), secret);
      assert.ok(!text.includes(hash('sha256', secret)), `the hash of ${secret}`);
    }
  });
});

describe('nothing else does:', () => {
  test('reading, starring, downloading and refreshing', async () => {
    const { alice, root, key, ask, newRealm } = actors;
    const { slug } = await newRealm();
    const { refreshToken } = await logIn(catalog, 'alice');
    const fields = { name: 'Job', type: 'confidential', grantTypes: ['client_credentials'] };
    const client = await ask(201, '/v1/oauth/clients', json(fields, alice.token));
    const entries = await entriesLeftBy(catalog, async () => {
      for (const path of ['/v1/realms', `/v1/realms/${slug}`, '/v1/me', '/v1/keys', '/v1/stats'])
        await ask(200, path, bearer(alice.token));
      for (const method of ['PUT', 'DELETE']) await ask(204, `/v1/realms/${slug}/star`, { method, ...bearer(key.key) });
      await ask(200, `/v1/realms/${slug}/download`, { method: 'POST' });
      await ask(200, '/v1/auth/refresh', json({ refreshToken }));
      await ask(200, '/v1/audit', bearer(root.token));
      const authorization = `Basic ${btoa(`${client.id}:${client.clientSecret}`)}`;
      const body = new URLSearchParams({ grant_type: 'client_credentials' });
      await ask(200, '/oauth/token', { method: 'POST', headers: { authorization }, body });
    });
    assert.deepEqual(entries, []);
  });

  test('requests that are refused or fail', async () => {
    const { alice, root, key, ask, upload, newRealm } = actors;
    const { slug, uploadToken } = await newRealm();
    await upload(slug, uploadToken);
    const next = await ask(201, `/v1/realms/${slug}/versions`, json({}, key.key));
    const unknown = '019a8b2e-5f00-7c3d-9e41-2a6f0d9b7c11';
    const picks = { slug: 'taken', name: 'x', description: '', realms: [] };
    await ask(201, '/v1/collections', json(picks, root.token));
    const bob = await signUp(catalog, { username: 'bob' });
    const entries = await entriesLeftBy(catalog, async () => {
      await ask(409, '/v1/auth/register', json({ username: 'alice', password: PASSWORD }));
      await ask(403, '/v1/keys', json({ name: 'x' }, key.key));
      await ask(400, '/v1/keys', json({ name: '' }, alice.token));
      await ask(404, `/v1/keys/${unknown}`, remove(alice.token));
      await ask(404, `/v1/keys/${key.id}`, remove(bob.token));
      await ask(404, `/v1/oauth/clients/${unknown}`, remove(alice.token));
      await ask(400, '/v1/realms', json({ ...realm, name: '' }, key.key));
      await ask(403, `/v1/realms/${slug}`, json({ visibility: 'private' }, bob.token, 'PATCH'));
      await ask(403, `/v1/realms/${slug}`, remove(bob.token));
      await ask(404, '/v1/realms/unknown', remove(key.key));
      await upload(slug, next.uploadToken, 422, new Uint8Array(100));
      await upload(slug, next.uploadToken, 200);
      await upload(slug, next.uploadToken, 409, otherArchive);
      await ask(404, `/v1/realms/${slug}/versions/9.9.9`, json({ yanked: true }, key.key, 'PATCH'));
      await ask(409, '/v1/collections', json(picks, root.token));
      await ask(404, '/v1/collections/unknown', remove(root.token));
      const refused = await Promise.all([
        admin(catalog, 'users', 'add', 'alice', '--password', PASSWORD),
        admin(catalog, 'realms', 'feature', 'unknown'),
      ]);
      for (const { code } of refused) assert.equal(code, 1);
      const taken = sql`insert into old_slugs (slug, realm_id) values ('twice', ''), ('twice', '')`;
      await assert.rejects(
        catalog.services.db.batch([insertAuditEntry(newAuditEntry(commandActor, 'realm.delete', 'twice')), taken]),
      );
    });
    assert.deepEqual(entries, []);
  });

  test('of many requests that do the same at once, one leaves an entry', async () => {
    const { alice, key, newRealm } = actors;
    const { slug } = await newRealm();
    const { id } = await aKey(catalog, alice.token);
    const entries = await entriesLeftBy(catalog, async () => {
      await Promise.all(Array.from({ length: 8 }, () => catalog.ask(`/v1/keys/${id}`, remove(alice.token))));
      await Promise.all(Array.from({ length: 8 }, () => catalog.ask(`/v1/realms/${slug}`, remove(key.key))));
    });
    assert.deepEqual(entries.map(({ action }) => action).toSorted(), ['key.revoke', 'realm.delete']);
  });
});
