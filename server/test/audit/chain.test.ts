// Tests the hash chain of the audit: the database refuses changes, and `verify` finds changes that were made all the same.
// Run: both stores, shared process
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import sql, { raw } from 'sql-template-tag';
import { chainEntries, type ChainHead } from '../../src/audit/chain.ts';
import { commandActor, newAuditEntry } from '../../src/audit/entry.ts';
import { findHead, listSealed, insertAuditEntry } from '../../src/audit/queries.ts';
import { seal } from '../../src/audit/seal.ts';
import { verify, type ChainVerification } from '../../src/audit/verify.ts';
import { readConfig } from '../../src/config/config.ts';
import type { Database, ExclusiveDatabase, Reader } from '../../src/db/database.ts';
import { openDatabase } from '../../src/store.ts';
import { startCatalog, useCatalog } from '../support/harness.ts';

class Undo extends Error {}

/** Drops the triggers, lets the test change the database, verifies the chain, and rolls everything back. */
async function tampered(db: Database, change: (store: ExclusiveDatabase) => Promise<unknown>, from?: string) {
  let verdict: ChainVerification | undefined;
  await assert.rejects(
    db.exclusively(async (store) => {
      await takeGuardsOff(db, store);
      await change(store);
      const reader: Reader = {
        dialect: db.dialect,
        all: (statement) => store.all(statement),
        get: async <Row>(statement: Parameters<Reader['get']>[0]) => (await store.all<Row>(statement))[0],
      };
      verdict = await verify(reader, from);
      throw new Undo();
    }),
    Undo,
  );
  return verdict ?? assert.fail();
}

async function takeGuardsOff({ dialect }: Database, store: ExclusiveDatabase): Promise<void> {
  const guards = ['audit_update', 'audit_seal', 'audit_delete', 'audit_head_update', 'audit_head_delete'];
  const scripts = {
    sqlite: guards.map((guard) => `drop trigger ${guard};`).join(''),
    postgres: 'alter table audit disable trigger user; alter table audit_head disable trigger user',
  };
  await store.script(scripts[dialect]);
}

/** Inserts this many entries. */
const insertEntries = (db: Database, times = 1) =>
  db.batch(
    Array.from({ length: times }, (_, at) =>
      insertAuditEntry(newAuditEntry(commandActor, 'realm.create', `realm-${at}`)),
    ),
  );

describe('the chain', () => {
  const chain = useCatalog();
  let head: ChainHead;
  let earlier: ChainHead;
  before(async () => {
    const { db } = chain.services;
    await insertEntries(db, 7);
    await seal(db);
    earlier = await findHead(db);
    await insertEntries(db, 5);
    await seal(db);
    head = await findHead(db);
  });

  test('is intact, from its start or from any earlier head', async () => {
    const { db } = chain.services;
    assert.deepEqual([earlier.position, head.position], [7, 12]);
    assert.deepEqual(await verify(db), { entries: 12, until: head });
    assert.deepEqual(await verify(db, earlier.hash), { entries: 6, until: head });
    assert.deepEqual(await verify(db, head.hash), { entries: 1, until: head });
    assert.deepEqual(await tampered(db, async () => {}), { entries: 12, until: head });
  });

  const changes: Record<string, string> = {
    id: "'019a8b2e-5f00-7c3d-9e41-2a6f0d9b7c11'",
    at: "'2026-01-01T00:00:00.000Z'",
    actor_id: "'someone'",
    how: "'key'",
    action: "'realm.delete'",
    subject_kind: "'account'",
    subject: "'another'",
    details: `'{"to":"private"}'`,
    request_id: "'another'",
    address: "'192.0.2.1'",
    hash: `'${'0'.repeat(64)}'`,
    position: '1003',
  };
  test('the tests below tamper with every column', async () => {
    const [row = {}] = await chain.services.db.all<object>(sql`select * from audit limit 1`);
    assert.deepEqual(Object.keys(row).toSorted(), Object.keys(changes).toSorted());
  });
  for (const [column, value] of Object.entries(changes))
    test(`a changed ${column} is found, at its position`, async () => {
      const change = raw(`update audit set ${column} = ${value} where position = 3`);
      const { fault, until } = await tampered(chain.services.db, (store) => store.all(change));
      assert.match(fault ?? '', /^position 3 (was changed|is missing)/);
      assert.equal(until.position, 2);
    });

  test('an entry that was removed is found', async () => {
    const { db } = chain.services;
    for (const position of [1, 3, 12]) {
      const { fault } = await tampered(db, (store) => store.all(sql`delete from audit where position = ${position}`));
      assert.match(fault ?? '', new RegExp(`^position ${position} is missing`));
    }
  });

  test('two entries that changed positions are found', async () => {
    const { fault } = await tampered(chain.services.db, async (store) => {
      for (const [from, to] of [
        [3, 1_003],
        [4, 3],
        [1_003, 4],
      ])
        await store.all(sql`update audit set position = ${to} where position = ${from}`);
    });
    assert.match(fault ?? '', /^position 3 was changed/);
  });

  test('an entry that was added is found', async () => {
    const { db } = chain.services;
    const { fault } = await tampered(db, async (store) => {
      await store.all(insertAuditEntry(newAuditEntry(commandActor, 'realm.create', 'forged')));
      await store.all(sql`update audit set position = 13, hash = ${'f'.repeat(64)} where position is null`);
    });
    assert.match(fault ?? '', /^position 13 was changed/);
  });

  const cut = sql`delete from audit where position > 5`;
  const both = async (store: ExclusiveDatabase) => {
    await store.all(cut);
    await store.all(sql`update audit_head set position = 5, hash = (select hash from audit where position = 5)`);
  };
  test('a cut end is found by the head, and by a head that was saved elsewhere if the head was changed too', async () => {
    const { db } = chain.services;
    const { fault } = await tampered(db, (store) => store.all(cut));
    assert.match(fault ?? '', /^position 6 is missing: the head is at 12/);
    assert.equal((await tampered(db, both)).fault, undefined);
    assert.match((await tampered(db, both, earlier.hash)).fault ?? '', /no entry has the hash/);
  });

  test('a chain that was computed again is found by a head that was saved elsewhere', async () => {
    const { db } = chain.services;
    const anew = async (store: ExclusiveDatabase) => {
      const [first, second, ...rest] = await listSealed(db, 0, 100);
      assert.ok(first && second);
      const forged = chainEntries([{ ...second, subject: 'forged' }, ...rest], first);
      for (const { id, subject, hash } of forged)
        await store.all(sql`update audit set subject = ${subject}, hash = ${hash} where id = ${id}`);
      await store.all(sql`update audit_head set hash = ${forged.at(-1)?.hash}`);
    };
    assert.equal((await tampered(db, anew)).fault, undefined);
    assert.match((await tampered(db, anew, earlier.hash)).fault ?? '', /no entry has the hash/);
  });

  const guarded: [does: string, statement: string, only?: Database['dialect']][] = [
    ['an entry is changed', "update audit set subject = 'x' where position = 3"],
    ['a seal is changed', "update audit set hash = 'x' where position = 3"],
    ['a seal is broken', 'update audit set position = null, hash = null where position = 12'],
    [
      'an entry is changed while it is sealed',
      "update audit set subject = 'x', position = 13, hash = 'x' where position is null",
    ],
    ['an entry is changed before it is sealed', "update audit set subject = 'x' where position is null"],
    ['an entry is deleted', 'delete from audit where position = 12'],
    ['an entry is deleted before it is sealed', 'delete from audit where position is null'],
    ['the head is set back', 'update audit_head set position = 5'],
    ['the head is deleted', 'delete from audit_head'],
    ['all are deleted', 'truncate audit', 'postgres'],
    ['the head is emptied', 'truncate audit_head', 'postgres'],
  ];
  test('the database refuses to change or delete an entry', async () => {
    const { db } = chain.services;
    for (const [does, statement, only = db.dialect] of guarded) {
      if (only !== db.dialect) continue;
      const fresh = insertAuditEntry(newAuditEntry(commandActor, 'realm.create', 'fresh'));
      await assert.rejects(db.batch([fresh, raw(statement)]), /append-only/, does);
    }
    assert.deepEqual(await verify(db), { entries: 12, until: head });
  });

  test('stays one chain, however many processes insert and seal entries at once', async () => {
    await using busy = await startCatalog();
    const stores = await Promise.all(Array.from({ length: 3 }, () => openDatabase(readConfig(busy.env))));
    const done = new AbortController();
    const sealing = stores.map(async (db) => {
      while (!done.signal.aborted) {
        await seal(db);
        await setTimeout(1);
      }
    });
    for (let round = 0; round < 100; round += 1) await Promise.all(stores.map((db) => insertEntries(db)));
    done.abort();
    await Promise.all(sealing);
    await Promise.all(stores.map(seal));
    const { db } = busy.services;
    assert.deepEqual(await verify(db), { entries: 300, until: await findHead(db) });
    assert.equal((await findHead(db)).position, 300);
    for (const store of stores) await store.close();
  });

  test('is extended within a second or so, and at a stop', async () => {
    await using alone = await startCatalog();
    await insertEntries(alone.services.db);
    for (let tries = 0; (await findHead(alone.services.db)).position < 1; tries += 1) {
      assert.ok(tries < 500, 'it was not sealed');
      await setTimeout(20);
    }
    await insertEntries(alone.services.db);
    await alone.restart();
    assert.equal((await findHead(alone.services.db)).position, 2);
  });
});
