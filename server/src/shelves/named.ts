// Bytes by name, packed: a name's hash says its place. Two names with the same place take turns, which happens to few, and nothing is walked
// over by a collection of garbage.
import { sparseNumbers } from '../search-index/sparse-numbers.ts';
import { packed } from './packed.ts';

export interface Named {
  /** Stays as it is for whoever holds it. */
  get(name: string): Buffer | undefined;
  /** The name and the bytes of a number. */
  of(number: number): { name: string; bytes: Buffer } | undefined;
  /** Instead of what the number or the name had. A name has no more than 255 characters, all of them ASCII. */
  put(name: string, number: number, bytes: Uint8Array): void;
  /** What the number's name has; maybe also another one, at the same place. */
  delete(number: number): void;
  clear(): void;
  readonly isFull: boolean;
}

/** Before the name: its length, and the number. */
const HEAD = 9;

/** Of 100,000 names, one in forty is not there, as another has its place. */
const PLACES = 2 ** 21;

export function named(mostBytes: number, places = PLACES): Named {
  /** Each begins with the length of its name, its number and its name. */
  const kept = packed(mostBytes);
  /** Of each number; nothing is ever at 0. */
  const placeOf = sparseNumbers();
  const seed = Math.floor(Math.random() * 2 ** 32); // so that nobody can choose a name for its place
  const placeFor = (name: string) => 1 + (hash(name, seed) % places);

  return {
    get(name) {
      const found = kept.get(placeFor(name));
      if (found?.[0] !== name.length || found.toString('latin1', HEAD, HEAD + name.length) !== name) return undefined;
      return found.subarray(HEAD + name.length);
    },
    of(number) {
      const found = kept.get(placeOf.get(number));
      if (found?.readDoubleLE(1) !== number) return undefined; // another one has its place
      const end = HEAD + found.readUInt8(0);
      return { name: found.toString('latin1', HEAD, end), bytes: found.subarray(end) };
    },
    put(name, number, bytes) {
      const place = placeFor(name);
      if (placeOf.get(number) !== place) kept.delete(placeOf.get(number));
      placeOf.set(number, place);
      const head = Buffer.alloc(HEAD);
      head.writeUInt8(name.length);
      head.writeDoubleLE(number, 1);
      kept.put(place, Buffer.concat([head, Buffer.from(name, 'latin1'), bytes]));
    },
    delete(number) {
      kept.delete(placeOf.get(number));
      placeOf.set(number, 0);
    },
    clear() {
      kept.clear();
      placeOf.clear();
    },
    get isFull() {
      return kept.isFull;
    },
  };
}

/** FNV-1a: http://www.isthe.com/chongo/tech/comp/fnv/ */
function hash(name: string, seed: number): number {
  let sum = seed;
  for (let at = 0; at < name.length; at += 1) sum = Math.imul(sum ^ name.charCodeAt(at), 0x01000193);
  return sum >>> 0;
}
