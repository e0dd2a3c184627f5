// The dictionary: every token of every name and description (the text between two blanks) with the realms that contain it. A token that no realm has any
// more is removed, and its id is assigned again.
import { idPool, type IdPool } from './id-pool.ts';
import { addToNgrams, candidates, ngrams, removeFromNgrams, type Ngrams } from './ngrams.ts';
import { emptySet, type RealmSet } from './realm-set.ts';
import { signatures, writeSignature, type Signatures } from './similar-tokens.ts';
import { addToTable, findToken, removeFromTable, tokenTable, type TokenTable } from './token-table.ts';

/** The realms that contain a token or a word: in their name or description, and in their name. */
export interface TokenSets {
  anywhere: RealmSet;
  inName: RealmSet;
}

export interface Dictionary {
  /** By id; empty where an id is not in use. */
  tokens: string[];
  /** By id; undefined where an id is not in use. */
  sets: (TokenSets | undefined)[];
  pool: IdPool;
  ngrams: Ngrams;
  table: TokenTable;
  signatures: Signatures;
}

const BLANK = 32;

/** `known` are tokens by id, none of them twice; `counts` say how many realms have each token. */
export function dictionary(known: string[] = [], counts = new Uint32Array(known.length)): Dictionary {
  // A token without a realm was serialized for a realm that changed meanwhile, and is put in again.
  const tokens = known.map((token, id) => (counts[id] ? token : ''));
  const sets = tokens.map((token) => (token === '' ? undefined : emptySets()));
  const all: Dictionary = {
    tokens,
    sets,
    pool: idPool(counts),
    ngrams: ngrams(tokens),
    table: tokenTable(tokens),
    signatures: signatures(),
  };
  for (const [id, token] of tokens.entries()) if (token !== '') enter(all, id, token);
  return all;
}

function enter(dictionary: Dictionary, id: number, token: string) {
  addToNgrams(dictionary.ngrams, id, token);
  addToTable(dictionary.table, id);
  writeSignature(dictionary.signatures, id, token);
}

function addToken(dictionary: Dictionary, token: string): number {
  const id = dictionary.pool.take();
  dictionary.tokens[id] = token;
  dictionary.sets[id] = emptySets();
  enter(dictionary, id, token);
  return id;
}

/** Visits the id of each token in a text, as often as it occurs. An unknown token is added, or has the id -1. */
export function forEachToken(
  dictionary: Dictionary,
  text: string,
  visit: (tokenId: number) => void,
  unknown: 'add' | 'skip',
): void {
  for (let from = 0, to = 0; from < text.length; from = to + 1) {
    for (to = from; to < text.length && text.charCodeAt(to) !== BLANK;) to += 1;
    if (to === from) continue;
    const id = findToken(dictionary.table, text, from, to);
    visit(id < 0 && unknown === 'add' ? addToken(dictionary, copyOf(text, from, to)) : id);
  }
}

/** Counts one realm less, and removes the token with the last one. */
export function releaseToken(dictionary: Dictionary, id: number): void {
  const { tokens, sets, pool } = dictionary;
  const token = tokens[id] ?? '';
  if (!pool.release(id)) return;
  pool.free(id);
  if (token === '') return; // it was removed while the realm was serialized
  removeFromTable(dictionary.table, id);
  removeFromNgrams(dictionary.ngrams, id, token);
  tokens[id] = '';
  sets[id] = undefined;
}

/** Returns the sets of each token that contains the word. */
export function setsContaining({ tokens, sets, ngrams }: Dictionary, word: string): TokenSets[] {
  const found: TokenSets[] = [];
  for (const id of candidates(ngrams, word)) {
    const ofToken = sets[id];
    if (ofToken && tokens[id]?.includes(word)) found.push(ofToken);
  }
  return found;
}

/** Visits the id of each token that contains the word, or begins with it where the word begins with a blank, until one returns true. */
export function someToken({ tokens, ngrams }: Dictionary, word: string, visit: (tokenId: number) => boolean): boolean {
  for (const id of candidates(ngrams, word)) if (` ${tokens[id]}`.includes(word) && visit(id)) return true;
  return false;
}

function emptySets(): TokenSets {
  return { anywhere: emptySet(), inName: emptySet() };
}

/** Copies a part of a text; a slice may hold the whole text in memory. */
function copyOf(text: string, from: number, to: number): string {
  return String.fromCharCode(...Array.from({ length: to - from }, (_, at) => text.charCodeAt(from + at)));
}
