// Inserts and removes one bit in the words that a block of a sort order has in a bitmap by position.
import { WORDS_PER_BLOCK } from './order-blocks.ts';

/** Inserts a 0: the bits from this slot on move up by one. `first` is the first word of the block. */
export function insertBit(words: Uint32Array, first: number, slot: number): void {
  const word = first + (slot >>> 5);
  for (let at = first + WORDS_PER_BLOCK - 1; at > word; at -= 1)
    words[at] = ((words[at] ?? 0) << 1) | ((words[at - 1] ?? 0) >>> 31);
  const below = (1 << (slot & 31)) - 1;
  const before = words[word] ?? 0;
  words[word] = (before & below) | ((before & ~below) << 1);
}

/** Removes the bit of a slot: the bits after it move down by one. */
export function removeBit(words: Uint32Array, first: number, slot: number): void {
  const word = first + (slot >>> 5);
  const below = (1 << (slot & 31)) - 1;
  const before = words[word] ?? 0;
  words[word] = (before & below) | ((before >>> 1) & ~below);
  for (let at = word; at < first + WORDS_PER_BLOCK - 1; at += 1) {
    const next = words[at + 1] ?? 0;
    words[at] = (words[at] ?? 0) | ((next & 1) << 31);
    words[at + 1] = next >>> 1;
  }
}
