// Reads every table of the catalog as plain rows in the order of their keys, the same from both databases.
import { hash } from 'node:crypto';
import sql, { join, raw } from 'sql-template-tag';
import type { Database } from './database.ts';

export type Row = Record<string, unknown>;

export interface Table {
  name: string;
  /** The columns of the primary key. */
  key: string[];
  /** The column in which a row may refer to another row of the same table. */
  selfReference?: string;
}

/** A table comes after those that it refers to. The facts are last: a store without them is not a complete catalog yet. */
export const tables: Table[] = Object.entries({
  accounts: ['id'],
  realms: ['id'],
  collections: ['id'],
  collection_realms: ['collection_id', 'position'],
  avatars: ['account_id'],
  sessions: ['id'],
  oauth_clients: ['id'],
  oauth_records: ['id_hash'],
  api_keys: ['id'],
  secrets: ['id'],
  second_factors: ['account_id'],
  recovery_codes: ['hash'],
  passkeys: ['id'],
  identities: ['id'],
  verified_emails: ['account_id'],
  mail_queue: ['id'],
  one_time_tokens: ['hash'],
  upload_tokens: ['hash'],
  idempotency_keys: ['hash'],
  usage: ['account_id'],
  rate_windows: ['bucket'],
  versions: ['realm_id', 'version'],
  stars: ['account_id', 'realm_id'],
  download_counts: ['realm_id'],
  download_days: ['realm_id', 'day', 'version'],
  old_slugs: ['slug'],
  slug_numbers: ['base'],
  totals: ['name'],
  category_totals: ['category'],
  day_totals: ['metric', 'category', 'day'],
  audit: ['id'],
  audit_head: ['one'],
  store_facts: ['name'],
}).map(([name, key]) => ({ name, key, ...(name === 'api_keys' && { selfReference: 'made_with_key' }) }));

/** The fact that marks a store as a copy of another. It is not copied itself. */
export const COPY_OF = 'copy_of';

const READ_BATCH_SIZE = 2_000;
/** For tables whose rows may hold a whole README. */
const WIDE_READ_BATCH_SIZE = 200;
const wideTables = new Set(['realms', 'versions']);

export async function* rowsOf(db: Database, { name, key }: Table): AsyncGenerator<Row> {
  const columns = join(key.map(raw));
  const batchSize = wideTables.has(name) ? WIDE_READ_BATCH_SIZE : READ_BATCH_SIZE;
  let after = sql``;
  for (;;) {
    const rows = await db.all<Row>(sql`select * from ${raw(name)} ${after} order by ${columns} limit ${batchSize}`);
    // Without `seq`, since each store numbers its rows itself.
    for (const { seq: _seq, ...row } of rows) if (name !== 'store_facts' || row['name'] !== COPY_OF) yield row;
    const last = rows.at(-1);
    if (!last || rows.length < batchSize) return;
    after = sql`where (${columns}) > (${join(key.map((column) => last[column]))})`;
  }
}

/** The same text for the same row, in whatever order its columns come. */
export function canonicalJson(row: Row): string {
  return JSON.stringify(Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

export async function countRows(db: Database): Promise<number> {
  let rows = 0;
  for (const { name } of tables) rows += await count(db, name);
  return rows;
}

export const countRealms = (db: Database): Promise<number> => count(db, 'realms');

async function count(db: Database, table: string): Promise<number> {
  return (await db.get<{ rows: number }>(sql`select count(*) as rows from ${raw(table)}`))?.rows ?? 0;
}

/** One digest for each table. */
export async function digestsOf(db: Database, onRow = () => {}): Promise<string[]> {
  const digests: string[] = [];
  for (const table of tables) {
    let digest = '';
    for await (const row of rowsOf(db, table)) {
      digest = hash('sha256', digest + canonicalJson(row));
      onRow();
    }
    digests.push(digest);
  }
  return digests;
}

export interface NamedArchive {
  digest: string;
  size: number;
  /** A realm and its version that this archive belongs to. */
  name: string;
}

export async function countArchives(db: Database): Promise<number> {
  return (
    (await db.get<{ archives: number }>(sql`select count(distinct digest) as archives from versions`))?.archives ?? 0
  );
}

/** Every archive that a version refers to, once. */
export async function* archivesOf(db: Database): AsyncGenerator<NamedArchive> {
  let last = '';
  for (;;) {
    const archives = await db.all<NamedArchive>(sql`
      select versions.digest, max(versions.size) as size, min(realms.slug || ' ' || versions.version) as name
      from versions join realms on realms.id = versions.realm_id where versions.digest > ${last}
      group by versions.digest order by versions.digest limit ${READ_BATCH_SIZE}`);
    yield* archives;
    if (archives.length < READ_BATCH_SIZE) return;
    last = archives.at(-1)?.digest ?? '';
  }
}
