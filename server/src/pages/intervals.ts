// Charts by days, weeks or months, in UTC: of everything since the first value, or of a period beside the one before.
import type { Interval } from '@realm-catalog/contract';
import type { Point } from '@realm-catalog/web/parts/charts';
import type { Series } from '@realm-catalog/web/parts/series';

const DAY_MS = 86_400_000;
/** The longest spans that are shown by day and by week: about sixty bars each. */
const MAX_DAYS = 62;
const MAX_WEEK_DAYS = 62 * 7;
const MAX_MONTHS = 60;
/** The fewest bars, so that one value does not fill a chart. */
const leastShown: Record<Interval, number> = { day: 30, week: 12, month: 12 };
/** How many whole intervals a chosen period has. As many before are compared with it. */
const periodLengths: Record<Interval, number> = { day: 30, week: 26, month: 12 };

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** The first of the last so many days; the last of them is today. */
export const lastDays = (count: number): string => dayOf(Date.now() - (count - 1) * DAY_MS);

type ReadPoints = (query: { interval: Interval; from?: string }) => Promise<Point[]>;

/** What a series is called. `address` is that of the same numbers, up to the interval. */
type Named = Pick<Series, 'id' | 'title' | 'marks'> & { address: string };

/** Everything since the first value. Months tell how far back the values go, and so which interval fits. */
export async function readSeries(named: Named, readPoints: ReadPoints): Promise<Series> {
  const [first] = await readPoints({ interval: 'month' });
  const { interval, from } = chooseInterval(first?.day ?? lastDays(1));
  const points = await readPoints({ interval, from });
  const filled = points.length > 0 ? filledIntervals(interval, points) : [];
  return toSeries(named, { interval, from, points: filled, before: [] });
}

/** The last whole intervals and the current one, beside as many whole ones before them. */
export async function readPeriod(named: Named, interval: Interval, readPoints: ReadPoints): Promise<Series> {
  const length = periodLengths[interval];
  const from = dayOf(before(interval, startOf(interval, Date.now()), 2 * length));
  const filled = filledIntervals(interval, await readPoints({ interval, from }), 2 * length + 1);
  const [former, points] = [filled.slice(0, length), filled.slice(length)];
  const hasValues = filled.some(({ value }) => value > 0);
  return toSeries(named, {
    interval,
    from: points[0]?.day ?? from,
    points: hasValues ? points : [],
    before: hasValues ? former.map(({ value }) => value) : [],
  });
}

function toSeries(
  { address, ...named }: Named,
  { from, ...shown }: Pick<Series, 'interval' | 'points' | 'before'> & { from: string },
): Series {
  const json = `${address}interval=${shown.interval}&from=${from}`;
  return { ...named, ...shown, json, csv: `${json}&format=csv` };
}

/** The interval that shows everything since the first month with a value, and the first day of what is shown. */
export function chooseInterval(firstMonth: string): { interval: Interval; from: string } {
  const days = (Date.now() - Date.parse(firstMonth)) / DAY_MS;
  if (days <= MAX_DAYS) return { interval: 'day', from: firstMonth };
  if (days <= MAX_WEEK_DAYS) return { interval: 'week', from: dayOf(startOf('week', Date.parse(firstMonth))) };
  return { interval: 'month', from: dayOf(before('month', startOf('month', Date.now()), MAX_MONTHS - 1)) };
}

/** A point for every interval from the first that has a value, or earlier, until now: the counts have only those with a value. */
export function filledIntervals(interval: Interval, points: Point[], atLeast = leastShown[interval]): Point[] {
  const values = new Map(points.map(({ day, value }) => [day, value]));
  const last = startOf(interval, Date.now());
  const first = Math.min(before(interval, last, atLeast - 1), Date.parse(points[0]?.day ?? dayOf(last)));
  const filled: Point[] = [];
  for (let time = first; time <= last; time = before(interval, time, -1)) {
    const day = dayOf(time);
    filled.push({ day, value: values.get(day) ?? 0 });
  }
  return filled;
}

/** Weeks begin on Monday, and the first day of 1970 was a Thursday. */
function startOf(interval: Interval, time: number): number {
  const day = Math.floor(time / DAY_MS);
  const date = new Date(time);
  if (interval === 'month') return Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
  return (interval === 'week' ? day - ((day + 3) % 7) : day) * DAY_MS;
}

/** The start of the interval that is so many before the one that starts at a time. */
function before(interval: Interval, start: number, count: number): number {
  const date = new Date(start);
  if (interval === 'month') return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - count);
  return start - count * (interval === 'week' ? 7 : 1) * DAY_MS;
}
