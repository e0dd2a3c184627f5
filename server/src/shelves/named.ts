// Bytes by name, packed: a name's hash says its place. Two names with the same place take turns, which happens to few, and nothing is walked
// over by a collection of garbage.
import { longer, packed } from './packed.ts';

export interface Named {
  /** Stays as it is for whoever holds it. */
  get(name: string): Buffer | undefined;
  /** Instead of what was there. A number goes with one name, which has no more than 255 characters, all of them ASCII. */
  put(name: string, number: number, bytes: Uint8Array): void;
  /** What the number's name has; maybe also another one, at the same place. */
  delete(number: number): void;
  clear(): void;
  readonly isFull: boolean;
}

/** Of 100,000 names, one in forty shares its place with another. */
const PLACES = 2 ** 21;

export function named(mostBytes: number, places = PLACES): Named {
  /** Each begins with its name, and with the length of that. */
  const kept = packed(mostBytes, { numbers: places });
  /** Of each number. */
  let placeOf = new Uint32Array(1_024);

  return {
    get(name) {
      const found = kept.get(hash(name) % places);
      if (found?.[0] !== name.length || found.toString('latin1', 1, 1 + name.length) !== name) return undefined;
      return found.subarray(1 + name.length);
    },
    put(name, number, bytes) {
      const place = hash(name) % places;
      if (number >= placeOf.length) placeOf = longer(placeOf, number);
      placeOf[number] = place;
      kept.put(place, Buffer.concat([Buffer.of(name.length), Buffer.from(name, 'latin1'), bytes]));
    },
    delete: (number) => kept.delete(placeOf[number] ?? 0),
    clear: () => kept.clear(),
    get isFull() {
      return kept.isFull;
    },
  };
}

/** FNV-1a: http://www.isthe.com/chongo/tech/comp/fnv/ */
function hash(name: string): number {
  let sum = 0x811c9dc5;
  for (let at = 0; at < name.length; at += 1) sum = Math.imul(sum ^ name.charCodeAt(at), 0x01000193);
  return sum >>> 0;
}
