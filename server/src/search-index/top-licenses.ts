// Chooses the licenses with the largest counts, in steps. A license has a filter for each spelling: its count is that of all of them together, and
// its value the spelling that most realms have.
import type { ValueCount } from '@realm-catalog/contract';
import { codePointOrdered } from './code-point-order.ts';
import { licenseOf, startOfSpellings } from './filter-names.ts';
import { idsWithPrefix, valueOf, type Filters } from './filters.ts';

const SPELLINGS_PER_STEP = 1_024;

/** `counts` are by the id of the filter. Of equal counts, the license that comes first by bytes is before the other. */
export function* topLicenses(filters: Filters, counts: Uint32Array, limit: number): Generator<void, ValueCount[]> {
  const top: ValueCount[] = [];
  let left = SPELLINGS_PER_STEP;
  for (const spellings of spellingsByLicense(filters, counts)) {
    const count = spellings.reduce((sum, spelling) => sum + spelling.count, 0);
    insertLicense(top, { value: mostWritten(spellings), count }, limit);
    left -= spellings.length;
    if (left > 0) continue;
    left = SPELLINGS_PER_STEP;
    yield;
  }
  return top;
}

/** Yields the spellings of each license that have a count. Sorted by their filters, the spellings of one license are neighbours. */
function* spellingsByLicense(filters: Filters, counts: Uint32Array): Generator<ValueCount[]> {
  const ids = countedIds(filters, counts);
  const filterValueAt = (at: number) => valueOf(filters.names[ids[at] ?? 0] ?? '');
  for (let from = 0, to = 0; from < ids.length; from = to) {
    const start = startOfSpellings(licenseOf(filterValueAt(from)));
    const spellings: ValueCount[] = [];
    for (; to < ids.length; to += 1) {
      const value = filterValueAt(to);
      if (!value.startsWith(start)) break;
      spellings.push({ value: licenseOf(value), count: counts[ids[to] ?? 0] ?? 0 });
    }
    yield spellings;
  }
}

/** Returns a copy, since filters may be added between the steps. */
function countedIds(filters: Filters, counts: Uint32Array): number[] {
  const counted: number[] = [];
  for (const ids of idsWithPrefix(filters, 'license', ''))
    for (let at = 0; at < ids.length; at += 1) if (counts[ids[at] ?? 0]) counted.push(ids[at] ?? 0);
  return counted;
}

/** Returns the spelling with the largest count; of several, the first by bytes. */
function mostWritten(spellings: ValueCount[]): string {
  return spellings.reduce((best, spelling) => (compareCounts(spelling, best) < 0 ? spelling : best)).value;
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
