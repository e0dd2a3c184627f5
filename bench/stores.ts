// The stores that are measured, filled: their settings, what they hold, and a key for the account that writes.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import sql, { join as list, raw, type Sql } from 'sql-template-tag';
import { newAccount } from '../server/src/accounts/new-account.ts';
import { findAccountByName, insertAccount } from '../server/src/accounts/queries.ts';
import { readConfig } from '../server/src/config.ts';
import type { Database } from '../server/src/db/database.ts';
import { newKey } from '../server/src/keys/new-key.ts';
import { insertKey } from '../server/src/keys/queries.ts';
import { deleteRealm } from '../server/src/realms/writes.ts';
import { openStore } from '../server/src/store.ts';
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
      ? await (await import('../server/test/servers/postgres.ts')).startPostgres({ durable: true })
      : undefined;
  const server = postgresUrl ?? started?.url ?? '';
  return {
    versions: { SQLite: process.versions['sqlite'] ?? '', ...(server && { PostgreSQL: await versionOf(server) }) },
    async of(store, realms) {
      const folder = { DATA_DIR: join(data, `${store}-${realms}`) };
      if (store === 'sqlite') return folder;
      return { ...folder, DATABASE_URL: await createDatabase(server, `realm_bench_${realms}`) };
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

/** Fills the store unless it is filled, takes out what an earlier run created, and makes a key. */
export async function prepare(settings: Settings, realms: number): Promise<{ seeded: Seeded; key: string }> {
  // On the core that is idle as yet.
  const [command = '', ...args] = onFirstCore([process.execPath, join(import.meta.dirname, 'seed.ts'), String(realms)]);
  const seeding = endsWithUs(
    spawn(command, args, {
      env: { PATH: process.env['PATH'], ...settings },
      stdio: ['ignore', 'inherit', 'inherit'],
    }),
  );
  const [code] = (await once(seeding, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`${realms} realms could not be put in`);

  const db = await openStore(readConfig(settings));
  try {
    const seeded = await readSeeded(db);
    if (!seeded) throw new Error('The store is not filled.');
    return { seeded, key: await keyOfWriter(db) };
  } finally {
    await db.close();
  }
}

async function keyOfWriter(db: Database): Promise<string> {
  const known = await findAccountByName(db, WRITER);
  const made = newAccount({ username: WRITER, plan: 'premium' });
  if (known) await removeRealmsOf(db, known.id);
  else await db.batch(insertAccount(made));
  const accountId = (known ?? made).id;
  const { secret, kept } = newKey({ accountId, name: 'bench' });
  await db.batch([sql`delete from api_keys where account_id = ${accountId}`, insertKey(kept)]);
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
      sql`delete from retired_slugs where slug in (${list(rows.map(({ slug }) => slug))})`,
    ]);
  }
}
