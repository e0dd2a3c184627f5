// Every token of every name and description, what stands between blanks, once; and which of them hold a word.
import { members, type Members } from './members.ts';

/** The realms that hold something: in their name, or in their name or description. */
export interface Held {
  anywhere: Members;
  inName: Members;
}

export interface Dictionary {
  tokens: string[];
  /** By the number of the token. */
  held: Held[];
  /** The number of each token in a text, as often as it stands there. */
  eachIn(text: string, see: (token: number) => void): void;
  /** Every one and every two units in a row that a token holds. */
  parts(): string[];
  /** The realms of each token that holds the word. */
  holding(word: string): Held[];
}

/** The lengths of the parts by which tokens are found. */
const PARTS = [1, 2, 3];
const LONGEST = 3;
const BLANK = 32;

/** With these tokens already, none of them twice; the numbers of empty ones are for others. */
export function dictionary(known: string[] = []): Dictionary {
  const tokens = [...known];
  const held = known.map((): Held => ({ anywhere: members(), inName: members() }));
  const unused: number[] = [];
  /** The tokens that hold a part. */
  const byPart = new Map<string, number[]>();
  // Tokens by their hash, in a table of our own: to look one up in a Map, it would have to be cut out of the text first.
  // Where it begins is nobody's to know, so that nobody can choose words that collide.
  const seed = Math.floor(Math.random() * 2 ** 32);
  let table = new Int32Array(1_024).fill(-1);
  for (const [number, token] of known.entries()) {
    if (token === '') unused.push(number);
    else addParts(number, token);
  }
  enlarge();

  function add(token: string): number {
    const number = unused.pop() ?? tokens.length;
    tokens[number] = token;
    held[number] = { anywhere: members(), inName: members() };
    addParts(number, token);
    if (tokens.length * 2 > table.length) enlarge();
    else table[slotOf(token, 0, token.length)] = number;
    return number;
  }

  function addParts(number: number, token: string) {
    for (const length of PARTS) {
      for (const part of new Set(partsOf(token, length))) {
        const others = byPart.get(part);
        if (others) others.push(number);
        else byPart.set(part, [number]);
      }
    }
  }

  function enlarge() {
    let { length } = table;
    while (tokens.length * 2 > length) length *= 2;
    table = new Int32Array(length).fill(-1);
    for (const [number, token] of tokens.entries()) if (token) table[slotOf(token, 0, token.length)] = number;
  }

  /** Where the table has this part of the text, or has room for it. */
  function slotOf(text: string, from: number, to: number): number {
    let hash = seed;
    for (let at = from; at < to; at += 1) {
      hash = Math.imul(hash ^ text.charCodeAt(at), 0x9e_37_79_b1);
      hash ^= hash >>> 15;
    }
    for (let slot = hash & (table.length - 1); ; slot = (slot + 1) & (table.length - 1)) {
      const token = tokens[table[slot] ?? -1];
      if (token === undefined || (token.length === to - from && text.startsWith(token, from))) return slot;
    }
  }

  return {
    tokens,
    held,
    eachIn(text, see) {
      for (let from = 0, to = 0; from < text.length; from = to + 1) {
        for (to = from; to < text.length && text.charCodeAt(to) !== BLANK;) to += 1;
        if (to === from) continue;
        const number = table[slotOf(text, from, to)] ?? -1;
        see(number < 0 ? add(copied(text, from, to)) : number);
      }
    },
    parts: () => [...byPart.keys()].filter((part) => part.length < LONGEST),
    holding(word) {
      const candidates = partsOf(word, Math.min(word.length, LONGEST)).map((part) => byPart.get(part) ?? []);
      const fewest = candidates.reduce((least, other) => (other.length < least.length ? other : least));
      const found: Held[] = [];
      for (const number of fewest) {
        const its = held[number];
        if (its && tokens[number]?.includes(word)) found.push(its);
      }
      return found;
    },
  };
}

/** A part of a text that does not keep the text in memory, as a slice may. */
function copied(text: string, from: number, to: number): string {
  return String.fromCharCode(...Array.from({ length: to - from }, (_, at) => text.charCodeAt(from + at)));
}

function partsOf(text: string, length: number): string[] {
  return Array.from({ length: Math.max(0, text.length - length + 1) }, (_, at) => text.slice(at, at + length));
}
