// The entries of a realm: its filters and tokens as numbers. Each entry is the id of a filter or token, with its kind in the two lowest bits.
import { forEachToken, type Dictionary } from './words/dictionary.ts';
import { forEachFilter, type Filters } from './values/filters.ts';
import type { IndexedRealm } from './indexed-realm.ts';

/** `NAME_TOKEN` is a token in the name, `TOKEN` a token in the description alone. */
export const FILTER = 0;
export const TOKEN = 1;
export const NAME_TOKEN = 2;

/** An entry is `id << KIND_BITS | kind`. Loops over millions of entries take it apart without a function call. */
export const KIND_BITS = 2;
export const KIND_MASK = 3;
/** The entry of an unknown filter or token: no record has it. */
const UNKNOWN = -1;

/** What the entries of realms refer to. */
export interface EntrySource {
  filters: Filters;
  dictionary: Dictionary;
}

/** Writes the entries of a realm into an array. An unknown filter or token is added, or becomes an entry that no record has. */
export function readEntries(
  { filters, dictionary }: EntrySource,
  realm: IndexedRealm,
  unknown: 'add' | 'skip',
  into: number[],
): void {
  into.length = 0;
  const seenTokens = new Set<number>();
  const visit = (id: number, kind: number) => into.push(id < 0 ? UNKNOWN : (id << KIND_BITS) | kind);
  const visitToken = (tokenId: number, kind: number) => {
    if (seenTokens.has(tokenId)) return; // a token is one entry, however often it occurs
    seenTokens.add(tokenId);
    visit(tokenId, kind);
  };
  forEachFilter(filters, realm, (filterId) => visit(filterId, FILTER), unknown);
  forEachToken(dictionary, realm.nameFolded, (tokenId) => visitToken(tokenId, NAME_TOKEN), unknown);
  forEachToken(dictionary, realm.descriptionFolded, (tokenId) => visitToken(tokenId, TOKEN), unknown);
}
