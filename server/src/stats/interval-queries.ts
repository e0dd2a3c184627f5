// Days grouped by interval, in SQL of both databases: each interval is named by its first day.
import type { Interval } from '@realm-catalog/contract';
import sql, { raw, type Sql } from 'sql-template-tag';

/** The Julian day number of 1970-01-01. Multiples of 7 are Mondays. */
const EPOCH_JULIAN_DAY = 2_440_588;
const DAY_MS = 86_400_000;

/** Fliegel and Van Flandern, Communications of the ACM 11 (1968), p. 657. A division drops the rest, in both databases. */
const [year, month, dayOfMonth] = [part(1, 4), part(6, 2), part(9, 2)];
const shift = sql`((${month} - 14) / 12)`;
const julianDay = sql`(${dayOfMonth} - 32075 + 1461 * (${year} + 4800 + ${shift}) / 4
  + 367 * (${month} - 2 - ${shift} * 12) / 12 - 3 * ((${year} + 4900 + ${shift}) / 100) / 4)`;

function part(from: number, length: number): Sql {
  return sql`cast(substr(day, ${raw(String(from))}, ${raw(String(length))}) as integer)`;
}

/** What the days of an interval have in common, in the column `day`: a text, or the number of a week. */
export const intervalOf: Record<Interval, Sql> = {
  day: sql`day`,
  week: sql`${julianDay} / 7`,
  month: sql`substr(day, 1, 7)`,
};

/** The first day of an interval. */
export function firstDay(period: number | string): string {
  if (typeof period === 'string') return period.length === 7 ? `${period}-01` : period;
  return new Date((period * 7 - EPOCH_JULIAN_DAY) * DAY_MS).toISOString().slice(0, 10);
}
