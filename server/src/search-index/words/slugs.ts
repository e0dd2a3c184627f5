// The slugs of realms, in little memory: most follow from the name, such as `my-blog` from `My Blog`, and many have a short ending that
// makes them unique, such as `my-blog-2`. Only slugs that do not follow from their name are stored as text.
import { hasBit, setBit } from '../sets/bits.ts';
import { capacityOf, type Columns } from '../orders/columns.ts';
import { codePointOrdered } from '../orders/code-point-order.ts';
import type { IndexedRealm } from '../indexed-realm.ts';
import { addToNgrams, removeFromNgrams, type Ngrams } from './ngrams.ts';
import {
  addToSet,
  andInto,
  bitmapOf,
  emptySet,
  hasRow,
  removeFromSet,
  unionOf,
  type RealmSet,
} from '../sets/realm-set.ts';
import { readNumbers, readTexts, writeNumbers, writeTexts, type ByteSource } from '../serialize.ts';

export interface Slugs {
  /** By row: the slugs that do not follow from the name. */
  odd: Map<number, string>;
  /** The rows of these by the n-grams of their slugs. */
  oddNgrams: Ngrams;
  /** The rows by what their slugs contain; see `marksOf`. */
  marks: Map<string, RealmSet>;
  /** The rows by their slugs, of slugs without a dash. */
  withoutDash: Map<string, number>;
}

/** The slug of a name without a letter or digit of ASCII. */
export const NO_NAME = 'realm';
/** The slug of a longer name is cut, and does not follow from it here. */
export const MAX_SLUG_LENGTH = 64;
/** A number in base 36 that fits into 32 bits, without zeros before it. */
const ENDING = /^(?:0|[1-9a-z][0-9a-z]{0,5})$/;
export const MAX_ENDING_LENGTH = 6;

const CHARACTERS = '0123456789abcdefghijklmnopqrstuvwxyz'.split('');
/** The mark of slugs whose name has no letter or digit of ASCII. */
export const NO_NAME_MARK = '=';
const ALL_MARKS = ['-', NO_NAME_MARK, ...CHARACTERS.flatMap((one) => [one, `${one}-`, `-${one}`])];

const ROWS_PER_STEP = 1 << 13;
const MARKS_PER_STEP = 16;

export function slugs(): Slugs {
  const marks = new Map(ALL_MARKS.map((mark) => [mark, emptySet()]));
  return { odd: new Map(), oddNgrams: new Map(), marks, withoutDash: new Map() };
}

/** The folded name as slugs have it. */
function baseOf(name: string): string {
  return name.replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-|-$/g, '') || NO_NAME;
}

export function slugAt({ odd }: Slugs, columns: Columns, row: number): string {
  const ending = endingAt(columns, row);
  return odd.get(row) ?? `${baseOf(columns.names[row] ?? '')}${ending && `-${ending}`}`;
}

/** What follows the name in the slug of a row, without the dash; mostly empty. */
export function endingAt({ numeric }: Columns, row: number): string {
  const number = numeric.slugEnd[row] ?? 0;
  return number === 0 ? '' : (number - 1).toString(36);
}

/** True if neither the slug of a row nor its name has changed. */
export function hasSlug(slugs: Slugs, columns: Columns, row: number, { nameFolded, slug }: IndexedRealm): boolean {
  return columns.names[row] === codePointOrdered(nameFolded) && slugAt(slugs, columns, row) === slug;
}

/** Writes the slug of a row that has none; its name is written already. */
export function writeSlug(slugs: Slugs, columns: Columns, row: number, { nameFolded, slug }: IndexedRealm): void {
  const base = baseOf(nameFolded);
  const ending = slug.startsWith(`${base}-`) ? slug.slice(base.length + 1) : '';
  const follows = base.length <= MAX_SLUG_LENGTH && (slug === base || ENDING.test(ending));
  columns.numeric.slugEnd[row] = follows && slug !== base ? Number.parseInt(ending, 36) + 1 : 0;
  if (!follows) {
    slugs.odd.set(row, slug);
    addToNgrams(slugs.oddNgrams, row, slug);
  }
  for (const mark of marksOf(slug, follows ? ending : '', follows && base === NO_NAME))
    addToSet(slugs.marks.get(mark) as RealmSet, row, capacityOf(columns));
  if (!slug.includes('-')) slugs.withoutDash.set(slug, row);
}

/** Must be called before the name of the row changes. */
export function removeSlug(slugs: Slugs, columns: Columns, row: number): void {
  const { odd, oddNgrams, marks, withoutDash } = slugs;
  const slug = slugAt(slugs, columns, row);
  if (withoutDash.get(slug) === row) withoutDash.delete(slug);
  if (odd.delete(row)) removeFromNgrams(oddNgrams, row, slug);
  columns.numeric.slugEnd[row] = 0;
  // All of them: a deserialized row that has changed meanwhile may have other marks than its slug says.
  for (const set of marks.values()) if (hasRow(set, row)) removeFromSet(set, row);
}

/** A dash, each dash with the character before and after it, and each character of the ending. */
function marksOf(slug: string, ending: string, hasNoName: boolean): Set<string> {
  const marks = new Set(ending);
  if (hasNoName) marks.add(NO_NAME_MARK);
  for (let at = slug.indexOf('-'); at >= 0; at = slug.indexOf('-', at + 1))
    marks
      .add('-')
      .add(slug.slice(at - 1, at + 1))
      .add(slug.slice(at, at + 2));
  return marks;
}

export function* serializeSlugs({ odd, marks }: Slugs, { numeric }: Columns): Generator<Uint8Array> {
  const texts = [...odd.values()];
  yield* writeNumbers(Uint32Array.from(odd.keys()));
  yield* writeTexts(texts, texts.length);
  const capacity = numeric.seq.length;
  const words = (capacity >>> 5) + 1;
  for (let from = 0; from < ALL_MARKS.length; from += MARKS_PER_STEP) {
    const bitmaps = ALL_MARKS.slice(from, from + MARKS_PER_STEP).map((mark) => bitmapOf(marks.get(mark), capacity));
    const all = new Uint32Array(bitmaps.length * words);
    for (const [at, bitmap] of bitmaps.entries()) all.set(bitmap.subarray(0, words), at * words);
    yield* writeNumbers(all);
  }
}

/** Slugs without a dash are found after `indexSlugs`. */
export function* deserializeSlugs(bytes: ByteSource, columns: Columns): Generator<void, Slugs> {
  const { seq } = columns.numeric;
  const made = slugs();
  const rows = readNumbers(bytes, Uint32Array);
  const texts = yield* readTexts(bytes);
  for (const [at, row] of rows.entries()) {
    if (!seq[row]) continue;
    made.odd.set(row, texts[at] ?? '');
    addToNgrams(made.oddNgrams, row, texts[at] ?? '');
    if (at % ROWS_PER_STEP === 0) yield;
  }
  const used = new Uint32Array((seq.length >>> 5) + 1);
  for (let row = 0; row < seq.length; row += 1) if (seq[row]) setBit(used, row);
  for (let from = 0; from < ALL_MARKS.length; from += MARKS_PER_STEP) {
    const all = readNumbers(bytes, Uint32Array);
    for (const [at, mark] of ALL_MARKS.slice(from, from + MARKS_PER_STEP).entries()) {
      const bitmap = all.slice(at * used.length, (at + 1) * used.length);
      andInto(bitmap, used);
      made.marks.set(mark, unionOf([{ size: 0, list: undefined, bitmap }], seq.length));
    }
    yield;
  }
  return made;
}

/** Finds the slugs without a dash, in steps, when all rows are there. */
export function* indexSlugs(slugs: Slugs, columns: Columns): Generator<void> {
  const { seq } = columns.numeric;
  const withDash = bitmapOf(slugs.marks.get('-'), seq.length);
  slugs.withoutDash.clear();
  for (let row = 1; row < seq.length; row += 1) {
    if (row % ROWS_PER_STEP === 0) yield;
    if (seq[row] && !hasBit(withDash, row)) slugs.withoutDash.set(slugAt(slugs, columns, row), row);
  }
}
