// Runs a query: finds the realms that match, and takes the page in the sort order.
import { LRUCache } from 'lru-cache';
import { hasBit } from './bits.ts';
import type { IndexData } from './index-data.ts';
import type { ListQuery } from './list-query.ts';
import { matchingRows, without } from './matching-rows.ts';
import type { BitmapSet } from './realm-set.ts';
import { rankedMatches } from './relevance.ts';
import type { SortOrder } from './sort-order.ts';
import { blockCounts, takePage, type BlockCounts } from './take-page.ts';

/** Returns the rows of a page of realms, and how many realms match in all. */
export function runQuery(query: ListQuery, data: IndexData): { rows: number[]; total: number } {
  const { search, seqs, sort, offset, limit } = query;
  const { matches, words } = matchingRows(query, data);
  const total = matches.size;
  if (offset >= total) return { rows: [], total };
  if (search && sort === 'relevance') {
    const ranks = rankedMatches(search.text, words, matches, query, data);
    return { rows: pageOfRanks([...ranks, matches], data.orders.downloads, query), total };
  }
  if (seqs && sort === 'seqs') {
    const wanted = seqs.map((seq) => data.rows.find(seq)).filter((row) => hasBit(matches.bitmap, row));
    return { rows: wanted.slice(offset, offset + limit), total };
  }
  const order = orderFor(sort, data);
  const options = search || seqs ? {} : { countsOf: () => countsOf(query, order, data.blockCounts) };
  return { rows: takePage(order, matches, query, options), total };
}

function orderFor(sort: ListQuery['sort'], { orders, scores }: IndexData): SortOrder {
  if (sort === 'recent' || sort === 'trending') return scores.orders[sort];
  return orders[sort === 'relevance' || sort === 'seqs' ? 'newest' : sort];
}

/** Takes a page over the matches of all ranks; the matches of a rank contain those of the rank before. */
function pageOfRanks(ranks: BitmapSet[], order: SortOrder, { offset, limit }: ListQuery): number[] {
  const rows: number[] = [];
  let before: BitmapSet | undefined;
  for (const rank of ranks) {
    const skip = offset + rows.length - (before?.size ?? 0);
    const count = rank.size - (before?.size ?? 0);
    if (rows.length < limit && skip < count) {
      const matches = before?.size ? without(rank, before) : rank;
      rows.push(...takePage(order, matches, { offset: skip, limit: limit - rows.length }));
    }
    before = rank;
  }
  return rows;
}

function countsOf(query: ListQuery, order: SortOrder, cache: LRUCache<string, BlockCounts>): BlockCounts {
  const { limit: _limit, offset: _offset, ...rest } = query;
  const key = JSON.stringify(rest);
  const known = cache.get(key);
  if (known?.order === order) return known;
  const counts = blockCounts(order);
  cache.set(key, counts);
  return counts;
}
