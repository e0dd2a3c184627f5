// The entries of a realm: its filters and tokens as numbers. Each entry is the id of a filter or token, with its kind in the two lowest bits.
import { forEachToken, releaseToken, type Dictionary } from './dictionary.ts';
import { forEachFilter, releaseFilter, type Filters } from './filters.ts';
import type { IndexedRealm } from './indexed-realm.ts';
import type { SeenNumbers } from './seen-numbers.ts';

/** `NAME_TOKEN` is a token in the name, `TOKEN` a token in the description alone. */
export const FILTER = 0;
export const TOKEN = 1;
export const NAME_TOKEN = 2;

/** An entry is `id << KIND_BITS | kind`. Loops over millions of entries take it apart without a function call. */
export const KIND_BITS = 2;
export const KIND_MASK = 3;
/** The entry of an unknown filter or token: no record has it. */
const UNKNOWN = -1;

function entryOf(id: number, kind: number): number {
  return id < 0 ? UNKNOWN : (id << KIND_BITS) | kind;
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
  const visitToken = (tokenId: number, kind: number) => {
    if (tokenId < 0 || seenTokens.add(tokenId)) into.push(entryOf(tokenId, kind));
  };
  forEachFilter(filters, realm, (filterId) => into.push(entryOf(filterId, FILTER)), unknown);
  forEachToken(dictionary, realm.nameFolded, (tokenId) => visitToken(tokenId, NAME_TOKEN), unknown);
  forEachToken(dictionary, realm.descriptionFolded, (tokenId) => visitToken(tokenId, TOKEN), unknown);
}

/** A filter or a token exists as long as a record has it. */
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
