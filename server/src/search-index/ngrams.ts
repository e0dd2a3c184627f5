// The tokens that contain each n-gram of one to three characters (UTF-16 code units): by them, the tokens that contain a word are found. A blank
// stands before each token, and is part of its n-grams of two and three characters: by those, the tokens that begin with a word are found.
import { eraseRecord, recordPages, type RecordPages } from './record-pages.ts';
import { changeRecord, readRecord, writeRecord } from './records.ts';

const LENGTHS_WITH_BLANK = [2, 3];
const MAX_LENGTH = 3;
/** Stands in a record for an n-gram that occurs earlier in the token, too: its index is there. */
const REPEATED = 2 ** 32 - 1;

export interface Ngrams {
  /** The tokens by id; the owner of the n-grams writes them. */
  tokens: readonly string[];
  /** For each n-gram, the ids of the tokens that contain it, in no order. */
  lists: Map<string, number[]>;
  /**
   * For each token and each of its n-grams, the index of the token in the list of the n-gram: so a token is removed from a list of any
   * length in constant time, and the last token of the list takes its index.
   */
  indexes: RecordPages;
  /** The record that is being read or written. */
  record: number[];
}

export function ngrams(tokens: readonly string[]): Ngrams {
  return { tokens, lists: new Map(), indexes: recordPages(), record: [] };
}

export function addToNgrams({ lists, indexes, record }: Ngrams, id: number, token: string): void {
  record.length = 0;
  for (const ngram of ngramsOf(token)) {
    const list = lists.get(ngram);
    if (!list) lists.set(ngram, [id]);
    // Tokens are added one after the other: if this one is in the list, it is the last.
    record.push(list?.at(-1) === id ? REPEATED : (list?.length ?? 0));
    if (list && record.at(-1) !== REPEATED) list.push(id);
  }
  writeRecord(indexes, id, record);
}

/** Removes a token that was added. */
export function removeFromNgrams({ tokens, lists, indexes, record }: Ngrams, id: number, token: string): void {
  readRecord(indexes, id, record);
  eraseRecord(indexes, id);
  let at = 0;
  for (const ngram of ngramsOf(token)) {
    const index = record[at++] ?? REPEATED;
    const list = index === REPEATED ? undefined : lists.get(ngram);
    const last = list?.pop();
    if (!list || last === undefined) continue;
    if (list.length === 0) lists.delete(ngram);
    if (last === id) continue;
    list[index] = last;
    changeRecord(indexes, last, indexIn(tokens[last] ?? '', ngram), index);
  }
}

/** Returns the n-grams of one and two characters, without the blank before a token. */
export function shortNgrams({ lists }: Ngrams): string[] {
  return [...lists.keys()].filter((ngram) => ngram.length < MAX_LENGTH && !ngram.startsWith(' '));
}

/** Returns the ids of tokens among which are all that contain the word, or begin with it where it begins with a blank. */
export function candidates({ lists }: Ngrams, word: string): readonly number[] {
  const length = Math.min(word.length, MAX_LENGTH);
  let shortest: number[] | undefined;
  for (let at = 0; at + length <= word.length; at += 1) {
    const list = lists.get(word.slice(at, at + length));
    if (!list) return [];
    if (!shortest || list.length < shortest.length) shortest = list;
  }
  return shortest ?? [];
}

/** Yields the n-grams of a token, as often as they occur: those of one character, then of two, then of three. */
function* ngramsOf(token: string): Generator<string> {
  yield* token.split('');
  const marked = ` ${token}`;
  for (const length of LENGTHS_WITH_BLANK)
    for (let at = 0; at + length <= marked.length; at += 1) yield marked.slice(at, at + length);
}

/** Returns how many n-grams `ngramsOf` yields before the first occurrence of this one. */
function indexIn(token: string, ngram: string): number {
  if (ngram.length === 1) return token.indexOf(ngram);
  // There are as many of one character as of two.
  return ` ${token}`.indexOf(ngram) + (ngram.length - 1) * token.length;
}
