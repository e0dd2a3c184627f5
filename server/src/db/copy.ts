// Makes one store the copy of another: what is missing is put in, what changed is changed, and what is too much goes.
import { hash } from 'node:crypto';
import sql, { bulk, join, raw, type Sql } from 'sql-template-tag';
import type { Database } from './database.ts';
import { COPY_OF, digestsOf, rowsOf, tables, textOf, type Row, type Table } from './tables.ts';

/** The store to copy into is not for this copy; nothing in it was changed. */
export class NotATargetError extends Error {}

/** How much is written at a time: rows, and characters of them. */
const MOST_ROWS = 1_000;
const MOST_TEXT = 4_000_000;
const WRITES_AT_ONCE = 4;

/** What a copy remembers of itself. Without a digest it is not finished; with one, it is known whether it was used since. */
interface CopyOf {
  firstStart: string;
  digest: string;
}

/** A store that nobody ever started holds no catalog, whatever folder it was looked for in. */
export async function holdsCatalog(db: Database): Promise<boolean> {
  return (await factOf(db, 'first_start')) !== undefined;
}

/** From here on, a store of one connection shows what it holds now, also when others go on writing. */
export async function freeze(db: Database): Promise<void> {
  await db.all(sql`begin`);
}

/** Finds out whether `target` may become a copy of `source`, and says in it that it does. */
export async function beginCopy(source: Database, target: Database): Promise<void> {
  const firstStart = (await factOf(source, 'first_start')) ?? '';
  const copyOf = JSON.parse((await factOf(target, COPY_OF)) ?? 'null') as CopyOf | null;
  const started = await factOf(target, 'first_start');
  const isOwn =
    copyOf !== null && copyOf.firstStart === firstStart && (started === undefined || started === firstStart);
  if (!isOwn && !(await isEmpty(target))) throw new NotATargetError('it holds another catalog');
  if (copyOf?.digest && copyOf.digest !== hash('sha256', (await digestsOf(target)).join()))
    throw new NotATargetError('a catalog was started on it since it was copied, and what that wrote would be lost');
  await target.batch([remember({ firstStart, digest: '' })]);
}

/** First, so that nothing old is in the way of something new; and from the last table, which nothing refers to. */
export async function removeExtra(source: Database, target: Database, onRow: () => void): Promise<void> {
  for (const table of tables.toReversed()) await removeExtraOf(table, source, target, onRow);
}

/** Puts in what is missing, and changes what is different. */
export async function putMissing(source: Database, target: Database, onRow: () => void): Promise<void> {
  for (const table of tables) {
    if (table.self) await putUnreferring(table, table.self, source, target);
    await putMissingOf(table, source, target, onRow);
  }
}

/** Reads everything on both sides once more. Returns the tables that differ; when there are none, the copy is finished. */
export async function verifyCopy(source: Database, target: Database, onRow: () => void): Promise<string[]> {
  const [original = [], copied = []] = await Promise.all([source, target].map((db) => digestsOf(db, onRow)));
  const different = tables.filter((_, at) => original[at] !== copied[at]).map(({ name }) => name);
  const firstStart = (await factOf(source, 'first_start')) ?? '';
  if (different.length === 0) await target.batch([remember({ firstStart, digest: hash('sha256', copied.join()) })]);
  return different;
}

async function factOf(db: Database, name: string): Promise<string | undefined> {
  return (await db.get<{ value: string }>(sql`select value from store_facts where name = ${name}`))?.value;
}

/** Whoever starts a catalog leaves facts and secrets; and nobody is without an account. */
async function isEmpty(db: Database): Promise<boolean> {
  const first = sql`select name from store_facts union all select id from secrets union all select id from accounts limit 1`;
  return (await db.get(first)) === undefined;
}

function remember(copyOf: CopyOf): Sql {
  return sql`insert into store_facts (name, value) values (${COPY_OF}, ${JSON.stringify(copyOf)})
    on conflict (name) do update set value = excluded.value`;
}

async function removeExtraOf(table: Table, source: Database, target: Database, onRow: () => void): Promise<void> {
  if ((await following(rowsOf(target, table))) === undefined) return;
  const extra = together((rows) => target.batch(rows.map((row) => deletion(table, row))));
  for await (const { original, copied } of pairs(source, target, table)) {
    if (original) onRow();
    else if (copied) await extra.add(copied);
  }
  await extra.end();
}

/**
 * Puts in what is missing of a table whose rows name each other, without these names: rows are written in the order of their keys and several
 * batches at once, so that the row that one names may come later.
 */
async function putUnreferring(table: Table, column: string, source: Database, target: Database): Promise<void> {
  const missing = together((rows) => target.batch([insertion(table, rows)]));
  for await (const { original, copied } of pairs(source, target, table))
    if (original && !copied) await missing.add({ ...original, [column]: null });
  await missing.end();
}

async function putMissingOf(table: Table, source: Database, target: Database, onRow: () => void): Promise<void> {
  const missing = together((rows) => target.batch([insertion(table, rows)]));
  for await (const { original, copied } of pairs(source, target, table)) {
    if (!original) continue;
    if (!copied || textOf(original) !== textOf(copied)) await missing.add(original);
    onRow();
  }
  await missing.end();
}

/** Gathers rows, so that many are written at a time, while the next are read. They are all written when `end` returns. */
function together(write: (rows: Row[]) => Promise<void>) {
  let rows: Row[] = [];
  let text = 0;
  const writing: Promise<void>[] = [];
  async function flush(): Promise<void> {
    const written = write(rows);
    written.catch(() => undefined); // whoever waits for it is told
    [rows, text] = [[], 0];
    writing.push(written);
    if (writing.length === WRITES_AT_ONCE) await writing.shift();
  }
  async function add(row: Row): Promise<void> {
    rows.push(row);
    text += textOf(row).length;
    if (rows.length === MOST_ROWS || text > MOST_TEXT) await flush();
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

/** The rows of both, those of one key together. */
async function* pairs(
  source: Database,
  target: Database,
  table: Table,
): AsyncGenerator<{ original?: Row | undefined; copied?: Row | undefined }> {
  const [originals, copies] = [rowsOf(source, table), rowsOf(target, table)];
  let original = await following(originals);
  let copied = await following(copies);
  while (original || copied) {
    const order = inOrder(table, original, copied);
    yield { original: order <= 0 ? original : undefined, copied: order >= 0 ? copied : undefined };
    if (order <= 0) original = await following(originals);
    if (order >= 0) copied = await following(copies);
  }
}

async function following(rows: AsyncGenerator<Row>): Promise<Row | undefined> {
  const next = await rows.next();
  return next.done ? undefined : next.value;
}

/** Below zero if the first comes first: by the bytes of its key, as both stores have it. Nothing comes last. */
function inOrder({ key }: Table, one: Row | undefined, other: Row | undefined): number {
  if (!one || !other) return Number(!one) - Number(!other);
  for (const column of key) {
    const [a, b] = [one[column], other[column]];
    const order =
      typeof a === 'number' ? a - Number(b) : Buffer.compare(Buffer.from(String(a)), Buffer.from(String(b)));
    if (order !== 0) return order;
  }
  return 0;
}
