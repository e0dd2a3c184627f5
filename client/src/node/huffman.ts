// Huffman codes for deflate (RFC 1951): the best lengths of at most so many bits, and the codes that follow from them.

export interface HuffmanCode {
  /** Bits of each symbol; 0 for those that do not occur. */
  lengths: Uint8Array;
  /** With the first bit lowest, as deflate writes them. */
  codes: Uint16Array;
}

interface Package {
  weight: number;
  symbols: number[];
}

export function huffmanCode(counts: Uint32Array, maxBits: number): HuffmanCode {
  const lengths = bestLengths(counts, maxBits);
  return { lengths, codes: canonicalCodes(lengths, maxBits) };
}

/** By package-merge: a symbol's length is how many of the cheapest packages hold it. Ties go to the lower symbol, so the result is always the same. */
function bestLengths(counts: Uint32Array, maxBits: number): Uint8Array {
  const leaves = usedSymbols(counts)
    .map((symbol): Package => ({ weight: counts[symbol] ?? 0, symbols: [symbol] }))
    .toSorted((one, other) => one.weight - other.weight);
  let packages = leaves;
  for (let bits = 1; bits < maxBits; bits += 1) packages = merge(leaves, pairs(packages));
  const lengths = new Uint8Array(counts.length);
  for (const { symbols } of packages.slice(0, 2 * leaves.length - 2))
    for (const symbol of symbols) lengths[symbol]! += 1;
  return lengths;
}

/** Two at least, since some readers refuse a code that is not complete. */
function usedSymbols(counts: Uint32Array): number[] {
  const used = [...counts.keys()].filter((symbol) => counts[symbol]);
  for (let symbol = 0; used.length < 2; symbol += 1) if (!counts[symbol]) used.push(symbol);
  return used.toSorted((one, other) => one - other);
}

function pairs(packages: Package[]): Package[] {
  const paired: Package[] = [];
  for (let at = 0; at + 1 < packages.length; at += 2) {
    const [one, other] = [packages[at]!, packages[at + 1]!];
    paired.push({ weight: one.weight + other.weight, symbols: one.symbols.concat(other.symbols) });
  }
  return paired;
}

/** Both lists are sorted by weight. */
function merge(leaves: Package[], paired: Package[]): Package[] {
  const merged: Package[] = [];
  let next = 0;
  for (const leaf of leaves) {
    while (next < paired.length && paired[next]!.weight < leaf.weight) merged.push(paired[next++]!);
    merged.push(leaf);
  }
  return merged.concat(paired.slice(next));
}

/** Codes of one length are consecutive numbers in the order of the symbols; shorter ones come first. */
function canonicalCodes(lengths: Uint8Array, maxBits: number): Uint16Array {
  const codes = new Uint16Array(lengths.length);
  let code = 0;
  for (let bits = 1; bits <= maxBits; bits += 1) {
    for (let symbol = 0; symbol < lengths.length; symbol += 1)
      if (lengths[symbol] === bits) codes[symbol] = reversed(code++, bits);
    code <<= 1;
  }
  return codes;
}

function reversed(code: number, bits: number): number {
  let result = 0;
  for (let bit = 0; bit < bits; bit += 1) result |= ((code >>> bit) & 1) << (bits - 1 - bit);
  return result;
}
