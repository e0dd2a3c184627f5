// A naive model of facets, tags, categories, completions and suggestions, written in the plainest way.
import type { FacetName, ValueCount } from '@realm-catalog/contract';
import type { Facets } from '../../src/search-index/facets.ts';
import type { IndexedRealm } from '../../src/search-index/indexed-realm.ts';
import type { MatchedFields } from '../../src/search-index/matching-rows.ts';
import { compareBytes, isMatch, popular } from './model.ts';

export const facetNames: FacetName[] = ['category', 'tags', 'license', 'author'];

type Realms = readonly IndexedRealm[];
const isPublic = ({ visibility }: IndexedRealm) => visibility === 'public';

/** Values with counts, the largest first, then by bytes. */
function counted(values: string[]): ValueCount[] {
  const counts = new Map<string, number>();
  for (const value of values) if (value !== '') counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .toSorted((a, b) => b.count - a.count || compareBytes(a.value, b.value));
}

export function expectedFacets(realms: Realms, query: MatchedFields, names = facetNames): Facets {
  const matching = (filters: MatchedFields) => realms.filter((realm) => isMatch(realm, filters));
  const facets: Required<Facets> = {
    category: counted(matching({ ...query, category: undefined }).map(({ category }) => category)),
    tags: counted(matching(query).flatMap(({ tags }) => tags)),
    license: countedLicenses(matching({ ...query, license: undefined }).map(({ license }) => license)),
    author: counted(matching({ ...query, author: undefined }).map(({ author }) => author)),
  };
  return Object.fromEntries(names.map((name) => [name, facets[name].slice(0, 50)]));
}

/** Spellings of one license are counted together, and shown as most write it. */
function countedLicenses(licenses: string[]): ValueCount[] {
  return counted(licenses.map((license) => license.toLowerCase()))
    .map(({ value, count }) => {
      const [most] = counted(licenses.filter((license) => license.toLowerCase() === value));
      return { value: most?.value ?? '', count };
    })
    .toSorted((a, b) => b.count - a.count || compareBytes(a.value, b.value));
}

export function expectedValues(realms: Realms, kind: 'category' | 'tag', prefix: string): ValueCount[] {
  const values = realms.filter(isPublic).flatMap(({ category, tags }) => (kind === 'tag' ? tags : [category]));
  return counted(values).filter(({ value }) => value.startsWith(prefix));
}

export function expectedCompletions(realms: Realms, text: string, limit: number) {
  const listed = text === '' ? [] : realms.filter(isPublic);
  const named = listed.filter(({ nameFolded }) => ` ${nameFolded}`.includes(` ${text}`)).toSorted(popular);
  const downloads = new Map<string, number>();
  for (const { author, downloadCount } of listed)
    if (author.startsWith(text)) downloads.set(author, (downloads.get(author) ?? 0) + downloadCount);
  const authors = [...downloads].toSorted(([a, one], [b, other]) => other - one || compareBytes(a, b));
  return {
    seqs: named.slice(0, limit).map(({ seq }) => seq),
    tags: expectedValues(listed, 'tag', text)
      .slice(0, limit)
      .map(({ value }) => value),
    authors: authors.slice(0, limit).map(([author]) => author),
  };
}

const MAX_CANDIDATES = 10_000;

/** The public realms that share tags with this one: by the sum of the weights of the tags that both have, then by downloads. */
export function expectedRelated(realms: Realms, { seq, tags }: IndexedRealm, limit: number): number[] {
  const listed = realms.filter(isPublic);
  const having = (tag: string) => listed.filter((realm) => realm.tags.includes(tag)).toSorted(popular);
  const shared = tags
    .map((tag) => ({ tag, realms: having(tag) }))
    .filter((one) => one.realms.length > 0)
    .toSorted((a, b) => a.realms.length - b.realms.length || compareBytes(a.tag, b.tag));
  const candidates = new Set(shared.flatMap((one) => one.realms).slice(0, MAX_CANDIDATES));
  const weights = new Map(
    shared.map((one) => [one.tag, 1 + Math.floor(Math.log2(listed.length / one.realms.length))] as const),
  );
  const score = (realm: IndexedRealm) => realm.tags.reduce((sum, tag) => sum + (weights.get(tag) ?? 0), 0);
  return [...candidates]
    .filter((realm) => realm.seq !== seq)
    .toSorted((a, b) => score(b) - score(a) || popular(a, b))
    .slice(0, limit)
    .map((realm) => realm.seq);
}

/** For a search that finds nothing; `countOf` says how many realms another search finds under the same filters. */
export function expectedSuggestion(realms: Realms, search: string, countOf: (words: string[]) => number) {
  const words = search.split(' ');
  const texts = realms.filter(isPublic).map(({ nameFolded, descriptionFolded }) => [nameFolded, descriptionFolded]);
  const tokens = counted(texts.flatMap((of) => [...new Set(of.flatMap((text) => text.split(' ')))]));
  const isKnown = (word: string) => tokens.some(({ value }) => value.includes(word));
  const unknown = new Set(words.filter((word) => Array.from(word).length >= 4 && !isKnown(word)));
  if (unknown.size > 4) return undefined;
  const replaced = words.map((word) => (unknown.has(word) ? (nearest(word, tokens) ?? word) : word));
  const total = replaced.every((word, at) => word === words[at]) ? 0 : countOf(replaced);
  return total > 0 ? { search: replaced.join(' '), total } : undefined;
}

/** `tokens` are sorted as settled: those in most realms first, then by bytes. */
function nearest(word: string, tokens: ValueCount[]): string | undefined {
  const max = Array.from(word).length > 5 ? 2 : 1;
  for (let distance = 1; distance <= max; distance += 1) {
    const found = tokens.find(({ value }) => damerauLevenshtein(Array.from(value), Array.from(word)) === distance);
    if (found) return found.value;
  }
  return undefined;
}

/** The distance as Lowrance and Wagner define it: a transposed pair may be edited in between. */
export function damerauLevenshtein(one: string[], other: string[]): number {
  const width = other.length + 2;
  const infinite = one.length + other.length;
  const table = new Map<number, number>();
  const at = (i: number, j: number) => table.get((i + 1) * width + j + 1) ?? infinite;
  const put = (i: number, j: number, distance: number) => table.set((i + 1) * width + j + 1, distance);
  for (let i = 0; i <= one.length; i += 1) put(i, 0, i);
  for (let j = 0; j <= other.length; j += 1) put(0, j, j);
  const lastRow = new Map<string, number>();
  for (let i = 1; i <= one.length; i += 1) {
    let lastColumn = 0;
    for (let j = 1; j <= other.length; j += 1) {
      const [k, l] = [lastRow.get(other[j - 1] ?? '') ?? 0, lastColumn];
      const isSame = one[i - 1] === other[j - 1];
      if (isSame) lastColumn = j;
      const swapped = k > 0 && l > 0 ? at(k - 1, l - 1) + (i - k - 1) + 1 + (j - l - 1) : infinite;
      put(i, j, Math.min(at(i - 1, j - 1) + (isSame ? 0 : 1), at(i, j - 1) + 1, at(i - 1, j) + 1, swapped));
    }
    lastRow.set(one[i - 1] ?? '', i);
  }
  return at(one.length, other.length);
}
