// Takes rows of matches in the sort order: a page of them, or the first that meet a condition.
import { lowestBit } from '../sets/bits.ts';
import type { Matches } from '../sets/intersect.ts';
import { WORDS_PER_BLOCK, type SortOrder } from './order-blocks.ts';

/** The matches to take rows from; `except` is a part of them that is left out. */
interface PageSource {
  order: SortOrder;
  matches: Matches;
  except: Matches | undefined;
}

/** Skips so many rows, and then adds rows to the page until it is full. */
export function takePage(page: number[], { order, matches, except }: PageSource, skip: number, limit: number): void {
  let left = skip;
  for (let at = 0; at < order.blockCount && page.length < limit; at += 1) {
    const block = order.directory[at] ?? 0;
    const count = (matches.counts[block] ?? 0) - (except?.counts[block] ?? 0);
    if (left >= count) {
      left -= count;
      continue;
    }
    for (let word = block * WORDS_PER_BLOCK; word < (block + 1) * WORDS_PER_BLOCK; word += 1) {
      let bits = (matches.bitmap[word] ?? 0) & ~(except?.bitmap[word] ?? 0);
      for (; bits !== 0 && page.length < limit; bits &= bits - 1) {
        if (left > 0) left -= 1;
        else page.push(order.rows[(word << 5) + lowestBit(bits)] ?? 0);
      }
    }
  }
}

/** Returns the first so many rows of the matches for which the predicate is true. */
export function takeFirst(
  matches: Matches,
  order: SortOrder,
  predicate: (row: number) => boolean,
  count: number,
): number[] {
  const first: number[] = [];
  for (let at = 0; at < order.blockCount && first.length < count; at += 1) {
    const block = order.directory[at] ?? 0;
    if (matches.counts[block] === 0) continue;
    for (let word = block * WORDS_PER_BLOCK; word < (block + 1) * WORDS_PER_BLOCK; word += 1) {
      for (let bits = matches.bitmap[word] ?? 0; bits !== 0 && first.length < count; bits &= bits - 1) {
        const row = order.rows[(word << 5) + lowestBit(bits)] ?? 0;
        if (predicate(row)) first.push(row);
      }
    }
  }
  return first;
}
