// The realms that are in several sets at once, by the places of an order: how many there are, and a page of them.
import { lowest, ones, setBit, unite } from './bits.ts';
import { placedBits, type Members } from './members.ts';
import { BLOCK, type Order } from './order.ts';
import type { Scratch } from './scratch.ts';

const WORDS = BLOCK / 32;

/** Places in an order: a list of few, in which one may stand twice, or the bits of many. */
export type Places = { list: Uint32Array; length: number } | { bits: Uint32Array };

/** Places that were found, how many there are in each block, and in all. */
export interface Found {
  bits: Uint32Array;
  counts: Uint16Array;
  total: number;
}

/** The places of the realms that are in any of the sets. */
export function inAny(sets: Members[], order: Order, scratch: Scratch): Places {
  const [only] = sets;
  if (only?.bits && sets.length === 1) return { bits: placedBits(only, order) };

  const listed = sets.reduce((sum, set) => sum + (set.list ? set.size : 0), 0);
  if (listed <= Math.max(BLOCK, order.used * WORDS) && sets.every((set) => set.list)) {
    const list = scratch.list(listed);
    let length = 0;
    for (const set of sets) length = writePlaces(set, order.places, list, length);
    return { list, length };
  }
  const [first, ...others] = sets.filter((set) => set.bits).map((set) => placedBits(set, order));
  const length = order.used * WORDS;
  const bits = first ? scratch.bits(length) : scratch.noBits(length);
  if (first) bits.set(first.subarray(0, length));
  for (const other of others) unite(bits, other);
  for (const set of sets) if (set.list) markPlaces(set, order.places, bits);
  return { bits };
}

/** The places that are in all of these, of which there is one at least. */
export function inAll(all: Places[], order: Order, scratch: Scratch): Found {
  const words = order.used * WORDS;
  const lists = all.filter((places) => 'list' in places).toSorted((one, other) => one.length - other.length);
  const bits = all.flatMap((places) => ('bits' in places ? [places.bits] : []));
  const [shortest, ...others] = lists;
  if (!shortest)
    return meetBits(bits, { bits: scratch.bits(words), counts: scratch.counts(order.used), total: 0 }, words);

  const found = { bits: scratch.noBits(words), counts: scratch.noCounts(order.used), total: 0 };
  for (const { list, length } of others) {
    const marked = scratch.noBits(words);
    for (let at = 0; at < length; at += 1) setBit(marked, list[at] ?? 0);
    bits.push(marked);
  }
  for (let at = 0; at < shortest.length; at += 1) {
    const place = shortest.list[at] ?? 0;
    const word = place >>> 5;
    let met = (1 << (place & 31)) & ~(found.bits[word] ?? 0);
    for (let which = 0; which < bits.length; which += 1) met &= bits[which]?.[word] ?? 0;
    if (met === 0) continue;
    found.bits[word] = (found.bits[word] ?? 0) | met;
    found.counts[place >>> 8] = (found.counts[place >>> 8] ?? 0) + 1;
    found.total += 1;
  }
  return found;
}

/** Every word that was found is written, and every count. */
function meetBits(all: Uint32Array[], found: Found, length: number): Found {
  const { bits, counts } = found;
  const [first = bits, second = first, third = second, ...others] = all;
  let left = first;
  for (const other of others) {
    for (let at = 0; at < length; at += 1) bits[at] = (left[at] ?? 0) & (other[at] ?? 0);
    left = bits;
  }
  let total = 0;
  for (let start = 0; start < length; start += WORDS) {
    let count = 0;
    for (let at = start; at < start + WORDS; at += 1) {
      const word = (left[at] ?? 0) & (second[at] ?? 0) & (third[at] ?? 0);
      bits[at] = word;
      count += ones(word);
    }
    counts[start / WORDS] = count;
    total += count;
  }
  found.total = total;
  return found;
}

/** The first so many realms that were found, in order, of those that are so. */
export function firstOf(found: Found, so: (seq: number) => boolean, count: number, order: Order): number[] {
  const first: number[] = [];
  for (let at = 0; at < order.blocks && first.length < count; at += 1) {
    const block = order.directory[at] ?? 0;
    if (found.counts[block] === 0) continue;
    for (let word = block * WORDS; word < (block + 1) * WORDS; word += 1) {
      for (let bits = found.bits[word] ?? 0; bits !== 0 && first.length < count; bits &= bits - 1) {
        const seq = order.realms[(word << 5) + lowest(bits)] ?? 0;
        if (so(seq)) first.push(seq);
      }
    }
  }
  return first;
}

/** Adds realms in order to the page until it is full: those of `found` that are not in `but`, which are some of them. */
export function turnTo(
  page: number[],
  order: Order,
  found: Found,
  but: Found | undefined,
  skip: number,
  limit: number,
) {
  let left = skip;
  for (let at = 0; at < order.blocks && page.length < limit; at += 1) {
    const block = order.directory[at] ?? 0;
    const count = (found.counts[block] ?? 0) - (but?.counts[block] ?? 0);
    if (left >= count) {
      left -= count;
      continue;
    }
    for (let word = block * WORDS; word < (block + 1) * WORDS; word += 1) {
      let bits = (found.bits[word] ?? 0) & ~(but?.bits[word] ?? 0);
      for (; bits !== 0 && page.length < limit; bits &= bits - 1) {
        if (left > 0) left -= 1;
        else page.push(order.realms[(word << 5) + lowest(bits)] ?? 0);
      }
    }
  }
}

function writePlaces({ list, size }: Members, places: Uint32Array, into: Uint32Array, from: number): number {
  // Each kind of list has a loop of its own, which is then made for it.
  if (Array.isArray(list)) for (let at = 0; at < size; at += 1) into[from + at] = places[list[at] ?? 0] ?? 0;
  else if (list) for (let at = 0; at < size; at += 1) into[from + at] = places[list[at] ?? 0] ?? 0;
  return from + size;
}

function markPlaces({ list, size }: Members, places: Uint32Array, bits: Uint32Array) {
  if (Array.isArray(list)) for (let at = 0; at < size; at += 1) setBit(bits, places[list[at] ?? 0] ?? 0);
  else if (list) for (let at = 0; at < size; at += 1) setBit(bits, places[list[at] ?? 0] ?? 0);
}
