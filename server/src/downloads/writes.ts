// Downloads in the database, as they are counted: the pending ones, which are folded later (`fold.ts`), and the keys of idempotent requests.
import sql, { bulk, type Sql } from 'sql-template-tag';

/** A row of `download_keys`, by which a download counts once for all requests with the same `Idempotency-Key`. */
export interface DownloadKey {
  /** Of the key and its owner. */
  hash: string;
  /**
   * The first download with the key, as JSON (`downloads/idempotency.ts`). Later requests are answered from it, so its column is named `answer`. No
   * two rows have the same JSON: it shows which request inserted the row.
   */
  firstDownload: string;
  expiresAt: string;
}

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

/** The statements that insert a key if its hash is new or expired, and count its download if the row is then that of this request. */
export function insertIdempotent(
  { seq, id, version, count }: DownloadCount,
  { hash, firstDownload, expiresAt }: DownloadKey,
  { now, writer }: CountedAt,
): Sql[] {
  return [
    sql`insert into download_keys (hash, answer, expires_at) values (${hash}, ${firstDownload}, ${expiresAt})
      on conflict (hash) do update set answer = excluded.answer, expires_at = excluded.expires_at
      where download_keys.expires_at <= ${now}`,
    sql`${columns} select cast(${seq} as bigint), cast(${id} as text), cast(${version} as text),
      cast(${now.slice(0, 10)} as text), cast(${writer} as bigint), cast(${count} as bigint)
      where (select answer from download_keys where hash = ${hash}) = ${firstDownload} ${add}`,
  ];
}

/** The statement that deletes some expired keys. The condition stands twice, because a row may be renewed while this statement waits for its lock. */
export function deleteExpiredKeys(now: string): Sql {
  return sql`delete from download_keys where expires_at <= ${now}
    and hash in (select hash from download_keys where expires_at <= ${now} order by expires_at limit 100)`;
}
