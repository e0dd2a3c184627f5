// Words that so many tokens hold that their realms are put together once, and kept: the heaviest of one and two
// characters for good, of the others the last that were searched for.
import type { Dictionary, Held } from './dictionary.ts';
import { abandon, unionOf, type Members } from './members.ts';

/** Of those that are not kept for good. */
const MOST = 32;
/** Putting together costs as much as there are realms in lists, and for each set of bits this part of all realms. */
const BITS = 256;
/** From this part of all realms on it is too much to do for each question. */
const HEAVY = 16;
const FEW = 4_096;
/** And from here on even for one. */
const HEAVIEST = 1 / 2;

export interface Kept {
  /** The sets that together are the realms which hold the word. */
  together(word: string, rows: number): Held[];
  /** The sets that a realm with such texts is in. */
  eachIn(name: string, texts: string, see: (set: Members) => void): void;
  all(): Iterable<Held>;
  /** Forgets the words that no realm holds any more. */
  dropEmpty(): void;
  /** How many words are kept. */
  readonly size: number;
  /** Puts the realms of the heaviest words together, in steps. */
  prepare(rows: () => number): Generator<void>;
}

export function kept(words: Dictionary): Kept {
  const heaviest = new Map<string, Held>();
  const last = new Map<string, Held>();

  function drop(word: string) {
    const dropped = last.get(word);
    last.delete(word);
    if (!dropped) return;
    // It may be one of the words of the very question for which another is put together.
    abandon(dropped.anywhere);
    abandon(dropped.inName);
  }

  return {
    together(word, rows) {
      const known = heaviest.get(word) ?? last.get(word);
      if (known) return [known];
      const tokens = words.holding(word);
      if (tokens.length < 2 || costOf(tokens, rows) < Math.max(FEW, rows / HEAVY)) return tokens;
      const made = put(tokens, rows);
      last.set(word, made);
      const [first = word] = last.keys();
      if (last.size > MOST) drop(first);
      return [made];
    },
    eachIn(name, texts, see) {
      for (const these of [heaviest, last]) {
        for (const [word, { anywhere, inName }] of these) {
          if (!texts.includes(word)) continue;
          see(anywhere);
          if (name.includes(word)) see(inName);
        }
      }
    },
    *all() {
      yield* heaviest.values();
      yield* last.values();
    },
    dropEmpty() {
      for (const these of [heaviest, last])
        for (const [word, { anywhere }] of these) if (anywhere.size === 0) these.delete(word);
    },
    get size() {
      return heaviest.size + last.size;
    },
    *prepare(rows) {
      for (const word of words.shortParts()) {
        const tokens = words.holding(word);
        if (costOf(tokens, rows()) < Math.max(FEW, rows() * HEAVIEST)) continue;
        drop(word);
        heaviest.set(word, put(tokens, rows()));
        yield;
      }
    },
  };
}

function costOf(tokens: Held[], rows: number): number {
  return tokens.reduce((sum, { anywhere }) => sum + (anywhere.list ? anywhere.size : rows / BITS), 0);
}

function put(tokens: Held[], rows: number): Held {
  return {
    anywhere: unionOf(
      tokens.map(({ anywhere }) => anywhere),
      rows,
    ),
    inName: unionOf(
      tokens.map(({ inName }) => inName),
      rows,
    ),
  };
}
