// Tokens by their hash: to look one up in a Map, it would have to be cut out of its text first.

export interface TokenTable {
  /** The number of the token that stands in the text from one place to another; -1 if it is not in the table. */
  find(text: string, from: number, to: number): number;
  /** Adds a token that is not in the table. */
  add(number: number): void;
  /** Takes out a token that is in the table. */
  remove(number: number): void;
}

const LEAST = 1_024;
const NOBODY = -1;

/** `tokens` are the tokens by their numbers. */
export function tokenTable(tokens: readonly string[]): TokenTable {
  // Where hashing begins is nobody's to know, so that nobody can choose words that collide.
  const seed = Math.floor(Math.random() * 2 ** 32);
  let table = new Int32Array(LEAST).fill(NOBODY);
  let size = 0;

  function hashOf(text: string, from: number, to: number): number {
    let hash = seed;
    for (let at = from; at < to; at += 1) {
      hash = Math.imul(hash ^ text.charCodeAt(at), 0x9e_37_79_b1);
      hash ^= hash >>> 15;
    }
    return hash;
  }

  /** Where the table has this part of the text, or has room for it. */
  function slotOf(text: string, from: number, to: number): number {
    const mask = table.length - 1;
    for (let slot = hashOf(text, from, to) & mask; ; slot = (slot + 1) & mask) {
      const number = table[slot] ?? NOBODY;
      if (number === NOBODY) return slot;
      const token = tokens[number] ?? '';
      if (token.length === to - from && text.startsWith(token, from)) return slot;
    }
  }

  const slotOfToken = (number: number) => slotOf(tokens[number] ?? '', 0, tokens[number]?.length ?? 0);

  function resize(length: number) {
    const numbers = table.filter((number) => number !== NOBODY);
    table = new Int32Array(length).fill(NOBODY);
    for (const number of numbers) table[slotOfToken(number)] = number;
  }

  return {
    find: (text, from, to) => table[slotOf(text, from, to)] ?? NOBODY,
    add(number) {
      size += 1;
      if (size * 2 > table.length) resize(table.length * 2);
      table[slotOfToken(number)] = number;
    },
    remove(number) {
      const mask = table.length - 1;
      let hole = slotOfToken(number);
      // Those behind it move up, unless that is before the slot where their search begins.
      for (let slot = (hole + 1) & mask; table[slot] !== NOBODY; slot = (slot + 1) & mask) {
        const moving = tokens[table[slot] ?? NOBODY] ?? '';
        const first = hashOf(moving, 0, moving.length) & mask;
        if (((slot - first) & mask) < ((slot - hole) & mask)) continue;
        table[hole] = table[slot] ?? NOBODY;
        hole = slot;
      }
      table[hole] = NOBODY;
      size -= 1;
      if (table.length > LEAST && size * 8 < table.length) resize(table.length / 2);
    },
  };
}
