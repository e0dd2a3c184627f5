// Downloads in the database, as they are counted: the pending ones, which are folded later (`fold.ts`), also with the keys of idempotent requests.
import sql, { bulk, type Sql } from 'sql-template-tag';
import { holdsKey, insertKey, type IdempotencyKey } from '../api/idempotency-queries.ts';

/** Downloads of one version of a realm, by its id and its `seq`. */
export interface DownloadCount {
  id: string;
  seq: number;
  version: string;
  count: number;
}

/** When, and by which writer: each process adds to rows of its own (`fold.ts`). */
export interface CountedAt {
  now: string;
  writer: number;
}

const columns = sql`insert into pending_downloads (seq, realm_id, version, day, writer, count)`;
const add = sql`on conflict (seq, realm_id, version, day, writer) do update set count = pending_downloads.count + excluded.count`;
/** Statements are cached by their text, so they come in few sizes: the powers of two. */
const MAX_STATEMENT_ROWS = 256;

/** The statements that count downloads. They look for no realm: those of one that is deleted are part of no sum, and are dropped when they are folded. */
export function insertDownloads(counts: DownloadCount[], { now, writer }: CountedAt): Sql[] {
  const day = now.slice(0, 10);
  const rows = counts.map(({ seq, id, version, count }) => [seq, id, version, day, writer, count]);
  const statements: Sql[] = [];
  for (let at = 0, size = MAX_STATEMENT_ROWS; at < rows.length; at += size) {
    while (size > rows.length - at) size /= 2;
    statements.push(sql`${columns} values ${bulk(rows.slice(at, at + size))} ${add}`);
  }
  return statements;
}

/** The statements that insert a key with its result, and count the download if the key is then that of this request. */
export function insertIdempotent(
  { seq, id, version, count }: DownloadCount,
  key: IdempotencyKey,
  { now, writer }: CountedAt,
): Sql[] {
  return [
    insertKey(key),
    sql`${columns} select cast(${seq} as bigint), cast(${id} as text), cast(${version} as text),
      cast(${now.slice(0, 10)} as text), cast(${writer} as bigint), cast(${count} as bigint)
      where ${holdsKey(key)} ${add}`,
  ];
}
