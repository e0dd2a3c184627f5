// Suggests another search where one finds nothing: words that no public realm has are replaced by similar words that public realms have.
import { someToken } from './dictionary.ts';
import type { IndexData } from './index-data.ts';
import type { ListQuery } from './list-query.ts';
import { runQuery } from './run-query.ts';
import { codePoints, mostSimilar } from './similar-tokens.ts';

export interface Suggestion {
  search: string;
  total: number;
}

/** A shorter word is not replaced. */
const MIN_LETTERS = 4;
const MAX_REPLACED_WORDS = 4;

/** Returns a search that finds something under the same filters; undefined if there is none. */
export function suggestSearch(query: ListQuery, data: IndexData): Suggestion | undefined {
  const words = query.search?.text.split(' ') ?? [];
  const unknown = new Set(words.filter((word) => isLong(word) && !isKnown(word, data)));
  if (unknown.size === 0 || unknown.size > MAX_REPLACED_WORDS) return undefined;
  const similar = new Map([...unknown].map((word) => [word, similarWord(word, data)]));
  const text = words.map((word) => similar.get(word) ?? word).join(' ');
  if (text === query.search?.text) return undefined;
  const search = { text, words: [...new Set(text.split(' '))] };
  const { total } = runQuery({ ...query, search, sort: 'newest', limit: 1, offset: 0 }, data);
  return total > 0 ? { search: text, total } : undefined;
}

function isLong(word: string): boolean {
  return word.length >= MIN_LETTERS && codePoints(word).length >= MIN_LETTERS;
}

/** True if a public realm has the word, inside of another word too, as a search finds it. */
function isKnown(word: string, { sets }: IndexData): boolean {
  return someToken(sets.dictionary, word, (tokenId) => (sets.publicCounts.ofTokens[tokenId] ?? 0) > 0);
}

function similarWord(word: string, { sets }: IndexData): string | undefined {
  const { tokens, signatures } = sets.dictionary;
  return mostSimilar({ tokens, signatures, counts: sets.publicCounts.ofTokens }, word);
}
