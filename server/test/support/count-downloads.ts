// Counts downloads as the counter does, on days of the test's own.
import sql from 'sql-template-tag';
import type { Database } from '../../src/db/database.ts';
import { insertDownloads } from '../../src/downloads/writes.ts';

export interface DayCount {
  id: string;
  version: string;
  day: string;
  count: number;
}

/** In one transaction. The downloads are pending afterwards. */
export async function countDownloads(db: Database, counted: DayCount[], writer = 1): Promise<void> {
  const realms = await db.all<{ id: string; seq: number }>(sql`select id, seq from realms`);
  const seqs = new Map(realms.map(({ id, seq }) => [id, seq]));
  await db.batch(
    counted.flatMap(({ id, day, ...rest }) =>
      insertDownloads([{ id, seq: seqs.get(id) ?? 0, ...rest }], { now: day, writer }),
    ),
  );
}
