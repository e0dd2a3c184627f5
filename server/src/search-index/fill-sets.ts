// Adds all staged realms to their sets at once, and serializes the records with the names of filters and tokens.
import { dictionary } from './dictionary.ts';
import { FILTER, KIND_BITS, KIND_MASK, NAME_TOKEN } from './entries.ts';
import { filtersOf } from './filters.ts';
import { invertedIndex, type InvertedIndex } from './inverted-index.ts';
import { eraseRecord } from './record-pages.ts';
import { deserializeRecords, forEachRecord, serializeRecords } from './records.ts';
import { readTexts, writeTexts, type ByteSource } from './serialize.ts';
import { setFiller } from './set-filler.ts';

/** Adds the staged realms to the empty sets of their entries, in steps; returns their rows. */
export function* fillSets(
  { records, filters, dictionary }: InvertedIndex,
  capacity: number,
): Generator<void, Uint32Array> {
  const tokenSets = dictionary.sets;
  const sets = [filters.sets, tokenSets.map((of) => of?.anywhere), tokenSets.map((of) => of?.inName)].flat();
  // The index in `sets` where the sets of tokens begin, and where those of tokens in names begin.
  const [anywhere, inName] = [filters.sets.length, filters.sets.length + tokenSets.length];
  const sizes = new Uint32Array(sets.length);
  // There are two loops over the same records, so that the compiler optimizes each for what it does.
  yield* forEachRecord(records, capacity, (_, page, from, to) => {
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
  yield* forEachRecord(records, capacity, (row, page, from, to) => {
    rows[rowCount++] = row;
    for (let at = from; at < to; at += 1) {
      const entry = page[at] ?? 0;
      const [kind, id] = [entry & KIND_MASK, entry >>> KIND_BITS];
      filler.append(kind === FILTER ? id : anywhere + id, row);
      if (kind === NAME_TOKEN) filler.append(inName + id, row);
    }
  });
  yield* filler.finish();
  return rows.slice(0, rowCount);
}

/** Serializes the records of rows below `capacity`, and the names that they refer to. */
export function* serializeSets(
  { records, filters, dictionary }: InvertedIndex,
  capacity: number,
): Generator<Uint8Array> {
  yield* serializeRecords(records, capacity);
  // The names come after the records, so that every name in them exists; else the realm has changed, and is staged again. Each list is a
  // copy of one moment, so that no text has two ids.
  yield* writeTexts([...filters.names], filters.names.length);
  yield* writeTexts([...dictionary.tokens], dictionary.tokens.length);
}

/** Reads what `serializeSets` wrote: all realms are staged. `isUsed` says which rows have a realm. */
export function* deserializeSets(
  bytes: ByteSource,
  capacity: number,
  isUsed: (row: number) => boolean,
): Generator<void, InvertedIndex> {
  const records = yield* deserializeRecords(bytes, capacity);
  for (let row = 0; row < capacity; row += 1) if (!isUsed(row)) eraseRecord(records, row);
  const [names, tokens] = [yield* readTexts(bytes), yield* readTexts(bytes)];
  const [filterCounts, tokenCounts] = [new Uint32Array(names.length), new Uint32Array(tokens.length)];
  yield* forEachRecord(records, capacity, (_, page, from, to) => {
    for (let at = from; at < to; at += 1) {
      const entry = page[at] ?? 0;
      const counts = (entry & KIND_MASK) === FILTER ? filterCounts : tokenCounts;
      const id = entry >>> KIND_BITS;
      if (id >= counts.length) throw new RangeError('a record refers to a name that does not exist');
      counts[id] = (counts[id] ?? 0) + 1;
    }
  });
  return invertedIndex(records, yield* filtersOf(names, filterCounts), dictionary(tokens, tokenCounts));
}
