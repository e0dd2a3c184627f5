// The stores that are measured, filled: their settings, what they hold, and a key for the account that writes.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import sql, { join as list, raw, type Sql } from 'sql-template-tag';
import { newAccount } from '../server/src/accounts/new-account.ts';
import { findAccountByName, insertAccount } from '../server/src/accounts/queries.ts';
import { readConfig } from '../server/src/config/config.ts';
import type { Database } from '../server/src/db/database.ts';
import { commandActor, newAuditEntry } from '../server/src/audit/entry.ts';
import { newKey } from '../server/src/accounts/keys/new-key.ts';
import { insertKey } from '../server/src/accounts/keys/queries.ts';
import { deleteRealm } from '../server/src/realms/writes.ts';
import { openDatabase } from '../server/src/store.ts';
import { endsWithUs } from './children.ts';
import { onFirstCore } from './cores.ts';
import { readSeeded, type Seeded } from './seeded.ts';

export type StoreName = 'sqlite' | 'postgres';
type Settings = Record<string, string>;

/** Gives the settings of a store for so many realms. */
export type Stores = (store: StoreName, realms: number) => Promise<Settings>;

const WRITER = 'bench-writer';

/** Folders of SQLite under `data`; databases of the PostgreSQL server at this address, or of one started now. */
export async function openStores(
  data: string,
  names: StoreName[],
  postgresUrl?: string,
): Promise<AsyncDisposable & { of: Stores; versions: Record<string, string> }> {
  const started =
    names.includes('postgres') && !postgresUrl
      ? await (await import('../server/test/support/servers/postgres.ts')).startPostgres({ durable: true })
      : undefined;
  const server = postgresUrl ?? started?.url ?? '';
  return {
    versions: { SQLite: process.versions['sqlite'] ?? '', ...(server && { PostgreSQL: await versionOf(server) }) },
    async of(store, realms) {
      const DATA_DIR = join(data, `${store}-${realms}`);
      if (store === 'sqlite') return { DATA_DIR };
      return { DATA_DIR, DATABASE_URL: await createDatabase(server, `realm_bench_${realms}`) };
    },
    async [Symbol.asyncDispose]() {
      await started?.[Symbol.asyncDispose]();
    },
  };
}

async function versionOf(server: string): Promise<string> {
  const [row] = await askPostgres<{ server_version: string }>(server, sql`show server_version`);
  return row?.server_version ?? '';
}

async function createDatabase(server: string, name: string): Promise<string> {
  const [known] = await askPostgres(server, sql`select 1 from pg_database where datname = ${name}`);
  if (!known) await askPostgres(server, sql`create database ${raw(name)}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

async function askPostgres<Row>(server: string, statement: Sql): Promise<Row[]> {
  const { openPostgres } = await import('../server/src/db/postgres.ts');
  const db = openPostgres(server, 1);
  try {
    return await db.all<Row>(statement);
  } finally {
    await db.close();
  }
}

/**
 * Fills the store unless it is filled, takes out what an earlier run created, and makes a key. PostgreSQL gets a copy of the folder: put in
 * one by one, as people would, a million realms take it an hour.
 */
export async function prepare(settings: Settings, realms: number): Promise<{ seeded: Seeded; key: string }> {
  const { DATABASE_URL, DATA_DIR = '' } = settings;
  const folder = { DATA_DIR: join(dirname(DATA_DIR), `sqlite-${realms}`) };
  await finish(['bench/seed.ts', String(realms)], folder);
  if (DATABASE_URL) {
    mkdirSync(DATA_DIR, { recursive: true });
    copyFileSync(join(folder.DATA_DIR, 'secret.key'), join(DATA_DIR, 'secret.key')); // the secrets that are moved were encrypted with it
  }
  if (DATABASE_URL && !(await isFilled(settings)))
    await finish(['server/src/admin.ts', 'move', '--to', DATABASE_URL], folder);

  await using opened = new AsyncDisposableStack();
  const db = opened.adopt(await openDatabase(readConfig(settings)), (store) => store.close());
  const seeded = await readSeeded(db);
  if (!seeded) throw new Error('The store is not filled.');
  return { seeded, key: await keyOfWriter(db) };
}

async function isFilled(settings: Settings): Promise<boolean> {
  const db = await openDatabase(readConfig(settings));
  try {
    return (await readSeeded(db)) !== undefined;
  } finally {
    await db.close();
  }
}

/** Runs a program of ours, on the core that is idle as yet. */
async function finish([program = '', ...its]: string[], settings: Settings): Promise<void> {
  const [command = '', ...args] = onFirstCore([process.execPath, join(import.meta.dirname, '..', program), ...its]);
  const running = endsWithUs(
    spawn(command, args, { env: { PATH: process.env['PATH'], ...settings }, stdio: ['ignore', 'inherit', 'inherit'] }),
  );
  const [code] = (await once(running, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`${program} ${its.join(' ')} failed`);
}

async function keyOfWriter(db: Database): Promise<string> {
  const known = await findAccountByName(db, WRITER);
  const made = newAccount({ username: WRITER, plan: 'premium' });
  if (known) await removeRealmsOf(db, known.id);
  else await db.batch(insertAccount(made));
  const accountId = (known ?? made).id;
  const { secret, stored } = newKey({ accountId, name: 'bench' });
  await db.batch([sql`delete from api_keys where account_id = ${accountId}`]);
  await db.batch(insertKey(stored, newAuditEntry(commandActor, 'key.create', stored.id)));
  return secret;
}

/** Their slugs are free again, or the catalog would grow from run to run. */
async function removeRealmsOf(db: Database, ownerId: string): Promise<void> {
  for (;;) {
    const rows = await db.all<{ id: string; slug: string }>(
      sql`select id, slug from realms where owner_id = ${ownerId} limit 500`,
    );
    if (rows.length === 0) return;
    await db.batch([
      ...rows.flatMap(({ id }) => deleteRealm(id)),
      sql`delete from old_slugs where slug in (${list(rows.map(({ slug }) => slug))})`,
    ]);
  }
}
