// Completes what somebody types: public realms with a word of their name that begins so, tags and authors; or the values of one kind.
import { codePointOrdered } from '../orders/code-point-order.ts';
import { someToken } from './dictionary.ts';
import { licenseOf, type ValueKind } from '../values/filter-names.ts';
import { findFilter } from '../values/filters.ts';
import type { IndexData } from '../index-data.ts';
import { intersect, union } from '../sets/intersect.ts';
import type { RealmSet } from '../sets/realm-set.ts';
import { takeFirst } from '../orders/take-page.ts';
import { topPublicValues } from '../values/top-values.ts';

export interface Completions {
  /** The rows of realms, the most downloaded first. */
  rows: number[];
  /** Those of most realms first. */
  tags: string[];
  /** Those of most downloads first. */
  authors: string[];
}

/** `text` is folded: words with single blanks between them. */
export function complete(text: string, limit: number, data: IndexData): Completions {
  if (text === '') return { rows: [], tags: [], authors: [] };
  return {
    rows: realmsNamed(text, limit, data),
    tags: completeValue('tag', text, limit, data),
    authors: completeValue('author', text, limit, data),
  };
}

/** Of the spellings of a license, the one that most realms have is offered, if it is among the first so many of all. */
const MAX_SPELLINGS = 64;

/** Returns the values of public realms that begin with this text, in lower case: those of most realms first, authors by their downloads. */
export function completeValue(kind: ValueKind, text: string, limit: number, { sets }: IndexData): string[] {
  if (kind !== 'license') return topPublicValues(sets, { kind, prefix: text }, limit);
  return differentLicenses(topPublicValues(sets, { kind, prefix: text }, MAX_SPELLINGS)).slice(0, limit);
}

/** Each license once, as its first spelling has it. */
function differentLicenses(spellings: string[]): string[] {
  const known = new Set<string>();
  return spellings.map(licenseOf).filter((license) => {
    const isNew = !known.has(license.toLowerCase());
    known.add(license.toLowerCase());
    return isNew;
  });
}

function realmsNamed(text: string, limit: number, data: IndexData): number[] {
  const { orders, columns, sets, buffers } = data;
  const start = codePointOrdered(text);
  const predicate = (row: number) => {
    const name = columns.names[row] ?? '';
    return name.startsWith(start) || name.includes(` ${start}`);
  };
  const everyPublic = findFilter(sets.filters, 'public');
  const groups = [everyPublic ? [everyPublic] : [], ...tokenGroups(text, data)];
  if (groups.some((group) => group.length === 0)) return [];
  const order = orders.downloads;
  const matches = intersect(
    groups.map((group) => union(group, order, buffers)),
    order,
    buffers,
  );
  const rows = takeFirst(matches, order, predicate, limit);
  buffers.release();
  return rows;
}

/** Returns the sets of each word of the text; the last word may go on. A group is empty if no name has its word. */
function tokenGroups(text: string, { sets }: IndexData): RealmSet[][] {
  const { dictionary, publicCounts } = sets;
  const words = text.split(' ');
  const last = words.pop() ?? '';
  const whole = words.map((word) => {
    const ofToken = dictionary.sets[dictionary.ids.get(word) ?? -1];
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
