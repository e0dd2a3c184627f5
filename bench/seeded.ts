// What the seed leaves in the store for a run: how many realms there are, and how many each filter finds.
import sql from 'sql-template-tag';
import type { Database } from '../server/src/db/database.ts';

export const SEEDED = 'bench_seeded';

export interface Seeded {
  realms: number;
  /** Public realms by filter, as the query string of a list has it. */
  totals: Record<string, number>;
}

export async function readSeeded(db: Database): Promise<Seeded | undefined> {
  const row = await db.get<{ value: string }>(sql`select value from store_facts where name = ${SEEDED}`);
  return row && (JSON.parse(row.value) as Seeded);
}
