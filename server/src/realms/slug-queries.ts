// Finds a free slug for a new realm. A slug that a realm has had is never free again.
import sql, { type Sql } from 'sql-template-tag';
import type { Database } from '../db/database.ts';
import { numberedBase } from './slug.ts';

/**
 * The slug itself, or the first of `-2`, `-3`, … that no realm has or has had. A number is used up even if no realm gets it in the end:
 * `beforeNumber` is called before one is taken, and prevents it by an error.
 */
export async function findFreeSlug(db: Database, slug: string, beforeNumber: () => Promise<void>): Promise<string> {
  const base = numberedBase(slug);
  let candidate = slug;
  while (await isTaken(db, candidate)) {
    await beforeNumber();
    candidate = `${base}-${await takeNumber(db, base)}`;
  }
  return candidate;
}

/** Whether a realm has the slug, or had it. */
export async function isTaken(db: Database, slug: string): Promise<boolean> {
  return (await db.get(sql`select 1 as found from ${taken(sql`${slug}`)}`)) !== undefined;
}

/** Slugs that are in use, or were. */
function taken(slug: Sql): Sql {
  return sql`(select slug from realms where slug = ${slug} union all select slug from old_slugs where slug = ${slug}) taken`;
}

/** One statement skips at most so many taken numbers. A longer run takes several statements, and each number is skipped once. */
const NUMBER_BATCH_SIZE = 1_000;

/**
 * Takes the next number of a base, which no other request gets: the first free one, or the last that was checked. Requests at the same time
 * each get another number; a request that had to wait for the row has not checked whether its number is free.
 */
async function takeNumber(db: Database, base: string): Promise<number | undefined> {
  const row = await db.get<{ number: number }>(sql`with recursive
    begin_at (number) as (select coalesce((select next from slug_numbers where base = ${base}), 2)),
    numbers (number) as (
      select number from begin_at
      union all select numbers.number + 1 from numbers, begin_at where numbers.number < begin_at.number + ${NUMBER_BATCH_SIZE}
        and exists (select 1 from ${taken(sql`${base} || '-' || cast(numbers.number as text)`)})
    )
    insert into slug_numbers (base, next) select cast(${base} as text), max(number) + 1 from numbers where 1 = 1
    on conflict (base) do update
      set next = case when excluded.next > slug_numbers.next then excluded.next else slug_numbers.next + 1 end
    returning next - 1 as number`);
  return row?.number;
}
