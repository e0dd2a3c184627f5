// Finds the token that is most similar to a word. A short signature of each token rules out nearly all others without reading them.
import { popcount } from '../sets/bits.ts';
import { codePointOrdered } from '../orders/code-point-order.ts';

export interface Signatures {
  /** By the id of a token: a bit for each of its characters, of which some share a bit. */
  characters: Uint32Array;
  /** By the id of a token: how many characters it has, and at most `MAX_LENGTH`. */
  lengths: Uint8Array;
}

const MAX_LENGTH = 255;
/** A word of more letters may differ by two edits, a shorter one by one. */
const MAX_SHORT_LETTERS = 5;
/** So many tokens are compared with a word at most: somebody may have chosen tokens of the same letters. */
const MAX_COMPARED = 5_000;

export function signatures(): Signatures {
  return { characters: new Uint32Array(1_024), lengths: new Uint8Array(1_024) };
}

export function writeSignature(all: Signatures, id: number, token: string): void {
  if (id >= all.lengths.length) {
    const length = Math.ceil((id + 1) * 1.5);
    const { characters, lengths } = all;
    [all.characters, all.lengths] = [new Uint32Array(length), new Uint8Array(length)];
    all.characters.set(characters);
    all.lengths.set(lengths);
  }
  const { characters, length } = signatureOf(token);
  all.characters[id] = characters;
  all.lengths[id] = length;
}

function signatureOf(text: string): { characters: number; length: number } {
  let [characters, length] = [0, 0];
  for (let at = 0; at < text.length; at += 1, length += 1) {
    const point = text.codePointAt(at) ?? 0;
    if (point > 0xff_ff) at += 1;
    characters |= 1 << (point & 31);
  }
  return { characters, length: Math.min(length, MAX_LENGTH) };
}

/** The tokens to choose from: those with a count, and by it. */
export interface TokenSource {
  /** Empty for an id that is not to be chosen. */
  tokenOf: (id: number) => string;
  signatures: Signatures;
  counts: Uint32Array;
}

interface SimilarToken {
  token: string;
  distance: number;
  count: number;
}

/** Returns the token that needs the fewest edits; of several the one with the largest count, then the first by bytes. */
export function mostSimilar(sources: TokenSource[], word: string): string | undefined {
  const letters = codePoints(word);
  const { characters, length } = signatureOf(word);
  let best: SimilarToken = { token: '', distance: letters.length > MAX_SHORT_LETTERS ? 2 : 1, count: 0 };
  let compared = 0;
  for (const { tokenOf, signatures, counts } of sources) {
    const end = Math.min(counts.length, signatures.lengths.length);
    for (let id = 0; id < end; id += 1) {
      if (Math.abs((signatures.lengths[id] ?? 0) - length) > best.distance) continue;
      // An edit changes at most two bits: a letter that goes, and a letter that comes.
      if (popcount((signatures.characters[id] ?? 0) ^ characters) > best.distance * 2) continue;
      const count = counts[id] ?? 0;
      if (count === 0) continue;
      const token = tokenOf(id);
      if (token === '') continue;
      if (++compared > MAX_COMPARED) return undefined;
      const distance = editDistance(letters, codePoints(token), best.distance);
      if (distance > best.distance) continue;
      if (isBetter({ token, distance, count }, best)) best = { token, distance, count };
    }
  }
  return best.token === '' ? undefined : best.token;
}

function isBetter(one: SimilarToken, other: SimilarToken): boolean {
  if (other.token === '' || one.distance !== other.distance) return true; // it is at most the distance of the other one
  if (one.count !== other.count) return one.count > other.count;
  return codePointOrdered(one.token) < codePointOrdered(other.token);
}

/** A loop, since `Array.from` takes ten times as long, and thousands of tokens may be compared. */
export function codePoints(text: string): number[] {
  const points: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const point = text.codePointAt(at) ?? 0;
    if (point > 0xff_ff) at += 1;
    points.push(point);
  }
  return points;
}

/** A text as code points. */
export type CodePoints = ArrayLike<number> & { length: number };

/**
 * Returns the Damerau–Levenshtein distance of two texts: how many characters must be inserted, removed, replaced, or exchanged with their neighbour;
 * or `max` + 1 if it is larger than `max`, which is 0, 1 or 2.
 */
export function editDistance(one: CodePoints, other: CodePoints, max: number): number {
  return distanceFrom(one, 0, other, 0, max);
}

/** Compares the texts from these indexes on. Equal characters at the beginning belong to some shortest edit, so they are skipped. */
function distanceFrom(one: CodePoints, oneFrom: number, other: CodePoints, otherFrom: number, max: number): number {
  let [i, j] = [oneFrom, otherFrom];
  while (i < one.length && j < other.length && one[i] === other[j]) [i, j] = [i + 1, j + 1];
  const [left, otherLeft] = [one.length - i, other.length - j];
  if (left === 0 || otherLeft === 0) return Math.min(Math.max(left, otherLeft), max + 1);
  if (max === 0 || Math.abs(left - otherLeft) > max) return max + 1;

  let best = max + 1;
  const attempt = (cost: number, skipped: number, otherSkipped: number) => {
    if (cost >= best) return;
    best = Math.min(best, cost + distanceFrom(one, i + skipped, other, j + otherSkipped, best - 1 - cost));
  };
  if (one[i] === other[j + 1] && one[i + 1] === other[j]) attempt(1, 2, 2);
  attempt(1, 1, 1);
  attempt(1, 1, 0);
  attempt(1, 0, 1);
  // Two neighbours are exchanged after the character between them was removed, or before one is inserted between them.
  if (one[i] === other[j + 1] && one[i + 2] === other[j]) attempt(2, 3, 2);
  if (one[i] === other[j + 2] && one[i + 1] === other[j]) attempt(2, 2, 3);
  return best;
}
