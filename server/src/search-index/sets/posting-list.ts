// A posting list: the sorted rows of a small set of realms. A short list is an array, since a typed array has a large header.

/** The first `size` numbers are the rows; the size is stored by the set. */
export type PostingList = number[] | Uint32Array;

const MAX_ARRAY_LENGTH = 32;
/** A typed list is copied to a smaller one when less than one in so many of its places is in use. */
const SPARSE_FACTOR = 4;

/** Returns the list with one more row. Rows mostly come in ascending order. */
export function insertedInto(list: PostingList, size: number, row: number): PostingList {
  if (Array.isArray(list) && size === 0) return [row]; // `push` would reserve seventeen places, and most tokens are in one realm
  let roomy = list;
  if (Array.isArray(list)) {
    list.push(row);
    if (size >= MAX_ARRAY_LENGTH) roomy = copyOf(Uint32Array.from(list), MAX_ARRAY_LENGTH * 2);
  } else if (size === list.length) roomy = copyOf(list, Math.max(MAX_ARRAY_LENGTH, Math.ceil(size * 1.4)));
  if (size === 0 || (roomy[size - 1] ?? 0) < row) roomy[size] = row;
  else {
    const at = indexOfRow(roomy, size, row);
    roomy.copyWithin(at + 1, at, size);
    roomy[at] = row;
  }
  return roomy;
}

/** Returns the list without a row that it has. */
export function removedFrom(list: PostingList, size: number, row: number): PostingList {
  const at = indexOfRow(list, size, row);
  const left = size - 1;
  list.copyWithin(at, at + 1, size);
  if (Array.isArray(list)) list.length = left;
  else if (left * SPARSE_FACTOR < list.length) return shortened(list, left);
  return list;
}

function shortened(list: Uint32Array, size: number): PostingList {
  const rows = list.subarray(0, size);
  return size > MAX_ARRAY_LENGTH / 2 ? copyOf(rows, Math.ceil(size * 1.4)) : [...rows];
}

/** Returns a list of these sorted rows. */
export function listOf(rows: Uint32Array): PostingList {
  return rows.length > MAX_ARRAY_LENGTH ? rows.slice() : [...rows];
}

/** Returns the index of the first row that is not below this one. */
export function indexOfRow(list: PostingList, size: number, row: number): number {
  let [from, to] = [0, size];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((list[middle] ?? 0) < row) from = middle + 1;
    else to = middle;
  }
  return from;
}

export function copyOf(list: Uint32Array, length: number): Uint32Array<ArrayBuffer> {
  const copy = new Uint32Array(length);
  copy.set(list);
  return copy;
}
