// The model of what is counted and offered: facets, tags, categories, completions, related realms and suggestions.
import type { FacetName, ValueCount } from '@realm-catalog/contract';
import type { Facets } from '../../src/search-index/values/facets.ts';
import { damerauLevenshtein } from './edit-distance.ts';
import {
  compareBytes,
  hasBroadly,
  isPublic,
  matching,
  popular,
  searchedTexts,
  type Filters,
  type IndexedRealm,
} from './lists.ts';

type Realms = readonly IndexedRealm[];
export const facetNames: FacetName[] = ['category', 'tags', 'license', 'author'];

/** Values with counts, the largest first, then by bytes. */
function counted(values: string[], orderOf = (value: string) => value): ValueCount[] {
  const counts = new Map<string, number>();
  for (const value of values) if (value !== '') counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .toSorted((a, b) => b.count - a.count || compareBytes(orderOf(a.value), orderOf(b.value)));
}

/** A realm has one category, license and author: these are counted without the filter of the same name, so that one can choose another. */
export function facetsOf(realms: Realms, query: Filters, names = facetNames): Facets {
  const without = (name: 'category' | 'license' | 'author') => matching(realms, { ...query, [name]: undefined });
  const facets: Required<Facets> = {
    category: counted(without('category').map(({ category }) => category)),
    tags: counted(matching(realms, query).flatMap(({ tags }) => tags)),
    license: countedLicenses(without('license').map(({ license }) => license)),
    author: counted(without('author').map(({ author }) => author)),
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

export function valuesOf(realms: Realms, kind: 'category' | 'tag', prefix: string): ValueCount[] {
  const values = realms.filter(isPublic).flatMap(({ category, tags }) => (kind === 'tag' ? tags : [category]));
  return counted(values).filter(({ value }) => value.startsWith(prefix));
}

export function completionsOf(realms: Realms, text: string, limit: number) {
  const listed = text === '' ? [] : realms.filter(isPublic);
  const named = listed.filter(({ nameFolded }) => ` ${nameFolded}`.includes(` ${text}`)).toSorted(popular);
  return {
    seqs: named.slice(0, limit).map(({ seq }) => seq),
    tags: valuesBeginning(listed, 'tag', text).slice(0, limit),
    authors: valuesBeginning(listed, 'author', text).slice(0, limit),
  };
}

/** Values of public realms that begin with a text: those of most realms first, authors by downloads, and a license once, as most realms write it. */
export function valuesBeginning(
  realms: Realms,
  kind: 'author' | 'category' | 'license' | 'tag',
  text: string,
): string[] {
  const listed = realms.filter(isPublic);
  if (kind === 'category' || kind === 'tag') return valuesOf(listed, kind, text).map(({ value }) => value);
  if (kind === 'license') {
    const spellings = listed.map(({ license }) => license).filter((license) => license.toLowerCase().startsWith(text));
    const inOrder = counted(spellings, (license) => `${license.toLowerCase()}\0${license}`).map(({ value }) => value);
    return inOrder.filter((one, at) => inOrder.findIndex((other) => other.toLowerCase() === one.toLowerCase()) === at);
  }
  const downloads = new Map<string, number>();
  for (const { author, downloadCount } of listed)
    if (author.startsWith(text)) downloads.set(author, (downloads.get(author) ?? 0) + downloadCount);
  return [...downloads].toSorted(([a, one], [b, other]) => other - one || compareBytes(a, b)).map(([author]) => author);
}

const MAX_CANDIDATES = 2_000;

/** The public realms that share tags with this one: by the sum of the weights of the tags that both have, then by downloads. */
export function relatedTo(realms: Realms, { seq, tags }: IndexedRealm, limit: number): number[] {
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

const tokensIn = (realm: IndexedRealm) => new Set(searchedTexts(realm).flatMap((text) => text.split(' ')));

/** For a search that finds nothing among the realms that are shown. Words of public realms are offered, and only what then finds some. */
export function suggestionFor(realms: Realms, shown: Realms, query: Filters) {
  const term = query.search ?? query.q;
  if (!term || matching(shown, query).length > 0) return undefined;
  const words = term.text.split(' ');
  const everyPublic = realms.filter(isPublic);
  const tokens = counted(everyPublic.flatMap((realm) => [...tokensIn(realm)]));
  if (query.q)
    tokens.push(...counted(everyPublic.flatMap(({ tags, category, author }) => [...tags, category, author])));
  tokens.sort((a, b) => b.count - a.count || compareBytes(a.value, b.value));
  const isKnown = (word: string) =>
    query.q ? everyPublic.some((realm) => hasBroadly(realm, word)) : tokens.some(({ value }) => value.includes(word));
  const unknown = new Set(words.filter((word) => Array.from(word).length >= 4 && !isKnown(word)));
  if (unknown.size === 0 || unknown.size > 4) return undefined;
  const text = words.map((word) => (unknown.has(word) ? (nearest(word, tokens) ?? word) : word)).join(' ');
  const { length: total } = matching(shown, { ...query, [query.q ? 'q' : 'search']: { text } });
  return total > 0 ? { text, total } : undefined;
}

/** `tokens` are sorted as settled: those in most realms first, then by bytes. */
function nearest(word: string, tokens: ValueCount[]): string | undefined {
  const max = Array.from(word).length > 5 ? 2 : 1;
  for (let distance = 1; distance <= max; distance += 1) {
    const found = tokens.find(({ value }) => damerauLevenshtein(Array.from(value), Array.from(word)) === distance);
    if (found) return bare(found.value) || found.value;
  }
  return undefined;
}

/** Without the marks that a sentence puts around a word. */
function bare(token: string): string {
  const letters = Array.from(token);
  while (`"'(<[{“‘«`.includes(letters[0] ?? ' ')) letters.shift();
  while (`"')>]}”’»,.:;!?`.includes(letters.at(-1) ?? ' ')) letters.pop();
  return letters.join('');
}
