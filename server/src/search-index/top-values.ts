// Chooses the values of a kind with the largest counts, and sorts all values of a kind by their counts.
import type { ValueCount } from '@realm-catalog/contract';
import { codePointOrdered } from './code-point-order.ts';
import { licenseOf, startOfSpellings, type ValueKind } from './filter-names.ts';
import { valueOf, valuesBetween, type Filters } from './filters.ts';

/** The values of a kind that begin with a text. */
export interface ValueRange {
  kind: ValueKind;
  prefix: string;
}

export interface ValuePage {
  limit: number;
  offset: number;
}

/** A value by its number in the filters. */
interface Weighed {
  number: number;
  weight: number;
}

const LICENSES_PER_STEP = 1_024;
const MAX_COMPARED = 4_096;

/** Returns the values of the largest weights, of equal weights the first in order. A value whose weight is not positive is left out. */
export function topNumbers(
  filters: Filters,
  { kind, prefix }: ValueRange,
  weightOf: (number: number) => number,
  limit: number,
): Weighed[] {
  const top: Weighed[] = [];
  let least = 0;
  for (const part of valuesBetween(filters, kind, prefix)) {
    for (let at = 0; at < part.length; at += 1) {
      const number = part[at] ?? 0;
      const weight = weightOf(number);
      if (!(weight > least)) continue;
      insertWeighed(top, { number, weight }, limit);
      if (top.length === limit) least = top[limit - 1]?.weight ?? 0;
    }
  }
  return top;
}

/** Returns the values with the largest counts, of equal counts the first in order. */
export function topValues(
  filters: Filters,
  range: ValueRange,
  countOf: (number: number) => number,
  limit: number,
): ValueCount[] {
  return topNumbers(filters, range, countOf, limit).map(({ number, weight }) => ({
    value: valueOf(filters.names[number] ?? ''),
    count: weight,
  }));
}

/** The values come in their order: one of equal weight stays before this one. */
function insertWeighed(top: Weighed[], one: Weighed, limit: number) {
  let at = top.length;
  while (at > 0 && (top[at - 1]?.weight ?? 0) < one.weight) at -= 1;
  top.splice(at, 0, one);
  if (top.length > limit) top.pop();
}

/** Does the same for licenses, in steps: the count of a license is that of all its spellings, and its value the spelling that most realms have. */
export function* topLicenses(filters: Filters, counts: Uint32Array, limit: number): Generator<void, ValueCount[]> {
  const { names } = filters;
  const numbers: number[] = []; // copied, since others may be added between the steps
  for (const part of valuesBetween(filters, 'license', ''))
    for (let at = 0; at < part.length; at += 1) if (counts[part[at] ?? 0]) numbers.push(part[at] ?? 0);
  let top: ValueCount[] = [];
  for (let at = 0, steps = 0; at < numbers.length; steps += 1) {
    const license = { value: '', count: 0 };
    const start = startOfSpellings(licenseOf(valueOf(names[numbers[at] ?? 0] ?? '')));
    for (let most = 0; at < numbers.length; at += 1) {
      const spelling = valueOf(names[numbers[at] ?? 0] ?? '');
      if (!spelling.startsWith(start)) break;
      const count = counts[numbers[at] ?? 0] ?? 0;
      license.count += count;
      if (count > most || (count === most && isBefore(licenseOf(spelling), license.value)))
        [most, license.value] = [count, licenseOf(spelling)];
    }
    const last = top[limit - 1];
    if (!last || compareCounts(license, last) < 0) top = [...top, license].toSorted(compareCounts).slice(0, limit);
    if (steps % LICENSES_PER_STEP === 0) yield;
  }
  return top;
}

function compareCounts(one: ValueCount, other: ValueCount): number {
  return other.count - one.count || (isBefore(one.value, other.value) ? -1 : 1);
}

function isBefore(one: string, other: string): boolean {
  return codePointOrdered(one) < codePointOrdered(other);
}

/** Returns a page of the values with a count, the largest first, of equal counts in order; and how many there are in all. */
export function pageOfValues(
  filters: Filters,
  range: ValueRange,
  counts: Uint32Array,
  { limit, offset }: ValuePage,
): { values: ValueCount[]; total: number } {
  const found = new Uint32Array(filters.numbers[range.kind].size);
  let [total, most] = [0, 0];
  for (const part of valuesBetween(filters, range.kind, range.prefix)) {
    for (let at = 0; at < part.length; at += 1) {
      const count = counts[part[at] ?? 0] ?? 0;
      if (count === 0) continue;
      found[total++] = part[at] ?? 0;
      if (count > most) most = count;
    }
  }
  const values = sortedByCount(found.subarray(0, total), counts, most)
    .subarray(offset, offset + limit)
    .values()
    .map((number) => ({ value: valueOf(filters.names[number] ?? ''), count: counts[number] ?? 0 }));
  return { values: [...values], total };
}

/** Returns a page of the values with a count, in their order, and how many there are in all. */
export function valuesInOrder(
  filters: Filters,
  { kind, prefix }: ValueRange,
  counts: Uint32Array,
  { limit, offset }: ValuePage,
): { values: string[]; total: number } {
  const values: string[] = [];
  let total = 0;
  for (const part of valuesBetween(filters, kind, prefix)) {
    for (let at = 0; at < part.length; at += 1) {
      const number = part[at] ?? 0;
      if (!counts[number]) continue;
      if (total >= offset && values.length < limit) values.push(valueOf(filters.names[number] ?? ''));
      total += 1;
    }
  }
  return { values, total };
}

/** Sorts many values by counting, since comparing a million values would take too long. The sort is stable. */
function sortedByCount(numbers: Uint32Array, counts: Uint32Array, most: number): Uint32Array {
  if (numbers.length < MAX_COMPARED) return numbers.toSorted((one, other) => (counts[other] ?? 0) - (counts[one] ?? 0));
  const starts = new Uint32Array(most + 2);
  for (let at = 0; at < numbers.length; at += 1) {
    const rank = most - (counts[numbers[at] ?? 0] ?? 0);
    starts[rank + 1] = (starts[rank + 1] ?? 0) + 1;
  }
  for (let rank = 1; rank < starts.length; rank += 1) starts[rank] = (starts[rank] ?? 0) + (starts[rank - 1] ?? 0);
  const sorted = new Uint32Array(numbers.length);
  for (let at = 0; at < numbers.length; at += 1) {
    const number = numbers[at] ?? 0;
    const rank = most - (counts[number] ?? 0);
    const start = starts[rank] ?? 0;
    sorted[start] = number;
    starts[rank] = start + 1;
  }
  return sorted;
}
