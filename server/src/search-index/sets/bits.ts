// Operations on bitmaps: arrays of 32-bit words.

export function setBit(bitmap: Uint32Array, at: number): void {
  bitmap[at >>> 5] = (bitmap[at >>> 5] ?? 0) | (1 << (at & 31));
}

export function hasBit(bitmap: Uint32Array, at: number): boolean {
  return ((bitmap[at >>> 5] ?? 0) & (1 << (at & 31))) !== 0;
}

export function clearBit(bitmap: Uint32Array, at: number): void {
  bitmap[at >>> 5] = (bitmap[at >>> 5] ?? 0) & ~(1 << (at & 31));
}

export function forEachBit(bitmap: Uint32Array, visit: (bit: number) => void): void {
  for (let at = 0; at < bitmap.length; at += 1) {
    for (let word = bitmap[at] ?? 0; word !== 0; word &= word - 1) visit((at << 5) + lowestBit(word));
  }
}

/** Returns the index of the lowest bit of a word that is not 0. */
export function lowestBit(word: number): number {
  return 31 - Math.clz32(word & -word);
}

/** Returns how many bits of a word are set. */
export function popcount(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55_55_55_55);
  const fours = (pairs & 0x33_33_33_33) + ((pairs >>> 2) & 0x33_33_33_33);
  return Math.imul((fours + (fours >>> 4)) & 0x0f_0f_0f_0f, 0x01_01_01_01) >>> 24;
}

/** Sets in `target` every bit of `other` that `target` has room for. */
export function orInto(target: Uint32Array, other: Uint32Array): void {
  const length = Math.min(target.length, other.length);
  for (let at = 0; at < length; at += 1) target[at] = (target[at] ?? 0) | (other[at] ?? 0);
}
