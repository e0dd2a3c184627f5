// Runs a query: finds the sets that it names, intersects them, and takes the page in the sort order.
import { hasBit } from './sets/bits.ts';
import { broadlyRanked } from './words/broad-relevance.ts';
import { broadWord } from './words/broad-words.ts';
import type { BufferPool } from './sets/buffer-pool.ts';
import { capacityOf } from './orders/columns.ts';
import { requiredFilters } from './values/filter-names.ts';
import { findFilter, setsOfFilters } from './values/filters.ts';
import { setsOfWord } from './words/heavy-words.ts';
import type { IndexData } from './index-data.ts';
import { intersect, union, without, type Matches, type Positions } from './sets/intersect.ts';
import type { ListQuery } from './list-query.ts';
import type { SortOrder } from './orders/order-blocks.ts';
import { rankedMatches } from './words/relevance.ts';
import { takePage } from './orders/take-page.ts';

/** Returns the rows of a page of realms, and how many realms match in all. */
export function runQuery(query: ListQuery, data: IndexData): { rows: number[]; total: number } {
  const { search, q, sort } = query;
  const { sets, columns, listCache, buffers } = data;
  const words = search?.words.map((word) => setsOfWord(sets.heavyWords, word, capacityOf(columns))) ?? [];
  const broadWords = q?.words.map((word) => broadWord(word, data)) ?? [];
  const required = requiredFilters(query).map((names) => setsOfFilters(sets.filters, names));
  for (const tokens of words) required.push(tokens.map(({ anywhere }) => anywhere));
  for (const { anywhere } of broadWords) required.push(anywhere);
  if (required.some((group) => group.length === 0)) return { rows: [], total: 0 };

  const isRanked = sort === 'relevance' && (search ?? q) !== undefined;
  const order = orderFor(query, data);
  const wanted = query.seqs?.map((seq) => data.rows.find(seq)).filter((row) => row !== 0);
  const compute = () => {
    const groups = required.map((group) => union(group, order, buffers));
    if (wanted) groups.push(positionsOf(wanted, order, buffers));
    return intersect(groups, order, buffers);
  };
  const matches = search || q || wanted ? compute() : listCache.find(query, compute);
  /** Matches in the name, and the like, which come before the others. */
  const higherRanks = () => {
    if (query.offset >= matches.total) return [];
    if (isRanked && search) return rankedMatches(search.text, words, matches, query, data);
    if (isRanked && q) return broadlyRanked(q.text, broadWords, matches, query, data);
    return query.isUnpublishedLast ? [publishedAmong(matches, order, data)] : [];
  };
  const rows =
    wanted && sort === 'seqs'
      ? pageAsWanted(wanted, matches, order, query)
      : pageOf([...higherRanks(), matches], order, query);
  buffers.release();
  return { rows, total: matches.total };
}

function orderFor({ sort, search, q }: ListQuery, { orders, scores }: IndexData): SortOrder {
  if (sort === 'relevance' && search) return orders.downloads;
  if (sort === 'relevance' && q) return scores.orders.relevance;
  if (sort === 'recent' || sort === 'trending') return scores.orders[sort];
  return orders[sort === 'relevance' || sort === 'seqs' ? 'newest' : sort];
}

/** Returns the matches without realms that have no upload. */
function publishedAmong(matches: Matches, order: SortOrder, { sets, buffers }: IndexData): Matches {
  const unpublished = findFilter(sets.filters, 'unpublished');
  return unpublished ? without(matches, union([unpublished], order, buffers), order, buffers) : matches;
}

function positionsOf(rows: number[], { positions }: SortOrder, buffers: BufferPool): Positions {
  const list = buffers.list(rows.length);
  for (const [at, row] of rows.entries()) list[at] = Number(positions[row]);
  return { list, length: rows.length };
}

/** Takes a page of these rows in the order in which they stand here. */
function pageAsWanted(rows: number[], { bitmap }: Matches, { positions }: SortOrder, page: ListQuery): number[] {
  const matching = rows.filter((row) => hasBit(bitmap, Number(positions[row])));
  return matching.slice(page.offset, page.offset + page.limit);
}

/** Takes a page over the matches of all ranks; the matches of a rank contain those of the rank before. */
function pageOf(ranks: Matches[], order: SortOrder, { offset, limit }: ListQuery): number[] {
  const rows: number[] = [];
  let skip = offset;
  let except: Matches | undefined;
  for (const matches of ranks) {
    const count = matches.total - (except?.total ?? 0);
    if (skip < count && rows.length < limit) takePage(rows, { order, matches, except }, skip, limit);
    skip = Math.max(0, skip - count);
    except = matches;
  }
  return rows;
}
