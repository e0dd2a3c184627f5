// The tokens that hold each part of one to three units, by which tokens that hold a word are found.
import { records } from './records.ts';

/** The lengths of parts. */
const LENGTHS = [1, 2, 3];
const LONGEST = 3;
/** The part stands earlier in the token, too, and has its position there. */
const AGAIN = 2 ** 32 - 1;

export interface Parts {
  /** How many different parts the tokens hold. */
  readonly size: number;
  add(number: number, token: string): void;
  /** A token that was added. */
  remove(number: number, token: string): void;
  /** The parts of fewer units than the longest. */
  short(): string[];
  /** The numbers of tokens among which are all that hold the word. */
  candidates(word: string): readonly number[];
}

/** `tokens` are the tokens by their numbers. */
export function parts(tokens: readonly string[]): Parts {
  /** The numbers of the tokens that hold a part, in no order. */
  const byPart = new Map<string, number[]>();
  /**
   * For each token and each of its parts, where the part's list has the token: so a token leaves a list of any length at
   * once, and the last of the list takes its position.
   */
  const positions = records();
  const its: number[] = [];

  return {
    get size() {
      return byPart.size;
    },
    add(number, token) {
      its.length = 0;
      for (const part of eachPart(token)) {
        const list = byPart.get(part);
        if (!list) byPart.set(part, [number]);
        // Nothing else is added meanwhile.
        its.push(list?.at(-1) === number ? AGAIN : (list?.length ?? 0));
        if (list && its.at(-1) !== AGAIN) list.push(number);
      }
      positions.write(number, its);
    },
    remove(number, token) {
      positions.read(number, its);
      positions.erase(number);
      let slot = 0;
      for (const part of eachPart(token)) {
        const position = its[slot++] ?? AGAIN;
        const list = position === AGAIN ? undefined : byPart.get(part);
        const last = list?.pop();
        if (!list || last === undefined) continue;
        if (list.length === 0) byPart.delete(part);
        if (last === number) continue;
        list[position] = last;
        positions.change(last, slotOf(tokens[last] ?? '', part), position);
      }
    },
    short: () => [...byPart.keys()].filter((part) => part.length < LONGEST),
    candidates(word) {
      const length = Math.min(word.length, LONGEST);
      let fewest: number[] | undefined;
      for (let at = 0; at + length <= word.length; at += 1) {
        const list = byPart.get(word.slice(at, at + length));
        if (!list) return [];
        if (!fewest || list.length < fewest.length) fewest = list;
      }
      return fewest ?? [];
    },
  };
}

/** The parts of a token, as often as they stand there: those of one unit, then of two, then of three. */
function* eachPart(token: string): Generator<string> {
  for (const length of LENGTHS)
    for (let at = 0; at + length <= token.length; at += 1) yield token.slice(at, at + length);
}

/** How many parts `eachPart` gives before this one, which the token holds. */
function slotOf(token: string, part: string): number {
  const shorter = LENGTHS.filter((length) => length < part.length);
  return token.indexOf(part) + shorter.reduce((sum, length) => sum + token.length - length + 1, 0);
}
