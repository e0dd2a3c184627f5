// Adds all staged realms to their sets at once, and serializes the records with the names of filters and tokens.
import { dictionaryOf, removeUnusedToken } from '../words/dictionary.ts';
import { FILTER, KIND_BITS, KIND_MASK, NAME_TOKEN } from '../entries.ts';
import { filtersOf, removeUnusedFilter } from '../values/filters.ts';
import { invertedIndex, type InvertedIndex } from '../inverted-index.ts';
import { countIfPublic } from '../values/public-counts.ts';
import { listOf } from './posting-list.ts';
import { isDense, type RealmSet } from './realm-set.ts';
import { deserializeRecords, forEachRecord, serializeRecords } from '../records.ts';
import { readTexts, writeTexts, type ByteSource } from '../serialize.ts';

/** Removing one takes up to a tenth of a millisecond, and most are used. */
const TOKENS_PER_STEP = 1_024;

const NUMBERS_PER_STEP = 1 << 17;

/** Adds the staged realms to the empty sets of their entries, and counts them, in steps; returns their rows. `downloads` are by row. */
export function* fillSets(
  index: InvertedIndex,
  capacity: number,
  downloads: Float64Array,
): Generator<void, Uint32Array> {
  const { records, filters, dictionary } = index;
  const tokenSets = dictionary.sets;
  const sets = [filters.sets, tokenSets.map((of) => of?.anywhere), tokenSets.map((of) => of?.inName)].flat();
  // The index in `sets` where the sets of tokens begin, and where those of tokens in names begin.
  const [anywhere, inName] = [filters.sets.length, filters.sets.length + tokenSets.length];
  const sizes = new Uint32Array(sets.length);
  // There are two loops over the same records, so that the compiler optimizes each for what it does.
  yield* forEachRecord(records, (_, page, from, to) => {
    for (let at = from; at < to; at += 1) {
      const entry = page[at] ?? 0;
      const [kind, id] = [entry & KIND_MASK, entry >>> KIND_BITS];
      const index = kind === FILTER ? id : anywhere + id;
      sizes[index] = (sizes[index] ?? 0) + 1;
      if (kind === NAME_TOKEN) sizes[inName + id] = (sizes[inName + id] ?? 0) + 1;
    }
  });
  const filler = setFiller(sets, sizes, capacity);
  const rows = new Uint32Array(capacity);
  let rowCount = 0;
  yield* forEachRecord(records, (row, page, from, to) => {
    rows[rowCount++] = row;
    countIfPublic(index, { entries: page, from, to }, 1, downloads[row] ?? 0);
    for (let at = from; at < to; at += 1) {
      const entry = page[at] ?? 0;
      const [kind, id] = [entry & KIND_MASK, entry >>> KIND_BITS];
      filler.append(kind === FILTER ? id : anywhere + id, row);
      if (kind === NAME_TOKEN) filler.append(inName + id, row);
    }
  });
  yield* filler.finish();
  // Some were staged for realms that changed or went afterwards.
  for (let id = 0; id < filters.names.length; id += 1) removeUnusedFilter(filters, id);
  for (let id = 0; id < dictionary.tokens.length; id += 1) {
    removeUnusedToken(dictionary, id);
    if (id % TOKENS_PER_STEP === 0) yield;
  }
  return rows.slice(0, rowCount);
}

/** Fills empty sets of known sizes with rows in ascending order: growing them one by one would take most of the time of a start. */
function setFiller(sets: (RealmSet | undefined)[], sizes: Uint32Array, capacity: number) {
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
    /** Appends a row to the set with this index. */
    append(at: number, row: number): void {
      const end = ends[at] ?? 0;
      if (end < 0) {
        const word = (starts[at] ?? 0) + (row >>> 5);
        memory[word] = (memory[word] ?? 0) | (1 << (row & 31));
      } else {
        memory[end] = row;
        ends[at] = end + 1;
      }
    },
    /** Gives each set its list or bitmap, in steps. */
    *finish(): Generator<void> {
      let stepEnd = 0;
      for (const [at, set] of sets.entries()) {
        const [start = 0, end = 0] = [starts[at], ends[at]];
        if (start + at >= stepEnd) {
          stepEnd = start + at + NUMBERS_PER_STEP;
          yield;
        }
        if (!set) continue;
        set.size = sizes[at] ?? 0;
        if (end < 0) [set.bitmap, set.list] = [memory.slice(start, start + words), undefined];
        else set.list = listOf(memory.subarray(start, end));
      }
    },
  };
}

/** Serializes the records, and the names that they refer to. */
export function* serializeSets({ records, filters, dictionary }: InvertedIndex): Generator<Uint8Array> {
  yield* serializeRecords(records);
  // The names come after the records, so that every name in them exists; else the realm has changed, and is staged again. Each list is a
  // copy of one moment, so that no text has two ids.
  yield* writeTexts([...filters.names], filters.names.length);
  yield* writeTexts([...filters.texts], filters.names.length);
  yield* writeTexts([...dictionary.tokens], dictionary.tokens.length);
}

/** Reads what `serializeSets` wrote: all realms are staged. `isUsed` says which rows have a realm. */
export function* deserializeSets(bytes: ByteSource, isUsed: (row: number) => boolean): Generator<void, InvertedIndex> {
  const records = yield* deserializeRecords(bytes, isUsed);
  const filters = yield* filtersOf(yield* readTexts(bytes), yield* readTexts(bytes));
  return invertedIndex(records, filters, yield* dictionaryOf(yield* readTexts(bytes)));
}
