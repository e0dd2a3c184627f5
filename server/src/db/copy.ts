// Makes one store a copy of another: it inserts missing rows, updates changed ones and deletes extra ones.
import { hash } from 'node:crypto';
import sql, { bulk, join, raw, type Sql } from 'sql-template-tag';
import type { Database } from './database.ts';
import { COPY_OF, canonicalJson, digestsOf, rowsOf, tables, type Row, type Table } from './tables.ts';

/** This store must not be overwritten by the copy. Nothing in it was changed. */
export class UnusableTargetError extends Error {}

const MAX_BATCH_ROWS = 1_000;
const MAX_BATCH_CHARACTERS = 4_000_000;
const MAX_CONCURRENT_WRITES = 4;

/** What a copy records of itself. */
interface CopyRecord {
  /** Identifies the original. */
  firstStart: string;
  /** Empty until the copy is finished. Later it shows whether the copy was changed since. */
  digest: string;
}

/** A store has no catalog until a server has started on it once. */
export async function hasCatalog(db: Database): Promise<boolean> {
  return (await findFact(db, 'first_start')) !== undefined;
}

/** From here on, a store with one connection shows its present state, while other processes go on writing. */
export async function beginSnapshot(db: Database): Promise<void> {
  await db.all(sql`begin`);
}

/** Checks that `target` may become a copy of `source`, and records that in it. */
export async function beginCopy(source: Database, target: Database): Promise<void> {
  const firstStart = (await findFact(source, 'first_start')) ?? '';
  const record = JSON.parse((await findFact(target, COPY_OF)) ?? 'null') as CopyRecord | null;
  const targetStart = await findFact(target, 'first_start');
  const isCopyOfSource =
    record !== null && record.firstStart === firstStart && (targetStart === undefined || targetStart === firstStart);
  if (!isCopyOfSource && !(await isEmpty(target))) throw new UnusableTargetError('it holds another catalog');
  if (record?.digest && record.digest !== hash('sha256', (await digestsOf(target)).join()))
    throw new UnusableTargetError('a catalog was started on it since it was copied, and what that wrote would be lost');
  await target.batch([saveRecord({ firstStart, digest: '' })]);
}

/** Runs first, so that no old row collides with a new one. It begins with the last table, since no other refers to that. */
export async function deleteExtraRows(source: Database, target: Database, onRow: () => void): Promise<void> {
  for (const table of tables.toReversed()) await deleteExtraOf(table, source, target, onRow);
}

/** Inserts missing rows and updates different ones. */
export async function copyMissingRows(source: Database, target: Database, onRow: () => void): Promise<void> {
  for (const table of tables) {
    if (table.selfReference) await insertWithoutReference(table, table.selfReference, source, target);
    await copyMissingOf(table, source, target, onRow);
  }
}

/** Reads both stores once more and returns the tables that differ. If there are none, it records that the copy is finished. */
export async function verifyCopy(source: Database, target: Database, onRow: () => void): Promise<string[]> {
  const [original = [], copied = []] = await Promise.all([source, target].map((db) => digestsOf(db, onRow)));
  const different = tables.filter((_, at) => original[at] !== copied[at]).map(({ name }) => name);
  const firstStart = (await findFact(source, 'first_start')) ?? '';
  if (different.length === 0) await target.batch([saveRecord({ firstStart, digest: hash('sha256', copied.join()) })]);
  return different;
}

async function findFact(db: Database, name: string): Promise<string | undefined> {
  return (await db.get<{ value: string }>(sql`select value from store_facts where name = ${name}`))?.value;
}

/** The first start of a catalog writes facts, secrets and an account. */
async function isEmpty(db: Database): Promise<boolean> {
  const first = sql`select name from store_facts union all select id from secrets union all select id from accounts limit 1`;
  return (await db.get(first)) === undefined;
}

function saveRecord(record: CopyRecord): Sql {
  return sql`insert into store_facts (name, value) values (${COPY_OF}, ${JSON.stringify(record)})
    on conflict (name) do update set value = excluded.value`;
}

async function deleteExtraOf(table: Table, source: Database, target: Database, onRow: () => void): Promise<void> {
  if ((await nextRow(rowsOf(target, table))) === undefined) return;
  const extra = batchWriter((rows) => target.batch(rows.map((row) => deletion(table, row))));
  for await (const { original, copied } of pairs(source, target, table)) {
    if (original) onRow();
    else if (copied) await extra.add(copied);
  }
  await extra.end();
}

/**
 * Inserts the missing rows of a table whose rows refer to each other, without these references. Rows are written in the order of their keys
 * and in several batches at once, so a row may come before the one that it refers to.
 */
async function insertWithoutReference(table: Table, column: string, source: Database, target: Database): Promise<void> {
  const missing = batchWriter((rows) => target.batch([insertion(table, rows)]));
  for await (const { original, copied } of pairs(source, target, table))
    if (original && !copied) await missing.add({ ...original, [column]: null });
  await missing.end();
}

async function copyMissingOf(table: Table, source: Database, target: Database, onRow: () => void): Promise<void> {
  const missing = batchWriter((rows) => target.batch([insertion(table, rows)]));
  for await (const { original, copied } of pairs(source, target, table)) {
    if (!original) continue;
    if (!copied || canonicalJson(original) !== canonicalJson(copied)) await missing.add(original);
    onRow();
  }
  await missing.end();
}

/** Collects rows and writes them in batches while the next ones are read. All are written when `end` returns. */
function batchWriter(write: (rows: Row[]) => Promise<void>) {
  let rows: Row[] = [];
  let characters = 0;
  const writing: Promise<void>[] = [];
  async function flush(): Promise<void> {
    const written = write(rows);
    written.catch(() => undefined); // the await below, or that of `end`, throws the error
    [rows, characters] = [[], 0];
    writing.push(written);
    if (writing.length === MAX_CONCURRENT_WRITES) await writing.shift();
  }
  async function add(row: Row): Promise<void> {
    rows.push(row);
    characters += canonicalJson(row).length;
    if (rows.length === MAX_BATCH_ROWS || characters > MAX_BATCH_CHARACTERS) await flush();
  }
  async function end(): Promise<void> {
    if (rows.length > 0) await flush();
    await Promise.all(writing);
  }
  return { add, end };
}

function deletion({ name, key }: Table, row: Row): Sql {
  const conditions = key.map((column) => sql`${raw(column)} = ${row[column]}`);
  return sql`delete from ${raw(name)} where ${join(conditions, ' and ')}`;
}

function insertion({ name, key }: Table, rows: Row[]): Sql {
  const columns = Object.keys(rows[0] ?? {});
  const values = bulk(rows.map((row) => columns.map((column) => row[column])));
  const changes = columns.map((column) => raw(`${column} = excluded.${column}`));
  return sql`insert into ${raw(name)} (${join(columns.map(raw))}) values ${values}
    on conflict (${join(key.map(raw))}) do update set ${join(changes)}`;
}

/** The rows of both stores, paired by their key. */
async function* pairs(
  source: Database,
  target: Database,
  table: Table,
): AsyncGenerator<{ original?: Row | undefined; copied?: Row | undefined }> {
  const [originals, copies] = [rowsOf(source, table), rowsOf(target, table)];
  let original = await nextRow(originals);
  let copied = await nextRow(copies);
  while (original || copied) {
    const order = compareKeys(table, original, copied);
    yield { original: order <= 0 ? original : undefined, copied: order >= 0 ? copied : undefined };
    if (order <= 0) original = await nextRow(originals);
    if (order >= 0) copied = await nextRow(copies);
  }
}

async function nextRow(rows: AsyncGenerator<Row>): Promise<Row | undefined> {
  const next = await rows.next();
  return next.done ? undefined : next.value;
}

/** Below zero if the first comes first: by the bytes of its key, as both stores sort it. A missing row comes last. */
function compareKeys({ key }: Table, one: Row | undefined, other: Row | undefined): number {
  if (!one || !other) return Number(!one) - Number(!other);
  for (const column of key) {
    const [a, b] = [one[column], other[column]];
    const order =
      typeof a === 'number' ? a - Number(b) : Buffer.compare(Buffer.from(String(a)), Buffer.from(String(b)));
    if (order !== 0) return order;
  }
  return 0;
}
