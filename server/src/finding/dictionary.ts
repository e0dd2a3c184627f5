// Every token of every name and description, what stands between blanks, once; and which of them hold a word. A token that no
// realm has any more is forgotten, and its number used again.
import { members, type Members } from './members.ts';
import { numbering } from './numbering.ts';
import { parts } from './parts.ts';
import { tokenTable } from './token-table.ts';

/** The realms that hold something: in their name, or in their name or description. */
export interface Held {
  anywhere: Members;
  inName: Members;
}

export interface Dictionary {
  /** By their numbers; empty where a number is not in use. */
  tokens: readonly string[];
  /** By the number of the token; undefined where a number is not in use. */
  held: readonly (Held | undefined)[];
  /** The number of each token in a text, as often as it stands there; -1 for one that is unknown, unless it is added. */
  eachIn(text: string, see: (token: number) => void, unknown: 'add' | 'skip'): void;
  /** Counts a realm that has the token. */
  hold(token: number): void;
  /** Counts a realm less, and forgets the token with the last. */
  release(token: number): void;
  /** Every one and every two units in a row that a token holds. */
  shortParts(): string[];
  /** The realms of each token that holds the word. */
  holding(word: string): Held[];
  readonly sizes: { tokens: number; parts: number; numbers: number };
}

const BLANK = 32;

/** With these tokens, none of them twice, and how many realms have each. */
export function dictionary(known: string[] = [], counts = new Uint32Array(known.length)): Dictionary {
  // What no realm has was saved for one that has changed meanwhile, and is put in again.
  const tokens = known.map((token, number) => (counts[number] ? token : ''));
  const held = tokens.map((token) => (token === '' ? undefined : nothingHeld()));
  const numbers = numbering(counts);
  const byPart = parts(tokens);
  const table = tokenTable(tokens);
  for (const [number, token] of tokens.entries()) if (token !== '') enter(number, token);

  function enter(number: number, token: string) {
    byPart.add(number, token);
    table.add(number);
  }

  function add(token: string): number {
    const number = numbers.take();
    tokens[number] = token;
    held[number] = nothingHeld();
    enter(number, token);
    return number;
  }

  return {
    tokens,
    held,
    eachIn(text, see, unknown) {
      for (let from = 0, to = 0; from < text.length; from = to + 1) {
        for (to = from; to < text.length && text.charCodeAt(to) !== BLANK;) to += 1;
        if (to === from) continue;
        const number = table.find(text, from, to);
        see(number < 0 && unknown === 'add' ? add(copied(text, from, to)) : number);
      }
    },
    hold: (number) => numbers.hold(number),
    release(number) {
      const token = tokens[number] ?? '';
      if (!numbers.release(number) || token === '') return;
      table.remove(number);
      byPart.remove(number, token);
      tokens[number] = '';
      held[number] = undefined;
    },
    shortParts: () => byPart.short(),
    holding(word) {
      const found: Held[] = [];
      for (const number of byPart.candidates(word)) {
        const its = held[number];
        if (its && tokens[number]?.includes(word)) found.push(its);
      }
      return found;
    },
    get sizes() {
      return { tokens: numbers.size, parts: byPart.size, numbers: numbers.end };
    },
  };
}

function nothingHeld(): Held {
  return { anywhere: members(), inName: members() };
}

/** A part of a text that does not keep the text in memory, as a slice may. */
function copied(text: string, from: number, to: number): string {
  return String.fromCharCode(...Array.from({ length: to - from }, (_, at) => text.charCodeAt(from + at)));
}
