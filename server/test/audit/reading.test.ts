// Tests reading the audit: over HTTP, with pages and filters, and with the operator's commands.
// Run: both stores, shared process
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, test } from 'node:test';
import type { AuditEntry } from '@realm-catalog/contract';
import sql, { raw } from 'sql-template-tag';
import { commandActor, newAuditEntry } from '../../src/audit/entry.ts';
import { findHead, insertAuditEntry } from '../../src/audit/queries.ts';
import { seal } from '../../src/audit/seal.ts';
import { adminCommand, adminDone } from '../admin/admin-command.ts';
import { entriesOf } from './entries.ts';
import {
  aKey,
  anAccount,
  aRealm,
  bearer,
  json,
  logIn,
  PASSWORD,
  prepare,
  PUBLIC_URL,
  signUp,
  startCatalog,
  type TestCatalog,
  useCatalog,
  usePerson,
} from '../support/harness.ts';

/** Runs a command as an operator would. */
const admin = (to: TestCatalog, ...words: string[]) => adminCommand(words, to.env).ended;
const done = (to: TestCatalog, ...words: string[]) => adminDone(words, to.env);

const catalog = useCatalog();
const alice = usePerson(catalog, { username: 'alice' });
const root = usePerson(catalog, { username: 'root', role: 'admin' });
let key: { id: string; key: string };

prepare(async () => {
  key = await aKey(catalog, alice.token);
  await doMuch();
});

/** Several pages of entries, and an entry of each kind that the tests look for. */
async function doMuch(): Promise<void> {
  for (let made = 0; made < 20; made += 1) await newRealm();
  const { id } = await aKey(catalog, alice.token);
  await ask(204, `/v1/keys/${id}`, { method: 'DELETE', ...bearer(alice.token) });
  await ask(401, '/v1/auth/login', json({ username: 'alice', password: 'wrong password' }));
  await done(catalog, 'users', 'add', 'erin', '--password', PASSWORD);
  await logIn(catalog, 'erin');
  await done(catalog, 'users', 'remove', 'erin');
  const { slug } = await newRealm();
  const about = ['--name', 'Picks', '--description', 'x', '--realms', slug];
  await done(catalog, 'collections', 'add', 'picks', ...about, '--by', 'alice');
  await done(catalog, 'secrets', 'rotate');
}

/** Sends a request, and expects this status. */
async function ask(status: number, path: string, init?: RequestInit) {
  const reply = await catalog.ask(path, init);
  assert.equal(reply.status, status, reply.text);
  // oxlint-disable-next-line typescript/no-unsafe-return -- a test reads what it expects
  return reply.body;
}
const newRealm = async () =>
  (await ask(201, '/v1/realms', json({ name: 'Tool', description: 'A tool.', category: 'api' }, key.key))) as {
    slug: string;
  };
const list = async (query = '') => ask(200, `/v1/audit${query}`, bearer(root.token));
const entriesBy = async (query: string) => (await list(query)).entries as AuditEntry[];
const newestSubject = async (action: string) => (await entriesBy(`?action=${action}&limit=1`))[0]?.subject;
const idsOf = (body: { entries: AuditEntry[] }) => body.entries.map(({ id }) => id);

describe('GET /audit', () => {
  test('answers administrators whose credential has the scope admin, and nobody else', async () => {
    const curator = await signUp(catalog, { username: 'curator', role: 'curator' });
    const narrow = await aKey(catalog, root.token);
    const wide = await aKey(catalog, root.token, { scopes: ['admin'] });
    const claimed = await aKey(catalog, alice.token, { scopes: ['admin'] });
    await ask(401, '/v1/audit');
    for (const token of [alice.token, key.key, claimed.key, curator.token, narrow.key])
      await ask(403, '/v1/audit', bearer(token));
    for (const token of [root.token, wide.key]) await ask(200, '/v1/api/audit', bearer(token));
  });

  test('shows the newest change first, with its actor', async () => {
    const { slug } = await newRealm();
    const { entries } = await list('?limit=1');
    const { id, at, requestId, position, hash, ...said } = entries[0];
    assert.deepEqual(said, {
      action: 'realm.create',
      actor: { id: alice.account.id, username: 'alice', how: 'key' },
      subject: { kind: 'realm', id: slug, name: '' },
      details: { visibility: 'public' },
      address: '127.0.0.1',
    });
    assert.deepEqual({ position, hash }, await findHead(catalog.services.db));
    assert.match(id + at + requestId, /^[\w-]{36}\d{4}-.*Z[\w-]{36}$/);
  });

  test('names an account, a key and an application, as long as they are there', async () => {
    const { id } = await aKey(catalog, alice.token, { name: 'For builds' });
    assert.deepEqual(await newestSubject('key.create'), { kind: 'key', id, name: 'For builds' });
    await ask(204, `/v1/keys/${id}`, { method: 'DELETE', ...bearer(alice.token) });
    assert.deepEqual(await newestSubject('key.create'), { kind: 'key', id, name: '' });
    const redirectUris = ['http://127.0.0.1/back'];
    const shop = {
      name: 'Shop',
      type: 'public',
      redirectUris,
      grantTypes: ['authorization_code'],
      scopes: ['realms:read'],
    };
    const client = await ask(201, '/v1/oauth/clients', json(shop, alice.token));
    assert.deepEqual(await newestSubject('client.create'), { kind: 'client', id: client.id, name: 'Shop' });
    await ask(200, '/v1/me', json({ bio: 'x' }, alice.token, 'PATCH'));
    const account = { kind: 'account', id: alice.account.id, name: 'alice' };
    assert.deepEqual(await newestSubject('account.update'), account);
  });

  test('the pages contain every entry once, the newest first, also while entries are added', async () => {
    const all = (await entriesOf(catalog.services.db)).map(({ id }) => id).toSorted();
    const paged: string[] = [];
    let query = '?limit=7';
    for (;;) {
      const { headers, body } = await catalog.ask(`/v1/audit${query}`, bearer(root.token));
      paged.push(...idsOf(body));
      const { hasMore, next, limit } = body.pagination;
      assert.equal(limit, 7);
      const [, link = ''] = /^<([^>]+)>; rel="next"$/.exec(headers.get('link') ?? '') ?? [];
      if (!hasMore) {
        assert.deepEqual([next, link], ['', '']);
        break;
      }
      assert.deepEqual(Object.fromEntries(new URL(link).searchParams), { before: next, limit: '7' });
      assert.ok(link.startsWith(`${PUBLIC_URL}/v1/api/audit?`));
      await newRealm();
      query = new URL(link).search;
    }
    assert.deepEqual(paged, all.toReversed());
    assert.equal((await list('?limit=1000')).pagination.limit, 100);
  });

  test('filters narrow each other', async () => {
    const entries = await entriesOf(catalog.services.db);
    const expect = (keep: (entry: AuditEntry) => boolean) =>
      entries
        .filter(keep)
        .map(({ id }) => id)
        .toSorted()
        .toReversed()
        .slice(0, 100);
    const { id } = alice.account;
    const middle = entries[Math.floor(entries.length / 2)] ?? assert.fail();
    const filters: [query: string, keep: (entry: AuditEntry) => boolean][] = [
      ['action=login.fail', ({ action }) => action === 'login.fail'],
      ['actor=ALICE', ({ actor }) => actor.id === id],
      [`actor=${id}`, ({ actor }) => actor.id === id],
      ['actor=nobody', () => false],
      ['subject=alice', ({ subject }) => subject.id === id],
      ['subject=picks', ({ subject }) => subject.id === 'picks'],
      ['actor=alice&action=key.revoke', ({ actor, action }) => actor.id === id && action === 'key.revoke'],
      [`from=${middle.at}`, ({ at }) => at >= middle.at],
      [`to=${middle.at}`, ({ at }) => at <= middle.at],
      [`from=${middle.at}&to=${middle.at}`, ({ at }) => at === middle.at],
      ['to=1960-01-01T00:00:00Z', () => false],
      ['from=9999-01-01T00:00:00Z', () => false],
      ['actor=&subject=', () => true],
    ];
    for (const [query, keep] of filters) {
      const body = await list(`?limit=100&${query}`);
      assert.deepEqual(idsOf(body), expect(keep), query);
    }
    for (const query of ['action=x', 'from=today', 'to=1', 'before=1', 'limit=0', 'actor=a&actor=b'])
      await ask(400, `/v1/audit?${query}`, bearer(root.token));
  });

  test('an id means the account that has it, and no name and no slug that look like it', async () => {
    const { account } = await signUp(catalog, { username: 'original' });
    const owner = anAccount({ username: account.id });
    const slug = account.id;
    await catalog.insert({ accounts: [owner], realms: [aRealm(owner, { slug })] });
    const { db } = catalog.services;
    const byOwner = { ...commandActor, actorId: owner.id };
    await db.batch([
      insertAuditEntry(newAuditEntry(byOwner, 'realm.update', 'by-another')),
      insertAuditEntry(newAuditEntry(byOwner, 'account.update', owner.id)),
      insertAuditEntry(newAuditEntry(commandActor, 'account.update', slug)),
      insertAuditEntry(newAuditEntry(commandActor, 'realm.update', slug)),
    ]);
    for (const { actor } of await entriesBy(`?actor=${account.id.toUpperCase()}`)) assert.equal(actor.id, account.id);
    assert.equal((await entriesBy(`?actor=${owner.id}`)).length, 2);
    const about = await entriesBy(`?subject=${account.id}`);
    assert.deepEqual(
      new Set(about.map(({ subject }) => `${subject.kind} ${subject.id}`)),
      new Set([`account ${slug}`, `realm ${slug}`]),
    );
    await db.batch([insertAuditEntry(newAuditEntry(commandActor, 'realm.update', alice.account.id))]);
    for (const { subject } of await entriesBy('?subject=alice')) assert.notEqual(subject.kind, 'realm');
  });

  test('the changes of a removed account are found by its name', async () => {
    const { entries } = await list('?actor=erin');
    assert.deepEqual(
      entries.map(({ actor, action }: AuditEntry) => [actor.username, action]),
      [['erin', 'login.succeed']],
    );
  });
});

describe('the operator', () => {
  test('reads, verifies and exports it', async () => {
    const { db } = catalog.services;
    await seal(db);
    const { position, hash: last } = await findHead(db);
    const [listed, head, whole, part, unknown, all, some] = await Promise.all([
      done(catalog, 'audit', '--action', 'catalog.rotate'),
      done(catalog, 'audit', 'head'),
      done(catalog, 'audit', 'verify'),
      done(catalog, 'audit', 'verify', '--from', last),
      admin(catalog, 'audit', 'verify', '--from', 'f'.repeat(64)),
      done(catalog, 'audit', 'export'),
      done(catalog, 'audit', 'export', '--after', String(position - 2)),
    ]);
    assert.match(listed, /^\d{4}-\S+Z {2}catalog\.rotate {2}command {2}catalog: {2}-$/);
    assert.equal(head, `${position} ${last}`);
    assert.match(whole, new RegExp(`holds: ${position} entries.* ${last}\\.$`));
    assert.match(part, /holds: 1 entries/);
    assert.deepEqual([unknown.code, unknown.stdout], [1, '']);
    assert.match(unknown.stderr, /^admin: The audit does not hold: no entry has the hash f+\.\n$/);
    const lines = all.split('\n');
    assert.equal(lines.length, position);
    assert.deepEqual(some.split('\n'), lines.slice(-2));
    // As docs/self-hosting.md tells others to do it.
    let previous = '0'.repeat(64);
    for (const line of lines) {
      const text = line.replace(/,"hash":"[0-9a-f]{64}"}$/, '}');
      const parsed = JSON.parse(line) as { previous: string; hash: string };
      assert.equal(parsed.previous, previous);
      assert.equal(createHash('sha256').update(text).digest('hex'), parsed.hash);
      previous = parsed.hash;
    }
    assert.equal(previous, last);
  });

  test('sees the first position that is wrong', async () => {
    await using broken = await startCatalog();
    const { db } = broken.services;
    await db.batch([1, 2, 3].map((at) => insertAuditEntry(newAuditEntry(commandActor, 'realm.create', `realm-${at}`))));
    await seal(db);
    const guard = { sqlite: 'drop trigger audit_update', postgres: 'drop trigger audit_update on audit' };
    await db.batch([raw(guard[db.dialect]), sql`update audit set subject = 'x' where position = 2`]);
    const { code, stdout, stderr } = await admin(broken, 'audit', 'verify');
    assert.deepEqual([code, stdout], [1, '']);
    assert.equal(stderr, 'admin: The audit does not hold: position 2 was changed, or what is before it.\n');
  });
});
