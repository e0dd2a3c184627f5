// Finds the public realms that are most like another one: by the tags that both have, of which rare ones weigh more.
import { clearBit, forEachBit, hasBit, orInto, setBit } from './sets/bits.ts';
import { capacityOf } from './orders/columns.ts';
import { FILTER, KIND_BITS, KIND_MASK } from './entries.ts';
import { findFilter, valueOf } from './values/filters.ts';
import type { IndexData } from './index-data.ts';
import { bitmapOf, keepRowsIn } from './sets/realm-set.ts';
import { readRecord } from './records.ts';
import { runQuery } from './run-query.ts';

/** How many realms are compared with one. Each counts once for every tag that finds it. */
const MAX_CANDIDATES = 2_000;

interface SharedTag {
  tag: string;
  /** How many public realms have it. */
  count: number;
  /** All realms that have it, as a bitmap by row. */
  rows: Uint32Array;
  /** One more each time that half as many public realms have the tag. */
  weight: number;
}

/** Returns rows, those of the largest sum of weights first, then the most downloaded. */
export function related(seq: number, limit: number, data: IndexData): number[] {
  const row = data.rows.find(seq);
  const tags = tagsOf(row, data);
  const candidates = candidatesOf(tags, data);
  clearBit(candidates, row);
  const { compare } = data.orders.downloads;
  const best: { row: number; score: number }[] = [];
  forEachBit(candidates, (candidate) => {
    const score = scoreOf(candidate, tags);
    let at = best.length;
    for (; at > 0; at -= 1) {
      const before = best[at - 1];
      if (before && (before.score - score || compare(candidate, before.row)) > 0) break;
    }
    if (at === limit) return;
    best.splice(at, 0, { row: candidate, score });
    if (best.length > limit) best.pop();
  });
  return best.map((one) => one.row);
}

/** The tags of a realm that public realms have, the rarest first. */
function tagsOf(row: number, data: IndexData): SharedTag[] {
  const { filters, publicCounts, records } = data.sets;
  const capacity = capacityOf(data.columns);
  const total = publicCounts.ofFilters[filters.idsByValue.public.get('') ?? 0] ?? 0;
  const entries: number[] = [];
  readRecord(records, row, entries);
  return entries
    .filter((entry) => (entry & KIND_MASK) === FILTER)
    .map((entry) => entry >>> KIND_BITS)
    .map((filterId) => ({
      name: filters.names[filterId] ?? '',
      count: publicCounts.ofFilters[filterId] ?? 0,
      set: filters.sets[filterId],
    }))
    .filter(({ name, count }) => count > 0 && name.startsWith('tag '))
    .toSorted((one, other) => one.count - other.count || (one.name < other.name ? -1 : 1))
    .map(({ name, count, set }) => ({
      tag: valueOf(name),
      count,
      rows: bitmapOf(set, capacity),
      weight: 32 - Math.clz32(total / count),
    }));
}

/** Public realms with one of these tags, as a bitmap by row. Of the tag that has more realms than may still be compared, these are the most downloaded ones. */
function candidatesOf(tags: SharedTag[], data: IndexData): Uint32Array {
  const candidates = bitmapOf(undefined, capacityOf(data.columns));
  let left = MAX_CANDIDATES;
  for (const { tag, count, rows } of tags) {
    if (count > left) {
      for (const row of mostDownloaded(tag, left, data)) setBit(candidates, row);
      break;
    }
    orInto(candidates, rows);
    left -= count;
  }
  const everyone = findFilter(data.sets.filters, 'public');
  keepRowsIn(candidates, [everyone ? [everyone] : []]);
  return candidates;
}

function mostDownloaded(tag: string, limit: number, data: IndexData): number[] {
  const query = { visibility: { kind: 'public' as const }, tags: [tag], featured: false };
  return runQuery({ ...query, sort: 'downloads', limit, offset: 0 }, data).rows;
}

function scoreOf(row: number, tags: SharedTag[]): number {
  let score = 0;
  for (const { rows, weight } of tags) if (hasBit(rows, row)) score += weight;
  return score;
}
