// The tokens that contain each n-gram of one to three characters (UTF-16 code units): by them, the tokens that contain a word are found. A blank
// stands before each token, and is part of its n-grams of two and three characters: by those, the tokens that begin with a word are found.
import { addToSet, emptySet, removeFromSet, type RealmSet } from '../sets/realm-set.ts';

const LENGTHS_WITH_BLANK = [2, 3];
const MAX_LENGTH = 3;

/** For each n-gram, the ids of the tokens that contain it: a set of tokens rather than realms, and always a list. */
export type Ngrams = Map<string, RealmSet>;

export function addToNgrams(ngrams: Ngrams, id: number, token: string): void {
  for (const ngram of ngramsOf(token)) {
    let set = ngrams.get(ngram);
    if (!set) ngrams.set(ngram, (set = emptySet()));
    addToSet(set, id, Infinity);
  }
}

/** Removes a token that was added. */
export function removeFromNgrams(ngrams: Ngrams, id: number, token: string): void {
  for (const ngram of ngramsOf(token)) {
    const set = ngrams.get(ngram);
    if (set) removeFromSet(set, id);
    if (set?.size === 0) ngrams.delete(ngram);
  }
}

/** Returns the n-grams of one and two characters, without the blank before a token. */
export function shortNgrams(ngrams: Ngrams): string[] {
  return [...ngrams.keys()].filter((ngram) => ngram.length < MAX_LENGTH && !ngram.startsWith(' '));
}

/** Visits tokens among which are all that contain the word, or begin with it where it begins with a blank, until one returns true. */
export function someCandidate(ngrams: Ngrams, word: string, visit: (tokenId: number) => boolean): boolean {
  const length = Math.min(word.length, MAX_LENGTH);
  let shortest: RealmSet | undefined;
  for (let at = 0; at + length <= word.length; at += 1) {
    const set = ngrams.get(word.slice(at, at + length));
    if (!set) return false;
    if (!shortest || set.size < shortest.size) shortest = set;
  }
  const { list = [], size = 0 } = shortest ?? {};
  for (let at = 0; at < size; at += 1) if (visit(list[at] ?? 0)) return true;
  return false;
}

/** Returns the n-grams of a token, each once. */
function ngramsOf(token: string): Set<string> {
  const ngrams = new Set(token.split(''));
  const marked = ` ${token}`;
  for (const length of LENGTHS_WITH_BLANK)
    for (let at = 0; at + length <= marked.length; at += 1) ngrams.add(marked.slice(at, at + length));
  return ngrams;
}
