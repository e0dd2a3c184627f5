// Chooses the values of a kind with the largest counts, and sorts all values of a kind by their counts. (`top-licenses.ts` does so for licenses.)
import type { ValueCount } from '@realm-catalog/contract';
import { largestWeight } from './block-maxima.ts';
import type { ValueKind } from './filter-names.ts';
import { idsWithPrefix, rangeOfPrefix, valueOf, type Filters } from './filters.ts';
import type { PublicCounts } from './public-counts.ts';
import { blocksInRange, rowsInRange } from '../orders/sort-order.ts';

/** The values of a kind that begin with a text. */
export interface ValueRange {
  kind: ValueKind;
  prefix: string;
}

export interface ValuePage {
  limit: number;
  offset: number;
}

interface Weighed {
  id: number;
  weight: number;
}

const MAX_COMPARED = 4_096;

/** Returns the values with the largest counts, of equal counts the first in order. */
export function topValues(
  filters: Filters,
  { kind, prefix }: ValueRange,
  countOf: (filterId: number) => number,
  limit: number,
): ValueCount[] {
  const top: Weighed[] = [];
  for (const ids of idsWithPrefix(filters, kind, prefix)) insertLargest(top, ids, countOf, limit);
  return top.map(({ id, weight }) => ({ value: valueOf(filters.names[id] ?? ''), count: weight }));
}

/** Returns the values of public realms with the largest weights, of equal weights the first in order. However many begin so, it looks at few of them. */
export function topPublicValues(
  { filters, publicCounts }: { filters: Filters; publicCounts: PublicCounts },
  { kind, prefix }: ValueRange,
  limit: number,
): string[] {
  const order = filters.byName;
  const range = rangeOfPrefix(filters, kind, prefix);
  const weightOf = publicWeight(publicCounts, kind);
  const weightOfBlock = (at: number) => largestWeight(publicCounts.maxima, order, order.directory[at] ?? 0, weightOf);
  // The largest values of whole blocks are in those that have the largest weights. The first and the last block may have other values, too.
  const { from, to } = blocksInRange(order, range);
  const blocks: Weighed[] = [];
  for (let at = from + 1; at < to; at += 1) {
    const weight = weightOfBlock(at);
    if (weight > (blocks[limit - 1]?.weight ?? 0)) insertWeighed(blocks, { id: at, weight }, limit);
  }
  const chosen = new Set(blocks.map(({ id }) => id));
  const top: Weighed[] = [];
  for (const ids of rowsInRange(order, range, (at) => chosen.has(at))) insertLargest(top, ids, weightOf, limit);
  return top.map(({ id }) => valueOf(filters.names[id] ?? ''));
}

/** How many realms have a value; of an author, how often their realms were downloaded. */
function publicWeight({ ofFilters, downloads }: PublicCounts, kind: ValueKind): (filterId: number) => number {
  if (kind !== 'author') return (filterId) => ofFilters[filterId] ?? 0;
  // An author without a download comes last, and one without a public realm not at all.
  return (filterId) => (ofFilters[filterId] ? (downloads[filterId] ?? 0) + 1 : 0);
}

/** Inserts the ids with the largest weights. One whose weight is not positive is left out. */
function insertLargest(top: Weighed[], ids: Uint32Array, weightOf: (id: number) => number, limit: number) {
  let least = top[limit - 1]?.weight ?? 0;
  for (let at = 0; at < ids.length; at += 1) {
    const id = ids[at] ?? 0;
    const weight = weightOf(id);
    if (!(weight > least)) continue;
    insertWeighed(top, { id, weight }, limit);
    least = top[limit - 1]?.weight ?? 0;
  }
}

/** The values come in their order: one of equal weight stays before this one. */
function insertWeighed(top: Weighed[], one: Weighed, limit: number) {
  let at = top.length;
  while (at > 0 && (top[at - 1]?.weight ?? 0) < one.weight) at -= 1;
  top.splice(at, 0, one);
  if (top.length > limit) top.pop();
}

/** Returns a page of the values with a count, the largest first, of equal counts in order; and how many there are in all. */
export function pageOfValues(
  filters: Filters,
  range: ValueRange,
  counts: Uint32Array,
  { limit, offset }: ValuePage,
): { values: ValueCount[]; total: number } {
  const found = new Uint32Array(filters.idsByValue[range.kind].size);
  let [total, most] = [0, 0];
  for (const ids of idsWithPrefix(filters, range.kind, range.prefix)) {
    for (let at = 0; at < ids.length; at += 1) {
      const count = counts[ids[at] ?? 0] ?? 0;
      if (count === 0) continue;
      found[total++] = ids[at] ?? 0;
      if (count > most) most = count;
    }
  }
  const values = sortedByCount(found.subarray(0, total), counts, most)
    .subarray(offset, offset + limit)
    .values()
    .map((filterId) => ({ value: valueOf(filters.names[filterId] ?? ''), count: counts[filterId] ?? 0 }));
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
  for (const ids of idsWithPrefix(filters, kind, prefix)) {
    for (let at = 0; at < ids.length; at += 1) {
      const filterId = ids[at] ?? 0;
      if (!counts[filterId]) continue;
      if (total >= offset && values.length < limit) values.push(valueOf(filters.names[filterId] ?? ''));
      total += 1;
    }
  }
  return { values, total };
}

/** Sorts many filters by counting, since comparing a million would take too long. The sort is stable. */
function sortedByCount(ids: Uint32Array, counts: Uint32Array, most: number): Uint32Array {
  if (ids.length < MAX_COMPARED) return ids.toSorted((one, other) => (counts[other] ?? 0) - (counts[one] ?? 0));
  const starts = new Uint32Array(most + 2);
  for (let at = 0; at < ids.length; at += 1) {
    const rank = most - (counts[ids[at] ?? 0] ?? 0);
    starts[rank + 1] = (starts[rank + 1] ?? 0) + 1;
  }
  for (let rank = 1; rank < starts.length; rank += 1) starts[rank] = (starts[rank] ?? 0) + (starts[rank - 1] ?? 0);
  const sorted = new Uint32Array(ids.length);
  for (let at = 0; at < ids.length; at += 1) {
    const filterId = ids[at] ?? 0;
    const rank = most - (counts[filterId] ?? 0);
    const start = starts[rank] ?? 0;
    sorted[start] = filterId;
    starts[rank] = start + 1;
  }
  return sorted;
}
