// The values that sort orders compare, in one column for each field, by row; and how each order compares them.
import type { Sort } from '@realm-catalog/contract';
import { codePointOrdered } from './code-point-order.ts';
import type { IndexedRealm } from '../indexed-realm.ts';
import { readNumbers, readTexts, writeChangingNumbers, writeTexts, type ByteSource } from '../serialize.ts';

function numericColumns(capacity: number) {
  return {
    /** The `seq` of the realm; 0 if the row is free. */
    seq: new Uint32Array(capacity),
    downloads: new Float64Array(capacity),
    stars: new Float64Array(capacity),
    created: new Float64Array(capacity),
    updated: new Float64Array(capacity),
    published: new Float64Array(capacity),
    /** The 32 digits of the id: the first 12, the next 13 and the last 7. */
    idStart: new Float64Array(capacity),
    idMiddle: new Float64Array(capacity),
    idEnd: new Uint32Array(capacity),
    /** How the slug follows from the name (`slugs.ts`). */
    slugEnd: new Uint32Array(capacity),
    /** 1 for a realm that is neither deprecated nor without an upload: a broad search shows it before the others. */
    isAhead: new Uint8Array(capacity),
  };
}

export type NumericColumns = ReturnType<typeof numericColumns>;

export interface Columns {
  /** Counts, times and ids as numbers. */
  numeric: NumericColumns;
  /** Folded names, rewritten by `codePointOrdered`. */
  names: string[];
}

export function columns(numeric = numericColumns(1_024), names: string[] = []): Columns {
  return { numeric, names };
}

/** Returns how many rows the columns have room for. */
export function capacityOf({ numeric }: Columns): number {
  return numeric.seq.length;
}

export function writeRow(columns: Columns, row: number, realm: IndexedRealm): void {
  if (row >= capacityOf(columns)) grow(columns, row + 1);
  const { numeric } = columns;
  const { id } = realm;
  numeric.seq[row] = realm.seq;
  numeric.downloads[row] = realm.downloadCount;
  numeric.stars[row] = realm.starCount;
  numeric.created[row] = timeNumber(realm.createdAt);
  numeric.updated[row] = timeNumber(realm.updatedAt);
  numeric.published[row] = realm.publishedAt === '' ? 0 : timeNumber(realm.publishedAt);
  numeric.idStart[row] = hexNumber(id, 0, 14);
  numeric.idMiddle[row] = hexNumber(id, 14, 29);
  numeric.idEnd[row] = hexNumber(id, 29, 36);
  numeric.isAhead[row] = Number(realm.isPublished && !realm.isDeprecated);
  columns.names[row] = codePointOrdered(realm.nameFolded);
}

export function eraseRow({ numeric, names }: Columns, row: number): void {
  numeric.seq[row] = 0;
  names[row] = '';
}

function grow(columns: Columns, minCapacity: number) {
  const grown = numericColumns(Math.max(minCapacity, Math.ceil(capacityOf(columns) * 1.5)));
  for (const name of Object.keys(grown) as (keyof NumericColumns)[]) grown[name].set(columns.numeric[name]);
  columns.numeric = grown;
}

export function* serializeColumns(columns: Columns): Generator<Uint8Array> {
  const { numeric, names } = columns;
  for (const column of Object.values(numeric)) yield* writeChangingNumbers(column);
  yield* writeTexts(names, numeric.seq.length);
}

export function* deserializeColumns(bytes: ByteSource): Generator<void, Columns> {
  const numeric = numericColumns(0);
  numeric.seq = readNumbers(bytes, Uint32Array);
  for (const name of ['downloads', 'stars', 'created', 'updated', 'published', 'idStart', 'idMiddle'] as const) {
    numeric[name] = readNumbers(bytes, Float64Array);
    yield;
  }
  numeric.idEnd = readNumbers(bytes, Uint32Array);
  numeric.slugEnd = readNumbers(bytes, Uint32Array);
  numeric.isAhead = readNumbers(bytes, Uint8Array);
  if (Object.values(numeric).some(({ length }) => length !== numeric.seq.length))
    throw new RangeError('columns are of different lengths');
  return columns(numeric, yield* readTexts(bytes));
}

/** Returns a larger number for a later time. Times are text such as `2026-03-01T00:00:00.000Z`, which sorts in the same order. */
export function timeNumber(time: string): number {
  const number = (from: number, to: number) => {
    let sum = 0;
    for (let at = from; at < to; at += 1) sum = sum * 10 + time.charCodeAt(at) - 48;
    return sum;
  };
  const days = (number(0, 4) * 13 + number(5, 7)) * 32 + number(8, 10);
  const seconds = (number(11, 13) * 60 + number(14, 16)) * 61 + number(17, 19);
  return (days * 24 * 60 * 61 + seconds) * 1_000 + number(20, 23);
}

/** Reads a part of an id as a hexadecimal number, without its dashes. */
function hexNumber(id: string, from: number, to: number): number {
  let sum = 0;
  for (let at = from; at < to; at += 1) {
    const unit = id.charCodeAt(at);
    if (unit === 45) continue;
    sum = sum * 16 + (unit < 58 ? unit - 48 : unit - 87);
  }
  return sum;
}

/** Compares two rows: below zero if the first one comes first. */
export type Comparator = (one: number, other: number) => number;

/** The orders by scores, which change for all realms at once (`scores.ts`). `relevance` is the one within a rank of a broad search. */
export type ScoreKey = Extract<Sort, 'recent' | 'trending' | 'relevance'>;
/** The other sort orders that are maintained. Relevance is no order of its own: it groups matches by rank, and each group by downloads. */
export type SortKey = Exclude<Sort, 'relevance' | ScoreKey> | 'published';

export function idComparator(columns: Columns): Comparator {
  return (one, other) => {
    const { idStart, idMiddle, idEnd } = columns.numeric;
    return (
      (idStart[one] ?? 0) - (idStart[other] ?? 0) ||
      (idMiddle[one] ?? 0) - (idMiddle[other] ?? 0) ||
      (idEnd[one] ?? 0) - (idEnd[other] ?? 0)
    );
  };
}

/** No two rows are equal, since every order ends with the id. */
export function comparators(columns: Columns): Record<SortKey, Comparator> {
  const byId = idComparator(columns);
  const descending =
    (column: 'downloads' | 'stars' | 'created' | 'updated' | 'published', next: Comparator): Comparator =>
    (one, other) =>
      (columns.numeric[column][other] ?? 0) - (columns.numeric[column][one] ?? 0) || next(one, other);
  const byIdDescending: Comparator = (one, other) => byId(other, one);
  const newest = descending('created', byIdDescending);
  const byName: Comparator = (one, other) => {
    const [name = '', otherName = ''] = [columns.names[one], columns.names[other]];
    if (name === otherName) return byId(one, other);
    return name < otherName ? -1 : 1;
  };
  return {
    newest,
    downloads: descending('downloads', newest),
    stars: descending('stars', newest),
    updated: descending('updated', byIdDescending),
    published: descending('published', byIdDescending),
    name: byName,
  };
}
