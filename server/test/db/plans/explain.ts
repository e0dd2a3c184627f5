// Asks a database how it would run a statement, without running it: on tables as this version makes them, and without statistics.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';
import { migrate } from '../../../src/db/migrate.ts';
import { openSqlite } from '../../../src/db/sqlite.ts';
import { postgresWalks, type Indexes, type PlanNode } from './postgres-plan.ts';
import { sqliteWalks, type Instruction, type Pages } from './sqlite-plan.ts';
import type { Walk } from './walk.ts';

/** What a statement walks through. `text` has `?` for each value. */
export interface Explainer extends AsyncDisposable {
  walksOf(text: string): Promise<Walk[]>;
}

export async function explainOnSqlite(): Promise<Explainer> {
  const folder = mkdtempSync(join(tmpdir(), 'plans-'));
  const file = join(folder, 'empty.sqlite');
  const made = openSqlite(file);
  await migrate(made);
  await made.close();
  const db = new DatabaseSync(file);
  const rows = db
    .prepare('select name, rootpage as page, tbl_name as "table" from sqlite_schema where rootpage > 0')
    .all();
  const pages: Pages = new Map((rows as { name: string; page: number; table: string }[]).map((row) => [row.name, row]));
  return {
    async walksOf(text) {
      const lines = db
        .prepare(`explain query plan ${text}`)
        .all()
        .map(({ detail }) => String(detail));
      const program = db.prepare(`explain ${text}`).all() as unknown as Instruction[];
      return sqliteWalks(text, { lines, program }, pages);
    },
    async [Symbol.asyncDispose]() {
      db.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** So many rows that PostgreSQL prefers an index to each page of a table. */
const ROWS = 5_000;

/**
 * On a database that has the tables. All is done in a transaction that is undone in the end. PostgreSQL reads an empty table by any index, so the
 * tables are filled: with values that mean nothing, and without the constraints that would refuse them.
 */
export async function explainOnPostgres(url: string, isSmall: (table: string) => boolean): Promise<Explainer> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(
    `begin; set local enable_seqscan = off; set local enable_hashjoin = off; set local enable_mergejoin = off`,
  );
  await dropConstraints(client);
  await fillTables(client, isSmall);
  const indexes = await listIndexes(client);
  return {
    async walksOf(text) {
      let values = 0;
      const numbered = text.replaceAll('?', () => `$${(values += 1)}`);
      const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
        `explain (generic_plan, format json) ${numbered}`,
      );
      return rows.flatMap((row) => postgresWalks(row['QUERY PLAN'][0].Plan, indexes));
    },
    [Symbol.asyncDispose]: () => client.end(),
  };
}

async function dropConstraints(client: Client): Promise<void> {
  const { rows } = await client.query<{ drop: string }>(`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop
    from pg_constraint where contype in ('c', 'f') and connamespace = 'public'::regnamespace`);
  for (const { drop } of rows) await client.query(drop);
}

async function fillTables(client: Client, isSmall: (table: string) => boolean): Promise<void> {
  const { rows } = await client.query<{ table: string; columns: string; values: string }>(`
    select table_name as table, string_agg(quote_ident(column_name), ', ') as columns,
      string_agg(case data_type when 'text' then 'lpad(row::text, 24, ''0'')' else 'row' end, ', ') as values
    from information_schema.columns where table_schema = 'public' group by table_name`);
  for (const { table, columns, values } of rows.filter((row) => !isSmall(row.table)))
    await client.query(`alter table ${table} disable trigger user; delete from ${table};
      insert into ${table} (${columns}) select ${values} from generate_series(1, ${ROWS}) row`);
}

async function listIndexes(client: Client): Promise<Indexes> {
  const { rows } = await client.query<{ name: string; table: string; columns: string[] }>(`
    select index.indexrelid::regclass::text as name, index.indrelid::regclass::text as table,
      array_agg(attname::text order by place) as columns
    from pg_index index cross join unnest(indkey) with ordinality as keys (number, place)
    join pg_attribute on attrelid = index.indrelid and attnum = keys.number
    join pg_class on pg_class.oid = index.indrelid and relnamespace = 'public'::regnamespace group by 1, 2`);
  return new Map(rows.map((row) => [row.name, row]));
}
