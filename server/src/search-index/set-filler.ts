// Fills empty sets of known sizes with rows in ascending order: growing them one by one would take most of the time of a start.
import { MAX_ARRAY_LENGTH } from './posting-list.ts';
import { isDense, type RealmSet } from './realm-set.ts';

const SETS_PER_STEP = 4_096;

export interface SetFiller {
  /** Appends a row to the set with this index. */
  append(at: number, row: number): void;
  /** Gives each set its list or bitmap, in steps. */
  finish(): Generator<void>;
}

export function setFiller(sets: (RealmSet | undefined)[], sizes: Uint32Array, capacity: number): SetFiller {
  const words = (capacity >>> 5) + 1;
  // All bitmaps and lists are in one array: `starts` says where each begins, `ends` where each list ends so far (-1 for a bitmap).
  const starts = new Float64Array(sets.length);
  const ends = new Float64Array(sets.length);
  let total = 0;
  for (let at = 0; at < sets.length; at += 1) {
    const size = sizes[at] ?? 0;
    starts[at] = total;
    ends[at] = isDense(size, capacity) ? -1 : total;
    total += isDense(size, capacity) ? words : size;
  }
  const memory = new Uint32Array(total);

  return {
    append(at, row) {
      const end = ends[at] ?? 0;
      if (end < 0) {
        const word = (starts[at] ?? 0) + (row >>> 5);
        memory[word] = (memory[word] ?? 0) | (1 << (row & 31));
      } else {
        memory[end] = row;
        ends[at] = end + 1;
      }
    },
    *finish() {
      for (const [at, set] of sets.entries()) {
        if (at % SETS_PER_STEP === 0) yield;
        const [start = 0, end = 0] = [starts[at], ends[at]];
        if (!set) continue;
        if (end < 0) fillWithBitmap(set, sizes[at] ?? 0, memory.slice(start, start + words));
        else fillWithList(set, memory.subarray(start, end));
      }
    },
  };
}

function fillWithBitmap(set: RealmSet, size: number, bitmap: Uint32Array) {
  set.size = size;
  [set.bitmap, set.list] = [bitmap, undefined];
}

function fillWithList(set: RealmSet, rows: Uint32Array) {
  set.size = rows.length;
  if (rows.length > MAX_ARRAY_LENGTH) set.list = rows.slice();
  else if (rows.length > 0) set.list = [...rows];
}
