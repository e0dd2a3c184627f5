// The entries of a realm: the numbers of its filters and tokens, each with its kind in the two lowest bits.
import { forEachToken, releaseToken, type Dictionary } from './dictionary.ts';
import { forEachFilter, releaseFilter, type Filters } from './filters.ts';
import type { IndexedRealm } from './indexed-realm.ts';
import type { SeenNumbers } from './seen-numbers.ts';

/** `NAME_TOKEN` is a token in the name, `TOKEN` a token in the description alone. */
export const FILTER = 0;
export const TOKEN = 1;
export const NAME_TOKEN = 2;

/** An entry is `number << KIND_BITS | kind`. Loops over millions of entries take it apart without a function call. */
export const KIND_BITS = 2;
export const KIND_MASK = 3;
/** The entry of an unknown filter or token: no record has it. */
const UNKNOWN = -1;

function entryOf(number: number, kind: number): number {
  return number < 0 ? UNKNOWN : (number << KIND_BITS) | kind;
}

/** What the entries of realms refer to. */
export interface EntrySource {
  filters: Filters;
  dictionary: Dictionary;
  /** The tokens of the realm that is being read: each is one entry, however often it occurs. */
  seenTokens: SeenNumbers;
}

/** Writes the entries of a realm into an array. An unknown filter or token is added, or becomes an entry that no record has. */
export function readEntries(
  { filters, dictionary, seenTokens }: EntrySource,
  realm: IndexedRealm,
  unknown: 'add' | 'skip',
  into: number[],
): void {
  into.length = 0;
  seenTokens.clear();
  const visitToken = (token: number, kind: number) => {
    if (token < 0 || seenTokens.add(token)) into.push(entryOf(token, kind));
  };
  forEachFilter(filters, realm, (filter) => into.push(entryOf(filter, FILTER)), unknown);
  forEachToken(dictionary, realm.nameFolded, (token) => visitToken(token, NAME_TOKEN), unknown);
  forEachToken(dictionary, realm.descriptionFolded, (token) => visitToken(token, TOKEN), unknown);
}

/** A filter or a token exists as long as a record has its number. */
export function retainEntries({ filters, dictionary }: EntrySource, entries: number[]): void {
  for (const entry of entries) {
    if ((entry & KIND_MASK) === FILTER) filters.pool.retain(entry >>> KIND_BITS);
    else dictionary.pool.retain(entry >>> KIND_BITS);
  }
}

export function releaseEntries({ filters, dictionary }: EntrySource, entries: number[]): void {
  for (const entry of entries) {
    if ((entry & KIND_MASK) === FILTER) releaseFilter(filters, entry >>> KIND_BITS);
    else releaseToken(dictionary, entry >>> KIND_BITS);
  }
}
