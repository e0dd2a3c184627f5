// Writes one block of a deflate stream (RFC 1951): with Huffman codes of its own, or stored as it is where these do not make it shorter.
import type { BitWriter } from './bit-writer.ts';
import { DISTANCE_SHIFT, LENGTH_MASK, MIN_MATCH } from './deflate-matches.ts';
import { huffmanCode, type HuffmanCode } from './huffman.ts';

const END_OF_BLOCK = 256;
const MAX_CODE_BITS = 15;
const LITERALS_AND_LENGTHS = 286;
const DISTANCES = 30;
const [STORED, DYNAMIC] = [0, 2];
/** The order in which the lengths of the code of lengths are written. */
const LENGTH_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

/** A symbol for a range of lengths or distances; so many of the lowest bits of the value follow it. */
interface Field {
  symbol: number;
  extraBits: number;
}

/** In each power of two there are `2 ** steps` symbols. */
function fieldOf(value: number, steps: number): Field {
  const extraBits = Math.max(0, 31 - Math.clz32(value) - steps);
  return { symbol: (extraBits << steps) + (value >>> extraBits), extraBits };
}

/** By the length less 3. The longest has a symbol of its own. */
const lengthFields = Array.from({ length: 256 }, (_, value): Field => {
  const { symbol, extraBits } = fieldOf(value, 2);
  return value === 255 ? { symbol: 285, extraBits: 0 } : { symbol: END_OF_BLOCK + 1 + symbol, extraBits };
});
/** By the distance less 1, below 256; and beyond, where at least 7 bits follow, by its higher bits. */
const nearFields = Array.from({ length: 256 }, (_, value) => fieldOf(value, 1));
const farFields = Array.from({ length: 256 }, (_, value) => fieldOf(value << 7, 1));
const distanceField = (value: number) => (value < 256 ? nearFields[value]! : farFields[value >>> 7]!);

const lengthOf = (token: number) => (token & LENGTH_MASK) - MIN_MATCH;
const distanceOf = (token: number) => (token >>> DISTANCE_SHIFT) - 1;

export function writeBlock(out: BitWriter, tokens: Uint32Array, bytes: Uint8Array, isLast: boolean): void {
  const { literals, distances, size } = codesOf(tokens);
  const header = headerOf(literals, distances);
  const headerBits = header.reduce((sum, [, count]) => sum + count, 0);
  out.bits(Number(isLast), 1);
  if (headerBits + size >= 8 * bytes.length + 32) return writeStored(out, bytes);
  out.bits(DYNAMIC, 2);
  for (const [value, count] of header) out.bits(value, count);
  for (const token of tokens) {
    if (token < END_OF_BLOCK) out.bits(literals.codes[token]!, literals.lengths[token]!);
    else {
      const [length, distance] = [lengthOf(token), distanceOf(token)];
      writeField(out, literals, lengthFields[length]!, length);
      writeField(out, distances, distanceField(distance), distance);
    }
  }
  out.bits(literals.codes[END_OF_BLOCK]!, literals.lengths[END_OF_BLOCK]!);
}

function writeField(
  out: BitWriter,
  { codes, lengths }: HuffmanCode,
  { symbol, extraBits }: Field,
  value: number,
): void {
  out.bits(codes[symbol]!, lengths[symbol]!);
  out.bits(value & ((1 << extraBits) - 1), extraBits);
}

function writeStored(out: BitWriter, bytes: Uint8Array): void {
  out.bits(STORED, 2);
  const sizes = Buffer.alloc(4);
  sizes.writeUInt16LE(bytes.length);
  sizes.writeUInt16LE(bytes.length ^ 0xffff, 2);
  out.bytes(Buffer.concat([sizes, bytes]));
}

/** The codes that suit these tokens best, and how many bits the tokens take with them. */
function codesOf(tokens: Uint32Array): { literals: HuffmanCode; distances: HuffmanCode; size: number } {
  const literalCounts = new Uint32Array(LITERALS_AND_LENGTHS);
  const distanceCounts = new Uint32Array(DISTANCES);
  let size = 0;
  for (const token of tokens) {
    if (token < END_OF_BLOCK) literalCounts[token]! += 1;
    else {
      const length = lengthFields[lengthOf(token)]!;
      const distance = distanceField(distanceOf(token));
      literalCounts[length.symbol]! += 1;
      distanceCounts[distance.symbol]! += 1;
      size += length.extraBits + distance.extraBits;
    }
  }
  literalCounts[END_OF_BLOCK] = 1;
  const literals = huffmanCode(literalCounts, MAX_CODE_BITS);
  const distances = huffmanCode(distanceCounts, MAX_CODE_BITS);
  literalCounts.forEach((count, symbol) => (size += count * literals.lengths[symbol]!));
  distanceCounts.forEach((count, symbol) => (size += count * distances.lengths[symbol]!));
  return { literals, distances, size };
}

/** The lengths of both codes, themselves as runs in a Huffman code; pairs of a value and its number of bits. */
function headerOf(literals: HuffmanCode, distances: HuffmanCode): [value: number, count: number][] {
  const literalLengths = withoutZeros(literals.lengths, END_OF_BLOCK + 1);
  const distanceLengths = withoutZeros(distances.lengths, 1);
  const fields = [...runs([...literalLengths, ...distanceLengths])];
  const counts = new Uint32Array(LENGTH_ORDER.length);
  for (const { symbol } of fields) counts[symbol]! += 1;
  const { codes, lengths } = huffmanCode(counts, 7);
  const shown = withoutZeros(
    Uint8Array.from(LENGTH_ORDER, (symbol) => lengths[symbol]!),
    4,
  );
  return [
    [literalLengths.length - 257, 5],
    [distanceLengths.length - 1, 5],
    [shown.length - 4, 4],
    ...Array.from(shown, (length): [number, number] => [length, 3]),
    ...fields.flatMap(({ symbol, extraBits, extra }): [number, number][] => [
      [codes[symbol]!, lengths[symbol]!],
      [extra, extraBits],
    ]),
  ];
}

function withoutZeros(lengths: Uint8Array, min: number): Uint8Array {
  return lengths.subarray(0, Math.max(min, lengths.findLastIndex((length) => length > 0) + 1));
}

/** 16 repeats the last length 3 to 6 times; 17 and 18 are 3 to 10 and 11 to 138 zeros. */
function* runs(lengths: number[]): Generator<Field & { extra: number }> {
  for (let at = 0, run = 1; at < lengths.length; at += run) {
    const length = lengths[at]!;
    run = 1;
    while (lengths[at + run] === length && run < 138) run += 1;
    if (length === 0 && run >= 11) yield { symbol: 18, extraBits: 7, extra: run - 11 };
    else if (length === 0 && run >= 3) yield { symbol: 17, extraBits: 3, extra: run - 3 };
    else {
      yield { symbol: length, extraBits: 0, extra: 0 };
      run = length > 0 && run > 3 ? Math.min(run, 7) : 1;
      if (run > 1) yield { symbol: 16, extraBits: 2, extra: run - 4 };
    }
  }
}
