// Completes what somebody types: public realms with a word of their name that begins so, tags and authors.
import { codePointOrdered } from './code-point-order.ts';
import { someToken } from './dictionary.ts';
import { findFilter, valueOf } from './filters.ts';
import type { IndexData } from './index-data.ts';
import { intersect, union } from './intersect.ts';
import type { RealmSet } from './realm-set.ts';
import { takeFirst, takePage } from './take-page.ts';
import { topNumbers, topValues } from './top-values.ts';
import { findToken } from './token-table.ts';

export interface Completions {
  /** The rows of realms, the most downloaded first. */
  rows: number[];
  /** Those of most realms first. */
  tags: string[];
  /** Those of most downloads first. */
  authors: string[];
}

/** So many of the most downloaded realms are tried first: what many names begin with is found among them, without a union of many sets. */
const FIRST_REALMS = 1_024;

/** `text` is folded: words with single blanks between them. */
export function complete(text: string, limit: number, data: IndexData): Completions {
  if (text === '') return { rows: [], tags: [], authors: [] };
  const { filters, publicCounts } = data.sets;
  const { ofFilters, downloads } = publicCounts;
  const tags = topValues(filters, { kind: 'tag', prefix: text }, (tag) => ofFilters[tag] ?? 0, limit);
  // An author without a download comes last, and one without a public realm not at all.
  const weightOf = (author: number) => (ofFilters[author] ? (downloads[author] ?? 0) + 1 : 0);
  const authors = topNumbers(filters, { kind: 'author', prefix: text }, weightOf, limit);
  return {
    rows: realmsNamed(text, limit, data),
    tags: tags.map(({ value }) => value),
    authors: authors.map(({ number }) => valueOf(filters.names[number] ?? '')),
  };
}

function realmsNamed(text: string, limit: number, data: IndexData): number[] {
  const { orders, columns, sets, buffers } = data;
  const everyPublic = findFilter(sets.filters, 'public');
  if (!everyPublic) return [];
  const order = orders.downloads;
  const start = codePointOrdered(text);
  const hasWord = (row: number) => {
    const name = columns.names[row] ?? '';
    return name.startsWith(start) || name.includes(` ${start}`);
  };
  const all = union([everyPublic], order, buffers);

  const first: number[] = [];
  takePage(first, { order, matches: intersect([all], order, buffers), except: undefined }, 0, FIRST_REALMS);
  const found = first.filter(hasWord).slice(0, limit);
  const groups = found.length === limit || first.length < FIRST_REALMS ? undefined : tokenGroups(text, data);
  const matches = groups && intersect([all, ...groups.map((group) => union(group, order, buffers))], order, buffers);
  const rows = matches ? takeFirst(matches, order, hasWord, limit) : found;
  buffers.release();
  return rows;
}

/** Returns the sets of each word of the text; the last word may go on. */
function tokenGroups(text: string, { sets }: IndexData): RealmSet[][] {
  const { dictionary, publicCounts } = sets;
  const words = text.split(' ');
  const last = words.pop() ?? '';
  const starting: RealmSet[] = [];
  someToken(dictionary, ` ${last}`, (token) => {
    const ofToken = publicCounts.ofTokens[token] ? dictionary.sets[token] : undefined;
    if (ofToken && ofToken.inName.size > 0) starting.push(ofToken.inName);
    return false;
  });
  const whole = words.map((word) => {
    const ofToken = dictionary.sets[findToken(dictionary.table, word, 0, word.length)];
    return ofToken ? [ofToken.inName] : [];
  });
  return [...whole, starting];
}
