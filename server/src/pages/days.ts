// Days in UTC, for charts.
import type { Point } from '@realm-catalog/web';

const DAY_MS = 86_400_000;

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

export const today = (): string => dayOf(Date.now());

/** The first of the last so many days; the last of them is today. */
export const lastDays = (count: number): string => dayOf(Date.now() - (count - 1) * DAY_MS);

/** A point for every day from the first until today: the counts have only days with a value. */
export function filledDays(from: string, points: Point[]): Point[] {
  const values = new Map(points.map(({ day, value }) => [day, value]));
  const [first, last] = [Date.parse(from), Date.parse(today())];
  const count = Math.max(0, Math.round((last - first) / DAY_MS) + 1);
  return Array.from({ length: count }, (_, at) => {
    const day = dayOf(first + at * DAY_MS);
    return { day, value: values.get(day) ?? 0 };
  });
}
