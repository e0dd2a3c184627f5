// The set of realms of each filter, and the text by which a broad search finds it. A filter that no realm has any more is removed, and its id is
// assigned again.
import { forEachFilterOf, startOfSpellings, type FilterKind, type KindAndValue } from './filter-names.ts';
import type { IndexedRealm } from '../indexed-realm.ts';
import { addToNgrams, removeFromNgrams, type Ngrams } from '../words/ngrams.ts';
import { emptyOrder, type SortOrder } from '../orders/order-blocks.ts';
import { emptySet, type RealmSet } from '../sets/realm-set.ts';
import { signatures, writeSignature, type Signatures } from '../words/similar-tokens.ts';
import { insertRow, removeRow, rowsInRange, type RowRange } from '../orders/sort-order.ts';

export interface Filters {
  /** By id: the kind, a blank and the value, such as `tag cli`; empty where an id is not in use. */
  names: string[];
  /** By id; undefined where an id is not in use. */
  sets: (RealmSet | undefined)[];
  freeIds: number[];
  idsByValue: Record<FilterKind, Map<string, number>>;
  /** The ids of authors, categories, licenses and tags, sorted by name. */
  byName: SortOrder;
  /** By id: where a broad search looks for its words. Empty for a filter that it does not know. */
  texts: string[];
  /** The ids by the n-grams of their texts. */
  ngrams: Ngrams;
  /** Of the values, by id, for suggestions. */
  signatures: Signatures;
  /** How many counts of values are under way; while there are any, filters that no realm has any more are kept in `unused`. */
  counting: number;
  unused: number[];
}

const NAMES_PER_STEP = 1_024;

export function filters(names: string[] = []): Filters {
  const idsByValue: Filters['idsByValue'] = {
    listed: new Map(),
    public: new Map(),
    private: new Map(),
    owner: new Map(),
    featured: new Map(),
    has: new Map(),
    unpublished: new Map(),
    author: new Map(),
    category: new Map(),
    license: new Map(),
    tag: new Map(),
  };
  const byName = emptyOrder((one, other) => (String(names[one]) < String(names[other]) ? -1 : 1));
  const found = { texts: [], ngrams: new Map(), signatures: signatures() };
  return { names, sets: [], freeIds: [], idsByValue, byName, ...found, counting: 0, unused: [] };
}

/** `names` and `texts` are by id, no name twice, and empty where an id is not in use. */
export function* filtersOf(names: string[], texts: string[]): Generator<void, Filters> {
  const all = filters(names);
  for (const [id, name] of names.entries()) {
    if (id % NAMES_PER_STEP === 0) yield;
    all.sets[id] = undefined;
    if (name === '') all.freeIds.push(id);
    else enter(all, id, kindOf(name), valueOf(name), texts[id] as string);
  }
  return all;
}

export function findFilter({ idsByValue, sets }: Filters, kind: FilterKind, value = ''): RealmSet | undefined {
  const id = idsByValue[kind].get(value);
  return id === undefined ? undefined : sets[id];
}

/** Returns the sets of the filters that exist; a license has one for each spelling. */
export function setsOfFilters(filters: Filters, wanted: KindAndValue[]): RealmSet[] {
  const found: RealmSet[] = [];
  for (const [kind, value] of wanted) {
    const set = kind === 'license' ? undefined : findFilter(filters, kind, value);
    if (set) found.push(set);
    if (kind !== 'license') continue;
    for (const ids of idsWithPrefix(filters, 'license', startOfSpellings(value)))
      for (const id of ids) found.push(filters.sets[id] as RealmSet);
  }
  return found;
}

/** Yields the ids of the filters of a kind whose value begins with this text, in parts, sorted by value. */
export function idsWithPrefix(filters: Filters, kind: FilterKind, prefix: string): Generator<Uint32Array> {
  return rowsInRange(filters.byName, rangeOfPrefix(filters, kind, prefix));
}

/** The same filters, as a range of their order by name. */
export function rangeOfPrefix({ names }: Filters, kind: FilterKind, prefix: string): RowRange {
  const start = `${kind} ${prefix}`;
  const nameOf = (id: number) => names[id] ?? '';
  const isBelow = (id: number) => nameOf(id) < start;
  return { isBelow, isBelowEnd: (id) => isBelow(id) || nameOf(id).startsWith(start) };
}

/** Visits the id of each filter of a realm. An unknown filter is added, or has the id -1. */
export function forEachFilter(
  filters: Filters,
  realm: IndexedRealm,
  visit: (filterId: number) => void,
  unknown: 'add' | 'skip',
): void {
  forEachFilterOf(realm, (kind, value) => {
    const known = filters.idsByValue[kind].get(value);
    if (known === undefined && unknown === 'skip') return visit(-1);
    const id = known ?? addFilter(filters, kind, value);
    if (kind === 'author' && unknown === 'add') writeText(filters, id, textOf(kind, value, realm.authorName));
    return visit(id);
  });
}

/** False if a realm of this author had another name of the author when it was put. */
export function hasAuthorName({ idsByValue, texts }: Filters, { author, authorName }: IndexedRealm): boolean {
  return texts[Number(idsByValue.author.get(author))] === textOf('author', author, authorName);
}

function addFilter(filters: Filters, kind: FilterKind, value: string): number {
  const id = filters.freeIds.pop() ?? filters.names.length;
  filters.names[id] = `${kind} ${value}`;
  enter(filters, id, kind, value, textOf(kind, value, ''));
  return id;
}

function enter(filters: Filters, id: number, kind: FilterKind, value: string, text: string) {
  filters.sets[id] = emptySet();
  filters.idsByValue[kind].set(value, id);
  filters.texts[id] = '';
  if (!hasValues(kind)) return;
  insertRow(filters.byName, id, Math.ceil((id + 1) * 1.5));
  writeSignature(filters.signatures, id, value);
  writeText(filters, id, text);
}

/** A word has no blank, so it occurs in one of the parts between blanks, or in none. */
function textOf(kind: FilterKind, value: string, authorName: string): string {
  if (kind === 'author') return `${value} ${authorName}`;
  if (kind === 'category') return value;
  if (kind !== 'tag') return '';
  const plain = withoutPunctuation(value);
  return plain === '' || plain === value ? value : `${value} ${plain}`;
}

/** A tag or a word without dots and dashes, which a broad search ignores in tags; empty where fewer than two characters are left. */
export function withoutPunctuation(text: string): string {
  const plain = text.replaceAll(/[.-]/g, '');
  return plain.length < 2 ? '' : plain;
}

function writeText({ texts, ngrams }: Filters, id: number, text: string) {
  const former = texts[id] as string;
  if (former === text) return;
  if (former !== '') removeFromNgrams(ngrams, id, former);
  if (text !== '') addToNgrams(ngrams, id, text);
  texts[id] = text;
}

/** Removes the filter if no realm has it any more. */
export function removeUnusedFilter(filters: Filters, id: number): void {
  if (filters.sets[id]?.size !== 0) return;
  filters.unused.push(id);
  if (filters.counting === 0) removeUnused(filters);
}

/** Begins a count of values: until `endCount`, no id is given to another filter. */
export function beginCount(filters: Filters): void {
  filters.counting += 1;
}

export function endCount(filters: Filters): void {
  filters.counting -= 1;
  if (filters.counting === 0) removeUnused(filters);
}

function removeUnused(filters: Filters) {
  const { names, sets, freeIds, idsByValue, byName, unused } = filters;
  for (const id of unused) {
    const name = String(names[id]);
    if (sets[id]?.size !== 0) continue; // it is in the list twice, or a realm has got it again
    if (hasValues(kindOf(name))) removeRow(byName, id);
    idsByValue[kindOf(name)].delete(valueOf(name));
    writeText(filters, id, '');
    names[id] = '';
    sets[id] = undefined;
    freeIds.push(id);
  }
  filters.unused = [];
}

function hasValues(kind: FilterKind): boolean {
  return kind === 'author' || kind === 'category' || kind === 'license' || kind === 'tag';
}

export const kindOf = (name: string) => name.slice(0, name.indexOf(' ')) as FilterKind;
export const valueOf = (name: string) => name.slice(name.indexOf(' ') + 1);
