// Arrays and texts as a row of bytes, and back: as they stand in memory, each after its length.

/** Gives bytes in the order in which they were written. */
export interface Bytes {
  /** How many are left. */
  readonly left: number;
  read(into: Uint8Array): void;
}

type Numbers = Uint32Array | Float64Array;

/** How many bytes, or texts, are copied in one step. */
const TOGETHER = 1 << 20;
const TEXTS_TOGETHER = 1 << 12;

const beyondBytes = /[\u0100-\uffff]/;

/** Each step is good until the next one, so that none needs memory of its own. */
export function* numbersOut(array: Numbers): Generator<Uint8Array> {
  const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
  yield new Uint8Array(Uint32Array.of(array.length).buffer);
  for (let from = 0; from < bytes.length; from += TOGETHER) yield bytes.subarray(from, from + TOGETHER);
}

/** The same of numbers that may change before a step is written. */
export function* changingOut(array: Numbers): Generator<Uint8Array> {
  const copy = new Uint8Array(TOGETHER);
  for (const bytes of numbersOut(array)) {
    copy.set(bytes);
    yield copy.subarray(0, bytes.length);
  }
}

export function numbersIn<T extends Numbers>(
  bytes: Bytes,
  Kind: { new (length: number): T; BYTES_PER_ELEMENT: number },
): T {
  const [length = 0] = wordsIn(bytes, 1);
  if (length * Kind.BYTES_PER_ELEMENT > bytes.left) throw new RangeError('there are fewer bytes than numbers');
  const array = new Kind(length);
  bytes.read(new Uint8Array(array.buffer));
  return array;
}

function wordsIn(bytes: Bytes, length: number): Uint32Array {
  const words = new Uint32Array(length);
  bytes.read(new Uint8Array(words.buffer));
  return words;
}

/** The first so many texts. One that has a character beyond U+00FF is written with two bytes for each unit, and is marked so. */
export function* textsOut(texts: readonly (string | undefined)[], count: number): Generator<Uint8Array> {
  yield new Uint8Array(Uint32Array.of(count).buffer);
  for (let from = 0; from < count; from += TEXTS_TOGETHER) {
    const group = Array.from({ length: Math.min(TEXTS_TOGETHER, count - from) }, (_, at) => texts[from + at] ?? '');
    const sizes = Uint32Array.from(group, (text) => (beyondBytes.test(text) ? text.length * 4 + 1 : text.length * 2));
    const bytes = Buffer.allocUnsafe(sizes.reduce((sum, size) => sum + (size >>> 1), 0));
    let end = 0;
    for (const [at, text] of group.entries())
      end += bytes.write(text, end, (sizes[at] ?? 0) & 1 ? 'utf16le' : 'latin1');
    yield* numbersOut(sizes);
    yield bytes;
  }
}

export function* textsIn(bytes: Bytes): Generator<void, string[]> {
  const texts: string[] = [];
  const [count = 0] = wordsIn(bytes, 1);
  while (texts.length < count) {
    const sizes = numbersIn(bytes, Uint32Array);
    const length = sizes.reduce((sum, size) => sum + (size >>> 1), 0);
    if (sizes.length === 0 || length > bytes.left) throw new RangeError('there are fewer bytes than texts');
    const buffer = Buffer.allocUnsafe(length);
    bytes.read(buffer);
    let from = 0;
    for (let at = 0; at < sizes.length; at += 1) {
      const size = sizes[at] ?? 0;
      texts.push(buffer.toString(size & 1 ? 'utf16le' : 'latin1', from, (from += size >>> 1)));
    }
    yield;
  }
  return texts;
}
