// What orders compare, in columns by the row of the realm.
import { byteOrdered } from './byte-order.ts';
import type { Findable } from './finder.ts';
import { changingOut, numbersIn, textsIn, textsOut, type Bytes } from './pieces.ts';

export type Compare = (one: number, other: number) => number;

function numbersFor(rows: number) {
  return {
    /** The realm's number in the store; 0 if the row is free. */
    seq: new Uint32Array(rows),
    downloads: new Float64Array(rows),
    stars: new Float64Array(rows),
    created: new Float64Array(rows),
    updated: new Float64Array(rows),
    /** The 32 digits of the id, 13, 12 and 7. */
    idStart: new Float64Array(rows),
    idMiddle: new Float64Array(rows),
    idEnd: new Uint32Array(rows),
  };
}

export interface Columns {
  numbers: ReturnType<typeof numbersFor>;
  /** Folded, as bytes compare. */
  names: string[];
  readonly rows: number;
  write(row: number, realm: Findable): void;
  erase(row: number): void;
  freeze(): Generator<Uint8Array>;
}

export function columns(numbers = numbersFor(1_024), names: string[] = []): Columns {
  const all: Columns = {
    numbers,
    names,
    get rows() {
      return all.numbers.idEnd.length;
    },
    write(row, realm) {
      if (row >= all.rows) grow(row + 1);
      writeNumbers(all.numbers, row, realm);
      all.names[row] = byteOrdered(realm.nameFolded);
    },
    erase(row) {
      all.numbers.seq[row] = 0;
      all.names[row] = '';
    },
    *freeze() {
      const { numbers, rows } = all;
      for (const column of Object.values(numbers)) yield* changingOut(column);
      yield* textsOut(all.names, rows);
    },
  };

  function grow(least: number) {
    const grown = numbersFor(Math.max(least, Math.ceil(all.rows * 1.5)));
    for (const name of Object.keys(grown) as (keyof typeof grown)[]) grown[name].set(all.numbers[name]);
    all.numbers = grown;
  }
  return all;
}

export function* thawedColumns(bytes: Bytes): Generator<void, Columns> {
  const numbers = numbersFor(0);
  numbers.seq = numbersIn(bytes, Uint32Array);
  for (const name of ['downloads', 'stars', 'created', 'updated', 'idStart', 'idMiddle'] as const) {
    numbers[name] = numbersIn(bytes, Float64Array);
    yield;
  }
  numbers.idEnd = numbersIn(bytes, Uint32Array);
  if (Object.values(numbers).some(({ length }) => length !== numbers.seq.length))
    throw new RangeError('columns are of different lengths');
  return columns(numbers, yield* textsIn(bytes));
}

function writeNumbers(numbers: Columns['numbers'], row: number, realm: Findable) {
  const { id } = realm;
  numbers.seq[row] = realm.seq;
  numbers.downloads[row] = realm.downloadCount;
  numbers.stars[row] = realm.starCount;
  numbers.created[row] = timeNumber(realm.createdAt);
  numbers.updated[row] = timeNumber(realm.updatedAt);
  numbers.idStart[row] = hexNumber(id, 0, 14);
  numbers.idMiddle[row] = hexNumber(id, 14, 29);
  numbers.idEnd[row] = hexNumber(id, 29, 36);
}

/** The orders of lists: below zero when the one comes before the other. None are equal, as every order ends in the id. */
export function comparisons(all: Columns) {
  const byId: Compare = (one, other) => {
    const { idStart, idMiddle, idEnd } = all.numbers;
    return (
      (idStart[one] ?? 0) - (idStart[other] ?? 0) ||
      (idMiddle[one] ?? 0) - (idMiddle[other] ?? 0) ||
      (idEnd[one] ?? 0) - (idEnd[other] ?? 0)
    );
  };
  const most =
    (column: 'downloads' | 'stars' | 'created' | 'updated', next: Compare): Compare =>
    (one, other) =>
      (all.numbers[column][other] ?? 0) - (all.numbers[column][one] ?? 0) || next(one, other);
  const lastId: Compare = (one, other) => byId(other, one);
  const newest = most('created', lastId);
  const byName: Compare = (one, other) => {
    const [name = '', otherName = ''] = [all.names[one], all.names[other]];
    if (name === otherName) return byId(one, other);
    return name < otherName ? -1 : 1;
  };
  return {
    newest,
    downloads: most('downloads', newest),
    stars: most('stars', newest),
    updated: most('updated', lastId),
    name: byName,
  };
}

/** A number that is larger for a later time: `2026-03-01T00:00:00.000Z`, as text sorts. */
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

/** The number that a part of an id is, without its dashes. */
function hexNumber(id: string, from: number, to: number): number {
  let sum = 0;
  for (let at = from; at < to; at += 1) {
    const unit = id.charCodeAt(at);
    if (unit === 45) continue;
    sum = sum * 16 + (unit < 58 ? unit - 48 : unit - 87);
  }
  return sum;
}
