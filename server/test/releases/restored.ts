// Fixtures of releases as stores that a process can be started on, and what these stores hold.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import sql, { raw } from 'sql-template-tag';
import { readConfig } from '../../src/config/config.ts';
import type { Database } from '../../src/db/database.ts';
import { openUnmigratedDatabase } from '../../src/store.ts';
import { databaseUrl, onServer, tablesOf } from '../support/stores.ts';
import { restoreFixture, type Fixture } from './fixture.ts';

/** The settings of a process on the store of a fixture: in SQLite, or in a new database of the PostgreSQL server that is named. */
export async function restored(t: TestContext, fixture: Fixture, server?: string): Promise<Record<string, string>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'realm-catalog-restored-'));
  t.after(() => rmSync(dataDir, { recursive: true }));
  const url = server && (await freshDatabase(t, server));
  await restoreFixture(fixture, dataDir, url);
  const { settings, madeAt } = fixture.expected;
  return { DATA_DIR: dataDir, DATABASE_URL: url ?? '', ...settings, ...clockFrom(madeAt) };
}

/** A process goes on from this time, so that no credential of the fixture has run out, however old the fixture is. */
function clockFrom(time: string): Record<string, string> {
  const preload = new URL('../../../faults/shifted-clock.ts', import.meta.url).href;
  return { NODE_OPTIONS: `--import=${preload}`, SHIFT: String(Date.parse(time) - Date.now()) };
}

async function freshDatabase(t: TestContext, server: string): Promise<string> {
  const name = `release_${randomUUID().replaceAll('-', '')}`;
  await onServer(server, `create database ${name}`);
  t.after(() => onServer(server, `drop database ${name} with (force)`));
  return databaseUrl(server, name);
}

/** Works on the store as a command of the operator does, beside a process or without one. */
export async function onDatabase<Result>(
  env: Record<string, string>,
  work: (db: Database) => Promise<Result>,
): Promise<Result> {
  const db = await openUnmigratedDatabase(readConfig(env));
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

type Content = Map<string, Record<string, unknown>[]>;

/** The list of migrations grows, jobs run, the keys of downloads join the others, and the windows of the limits are in the memory of a running process. */
const NOT_CONTENT = new Set(['migrations', 'jobs', 'idempotency_keys', 'rate_windows']);

/** All rows of all tables. */
export function contentOf(env: Record<string, string>): Promise<Content> {
  return onDatabase(env, async (db) => {
    const content: Content = new Map();
    for (const table of (await tablesOf(db)).toSorted())
      if (!NOT_CONTENT.has(table)) content.set(table, await db.all(sql`select * from ${raw(table)}`));
    return content;
  });
}

/** The content without the tables and columns that another does not have: what an upgrade must have kept. */
export function commonPart(content: Content, other: Content): Record<string, string[]> {
  const tables = [...content].filter(([table]) => other.has(table));
  return Object.fromEntries(
    tables.map(([table, rows]) => {
      const columns = Object.keys(rows[0] ?? {}).filter((column) => column in (other.get(table)?.[0] ?? {}));
      return [table, rows.map((row) => JSON.stringify(columns.map((column) => [column, row[column]]))).toSorted()];
    }),
  );
}
