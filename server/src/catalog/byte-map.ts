// Bytes by name, in an arena: the hash of a name says its slot. Two names with the same slot replace each other, which happens to few.
import { sparseNumbers } from '../search-index/sparse-numbers.ts';
import { byteArena } from './byte-arena.ts';

export interface ByteMap {
  /** The bytes stay as they are for the reader. Those of a number that is hidden are not returned. */
  get(name: string, isHidden?: (number: number) => boolean): Buffer | undefined;
  /** The name and the bytes of a number. */
  find(number: number): { name: string; bytes: Buffer } | undefined;
  /** Replaces what the number or the name had. A name has at most 255 characters, all of them ASCII. */
  put(name: string, number: number, bytes: Uint8Array): void;
  /** Deletes the entry of the number. An entry that took over its slot is deleted, too. */
  delete(number: number): void;
  clear(): void;
  readonly isFull: boolean;
}

/** An entry begins with the length of its name, and its number. */
const HEADER_BYTES = 9;

/** With 100,000 names, one in forty is missing, since another name has its slot. */
const SLOTS = 2 ** 21;

export function byteMap(maxBytes: number, slots = SLOTS): ByteMap {
  const entries = byteArena(maxBytes);
  /** The slot of each number; slots begin at 1. */
  const slotOf = sparseNumbers();
  const seed = Math.floor(Math.random() * 2 ** 32); // so that nobody can choose names for one slot
  const slotFor = (name: string) => 1 + (hashName(name, seed) % slots);

  return {
    get(name, isHidden) {
      const entry = entries.get(slotFor(name));
      if (!entry || !hasName(entry, name) || isHidden?.(entry.readDoubleLE(1))) return undefined;
      return entry.subarray(HEADER_BYTES + name.length);
    },
    find(number) {
      const entry = entries.get(slotOf.get(number));
      if (entry?.readDoubleLE(1) !== number) return undefined; // another name has the slot
      const end = HEADER_BYTES + entry.readUInt8(0);
      return { name: entry.toString('latin1', HEADER_BYTES, end), bytes: entry.subarray(end) };
    },
    put(name, number, bytes) {
      const slot = slotFor(name);
      if (slotOf.get(number) !== slot) entries.delete(slotOf.get(number));
      slotOf.set(number, slot);
      entries.put(slot, entryOf(name, number, bytes));
    },
    delete(number) {
      entries.delete(slotOf.get(number));
      slotOf.set(number, 0);
    },
    clear() {
      entries.clear();
      slotOf.clear();
    },
    get isFull() {
      return entries.isFull;
    },
  };
}

function hasName(entry: Buffer, name: string): boolean {
  return entry[0] === name.length && entry.toString('latin1', HEADER_BYTES, HEADER_BYTES + name.length) === name;
}

function entryOf(name: string, number: number, bytes: Uint8Array): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt8(name.length);
  header.writeDoubleLE(number, 1);
  return Buffer.concat([header, Buffer.from(name, 'latin1'), bytes]);
}

/** FNV-1a: http://www.isthe.com/chongo/tech/comp/fnv/ */
function hashName(name: string, seed: number): number {
  let hash = seed;
  for (let at = 0; at < name.length; at += 1) hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}
