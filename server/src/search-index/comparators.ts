// The comparator of each sort order, by the columns.
import type { Sort } from '@realm-catalog/contract';
import type { Columns } from './columns.ts';

/** Compares two rows: below zero if the first one comes first. */
export type Comparator = (one: number, other: number) => number;

/** The orders by scores, which change for all realms at once (`scores.ts`). */
export type ScoreKey = Extract<Sort, 'recent' | 'trending'>;
/** The other sort orders that are maintained. Relevance is no order of its own: it groups matches by rank, and each group by downloads. */
export type SortKey = Exclude<Sort, 'relevance' | ScoreKey>;

export function idComparator(columns: Columns): Comparator {
  return (one, other) => {
    const { idStart, idMiddle, idEnd } = columns.numeric;
    return (
      (idStart[one] ?? 0) - (idStart[other] ?? 0) ||
      (idMiddle[one] ?? 0) - (idMiddle[other] ?? 0) ||
      (idEnd[one] ?? 0) - (idEnd[other] ?? 0)
    );
  };
}

/** No two rows are equal, since every order ends with the id. */
export function comparators(columns: Columns): Record<SortKey, Comparator> {
  const byId = idComparator(columns);
  const descending =
    (column: 'downloads' | 'stars' | 'created' | 'updated', next: Comparator): Comparator =>
    (one, other) =>
      (columns.numeric[column][other] ?? 0) - (columns.numeric[column][one] ?? 0) || next(one, other);
  const byIdDescending: Comparator = (one, other) => byId(other, one);
  const newest = descending('created', byIdDescending);
  const byName: Comparator = (one, other) => {
    const [name = '', otherName = ''] = [columns.names[one], columns.names[other]];
    if (name === otherName) return byId(one, other);
    return name < otherName ? -1 : 1;
  };
  return {
    newest,
    downloads: descending('downloads', newest),
    stars: descending('stars', newest),
    updated: descending('updated', byIdDescending),
    name: byName,
  };
}
