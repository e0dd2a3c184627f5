// Finds the realms whose slug contains a word, as far as their name does not: most slugs follow from the name, so that the name contains what is
// between two dashes of the slug.
import { forEachBit } from '../sets/bits.ts';
import { capacityOf } from '../orders/columns.ts';
import { setsOfWord } from './heavy-words.ts';
import type { IndexData } from '../index-data.ts';
import { someCandidate } from './ngrams.ts';
import { andInto, bitmapOf, keepRowsIn, type RealmSet } from '../sets/realm-set.ts';
import { endingAt, MAX_ENDING_LENGTH, MAX_SLUG_LENGTH, NO_NAME, NO_NAME_MARK, slugAt } from './slugs.ts';

const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const PART_OF_SLUG = /^-?[a-z0-9]*(?:-[a-z0-9]+)*-?$/;

/** Returns sets whose union, together with the realms that have the word in their name, are those that have it in their slug. */
export function setsOfSlugWord(word: string, data: IndexData): RealmSet[] {
  if (word.length > MAX_SLUG_LENGTH || !PART_OF_SLUG.test(word)) return [];
  const odd = oddRows(word, data);
  const others = word.includes('-') ? acrossDashes(word, data) : withinPiece(word, data);
  return [setOf(odd), ...others].filter(({ size }) => size > 0);
}

/** Returns the row of the realm with this slug; 0 if there is none. */
export function findSlug(slug: string, data: IndexData): number {
  const { slugs, columns } = data;
  if (slug.length > MAX_SLUG_LENGTH || !SLUG.test(slug)) return 0;
  const isThat = (row: number) => slugAt(slugs, columns, row) === slug;
  if (!slug.includes('-')) {
    const row = slugs.withoutDash.get(slug) ?? 0;
    return row !== 0 && isThat(row) ? row : 0;
  }
  const beginsAlike = (row: number) => {
    const name = columns.names[row] ?? '';
    return name[0] === slug[0] || slug.startsWith(NO_NAME) || !/^[a-z0-9]/.test(name);
  };
  const odd = oddRows(slug, data).find(isThat);
  return odd ?? candidates(slug, data).find((row) => beginsAlike(row) && isThat(row)) ?? 0;
}

function oddRows(word: string, { slugs }: IndexData): number[] {
  const rows: number[] = [];
  someCandidate(slugs.oddNgrams, word, (row) => {
    if (slugs.odd.get(row)?.includes(word)) rows.push(row);
    return false;
  });
  return rows;
}

/** A word without a dash that is in no name: it is in the ending, or in the slug of realms whose name has no letter of a slug. */
function withinPiece(word: string, data: IndexData): RealmSet[] {
  const { marks } = data.slugs;
  return [
    ...(NO_NAME.includes(word) ? [marks.get(NO_NAME_MARK) as RealmSet] : []),
    ...(word.length === 1 ? [marks.get(word) as RealmSet] : []),
    ...(word.length > 1 && word.length <= MAX_ENDING_LENGTH ? [setOf(withEnding(word, data))] : []),
  ];
}

function withEnding(word: string, data: IndexData): number[] {
  const rows: number[] = [];
  forEachBit(rowsWithMarks(new Set(word), data), (row) => {
    if (endingAt(data.columns, row).includes(word)) rows.push(row);
  });
  return rows;
}

/** A dash, and a dash with the character before or after it, are marks; what is longer must be compared. */
function acrossDashes(word: string, data: IndexData): RealmSet[] {
  const mark = data.slugs.marks.get(word);
  if (mark) return [mark];
  const { columns } = data;
  const pattern = patternOf(word);
  const lastPiece = word.slice(word.lastIndexOf('-') + 1);
  const isFound = (row: number) => {
    const name = columns.names[row] ?? '';
    if (pattern.test(name)) return true;
    const ending = endingAt(columns, row);
    return ending !== '' && ending.startsWith(lastPiece) && pattern.test(`${name} ${ending}`);
  };
  return [setOf(candidates(word, data).filter(isFound)), setOf(unnamedRows(word, data))];
}

/** Finds in a name, and the ending behind it, what the word finds in the slug: a dash stands for anything between letters and digits. */
function patternOf(word: string): RegExp {
  const pieces = word.split('-').map((piece) => piece || '[a-z0-9]');
  return new RegExp(pieces.join('[^a-z0-9]+'));
}

/** Returns the rows whose name has no letter or digit of ASCII, and whose slug has this word, such as `lm-2` of `realm-2`. */
function unnamedRows(word: string, data: IndexData): number[] {
  const [start = '', ending = '', ...more] = word.split('-');
  if (!NO_NAME.endsWith(start) || more.length > 0) return [];
  const rows: number[] = [];
  forEachBit(rowsWithMarks(new Set([NO_NAME_MARK, ...ending.split('')]), data), (row) => {
    if (endingAt(data.columns, row).startsWith(ending)) rows.push(row);
  });
  return rows;
}

/** The rows of which some have this text of more than two characters, with a dash, in their slug; slugs that do not follow from their name are left out. */
function candidates(text: string, data: IndexData): number[] {
  const { slugs, sets, columns } = data;
  const marks = new Set<string>();
  for (let at = text.indexOf('-'); at >= 0; at = text.indexOf('-', at + 1))
    for (const mark of [text.slice(Math.max(0, at - 1), at + 1), text.slice(at, at + 2)]) marks.add(mark);
  const rows = rowsWithMarks(marks, data);
  // A single character beside a dash is part of a mark.
  const pieces = new Set(text.split('-').filter((piece) => piece.length > 1));
  keepRowsIn(
    rows,
    [...pieces].map((piece) => [
      ...setsOfWord(sets.heavyWords, piece, capacityOf(columns)).map(({ inName }) => inName),
      ...withinPiece(piece, data),
    ]),
  );
  const found: number[] = [];
  forEachBit(rows, (row) => {
    if (!slugs.odd.has(row)) found.push(row);
  });
  return found;
}

/** Returns a new bitmap of the rows that have all of these marks. */
function rowsWithMarks(marks: Set<string>, { slugs, columns }: IndexData): Uint32Array {
  const capacity = capacityOf(columns);
  const [first = '', ...others] = marks;
  const rows = bitmapOf(undefined, capacity);
  rows.set(bitmapOf(slugs.marks.get(first), capacity).subarray(0, rows.length));
  for (const mark of others) andInto(rows, bitmapOf(slugs.marks.get(mark), capacity));
  return rows;
}

/** The rows are sorted. */
function setOf(rows: number[]): RealmSet {
  return { size: rows.length, list: rows, bitmap: undefined };
}
