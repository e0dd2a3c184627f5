// Writes arrays of numbers and lists of texts as bytes, and reads them back: each after its length, as it is in memory.

/** Returns bytes in the order in which they were written. */
export interface ByteSource {
  /** How many bytes are left. */
  readonly left: number;
  read(into: Uint8Array): void;
}

type NumberArray = Uint8Array | Uint32Array | Float64Array;

const BYTES_PER_STEP = 1 << 20;
const TEXTS_PER_STEP = 1 << 12;

const beyondLatin1 = /[\u0100-\uffff]/;

/** Yields a view of the array in each step. A view is valid until the next step, so that no step copies memory. */
export function* writeNumbers(array: NumberArray): Generator<Uint8Array> {
  const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
  yield new Uint8Array(Uint32Array.of(array.length).buffer);
  for (let from = 0; from < bytes.length; from += BYTES_PER_STEP) yield bytes.subarray(from, from + BYTES_PER_STEP);
}

/** Does the same with a copy in each step, for an array that may change before the step is written. */
export function* writeChangingNumbers(array: NumberArray): Generator<Uint8Array> {
  const copy = new Uint8Array(BYTES_PER_STEP);
  for (const bytes of writeNumbers(array)) {
    copy.set(bytes);
    yield copy.subarray(0, bytes.length);
  }
}

export function readNumbers<T extends NumberArray>(
  bytes: ByteSource,
  Kind: { new (length: number): T; BYTES_PER_ELEMENT: number },
): T {
  const length = readNumber(bytes);
  if (length * Kind.BYTES_PER_ELEMENT > bytes.left) throw new RangeError('there are fewer bytes than numbers');
  const array = new Kind(length);
  bytes.read(new Uint8Array(array.buffer));
  return array;
}

function readNumber(bytes: ByteSource): number {
  const numbers = new Uint32Array(1);
  bytes.read(new Uint8Array(numbers.buffer));
  return numbers[0] ?? 0;
}

/** Writes the first `count` texts. A text with a character above U+00FF has two bytes for each unit, and the lowest bit of its size is 1. */
export function* writeTexts(texts: readonly (string | undefined)[], count: number): Generator<Uint8Array> {
  yield new Uint8Array(Uint32Array.of(count).buffer);
  for (let from = 0; from < count; from += TEXTS_PER_STEP) {
    const group = Array.from({ length: Math.min(TEXTS_PER_STEP, count - from) }, (_, at) => texts[from + at] ?? '');
    const sizes = Uint32Array.from(group, (text) => (beyondLatin1.test(text) ? text.length * 4 + 1 : text.length * 2));
    const bytes = Buffer.allocUnsafe(sizes.reduce((sum, size) => sum + (size >>> 1), 0));
    let end = 0;
    for (const [at, text] of group.entries())
      end += bytes.write(text, end, (sizes[at] ?? 0) & 1 ? 'utf16le' : 'latin1');
    yield* writeNumbers(sizes);
    yield bytes;
  }
}

export function* readTexts(bytes: ByteSource): Generator<void, string[]> {
  const texts: string[] = [];
  const count = readNumber(bytes);
  while (texts.length < count) {
    const sizes = readNumbers(bytes, Uint32Array);
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
