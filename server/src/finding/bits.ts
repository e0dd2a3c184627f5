// Bits in arrays of 32-bit words.

export function setBit(bits: Uint32Array, at: number): void {
  bits[at >>> 5] = (bits[at >>> 5] ?? 0) | (1 << (at & 31));
}

export function hasBit(bits: Uint32Array, at: number): boolean {
  return ((bits[at >>> 5] ?? 0) & (1 << (at & 31))) !== 0;
}

export function clearBit(bits: Uint32Array, at: number): void {
  bits[at >>> 5] = (bits[at >>> 5] ?? 0) & ~(1 << (at & 31));
}

export function eachBit(bits: Uint32Array, see: (bit: number) => void): void {
  for (let at = 0; at < bits.length; at += 1) {
    for (let word = bits[at] ?? 0; word !== 0; word &= word - 1) see((at << 5) + lowest(word));
  }
}

/** Sets, for each bit that is set, the bit at its place. */
export function setPlaces(bits: Uint32Array, places: Uint32Array, into: Uint32Array): void {
  for (let at = 0; at < bits.length; at += 1) {
    for (let word = bits[at] ?? 0; word !== 0; word &= word - 1) setBit(into, places[(at << 5) + lowest(word)] ?? 0);
  }
}

/** The place of the lowest bit of a word that has one. */
export function lowest(word: number): number {
  return 31 - Math.clz32(word & -word);
}

/** How many bits of a word are set. */
export function ones(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55_55_55_55);
  const fours = (pairs & 0x33_33_33_33) + ((pairs >>> 2) & 0x33_33_33_33);
  return Math.imul((fours + (fours >>> 4)) & 0x0f_0f_0f_0f, 0x01_01_01_01) >>> 24;
}

/** Sets what the other has set, as far as both go. */
export function unite(into: Uint32Array, other: Uint32Array): void {
  const length = Math.min(into.length, other.length);
  for (let at = 0; at < length; at += 1) into[at] = (into[at] ?? 0) | (other[at] ?? 0);
}
