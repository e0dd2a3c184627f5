// The words of a broad search: the realms that have a word anywhere, in their name, or as a whole tag, category or username.
import { capacityOf } from '../orders/columns.ts';
import { kindOf, setsOfFilters, valueOf, withoutPunctuation } from '../values/filters.ts';
import { isHeavy, setsOfWord } from './heavy-words.ts';
import type { IndexData } from '../index-data.ts';
import { someCandidate } from './ngrams.ts';
import { unionOf, type RealmSet } from '../sets/realm-set.ts';
import { setsOfSlugWord } from './slug-words.ts';

/** The realms are the union of the sets. */
export interface BroadWord {
  /** In the name, the slug, the description, a tag, the category, or the author's username or name. */
  anywhere: RealmSet[];
  inName: RealmSet[];
  /** Exactly a tag, the category or the author's username. */
  exact: RealmSet[];
}

const MAX_CACHED_WORDS = 32;

export function broadWord(word: string, data: IndexData): BroadWord {
  const tokens = setsOfWord(data.sets.heavyWords, word, capacityOf(data.columns));
  return {
    anywhere: [...tokens.map((of) => of.anywhere), ...setsBesideTokens(word, data)],
    inName: tokens.map((of) => of.inName),
    exact: exactSets(word, data),
  };
}

/** Returns the sets of realms that have the word elsewhere than in the name and description. A union of many is cached until a realm changes. */
function setsBesideTokens(word: string, data: IndexData): RealmSet[] {
  const { wordCache, columns } = data;
  const cached = wordCache.get(word);
  if (cached) return [cached];
  const sets = [...setsOfValues(word, data), ...setsOfSlugWord(word, data)];
  if (!isHeavy(sets, capacityOf(columns))) return sets;
  const union = unionOf(sets, capacityOf(columns));
  wordCache.set(word, union);
  const [first = word] = wordCache.keys();
  if (wordCache.size > MAX_CACHED_WORDS) wordCache.delete(first);
  return [union];
}

/** Dots and dashes are ignored in tags alone. */
function setsOfValues(word: string, { sets }: IndexData): RealmSet[] {
  const { texts, ngrams, names, sets: ofFilters } = sets.filters;
  const found: RealmSet[] = [];
  const plain = withoutPunctuation(word);
  const add = (id: number) => found.push(ofFilters[id] as RealmSet);
  someCandidate(ngrams, word, (id) => {
    if (texts[id]?.includes(word)) add(id);
    return false;
  });
  if (plain === '' || plain === word) return found;
  someCandidate(ngrams, plain, (id) => {
    const text = texts[id] ?? '';
    if (kindOf(names[id] ?? '') === 'tag' && text.includes(plain) && !text.includes(word)) add(id);
    return false;
  });
  return found;
}

function exactSets(word: string, { sets }: IndexData): RealmSet[] {
  const { filters } = sets;
  const found = setsOfFilters(filters, [
    ['tag', word],
    ['category', word],
    ['author', word],
  ]);
  const plain = withoutPunctuation(word);
  if (plain === '') return found;
  someCandidate(filters.ngrams, ` ${plain}`, (id) => {
    const name = filters.names[id] ?? '';
    const isAlike = kindOf(name) === 'tag' && valueOf(name) !== word && withoutPunctuation(valueOf(name)) === plain;
    if (isAlike) found.push(filters.sets[id] as RealmSet);
    return false;
  });
  return found;
}
