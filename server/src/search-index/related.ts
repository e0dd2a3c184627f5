// Finds the public realms that are most like another one: by the tags that both have, of which rare ones weigh more.
import { forEachBit } from './bits.ts';
import { FILTER, KIND_BITS, KIND_MASK } from './entries.ts';
import { valueOf } from './filters.ts';
import type { IndexData } from './index-data.ts';
import { matchingRows } from './matching-rows.ts';
import { findRecord } from './record-pages.ts';
import { readRecord } from './records.ts';
import { runQuery } from './run-query.ts';

/** How many realms are compared with one. Each counts once for every tag that finds it. */
const MAX_CANDIDATES = 10_000;

interface TagCount {
  filter: number;
  /** How many public realms have it. */
  count: number;
}

/** Returns rows, those of the largest sum of weights first, then the most downloaded. */
export function related(seq: number, limit: number, data: IndexData): number[] {
  const row = data.rows.find(seq);
  const tags = tagsOf(row, data);
  const weights = weightsOf(tags, data);
  const candidates = candidatesOf(tags, data);
  candidates.delete(row);
  const { compare } = data.orders.downloads;
  const best: { row: number; score: number }[] = [];
  for (const candidate of candidates) {
    const score = scoreOf(candidate, weights, data);
    let at = best.length;
    for (; at > 0; at -= 1) {
      const before = best[at - 1];
      if (before && (before.score - score || compare(candidate, before.row)) > 0) break;
    }
    if (at === limit) continue;
    best.splice(at, 0, { row: candidate, score });
    if (best.length > limit) best.pop();
  }
  return best.map((one) => one.row);
}

/** The tags of a realm that public realms have, the rarest first. */
function tagsOf(row: number, { sets }: IndexData): TagCount[] {
  const { filters, publicCounts, records } = sets;
  const nameOf = (filter: number) => filters.names[filter] ?? '';
  const entries: number[] = [];
  readRecord(records, row, entries);
  return entries
    .filter((entry) => (entry & KIND_MASK) === FILTER)
    .map((entry) => ({ filter: entry >>> KIND_BITS, count: publicCounts.ofFilters[entry >>> KIND_BITS] ?? 0 }))
    .filter(({ filter, count }) => count > 0 && nameOf(filter).startsWith('tag '))
    .toSorted((one, other) => one.count - other.count || (nameOf(one.filter) < nameOf(other.filter) ? -1 : 1));
}

/** By the number of the filter. A tag weighs one more each time that half as many public realms have it. */
function weightsOf(tags: TagCount[], { sets }: IndexData): Uint8Array {
  const { filters, publicCounts } = sets;
  const total = publicCounts.ofFilters[filters.numbers.public.get('') ?? 0] ?? 0;
  const weights = new Uint8Array(filters.pool.end);
  for (const { filter, count } of tags) weights[filter] = 32 - Math.clz32(total / count);
  return weights;
}

/** Public realms with one of these tags. Of the tag that has more realms than may still be compared, these are the most downloaded ones. */
function candidatesOf(tags: TagCount[], data: IndexData): Set<number> {
  const rows = new Set<number>();
  let left = MAX_CANDIDATES;
  for (const { filter, count } of tags) {
    const tag = valueOf(data.sets.filters.names[filter] ?? '');
    const query = { visibility: { kind: 'public' as const }, tags: [tag], featured: false };
    if (count > left) {
      for (const row of runQuery({ ...query, sort: 'downloads', limit: left, offset: 0 }, data).rows) rows.add(row);
      break;
    }
    forEachBit(matchingRows(query, data), (row) => rows.add(row));
    left -= count;
  }
  return rows;
}

/** The filters of a realm come before its tokens. */
function scoreOf(row: number, weights: Uint8Array, { sets }: IndexData): number {
  const record = findRecord(sets.records, row);
  let score = 0;
  if (!record) return score;
  const { numbers, from, to } = record;
  for (let at = from; at < to; at += 1) {
    const entry = numbers[at] ?? 0;
    if ((entry & KIND_MASK) !== FILTER) break;
    score += weights[entry >>> KIND_BITS] ?? 0;
  }
  return score;
}
