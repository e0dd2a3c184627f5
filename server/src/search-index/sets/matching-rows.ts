// The rows that match a query, as bitmaps by row: to count values, every match is needed, and no order.
import { setBit } from './bits.ts';
import { broadWord } from '../words/broad-words.ts';
import { capacityOf } from '../orders/columns.ts';
import { requiredFilters } from '../values/filter-names.ts';
import { setsOfFilters } from '../values/filters.ts';
import { setsOfWord } from '../words/heavy-words.ts';
import type { IndexData } from '../index-data.ts';
import type { ListQuery } from '../list-query.ts';
import { andInto, keepRowsIn } from './realm-set.ts';

export type MatchedFields = Omit<ListQuery, 'sort' | 'isUnpublishedLast' | 'limit' | 'offset'>;

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
  for (const word of query.q?.words ?? []) keepRowsIn(matches, [broadWord(word, data).anywhere]);
  if (!query.seqs) return matches;
  const wanted = new Uint32Array(matches.length);
  for (const seq of query.seqs) setBit(wanted, rows.find(seq)); // the row 0 of an unknown realm is in no set
  andInto(matches, wanted);
  return matches;
}
