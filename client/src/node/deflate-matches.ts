// Finds what a block repeats of itself and of the 32 KiB before it: LZ77 with hash chains and lazy matching, as zlib does it.

export const WINDOW_BYTES = 32 * 1_024;
export const MIN_MATCH = 3;
const MAX_MATCH = 258;
/** How many earlier places are compared for each byte, and which length is good enough to stop comparing. */
const MAX_CHAIN = 64;
const NICE_MATCH = 128;
/** With such a match at the byte before, fewer places are compared. */
const GOOD_MATCH = 8;
/** From this length on, no longer match is looked for at the next byte. */
const MAX_LAZY = 32;
/** A match of three bytes that lies farther back takes more bits than three literals. */
const MAX_SHORT_DISTANCE = 4_096;
const HASH_BITS = 15;

/** A byte, or a match: its distance, shifted by nine bits, and its length. */
type Token = number;
export const LENGTH_MASK = 511;
export const DISTANCE_SHIFT = 9;

/** Returns a function that turns the block in `bytes`, after the window, into tokens, which are valid until the next call. The caller moves the window on afterwards. */
export function matchFinder(bytes: Uint8Array): (end: number) => Uint32Array {
  /** The last place of each hash, and for each place in the window the one before it with the same hash. Places count from the first byte of all. */
  const last = new Int32Array(1 << HASH_BITS).fill(-1);
  const before = new Int32Array(WINDOW_BYTES);
  /** The place of the first byte in `bytes`. */
  let origin = -WINDOW_BYTES;
  let end = 0;
  const tokens = new Uint32Array(bytes.length - WINDOW_BYTES);

  const hashAt = (at: number) =>
    Math.imul((bytes[at]! << 16) | (bytes[at + 1]! << 8) | bytes[at + 2]!, 0x9e37_79b1) >>> (32 - HASH_BITS);

  function insert(at: number): void {
    if (at + MIN_MATCH > end) return;
    const hash = hashAt(at);
    before[(origin + at) & (WINDOW_BYTES - 1)] = last[hash]!;
    last[hash] = origin + at;
  }

  /** The longest match at this index, the nearest of those; 0 if there is none that is longer than the one before it. */
  function find(at: number, lengthBefore: number): Token {
    const limit = Math.min(MAX_MATCH, end - at);
    if (limit < MIN_MATCH) return 0;
    const oldest = Math.max(0, origin + at - WINDOW_BYTES + 1);
    let best = Math.max(lengthBefore, MIN_MATCH - 1);
    if (best >= limit) return 0;
    let found = 0;
    let place = last[hashAt(at)]!;
    for (let tries = best < GOOD_MATCH ? MAX_CHAIN : MAX_CHAIN / 4; place >= oldest && tries > 0; tries -= 1) {
      const from = place - origin;
      if (bytes[from + best] === bytes[at + best]) {
        let length = 0;
        while (length < limit && bytes[from + length] === bytes[at + length]) length += 1;
        if (length > best) {
          best = length;
          found = ((at - from) << DISTANCE_SHIFT) | length;
          if (length >= NICE_MATCH || length === limit) break;
        }
      }
      place = before[place & (WINDOW_BYTES - 1)]!;
    }
    return best === MIN_MATCH && found >>> DISTANCE_SHIFT > MAX_SHORT_DISTANCE ? 0 : found;
  }

  return (blockEnd) => {
    end = blockEnd;
    let count = 0;
    let at = WINDOW_BYTES;
    let match = find(at, 0);
    while (at < end) {
      insert(at);
      const length = match & LENGTH_MASK;
      const longer = length >= MAX_LAZY ? 0 : find(at + 1, length);
      if (length > 0 && longer === 0) {
        tokens[count++] = match;
        for (let inside = at + 1; inside < at + length; inside += 1) insert(inside);
        at += length;
        match = find(at, 0);
      } else {
        tokens[count++] = bytes[at]!;
        at += 1;
        match = longer;
      }
    }
    origin += end - WINDOW_BYTES;
    return tokens.subarray(0, count);
  };
}
