// A snapshot of the search index is believed when it is of this store and whole, and then answers are what the store holds.
// Run: both stores, shared process
import assert from 'node:assert/strict';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { Sort } from '@realm-catalog/contract';
import { fc } from '../support/fixed-seed.ts';
import sql, { type Sql } from 'sql-template-tag';
import { anonymous } from '../../src/credentials/caller.ts';
import type { Database } from '../../src/db/database.ts';
import { openCatalog, type Catalog } from '../../src/catalog/catalog.ts';
import { snapshots } from '../../src/catalog/snapshots.ts';
import { realmQuery } from '../../src/realms/list-query.ts';
import { json, signUp, startCatalog, type TestCatalog, type Person } from '../support/harness.ts';
import { listStored } from '../model/realms.ts';
import { doWrite, someWrites, type Write } from './random-writes.ts';
import { forgetAllChanges, isLarge } from '../support/stores.ts';

let catalog: TestCatalog;
let bob: Person;
let db: Database;
let folder: string;
let file: string;

before(async () => {
  catalog = await startCatalog({}, { RATE_LIMIT_AUTHENTICATED: '1000000' });
  bob = await signUp(catalog, { username: 'bob', role: 'admin' });
  ({ db } = catalog.services);
  folder = mkdtempSync(join(tmpdir(), 'realm-catalog-snapshot-'));
  file = join(folder, 'search-index.snapshot');
});
after(async () => {
  await catalog[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

const settings = () => ({ folder, minRealms: 1 });
const never = new AbortController().signal;

/** A process, as far as its memory goes. It saves when it stops, unless what is saved is nearly as new. */
async function startProcess(store = db) {
  const readModel = await openCatalog(store, undefined, settings());
  await readModel.filled;
  return readModel;
}

async function saveAnew(): Promise<void> {
  rmSync(file, { force: true });
  const readModel = await startProcess();
  await readModel.close();
  assert.ok(existsSync(file));
}

const isBelieved = async (store = db) => (await snapshots(store, settings()).load(never)) !== undefined;

const questions: { category?: string[]; tags?: string[]; search?: string; q?: string; sort: Sort }[] = [
  { sort: 'newest' },
  { sort: 'downloads', category: ['saas'] },
  { sort: 'name', tags: ['auth'] },
  { sort: 'relevance', search: 'alpha' },
  { sort: 'relevance', q: 'alpha' },
  { sort: 'relevance', q: 'auth words' },
  { sort: 'stars', search: 'words' },
  { sort: 'updated', tags: ['auth', 'docker'] },
];

async function assertTrue(store = db): Promise<void> {
  const readModel = await startProcess(store);
  try {
    for (const question of questions) {
      const query = realmQuery({ ...question, limit: 100 });
      const { realms, pagination } = await readModel.list(anonymous, query);
      assert.deepEqual({ realms, total: pagination.total }, await listStored(store, query));
    }
  } finally {
    await readModel.close();
  }
}

async function doAll(writes: Write[]): Promise<void> {
  for (const write of writes) await doWrite(catalog, bob.token, write);
  await catalog.services.downloadCounter.flush();
}

let made = 0;
const makeRealm = async () => {
  const fields = { name: `Made ${(made += 1)}`, description: 'some words', category: 'saas', tags: ['auth'] };
  assert.equal((await catalog.ask('/v1/realms', json(fields, bob.token))).status, 201);
};

test('after any writes before, while and since it was saved, answers are what the store holds', async () => {
  await makeRealm();
  const some = someWrites(0, 10);
  await fc.assert(
    fc.asyncProperty(some, some, some, async (first, meanwhile, since) => {
      await doAll(first);
      rmSync(file, { force: true });
      const readModel = await startProcess();
      await doAll(first.toReversed());
      await Promise.all([readModel.close(), doAll(meanwhile)]);
      await doAll(since);
      assert.ok(await isBelieved());
      await assertTrue();
    }),
    { numRuns: 12 },
  );
});

test('a process that was killed has left what was saved before, and the next one is right', async () => {
  await saveAnew();
  const killed = await startProcess(); // and it never stops in order, as far as its file goes
  await makeRealm();
  await killed.follow();
  assert.ok(await isBelieved());
  await assertTrue();
  await killed.close();
});

async function assertRead(): Promise<void> {
  await makeRealm();
  assert.equal(await isBelieved(), false);
  await assertTrue();
}

describe('what cannot be believed is not, and the store is read instead:', () => {
  beforeEach(async () => {
    await makeRealm();
    await saveAnew();
    assert.ok(await isBelieved());
  });

  test('no file', async () => {
    rmSync(file);
    await assertRead();
  });

  test('a file that is cut off, wherever that is', async () => {
    const whole = readFileSync(file);
    const { length } = whole;
    for (const end of [length - 1, length - 5, Math.floor(length / 2), 300, 256, 100, 0]) {
      writeFileSync(file, whole.subarray(0, end));
      assert.equal(await isBelieved(), false, `cut at ${end}`);
      assert.equal(existsSync(file), false, 'what cannot be used is in the way of the next one');
    }
    await assertRead();
  });

  test('a file in which one bit is another, wherever that is', async () => {
    const whole = readFileSync(file);
    const places = Array.from({ length: 60 }, (_, at) => Math.floor(((whole.length - 1) * at) / 59));
    for (const place of [...places, 10, 40, 256, 257, 258, 259]) {
      const damaged = Buffer.from(whole);
      damaged[place] = (damaged[place] ?? 0) ^ 64;
      writeFileSync(file, damaged);
      assert.equal(await isBelieved(), false, `at ${place}`);
    }
    await assertRead();
  });

  test('a file of another format', async () => {
    const whole = readFileSync(file, 'latin1');
    assert.match(whole, /"realm-catalog search-index 7 LE"/);
    writeFileSync(file, whole.replace('search-index 7 LE', 'search-index 6 LE'), 'latin1');
    await assertRead();
  });

  test('a file that the store does not know', async () => {
    await db.batch([sql`update snapshots set token = token || '-other'`]);
    await assertRead();
  });

  test('a file from before a migration', async () => {
    await db.batch([sql`insert into migrations (name, checksum, applied_at) values ('9999-later', '', '')`]);
    await assertRead();
    await db.batch([sql`delete from migrations where name = '9999-later'`]);
  });

  test('a file that is older than the changes which are still known', async () => {
    await makeRealm();
    await makeRealm();
    await db.batch([sql`delete from changes where revision < (select value from revisions)`]);
    await assertRead();
    await makeRealm();
    await saveAnew();
    await db.batch(forgetAllChanges);
    await assertRead();
  });

  // Others are restored by means of their own.
  if (!isLarge)
    test('a file that is newer than the store, which was restored from a copy', async () => {
      const restored = await db.backup?.(join(folder, 'copy.sqlite'));
      assert.ok(restored);
      try {
        await makeRealm();
        await saveAnew();
        await makeRealm();
        assert.equal(await isBelieved(restored), false);
        await assertTrue(restored);
      } finally {
        await restored.close();
      }
    });
});

/** A store that others can be put in the place of; `onLook` runs after each look for a snapshot, before its answer is told. */
function replaceable(first: Database, onLook: (replace: (by: Database) => void) => Promise<void>): Database {
  let store = first;
  const all = async <Row>(statement: Sql): Promise<Row[]> => {
    const rows = await store.all<Row>(statement);
    if (statement.sql.includes('from snapshots')) await onLook((by) => (store = by));
    return rows;
  };
  const get = async <Row>(statement: Sql) => (await all<Row>(statement))[0];
  return { ...first, all, get, batch: (statements) => store.batch(statements) };
}

// Copies of PostgreSQL are made by means of its own.
if (!isLarge)
  describe('when the store is replaced by an older copy', () => {
    let copies = 0;

    async function copyOf(store: Database): Promise<Database> {
      return (await store.backup?.(join(folder, `copy-${(copies += 1)}.sqlite`))) ?? assert.fail('no copy was made');
    }

    test('while a file is loaded, that is not believed', async () => {
      await makeRealm();
      const older = await copyOf(db);
      await makeRealm();
      await saveAnew();
      const opened = Promise.withResolvers<Catalog>();
      const store = replaceable(db, async (replace) => {
        replace(older);
        await (await opened.promise).follow();
      });
      const readModel = await openCatalog(store, undefined, settings());
      opened.resolve(readModel);
      await readModel.filled;
      const { total } = await listStored(older, realmQuery({}));
      assert.equal((await readModel.list(anonymous, realmQuery({}))).pagination.total, total);
      await readModel.close();
      await older.close();
    });

    test('while a file is saved, that is not saved', async () => {
      await makeRealm();
      await saveAnew();
      await db.batch([sql`update snapshots set token = token || '-other'`]); // so it is not loaded, and another is saved
      const older = await copyOf(db);
      const opened = Promise.withResolvers<Catalog>();
      const done = Promise.withResolvers<void>();
      let looks = 0;
      const store = replaceable(db, async (replace) => {
        if ((looks += 1) !== 2) return; // the first is for loading, and the second for saving
        const readModel = await opened.promise;
        await makeRealm();
        await readModel.follow();
        replace(older);
        await readModel.follow();
        done.resolve();
      });
      const readModel = await openCatalog(store, undefined, settings());
      opened.resolve(readModel);
      await done.promise;
      await readModel.close();
      await assertTrue(older);
      await older.close();
    });
  });

describe('saving', () => {
  test('leaves a file alone that is nearly as new', async () => {
    await saveAnew();
    const first = readFileSync(file);
    await (await startProcess()).close();
    assert.deepEqual(readFileSync(file), first);
  });

  test('is left to the process that has begun, unless that was killed', async () => {
    rmSync(file, { force: true });
    writeFileSync(`${file}.part`, 'begun');
    await (await startProcess()).close();
    assert.equal(existsSync(file), false);
    utimesSync(`${file}.part`, 0, 0);
    await (await startProcess()).close();
    assert.ok(await isBelieved());
    assert.equal(existsSync(`${file}.part`), false);
  });

  test('is not done where realms are few, or where nothing can be written', async () => {
    const empty = mkdtempSync(join(folder, 'empty-'));
    for (const where of [{ folder: empty }, { folder: join(empty, 'nowhere'), minRealms: 1 }]) {
      const readModel = await openCatalog(db, undefined, where);
      await readModel.filled;
      await readModel.close();
      assert.equal(existsSync(join(where.folder, 'search-index.snapshot')), false);
    }
  });

  test('copies of a file are believed as well, as by another machine', async () => {
    await saveAnew();
    const other = mkdtempSync(join(folder, 'other-'));
    copyFileSync(file, join(other, 'search-index.snapshot'));
    assert.ok(await snapshots(db, { folder: other }).load(never));
  });
});
