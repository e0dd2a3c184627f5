// The dictionary: every token of every name and description (the text between two blanks) with the realms that contain it. A token that no realm has any
// more is removed, and its id is assigned again.
import { addToNgrams, removeFromNgrams, someCandidate, type Ngrams } from './ngrams.ts';
import { emptySet, type RealmSet } from '../sets/realm-set.ts';
import { signatures, writeSignature, type Signatures } from './similar-tokens.ts';

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
  freeIds: number[];
  ids: Map<string, number>;
  ngrams: Ngrams;
  signatures: Signatures;
}

const TOKENS_PER_STEP = 1_024;

export function dictionary(): Dictionary {
  return { tokens: [], sets: [], freeIds: [], ids: new Map(), ngrams: new Map(), signatures: signatures() };
}

/** `tokens` are by id, none of them twice, and empty where an id is not in use. */
export function* dictionaryOf(tokens: string[]): Generator<void, Dictionary> {
  const made = dictionary();
  for (const [id, token] of tokens.entries()) {
    if (id % TOKENS_PER_STEP === 0) yield;
    if (token !== '') enter(made, id, token);
    else {
      [made.tokens[id], made.sets[id]] = ['', undefined];
      made.freeIds.push(id);
    }
  }
  return made;
}

function enter({ tokens, sets, ids, ngrams, signatures }: Dictionary, id: number, token: string): number {
  tokens[id] = token;
  sets[id] = { anywhere: emptySet(), inName: emptySet() };
  ids.set(token, id);
  addToNgrams(ngrams, id, token);
  writeSignature(signatures, id, token);
  return id;
}

/** Visits the id of each token in a text, as often as it occurs. An unknown token is added, or has the id -1. */
export function forEachToken(
  dictionary: Dictionary,
  text: string,
  visit: (tokenId: number) => void,
  unknown: 'add' | 'skip',
): void {
  const { ids, freeIds, tokens } = dictionary;
  for (const token of text.split(' ')) {
    const id = token === '' ? undefined : (ids.get(token) ?? -1);
    if (id === -1 && unknown === 'add') visit(enter(dictionary, freeIds.pop() ?? tokens.length, copyOf(token)));
    else if (id !== undefined) visit(id);
  }
}

/** Removes the token if no realm has it any more. */
export function removeUnusedToken({ tokens, sets, freeIds, ids, ngrams }: Dictionary, id: number): void {
  const token = tokens[id] ?? '';
  if (token === '' || sets[id]?.anywhere.size !== 0) return;
  ids.delete(token);
  removeFromNgrams(ngrams, id, token);
  tokens[id] = '';
  sets[id] = undefined;
  freeIds.push(id);
}

/** Returns the sets of each token that contains the word. */
export function setsContaining({ tokens, sets, ngrams }: Dictionary, word: string): TokenSets[] {
  const found: TokenSets[] = [];
  someCandidate(ngrams, word, (id) => {
    const ofToken = sets[id];
    if (ofToken && tokens[id]?.includes(word)) found.push(ofToken);
    return false;
  });
  return found;
}

/** Visits the id of each token that contains the word, or begins with it where the word begins with a blank, until one returns true. */
export function someToken({ tokens, ngrams }: Dictionary, word: string, visit: (tokenId: number) => boolean): boolean {
  return someCandidate(ngrams, word, (id) => ` ${tokens[id]}`.includes(word) && visit(id));
}

/** Copies a token out of its text, which it may hold in memory otherwise. */
function copyOf(token: string): string {
  return String.fromCharCode(...Array.from({ length: token.length }, (_, at) => token.charCodeAt(at)));
}
