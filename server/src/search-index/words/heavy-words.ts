// Words that so many tokens contain that the union of their sets is stored: the heaviest words of one and two characters permanently, and of the
// other heavy words the latest.
import { setsContaining, type Dictionary, type TokenSets } from './dictionary.ts';
import { shortNgrams } from './ngrams.ts';
import { unionOf, type RealmSet } from '../sets/realm-set.ts';

const MAX_RECENT_WORDS = 32;
/** The cost of a union is the length of all posting lists, plus this fraction of all rows for each bitmap. */
const BITMAP_COST_FRACTION = 1 / 256;
/** A word is heavy when its union costs more than this fraction of all rows, and more than this number. */
const HEAVY_COST_FRACTION = 1 / 16;
const MIN_HEAVY_COST = 4_096;
/** From this fraction of all rows on, the union is too slow to be made by a query. */
const PERMANENT_COST_FRACTION = 1 / 2;

export interface HeavyWords {
  dictionary: Dictionary;
  permanent: Map<string, TokenSets>;
  /** The word that was stored first comes first. */
  recent: Map<string, TokenSets>;
}

export function heavyWords(dictionary: Dictionary): HeavyWords {
  return { dictionary, permanent: new Map(), recent: new Map() };
}

/** Returns sets whose union are the realms that contain the word. */
export function setsOfWord(heavy: HeavyWords, word: string, capacity: number): TokenSets[] {
  const { dictionary, permanent, recent } = heavy;
  const known = permanent.get(word) ?? recent.get(word);
  if (known) return [known];
  const tokens = setsContaining(dictionary, word);
  const sets = tokens.map(({ anywhere }) => anywhere);
  if (!isHeavy(sets, capacity)) return tokens;
  const made = unionOfTokens(tokens, capacity);
  recent.set(word, made);
  const [first = word] = recent.keys();
  if (recent.size > MAX_RECENT_WORDS) recent.delete(first);
  return [made];
}

/** Visits the stored sets that a realm with this name and these texts belongs to. */
export function forEachHeavySet(
  { permanent, recent }: HeavyWords,
  name: string,
  texts: string,
  visit: (set: RealmSet) => void,
): void {
  for (const words of [permanent, recent]) {
    for (const [word, { anywhere, inName }] of words) {
      if (!texts.includes(word)) continue;
      visit(anywhere);
      if (name.includes(word)) visit(inName);
    }
  }
}

/** Removes the words that no realm contains any more. */
export function dropEmptyWords({ permanent, recent }: HeavyWords): void {
  for (const words of [permanent, recent])
    for (const [word, { anywhere }] of words) if (anywhere.size === 0) words.delete(word);
}

/** Stores the unions of the heaviest words, in steps. */
export function* warmHeavyWords(heavy: HeavyWords, capacity: () => number): Generator<void> {
  for (const word of shortNgrams(heavy.dictionary.ngrams)) {
    const tokens = setsContaining(heavy.dictionary, word);
    if (costOf(tokens, capacity()) < Math.max(MIN_HEAVY_COST, capacity() * PERMANENT_COST_FRACTION)) continue;
    heavy.recent.delete(word);
    heavy.permanent.set(word, unionOfTokens(tokens, capacity()));
    yield;
  }
}

/** True if the union of these sets costs so much that it should be stored. */
export function isHeavy(sets: RealmSet[], capacity: number): boolean {
  return sets.length > 1 && costOfUnion(sets, capacity) >= Math.max(MIN_HEAVY_COST, capacity * HEAVY_COST_FRACTION);
}

function costOf(tokens: TokenSets[], capacity: number): number {
  return costOfUnion(
    tokens.map(({ anywhere }) => anywhere),
    capacity,
  );
}

function costOfUnion(sets: RealmSet[], capacity: number): number {
  return sets.reduce((sum, { list, size }) => sum + (list ? size : capacity * BITMAP_COST_FRACTION), 0);
}

function unionOfTokens(tokens: TokenSets[], capacity: number): TokenSets {
  const union = (of: keyof TokenSets) =>
    unionOf(
      tokens.map((sets) => sets[of]),
      capacity,
    );
  return { anywhere: union('anywhere'), inName: union('inName') };
}
