// The values that sort orders compare, in one column for each field, by row.
import { codePointOrdered } from './code-point-order.ts';
import type { IndexedRealm } from './indexed-realm.ts';
import { readNumbers, readTexts, writeChangingNumbers, writeTexts, type ByteSource } from './serialize.ts';

function numberColumns(capacity: number) {
  return {
    /** The number of the realm in the database; 0 if the row is free. */
    seq: new Uint32Array(capacity),
    downloads: new Float64Array(capacity),
    stars: new Float64Array(capacity),
    created: new Float64Array(capacity),
    updated: new Float64Array(capacity),
    /** The 32 digits of the id: the first 13, the next 12 and the last 7. */
    idStart: new Float64Array(capacity),
    idMiddle: new Float64Array(capacity),
    idEnd: new Uint32Array(capacity),
  };
}

export type NumberColumns = ReturnType<typeof numberColumns>;

export interface Columns {
  numbers: NumberColumns;
  /** Folded names, rewritten by `codePointOrdered`. */
  names: string[];
}

export function columns(numbers = numberColumns(1_024), names: string[] = []): Columns {
  return { numbers, names };
}

/** Returns how many rows the columns have room for. */
export function capacityOf({ numbers }: Columns): number {
  return numbers.seq.length;
}

export function writeRow(columns: Columns, row: number, realm: IndexedRealm): void {
  if (row >= capacityOf(columns)) grow(columns, row + 1);
  const { numbers } = columns;
  const { id } = realm;
  numbers.seq[row] = realm.seq;
  numbers.downloads[row] = realm.downloadCount;
  numbers.stars[row] = realm.starCount;
  numbers.created[row] = timeNumber(realm.createdAt);
  numbers.updated[row] = timeNumber(realm.updatedAt);
  numbers.idStart[row] = hexNumber(id, 0, 14);
  numbers.idMiddle[row] = hexNumber(id, 14, 29);
  numbers.idEnd[row] = hexNumber(id, 29, 36);
  columns.names[row] = codePointOrdered(realm.nameFolded);
}

export function eraseRow({ numbers, names }: Columns, row: number): void {
  numbers.seq[row] = 0;
  names[row] = '';
}

function grow(columns: Columns, minCapacity: number) {
  const grown = numberColumns(Math.max(minCapacity, Math.ceil(capacityOf(columns) * 1.5)));
  for (const name of Object.keys(grown) as (keyof NumberColumns)[]) grown[name].set(columns.numbers[name]);
  columns.numbers = grown;
}

export function* serializeColumns(columns: Columns): Generator<Uint8Array> {
  const { numbers, names } = columns;
  for (const column of Object.values(numbers)) yield* writeChangingNumbers(column);
  yield* writeTexts(names, numbers.seq.length);
}

export function* deserializeColumns(bytes: ByteSource): Generator<void, Columns> {
  const numbers = numberColumns(0);
  numbers.seq = readNumbers(bytes, Uint32Array);
  for (const name of ['downloads', 'stars', 'created', 'updated', 'idStart', 'idMiddle'] as const) {
    numbers[name] = readNumbers(bytes, Float64Array);
    yield;
  }
  numbers.idEnd = readNumbers(bytes, Uint32Array);
  if (Object.values(numbers).some(({ length }) => length !== numbers.seq.length))
    throw new RangeError('columns are of different lengths');
  return columns(numbers, yield* readTexts(bytes));
}

/** Returns a larger number for a later time. Times are text such as `2026-03-01T00:00:00.000Z`, which sorts in the same order. */
function timeNumber(time: string): number {
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
