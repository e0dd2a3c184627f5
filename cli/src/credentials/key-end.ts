// When a new key ends, as it is typed: after a number of days or hours, or at a date.
import { CommandError } from '../failure.ts';

const UNITS_MS: Record<string, number> = { h: 3_600_000, d: 86_400_000 };
const MAX_AFTER_MS = 100 * 365 * 86_400_000;

/** As the catalog takes it. */
export function endOf(text: string, now: number): string {
  const [, number = '', unit = ''] = /^(\d{1,6})([dh])$/.exec(text) ?? [];
  const isDate = /^\d{4}-\d\d-\d\d(?:T[\d:.]+(?:Z|[+-]\d\d:\d\d))?$/.test(text);
  const end = number ? now + Number(number) * (UNITS_MS[unit] ?? 0) : isDate ? Date.parse(text) : NaN;
  if (end > now && end - now <= MAX_AFTER_MS) return new Date(end).toISOString();
  throw new CommandError('usage', `${text} is not a time in the future, such as 90d, 12h or 2030-01-31.`);
}
