// Chooses the licenses with the largest counts, in steps. A license has a filter for each spelling: its count is that of all of them together, and
// its value the spelling that most realms have.
import type { ValueCount } from '@realm-catalog/contract';
import { codePointOrdered } from '../orders/code-point-order.ts';
import { licenseOf, startOfSpellings } from './filter-names.ts';
import { idsWithPrefix, valueOf, type Filters } from './filters.ts';

const SPELLINGS_PER_STEP = 1_024;

/** `counts` are by the id of the filter. Of equal counts, the license that comes first by bytes is before the other. */
export function* topLicenses(filters: Filters, counts: Uint32Array, limit: number): Generator<void, ValueCount[]> {
  const ids = countedIds(filters, counts);
  yield;
  const top: ValueCount[] = [];
  for (let from = 0, to = 0, stepEnd = SPELLINGS_PER_STEP; from < ids.length; from = to) {
    to = endOfLicense(filters, ids, from);
    const spellings = ids.slice(from, to);
    let count = 0;
    for (const id of spellings) count += counts[id] ?? 0;
    if (isLargeEnough(count, top, limit))
      insertLicense(top, { value: mostWritten(filters, counts, spellings), count }, limit);
    if (to < stepEnd) continue;
    stepEnd = to + SPELLINGS_PER_STEP;
    yield;
  }
  return top;
}

/** Returns where the spellings of another license begin. Sorted by their filters, the spellings of one license are neighbours. */
function endOfLicense(filters: Filters, ids: number[], from: number): number {
  const filterValueAt = (at: number) => valueOf(filters.names[ids[at] ?? 0] ?? '');
  const start = startOfSpellings(licenseOf(filterValueAt(from)));
  let to = from + 1;
  while (to < ids.length && filterValueAt(to).startsWith(start)) to += 1;
  return to;
}

/** Returns a copy, since filters may be added between the steps. */
function countedIds(filters: Filters, counts: Uint32Array): number[] {
  const counted: number[] = [];
  for (const ids of idsWithPrefix(filters, 'license', ''))
    for (let at = 0; at < ids.length; at += 1) if (counts[ids[at] ?? 0]) counted.push(ids[at] ?? 0);
  return counted;
}

/** Returns the spelling with the largest count; of several, the first by bytes. */
function mostWritten({ names }: Filters, counts: Uint32Array, ids: number[]): string {
  const spellings = ids.map((id) => ({ value: licenseOf(valueOf(names[id] ?? '')), count: counts[id] ?? 0 }));
  return spellings.reduce((best, one) => (compareCounts(one, best) < 0 ? one : best)).value;
}

/** False if a license with this count cannot be among the largest, whatever its value is. */
function isLargeEnough(count: number, top: ValueCount[], limit: number): boolean {
  return count >= (top[limit - 1]?.count ?? 0);
}

/** Inserts a license in its place, if it is among the largest so far. */
function insertLicense(top: ValueCount[], license: ValueCount, limit: number): void {
  const last = top[limit - 1];
  if (last && compareCounts(last, license) < 0) return;
  const at = top.findIndex((other) => compareCounts(license, other) < 0);
  top.splice(at < 0 ? top.length : at, 0, license);
  if (top.length > limit) top.pop();
}

/** Below zero if the first one comes first: the larger count, then the value that is first by bytes. */
function compareCounts(one: ValueCount, other: ValueCount): number {
  return other.count - one.count || (codePointOrdered(one.value) < codePointOrdered(other.value) ? -1 : 1);
}
