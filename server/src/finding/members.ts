// A set of realms: a sorted list of their numbers while they are few, a bit for each number when they are many, and
// then also, for the orders it was asked in, a bit for each place of the order.
import { clearBit, eachBit, ones, setBit, setPlaces, unite } from './bits.ts';
import { bitsFor, type Order, type PlaceBits } from './order.ts';

export interface Members {
  size: number;
  /** Sorted, the first `size` of it; undefined when there are bits. */
  list: number[] | Uint32Array | undefined;
  bits: Uint32Array | undefined;
  placed: Map<Order, PlaceBits>;
}

/** As a list, a set of fewer is small whatever the catalog's size. */
const FEW = 1_024;
/** From one realm in so many on: bits take more room than a list until one in 32, but are met faster. */
const DENSE = 128;
/** Short lists are arrays: a typed one has a large head. */
const SHORT = 32;
/** A list that is left with one in so many of its places is put into fewer. */
const SPARSE = 4;
/** How many sets a step takes. */
const STEP = 4_096;

const none: ReadonlyMap<Order, PlaceBits> = new Map();
/** Of a set that was abandoned. */
const nevermore: ReadonlyMap<Order, PlaceBits> = new Map();

export function members(): Members {
  return { size: 0, list: [], bits: undefined, placed: none as Map<Order, PlaceBits> };
}

/** Adds a realm that the set does not have, in a catalog with numbers below `rows`. */
export function addMember(set: Members, seq: number, rows: number): void {
  set.size += 1;
  if (set.list) {
    set.list = inserted(set.list, set.size - 1, seq);
    if (isMany(set.size, rows)) toBits(set, rows);
    return;
  }
  if (!set.bits) return;
  if (seq >>> 5 >= set.bits.length) set.bits = longer(set.bits, (rows >>> 5) + 1);
  setBit(set.bits, seq);
  if (set.placed !== none) for (const [order, { bits }] of set.placed) setBit(bits, order.places[seq] ?? 0);
  if (set.size * DENSE * 2 < rows) toList(set);
}

/** The realms that are in any of the sets, as a set of its own. */
export function unionOf(sets: Members[], rows: number): Members {
  const bits = new Uint32Array((rows >>> 5) + 1);
  for (const set of sets) {
    if (set.bits) unite(bits, set.bits);
    else if (set.list) markAll(bits, set.list, set.size);
  }
  const union: Members = { ...members(), list: undefined, bits };
  for (let at = 0; at < bits.length; at += 1) union.size += ones(bits[at] ?? 0);
  if (!isMany(union.size, rows)) toList(union);
  return union;
}

/** Only the question that is being answered may still ask for this set: no order keeps its bits in place from now on. */
export function abandon(set: Members): void {
  unfollow(set);
  set.placed = nevermore as Map<Order, PlaceBits>;
}

function unfollow(set: Members): void {
  for (const [order, bits] of set.placed) order.followers.delete(bits);
  if (set.placed !== nevermore) set.placed = none as Map<Order, PlaceBits>;
}

function markAll(bits: Uint32Array, list: number[] | Uint32Array, size: number) {
  // Each kind has a loop of its own, which is then made for it.
  if (Array.isArray(list)) for (let at = 0; at < size; at += 1) setBit(bits, list[at] ?? 0);
  else for (let at = 0; at < size; at += 1) setBit(bits, list[at] ?? 0);
}

/** Puts realms into empty sets of known sizes, in the order of their numbers: growing would take most of the time. */
export function putMembers(sets: (Members | undefined)[], sizes: Uint32Array, rows: number) {
  const words = (rows >>> 5) + 1;
  // All bits and lists in one row: where each begins, and where each list ends so far, which no bits do.
  const starts = new Float64Array(sets.length);
  const ends = new Float64Array(sets.length);
  let total = 0;
  for (let at = 0; at < sets.length; at += 1) {
    const size = sizes[at] ?? 0;
    starts[at] = total;
    ends[at] = isMany(size, rows) ? -1 : total;
    total += isMany(size, rows) ? words : size;
  }
  const room = new Uint32Array(total);

  return {
    append(at: number, seq: number) {
      const end = ends[at] ?? 0;
      if (end < 0) {
        const word = (starts[at] ?? 0) + (seq >>> 5);
        room[word] = (room[word] ?? 0) | (1 << (seq & 31));
      } else {
        room[end] = seq;
        ends[at] = end + 1;
      }
    },
    *finish(): Generator<void> {
      for (const [at, set] of sets.entries()) {
        if (at % STEP === 0) yield;
        if (!set) continue;
        set.size = sizes[at] ?? 0;
        const [start = 0, end = 0] = [starts[at], ends[at]];
        if (end < 0) [set.bits, set.list] = [room.slice(start, start + words), undefined];
        else if (set.size > SHORT) set.list = room.slice(start, end);
        else if (set.size > 0) set.list = [...room.subarray(start, end)];
      }
    },
  };
}

function isMany(size: number, rows: number): boolean {
  return size > FEW && size * DENSE > rows;
}

/** Takes away a realm that the set has. */
export function removeMember(set: Members, seq: number): void {
  set.size -= 1;
  if (set.list) {
    const at = placeIn(set.list, set.size + 1, seq);
    set.list.copyWithin(at, at + 1, set.size + 1);
    if (Array.isArray(set.list)) set.list.length = set.size;
    else if (set.size * SPARSE < set.list.length) set.list = fitting(set.list, set.size);
    return;
  }
  if (!set.bits) return;
  clearBit(set.bits, seq);
  for (const [order, { bits }] of set.placed) clearBit(bits, order.places[seq] ?? 0);
  if (set.size < FEW / 2 || set.size * DENSE * 2 < set.bits.length * 32) toList(set);
}

/** A long list that has become short, in as much room as it needs. */
function fitting(list: Uint32Array, size: number): number[] | Uint32Array {
  const left = list.subarray(0, size);
  return size > SHORT / 2 ? longer(left, Math.ceil(size * 1.4)) : [...left];
}

/** The bits of a set that has them, by the places of an order; they follow the order from then on, unless the set was abandoned. */
export function placedBits(set: Members, order: Order): Uint32Array {
  const known = set.placed.get(order);
  if (known) return known.bits;
  const made = { bits: bitsFor(order) };
  if (set.bits) setPlaces(set.bits, order.places, made.bits);
  if (set.placed === nevermore) return made.bits;
  if (set.placed === none) set.placed = new Map();
  set.placed.set(order, made);
  order.followers.add(made);
  return made.bits;
}

export function membersOf(set: Members): Uint32Array {
  const list = new Uint32Array(set.size);
  let at = 0;
  eachMember(set, (seq) => (list[at++] = seq));
  return list;
}

function eachMember(set: Members, see: (seq: number) => void): void {
  if (set.list) for (let at = 0; at < set.size; at += 1) see(set.list[at] ?? 0);
  else if (set.bits) eachBit(set.bits, see);
}

function toBits(set: Members, rows: number) {
  const bits = new Uint32Array((rows >>> 5) + 1);
  eachMember(set, (seq) => setBit(bits, seq));
  [set.bits, set.list] = [bits, undefined];
}

function toList(set: Members) {
  const list = membersOf(set);
  unfollow(set);
  [set.list, set.bits] = [list, undefined];
}

/** The list with a number more; realms mostly come in the order of their numbers. */
function inserted(list: number[] | Uint32Array, size: number, seq: number): number[] | Uint32Array {
  if (Array.isArray(list) && size === 0) return [seq]; // pushing would make room for seventeen, and most words are in one realm
  let roomy = list;
  if (Array.isArray(list)) {
    list.push(seq);
    if (size >= SHORT) roomy = longer(Uint32Array.from(list), SHORT * 2);
  } else if (size === list.length) roomy = longer(list, Math.max(SHORT, Math.ceil(size * 1.4)));
  if (size === 0 || (roomy[size - 1] ?? 0) < seq) roomy[size] = seq;
  else {
    const at = placeIn(roomy, size, seq);
    roomy.copyWithin(at + 1, at, size);
    roomy[at] = seq;
  }
  return roomy;
}

function placeIn(list: number[] | Uint32Array, size: number, seq: number): number {
  let [from, to] = [0, size];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((list[middle] ?? 0) < seq) from = middle + 1;
    else to = middle;
  }
  return from;
}

function longer(list: Uint32Array | undefined, length: number): Uint32Array<ArrayBuffer> {
  const made = new Uint32Array(length);
  if (list) made.set(list);
  return made;
}
