// The dictionary: every token of every name and description (the text between two blanks) with the realms that contain it. A token that no realm has any
// more is removed, and its number is assigned again.
import { addToNgrams, candidates, ngrams, removeFromNgrams, type Ngrams } from './ngrams.ts';
import { numberPool, type NumberPool } from './number-pool.ts';
import { emptySet, type RealmSet } from './realm-set.ts';
import { signatures, writeSignature, type Signatures } from './similar-tokens.ts';
import { addToTable, findToken, removeFromTable, tokenTable, type TokenTable } from './token-table.ts';

/** The realms that contain a token or a word: in their name or description, and in their name. */
export interface TokenSets {
  anywhere: RealmSet;
  inName: RealmSet;
}

export interface Dictionary {
  /** By number; empty where a number is not in use. */
  tokens: string[];
  /** By number; undefined where a number is not in use. */
  sets: (TokenSets | undefined)[];
  pool: NumberPool;
  ngrams: Ngrams;
  table: TokenTable;
  signatures: Signatures;
}

const BLANK = 32;

/** `known` are tokens by number, none of them twice; `counts` say how many realms have each token. */
export function dictionary(known: string[] = [], counts = new Uint32Array(known.length)): Dictionary {
  // A token without a realm was serialized for a realm that changed meanwhile, and is put in again.
  const tokens = known.map((token, number) => (counts[number] ? token : ''));
  const sets = tokens.map((token) => (token === '' ? undefined : emptySets()));
  const all: Dictionary = {
    tokens,
    sets,
    pool: numberPool(counts),
    ngrams: ngrams(tokens),
    table: tokenTable(tokens),
    signatures: signatures(),
  };
  for (const [number, token] of tokens.entries()) if (token !== '') enter(all, number, token);
  return all;
}

function enter(dictionary: Dictionary, number: number, token: string) {
  addToNgrams(dictionary.ngrams, number, token);
  addToTable(dictionary.table, number);
  writeSignature(dictionary.signatures, number, token);
}

function addToken(dictionary: Dictionary, token: string): number {
  const number = dictionary.pool.take();
  dictionary.tokens[number] = token;
  dictionary.sets[number] = emptySets();
  enter(dictionary, number, token);
  return number;
}

/** Visits the number of each token in a text, as often as it occurs. An unknown token is added, or has the number -1. */
export function forEachToken(
  dictionary: Dictionary,
  text: string,
  visit: (token: number) => void,
  unknown: 'add' | 'skip',
): void {
  for (let from = 0, to = 0; from < text.length; from = to + 1) {
    for (to = from; to < text.length && text.charCodeAt(to) !== BLANK;) to += 1;
    if (to === from) continue;
    const number = findToken(dictionary.table, text, from, to);
    visit(number < 0 && unknown === 'add' ? addToken(dictionary, copyOf(text, from, to)) : number);
  }
}

/** Counts one realm less, and removes the token with the last one. */
export function releaseToken(dictionary: Dictionary, number: number): void {
  const { tokens, sets, pool } = dictionary;
  const token = tokens[number] ?? '';
  if (!pool.release(number)) return;
  pool.free(number);
  if (token === '') return; // it was removed while the realm was serialized
  removeFromTable(dictionary.table, number);
  removeFromNgrams(dictionary.ngrams, number, token);
  tokens[number] = '';
  sets[number] = undefined;
}

/** Returns the sets of each token that contains the word. */
export function setsContaining({ tokens, sets, ngrams }: Dictionary, word: string): TokenSets[] {
  const found: TokenSets[] = [];
  for (const number of candidates(ngrams, word)) {
    const ofToken = sets[number];
    if (ofToken && tokens[number]?.includes(word)) found.push(ofToken);
  }
  return found;
}

/** Visits the number of each token that contains the word, or begins with it where the word begins with a blank, until one returns true. */
export function someToken({ tokens, ngrams }: Dictionary, word: string, visit: (token: number) => boolean): boolean {
  for (const number of candidates(ngrams, word)) if (` ${tokens[number]}`.includes(word) && visit(number)) return true;
  return false;
}

function emptySets(): TokenSets {
  return { anywhere: emptySet(), inName: emptySet() };
}

/** Copies a part of a text; a slice may hold the whole text in memory. */
function copyOf(text: string, from: number, to: number): string {
  return String.fromCharCode(...Array.from({ length: to - from }, (_, at) => text.charCodeAt(from + at)));
}
