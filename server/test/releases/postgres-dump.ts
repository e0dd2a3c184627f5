// A store as a text of statements that makes the same store in an empty PostgreSQL database, without any code of the catalog.
import { escapeLiteral } from 'pg';
import type { Sql } from 'sql-template-tag';
import type { Database } from '../../src/db/database.ts';
import { migrate } from '../../src/db/migrate.ts';
import { rowsOf, tables, type Row, type Table } from '../../src/db/tables.ts';

/** Rows are the same on both databases, as `admin move` copies them: so the rows of any store will do. */
export async function postgresDump(db: Database): Promise<string> {
  const statements = await migrationStatements();
  for (const table of tables) {
    const rows = await Array.fromAsync(rowsOf(db, table));
    if (rows.length > 0) statements.push(insertion(table, rows));
  }
  return statements.map((statement) => `${statement.trim().replace(/;$/, '')};\n`).join('\n');
}

/** What `migrate` runs on an empty database: the migrations, and the rows that remember them. */
async function migrationStatements(): Promise<string[]> {
  const statements: string[] = [];
  await migrate({
    dialect: 'postgres',
    exclusively: (work) =>
      work({
        script: async (text) => void statements.push(text),
        async all(statement) {
          if (statement.text.startsWith('insert')) statements.push(withLiterals(statement));
          return [];
        },
      }),
  });
  return statements;
}

function withLiterals({ strings, values }: Sql): string {
  return strings.map((text, at) => (at === 0 ? text : literal(values[at - 1]) + text)).join('');
}

/** A migration may have put the row in; then it gets the values of this one. */
function insertion({ name, key }: Table, rows: Row[]): string {
  const columns = Object.keys(rows[0] ?? {});
  const values = rows.map((row) => `(${columns.map((column) => literal(row[column])).join(', ')})`);
  const changes = columns.map((column) => `${column} = excluded.${column}`);
  return `insert into ${name} (${columns.join(', ')}) values\n${values.join(',\n')}
on conflict (${key.join(', ')}) do update set ${changes.join(', ')}`;
}

function literal(value: unknown): string {
  return typeof value === 'string' ? escapeLiteral(value) : String(value); // a number, or null
}
