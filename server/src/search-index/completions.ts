// Completes what somebody types: public realms with a word of their name that begins so, tags and authors.
import { hasBit } from './bits.ts';
import { codePointOrdered } from './code-point-order.ts';
import { someToken } from './dictionary.ts';
import { findFilter, valueOf } from './filters.ts';
import type { IndexData } from './index-data.ts';
import { intersect, union } from './intersect.ts';
import { BLOCK_SIZE, type SortOrder } from './order-blocks.ts';
import type { RealmSet } from './realm-set.ts';
import { takeFirst } from './take-page.ts';
import { topFilters, topValues } from './top-values.ts';
import { findToken } from './token-table.ts';

export interface Completions {
  /** The rows of realms, the most downloaded first. */
  rows: number[];
  /** Those of most realms first. */
  tags: string[];
  /** Those of most downloads first. */
  authors: string[];
}

/** The most downloaded realms, in so many blocks of the sort order, are tried first: what many names have is found there, without sets. */
const FIRST_BLOCKS = 4;

/** `text` is folded: words with single blanks between them. */
export function complete(text: string, limit: number, data: IndexData): Completions {
  if (text === '') return { rows: [], tags: [], authors: [] };
  const { filters, publicCounts } = data.sets;
  const { ofFilters, downloads } = publicCounts;
  const tags = topValues(filters, { kind: 'tag', prefix: text }, (filterId) => ofFilters[filterId] ?? 0, limit);
  // An author without a download comes last, and one without a public realm not at all.
  const weightOf = (filterId: number) => (ofFilters[filterId] ? (downloads[filterId] ?? 0) + 1 : 0);
  const authors = topFilters(filters, { kind: 'author', prefix: text }, weightOf, limit);
  return {
    rows: realmsNamed(text, limit, data),
    tags: tags.map(({ value }) => value),
    authors: authors.map(({ filterId }) => valueOf(filters.names[filterId] ?? '')),
  };
}

function realmsNamed(text: string, limit: number, data: IndexData): number[] {
  const { orders, columns, sets, buffers } = data;
  const order = orders.downloads;
  const start = codePointOrdered(text);
  const hasWord = (row: number) => {
    const name = columns.names[row] ?? '';
    return name.startsWith(start) || name.includes(` ${start}`);
  };
  const everyPublic = findFilter(sets.filters, 'public');
  if (!everyPublic) return [];
  const first = everyPublic.bitmap ? firstNamed(everyPublic.bitmap, order, hasWord, limit) : [];
  if (first.length === limit) return first;

  const groups = [[everyPublic], ...tokenGroups(text, data)];
  if (groups.some((group) => group.length === 0)) return [];
  const matches = intersect(
    groups.map((group) => union(group, order, buffers)),
    order,
    buffers,
  );
  const rows = takeFirst(matches, order, hasWord, limit);
  buffers.release();
  return rows;
}

/** Returns the first public rows that meet the condition, among those at the beginning of the order. */
function firstNamed(
  everyPublic: Uint32Array,
  { directory, lengths, rows }: SortOrder,
  hasWord: (row: number) => boolean,
  limit: number,
): number[] {
  const found: number[] = [];
  for (let at = 0; at < FIRST_BLOCKS && at < directory.length && found.length < limit; at += 1) {
    const from = (directory[at] ?? 0) * BLOCK_SIZE;
    const to = from + (lengths[directory[at] ?? 0] ?? 0);
    for (let position = from; position < to && found.length < limit; position += 1) {
      const row = rows[position] ?? 0;
      if (hasBit(everyPublic, row) && hasWord(row)) found.push(row);
    }
  }
  return found;
}

/** Returns the sets of each word of the text; the last word may go on. A group is empty if no name has its word. */
function tokenGroups(text: string, { sets }: IndexData): RealmSet[][] {
  const { dictionary, publicCounts } = sets;
  const words = text.split(' ');
  const last = words.pop() ?? '';
  const whole = words.map((word) => {
    const ofToken = dictionary.sets[findToken(dictionary.table, word, 0, word.length)];
    return ofToken ? [ofToken.inName] : [];
  });
  if (whole.some((group) => group.length === 0)) return whole;
  const starting: RealmSet[] = [];
  someToken(dictionary, ` ${last}`, (tokenId) => {
    const ofToken = publicCounts.ofTokens[tokenId] ? dictionary.sets[tokenId] : undefined;
    if (ofToken && ofToken.inName.size > 0) starting.push(ofToken.inName);
    return false;
  });
  return [...whole, starting];
}
