// Suggests another search where one finds nothing: words that no public realm has are replaced by similar words that public realms have.
import { someToken } from './dictionary.ts';
import { valueOf } from '../values/filters.ts';
import type { IndexData } from '../index-data.ts';
import type { ListQuery } from '../list-query.ts';
import { runQuery } from '../run-query.ts';
import { codePoints, mostSimilar, type TokenSource } from './similar-tokens.ts';

export interface Suggestion {
  text: string;
  total: number;
}

/** A shorter word is not replaced. */
const MIN_LETTERS = 4;
const MAX_REPLACED_WORDS = 4;

/** Returns a search that finds something under the same filters; undefined if there is none. */
export function suggestSearch(query: ListQuery, data: IndexData): Suggestion | undefined {
  const isBroad = query.q !== undefined;
  const { text: former = '' } = query.q ?? query.search ?? {};
  const words = former.split(' ');
  const isKnown = isBroad ? isBroadlyKnown : isKnownToken;
  const unknown = new Set(words.filter((word) => isLong(word) && !isKnown(word, data)));
  if (unknown.size === 0 || unknown.size > MAX_REPLACED_WORDS) return undefined;
  const sources = isBroad ? [tokensOf(data), valuesOf(data)] : [tokensOf(data)];
  const similar = new Map([...unknown].map((word) => [word, withoutPunctuation(mostSimilar(sources, word))]));
  const text = words.map((word) => similar.get(word) ?? word).join(' ');
  if (text === former) return undefined;
  const term = { text, words: [...new Set(text.split(' '))] };
  const searched = isBroad ? { q: term } : { search: term };
  const { total } = runQuery({ ...query, ...searched, sort: 'newest', limit: 1, offset: 0 }, data);
  return total > 0 ? { text, total } : undefined;
}

/** What a sentence puts around a word: of `(dashboard:` it is `dashboard`. Other marks are a part of it, as those of `.net` and `c++`. */
const PUNCTUATION = /^["'(<[{“‘«]+|["')>\]}”’»,.:;!?]+$/gu;

function withoutPunctuation(token: string | undefined): string | undefined {
  return token?.replaceAll(PUNCTUATION, '') || token;
}

function isLong(word: string): boolean {
  return word.length >= MIN_LETTERS && codePoints(word).length >= MIN_LETTERS;
}

/** True if a public realm has the word, inside of another word too, as a search finds it. */
function isKnownToken(word: string, { sets }: IndexData): boolean {
  return someToken(sets.dictionary, word, (tokenId) => (sets.publicCounts.ofTokens[tokenId] ?? 0) > 0);
}

/** The same for a broad search. */
function isBroadlyKnown(word: string, data: IndexData): boolean {
  const query = { visibility: { kind: 'public' as const }, tags: [], featured: false };
  const q = { text: word, words: [word] };
  return runQuery({ ...query, q, sort: 'newest', limit: 1, offset: 0 }, data).total > 0;
}

function tokensOf({ sets }: IndexData): TokenSource {
  const { tokens, signatures } = sets.dictionary;
  return { tokenOf: (id) => tokens[id] ?? '', signatures, counts: sets.publicCounts.ofTokens };
}

/** Tags, categories and usernames. */
function valuesOf({ sets }: IndexData): TokenSource {
  const { names, texts, signatures } = sets.filters;
  const tokenOf = (id: number) => (texts[id] ? valueOf(names[id] ?? '') : '');
  return { tokenOf, signatures, counts: sets.publicCounts.ofFilters };
}
