// Ranks the matches of a search: those whose name is the term, then names that begin with it, then names with every word, then the rest.
import { codePointOrdered } from '../orders/code-point-order.ts';
import type { TokenSets } from './dictionary.ts';
import type { IndexData } from '../index-data.ts';
import { intersect, union, type Matches, type Positions } from '../sets/intersect.ts';
import type { ListQuery } from '../list-query.ts';
import type { SortOrder } from '../orders/order-blocks.ts';
import { rowsInRange } from '../orders/sort-order.ts';
import { takeFirst } from '../orders/take-page.ts';

/** Comparing a name costs as much as taking so many rows from the order of names. */
const NAME_COST_ROWS = 8;

/**
 * Returns the matches of each rank but the last, best first. The matches of a rank contain those of the rank before. The first two ranks
 * are left out where the page is behind them.
 */
export function rankedMatches(
  text: string,
  words: TokenSets[][],
  matches: Matches,
  page: Pick<ListQuery, 'offset' | 'limit'>,
  { orders, columns, buffers }: IndexData,
): Matches[] {
  const order = orders.downloads;
  const amongMatches = (positions: Positions[]) =>
    intersect([...positions, { bitmap: matches.bitmap }], order, buffers);
  const inName = amongMatches(
    words.map((sets) => sets.map((of) => of.inName)).map((sets) => union(sets, order, buffers)),
  );
  if (page.offset >= inName.total) return [inName];

  const names = namesLike(codePointOrdered(text), columns.names, orders.name);
  const { exact } = names;
  const enough = prefixedNames(names, inName, order, page.offset + page.limit);
  const ranks = [exact, [...exact, ...enough]].filter((parts) => parts.length > 0);
  return [
    ...ranks.map((parts) => {
      const list = buffers.list(lengthOf(parts));
      return amongMatches([{ list, length: writePositions(parts, order, list) }]);
    }),
    inName,
  ];
}

/** Returns the rows whose name begins with the text; of very many, only so many as are needed, the first in order. */
export function prefixedNames(
  { prefixed, isPrefixed }: NamesLike,
  inName: Matches,
  order: SortOrder,
  needed: number,
): ArrayLike<number>[] {
  return isCheaperToCompareNames(needed, inName.total, lengthOf(prefixed))
    ? [takeFirst(inName, order, isPrefixed, needed)]
    : prefixed;
}

type NamesLike = ReturnType<typeof namesLike>;

/**
 * There are two ways to the matches whose name begins with the text: to intersect the matches with all rows that have such a name, or to compare
 * the names of the matches in order until there are enough. Where many names begin so, the second ends early.
 */
function isCheaperToCompareNames(needed: number, matches: number, prefixedRows: number): boolean {
  const comparedNames = (needed * matches) / prefixedRows;
  return comparedNames * NAME_COST_ROWS < prefixedRows;
}

/** Returns the rows whose name is the text, and those whose name begins with it, in parts as the order of names has them. */
export function namesLike(text: string, names: string[], order: SortOrder) {
  const nameOf = (row: number) => names[row] ?? '';
  const isBelow = (row: number) => nameOf(row) < text;
  const isPrefixed = (row: number) => nameOf(row).startsWith(text);
  const prefixed = [...rowsInRange(order, { isBelow, isBelowEnd: (row) => isBelow(row) || isPrefixed(row) })];
  // The names that are the text come first of all that begin with it.
  const hasExact = prefixed.some(([first]) => first !== undefined && nameOf(first) === text);
  const exact = hasExact ? [...rowsInRange(order, { isBelow, isBelowEnd: (row) => nameOf(row) <= text })] : [];
  return { exact, prefixed, isPrefixed };
}

export function writePositions(parts: ArrayLike<number>[], { positions }: SortOrder, target: Uint32Array): number {
  let length = 0;
  for (const part of parts) {
    for (let at = 0; at < part.length; at += 1) target[length++] = positions[part[at] ?? 0] ?? 0;
  }
  return length;
}

export function lengthOf(parts: ArrayLike<number>[]): number {
  return parts.reduce((sum, part) => sum + part.length, 0);
}
