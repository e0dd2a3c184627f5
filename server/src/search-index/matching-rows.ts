// The rows that match a query, as bitmaps by row: to count values, every match is needed, and no order.
import { setBit } from './bits.ts';
import { capacityOf } from './columns.ts';
import { requiredFilters } from './filter-names.ts';
import { setsOfFilters } from './filters.ts';
import { setsOfWord } from './heavy-words.ts';
import type { IndexData } from './index-data.ts';
import type { ListQuery } from './list-query.ts';
import { markSets, type RealmSet } from './realm-set.ts';

export type MatchedFields = Omit<ListQuery, 'sort' | 'limit' | 'offset'>;

/** Returns a new bitmap of the rows that match. */
export function matchingRows(query: MatchedFields, data: IndexData): Uint32Array {
  const { sets, columns, rows } = data;
  const matches = new Uint32Array((capacityOf(columns) >>> 5) + 1).fill(2 ** 32 - 1);
  keepRowsIn(
    matches,
    requiredFilters(query).map((names) => setsOfFilters(sets.filters, names)),
  );
  for (const word of query.search?.words ?? [])
    keepRowsIn(matches, [setsOfWord(sets.heavyWords, word, capacityOf(columns)).map(({ anywhere }) => anywhere)]);
  if (!query.seqs) return matches;
  const wanted = new Uint32Array(matches.length);
  for (const seq of query.seqs) setBit(wanted, rows.find(seq)); // the row 0 of an unknown realm is in no set
  andInto(matches, wanted);
  return matches;
}

/** Keeps, of each group, only the rows that are in at least one of its sets. */
export function keepRowsIn(matches: Uint32Array, groups: RealmSet[][]): void {
  for (const group of groups) {
    const [only] = group;
    if (only?.bitmap && group.length === 1) andInto(matches, only.bitmap);
    else {
      const union = new Uint32Array(matches.length);
      markSets(union, group);
      andInto(matches, union);
    }
  }
}

/** A bitmap has no row behind its end. */
function andInto(target: Uint32Array, other: Uint32Array): void {
  for (let at = 0; at < target.length; at += 1) target[at] = (target[at] ?? 0) & (other[at] ?? 0);
}
