// Where the catalogs of the tests keep their things: on this machine's disk and in memory, or on PostgreSQL, Redis and S3.
import { randomUUID } from 'node:crypto';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import sql from 'sql-template-tag';
import type { Database } from '../../src/db/database.ts';

/** The settings of a catalog's stores, which no other catalog has. */
export interface Stores extends AsyncDisposable {
  env: Record<string, string>;
}

/** A database with the tables made, which others are copied from. */
export const TEMPLATE = 'realm_catalog_template';

/** The database of a folder with data. `server/test/run.ts` makes one with the tables, which others are copied from, too. */
export const SQLITE_FILE = 'catalog.sqlite';

/** Which of the two is tested: `server/test/run.ts` says, and starts what the large one needs. */
export const isLarge = process.env['TEST_ROUND'] === 'large';

export async function freshStores(): Promise<Stores> {
  const dataDir = mkdtempSync(join(tmpdir(), 'realm-catalog-'));
  const large = isLarge ? await freshLargeStores() : undefined;
  const { TEST_SQLITE_FILE: template } = process.env;
  if (template && !large) copyFileSync(template, join(dataDir, SQLITE_FILE));
  return {
    env: { DATA_DIR: dataDir, ...large?.env },
    async [Symbol.asyncDispose]() {
      await large?.[Symbol.asyncDispose]();
      rmSync(dataDir, { recursive: true });
    },
  };
}

async function freshLargeStores(): Promise<Stores> {
  const database = `test_${randomUUID().replaceAll('-', '')}`;
  const { TEST_DATABASE_URL = '', TEST_REDIS_URL = '', TEST_S3_URL = '' } = process.env;
  const server = await connectionTo(TEST_DATABASE_URL);
  await server.query(`create database ${database} template ${TEMPLATE} strategy file_copy`); // half the work of the default
  const s3 = new URL(TEST_S3_URL);
  return {
    env: {
      DATABASE_URL: databaseUrl(TEST_DATABASE_URL, database),
      DATABASE_POOL: '5',
      ...(TEST_REDIS_URL && { REDIS_URL: `${TEST_REDIS_URL}/${await redisDatabase(TEST_REDIS_URL)}` }),
      ARCHIVES_URL: `s3:/${s3.pathname}/${database}`,
      S3_ENDPOINT: s3.origin,
      S3_ACCESS_KEY_ID: s3.username,
      S3_SECRET_ACCESS_KEY: s3.password,
      S3_LINKS: 'through',
    },
    async [Symbol.asyncDispose]() {
      await server.query(`drop database ${database} with (force)`);
    },
  };
}

const listTables = {
  sqlite: sql`select name from sqlite_master where type = 'table'`,
  postgres: sql`select table_name as name from information_schema.tables where table_schema = 'public'`,
};

export async function tablesOf(db: Database): Promise<string[]> {
  return (await db.all<{ name: string }>(listTables[db.dialect])).map(({ name }) => name);
}

/** Statements after which the store knows of no change but one that nobody has taken in. */
export const forgetAllChanges = [
  sql`update revisions set value = value + 1`,
  sql`delete from changes`,
  sql`insert into changes (revision, seq, nonce) select value, 0, nonce from revisions`,
];

export function databaseUrl(server: string, database: string): string {
  return Object.assign(new URL(server), { pathname: `/${database}` }).href;
}

export async function onServer(url: string, statement: string): Promise<void> {
  const { Client } = await import('pg');
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** One connection for all catalogs of a process of tests, which does not keep the process alive. */
let connection: Pool | undefined;
async function connectionTo(connectionString: string): Promise<Pool> {
  const { Pool } = await import('pg'); // loaded only where it is used, as in the product
  connection ??= new Pool({ connectionString, max: 1, allowExitOnIdle: true }).on('error', () => undefined);
  return connection;
}

const REDIS_BLOCK_SIZE = 20;
let freeRedisDatabases: number[] = [];

/** The number of a database that nobody uses. A process of tests takes a block of them at once; database 0 has the count. */
async function redisDatabase(url: string): Promise<number> {
  const free = freeRedisDatabases.pop();
  if (free !== undefined) return free;
  const { RedisClient } = await import('redis');
  const client = RedisClient.factory()({ url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const last = await client.incrBy('last-database', REDIS_BLOCK_SIZE);
    freeRedisDatabases = Array.from({ length: REDIS_BLOCK_SIZE - 1 }, (_, at) => last - at - 1);
    return last;
  } finally {
    client.destroy();
  }
}
