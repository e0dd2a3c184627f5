// One order of all realms, in blocks of 256 places: a realm comes or goes by shifting a part of one block, and a full
// block gives its upper half to a new one. Bits that follow the order are shifted along.
import { hasBit, setBit } from './bits.ts';
import type { Compare } from './columns.ts';

export const BLOCK = 256;
const WORDS = BLOCK / 32;
/** Of the places of a block, how many are taken when all realms are put in at once. */
const FILLED = 224;
/** Neighbours of which one is left with half of this, and both together with no more than this, become one block. */
const MERGED = BLOCK / 2;

export interface PlaceBits {
  bits: Uint32Array;
}

export interface Order {
  compare: Compare;
  /** The realm at each place. A place is the block's number times 256, and the place in it. */
  realms: Uint32Array;
  /** The place of each realm. */
  places: Uint32Array;
  /** How many realms are in each block. */
  lengths: Uint16Array;
  /** The numbers of the blocks in order, and how many there are. */
  directory: Uint32Array;
  blocks: number;
  /** Blocks up to this number have been in use. */
  used: number;
  unused: number[];
  followers: Set<PlaceBits>;
}

export function order(compare: Compare): Order {
  return {
    compare,
    realms: new Uint32Array(BLOCK),
    places: new Uint32Array(0),
    lengths: new Uint16Array(1),
    directory: new Uint32Array(1),
    blocks: 1,
    used: 1,
    unused: [],
    followers: new Set(),
  };
}

/** A bit for each place, all of them 0. */
export function bitsFor(order: Order): Uint32Array {
  return new Uint32Array(order.lengths.length * WORDS);
}

/** Puts realms into an order without any; they are sorted. */
export function fill(order: Order, sorted: Uint32Array, rows: number): void {
  makeRoom(order, Math.ceil(sorted.length / FILLED) + 1);
  order.places = new Uint32Array(rows);
  order.blocks = order.used = Math.max(1, Math.ceil(sorted.length / FILLED));
  for (let block = 0; block < order.blocks; block += 1) {
    const part = sorted.subarray(block * FILLED, (block + 1) * FILLED);
    order.directory[block] = block;
    order.lengths[block] = part.length;
    order.realms.set(part, block * BLOCK);
    for (let at = 0; at < part.length; at += 1) order.places[part[at] ?? 0] = block * BLOCK + at;
  }
}

/** All realms, in order. */
export function realmsOf(order: Order): Uint32Array {
  const all = new Uint32Array(order.realms.length);
  let end = 0;
  for (let at = 0; at < order.blocks; at += 1) {
    const block = order.directory[at] ?? 0;
    const length = order.lengths[block] ?? 0;
    all.set(order.realms.subarray(block * BLOCK, block * BLOCK + length), end);
    end += length;
  }
  return all.subarray(0, end);
}

/** Puts a realm in its place; the bits of that place are 0. */
export function insert(order: Order, seq: number, rows: number): void {
  if (seq >= order.places.length) order.places = grown(new Uint32Array(rows), order.places);
  const before = (other: number) => order.compare(other, seq) < 0;
  let at = Math.max(0, firstBlockNot(order, before) - 1);
  let slot = firstSlotNot(order, at, before);
  if (order.lengths[order.directory[at] ?? 0] === BLOCK) {
    // At the ends, where the newest come, full blocks stay full.
    if (at === 0 && slot === 0) addBlock(order, 0);
    else if (at === order.blocks - 1 && slot === BLOCK) {
      [at, slot] = [at + 1, 0];
      addBlock(order, at);
    } else {
      split(order, at);
      if (slot > BLOCK / 2) [at, slot] = [at + 1, slot - BLOCK / 2];
    }
  }
  const block = order.directory[at] ?? 0;
  const [first, length] = [block * BLOCK, order.lengths[block] ?? 0];
  order.realms.copyWithin(first + slot + 1, first + slot, first + length);
  order.realms[first + slot] = seq;
  order.lengths[block] = length + 1;
  replace(order, first + slot, first + length + 1);
  for (const { bits } of order.followers) shiftUp(bits, block * WORDS, slot);
}

/** Takes a realm out of its place. */
export function take(order: Order, seq: number): void {
  const place = order.places[seq] ?? 0;
  const [block, slot] = [Math.floor(place / BLOCK), place % BLOCK];
  const length = (order.lengths[block] ?? 0) - 1;
  order.realms.copyWithin(place, place + 1, block * BLOCK + length + 1);
  order.lengths[block] = length;
  replace(order, place, block * BLOCK + length);
  for (const { bits } of order.followers) shiftDown(bits, block * WORDS, slot);
  if (length <= MERGED / 2 && order.blocks > 1) mergeOrDrop(order, order.directory.indexOf(block));
}

/** Puts a realm that is known by other values now where it belongs, unless it stands there; bits that follow stay with it. */
export function move(order: Order, seq: number, rows: number): void {
  if (standsRight(order, seq)) return;
  const place = order.places[seq] ?? 0;
  const its = [...order.followers].filter(({ bits }) => hasBit(bits, place));
  take(order, seq);
  insert(order, seq, rows);
  for (const { bits } of its) setBit(bits, order.places[seq] ?? 0);
}

/** At the end of a block it may stand right, too: that is not worth a look at the next. */
function standsRight({ compare, realms, places, lengths }: Order, seq: number): boolean {
  const place = places[seq] ?? 0;
  const slot = place % BLOCK;
  if (slot === 0 || slot + 1 === lengths[Math.floor(place / BLOCK)]) return false;
  return compare(realms[place - 1] ?? 0, seq) < 0 && compare(seq, realms[place + 1] ?? 0) < 0;
}

/** The realms from the first that is not `below` to the first that is not `within`, which all that are below are too. */
export function* between(order: Order, below: (seq: number) => boolean, within: (seq: number) => boolean) {
  const from = Math.max(0, firstBlockNot(order, below) - 1);
  const to = Math.max(0, firstBlockNot(order, within) - 1);
  for (let at = from; at <= to; at += 1) {
    const first = (order.directory[at] ?? 0) * BLOCK;
    const start = at === from ? firstSlotNot(order, at, below) : 0;
    const end = at === to ? firstSlotNot(order, at, within) : (order.lengths[first / BLOCK] ?? 0);
    yield order.realms.subarray(first + start, first + end);
  }
}

/** The first block in the directory whose first realm is not so. */
function firstBlockNot(order: Order, so: (seq: number) => boolean): number {
  return firstNot(order.blocks, (at) => so(order.realms[(order.directory[at] ?? 0) * BLOCK] ?? 0));
}

function firstSlotNot(order: Order, at: number, so: (seq: number) => boolean): number {
  const block = order.directory[at] ?? 0;
  return firstNot(order.lengths[block] ?? 0, (slot) => so(order.realms[block * BLOCK + slot] ?? 0));
}

/** The first number below the end that is not so, when all before it are. */
export function firstNot(end: number, so: (at: number) => boolean): number {
  let [from, to] = [0, end];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (so(middle)) from = middle + 1;
    else to = middle;
  }
  return from;
}

function replace(order: Order, from: number, to: number) {
  for (let place = from; place < to; place += 1) order.places[order.realms[place] ?? 0] = place;
}

/** The number of an empty block, at this place of the directory. */
function addBlock(order: Order, at: number): number {
  const block = order.unused.pop() ?? order.used++;
  makeRoom(order, Math.max(order.used, order.blocks + 1));
  order.directory.copyWithin(at + 1, at, order.blocks);
  order.directory[at] = block;
  order.blocks += 1;
  return block;
}

/** The upper half of a full block becomes the block after it. */
function split(order: Order, at: number) {
  const half = BLOCK / 2;
  const from = order.directory[at] ?? 0;
  const to = addBlock(order, at + 1);
  order.realms.copyWithin(to * BLOCK, from * BLOCK + half, (from + 1) * BLOCK);
  order.lengths[from] = order.lengths[to] = half;
  replace(order, to * BLOCK, to * BLOCK + half);
  for (const { bits } of order.followers) {
    bits.copyWithin(to * WORDS, from * WORDS + WORDS / 2, (from + 1) * WORDS);
    bits.fill(0, from * WORDS + WORDS / 2, (from + 1) * WORDS);
  }
}

/** Without this, an order of few realms would be as long as the blocks that all former ones have left behind. */
function mergeOrDrop(order: Order, at: number) {
  const lengthAt = (which: number) =>
    which < 0 || which >= order.blocks ? BLOCK : (order.lengths[order.directory[which] ?? 0] ?? 0);
  if (lengthAt(at) === 0) drop(order, at);
  else if (lengthAt(at) + lengthAt(at + 1) <= MERGED) merge(order, at);
  else if (lengthAt(at) + lengthAt(at - 1) <= MERGED) merge(order, at - 1);
}

/** The realms of the next block come behind those of this one. */
function merge(order: Order, at: number) {
  const [into, from] = [order.directory[at] ?? 0, order.directory[at + 1] ?? 0];
  const [end, count] = [into * BLOCK + (order.lengths[into] ?? 0), order.lengths[from] ?? 0];
  order.realms.copyWithin(end, from * BLOCK, from * BLOCK + count);
  order.lengths[into] = end - into * BLOCK + count;
  order.lengths[from] = 0;
  replace(order, end, end + count);
  for (const { bits } of order.followers) {
    for (let slot = 0; slot < count; slot += 1) if (hasBit(bits, from * BLOCK + slot)) setBit(bits, end + slot);
    bits.fill(0, from * WORDS, (from + 1) * WORDS);
  }
  drop(order, at + 1);
}

/** Takes an empty block out of the directory. */
function drop(order: Order, at: number) {
  order.unused.push(order.directory[at] ?? 0);
  order.directory.copyWithin(at, at + 1, order.blocks);
  order.blocks -= 1;
}

function makeRoom(order: Order, blocks: number) {
  if (blocks <= order.lengths.length) return;
  const room = Math.ceil(blocks * 1.25);
  order.realms = grown(new Uint32Array(room * BLOCK), order.realms);
  order.lengths = grown(new Uint16Array(room), order.lengths);
  order.directory = grown(new Uint32Array(room), order.directory);
  for (const follower of order.followers) follower.bits = grown(new Uint32Array(room * WORDS), follower.bits);
}

function grown<T extends Uint32Array | Uint16Array>(made: T, from: T): T {
  made.set(from);
  return made;
}

/** Makes room for a bit in a block: those from this slot on move up by one. */
function shiftUp(bits: Uint32Array, first: number, slot: number) {
  const word = first + (slot >>> 5);
  for (let at = first + WORDS - 1; at > word; at -= 1) bits[at] = ((bits[at] ?? 0) << 1) | ((bits[at - 1] ?? 0) >>> 31);
  const stay = (1 << (slot & 31)) - 1;
  const held = bits[word] ?? 0;
  bits[word] = (held & stay) | ((held & ~stay) << 1);
}

/** Drops the bit of a slot: those after it move down by one. */
function shiftDown(bits: Uint32Array, first: number, slot: number) {
  const word = first + (slot >>> 5);
  const stay = (1 << (slot & 31)) - 1;
  const held = bits[word] ?? 0;
  bits[word] = (held & stay) | ((held >>> 1) & ~stay);
  for (let at = word; at < first + WORDS - 1; at += 1) {
    const next = bits[at + 1] ?? 0;
    bits[at] = (bits[at] ?? 0) | ((next & 1) << 31);
    bits[at + 1] = next >>> 1;
  }
}
