// A hash table of tokens with open addressing: to look a token up in a Map, it would have to be copied out of its text first.

export interface TokenTable {
  /** The tokens by id; the owner of the table writes them. */
  tokens: readonly string[];
  /** The id of a token in each slot, or `EMPTY`. The length is a power of two. */
  slots: Int32Array;
  size: number;
  /** The hash begins with a random number, so that nobody can choose words that collide. */
  seed: number;
}

const MIN_SLOTS = 1_024;
const EMPTY = -1;

export function tokenTable(tokens: readonly string[]): TokenTable {
  return { tokens, slots: new Int32Array(MIN_SLOTS).fill(EMPTY), size: 0, seed: Math.floor(Math.random() * 2 ** 32) };
}

/** Returns the id of the token that stands in the text from one index to another; -1 if the table does not have it. */
export function findToken(table: TokenTable, text: string, from: number, to: number): number {
  return table.slots[slotOf(table, text, from, to)] ?? EMPTY;
}

/** Adds a token that is not in the table. */
export function addToTable(table: TokenTable, id: number): void {
  table.size += 1;
  if (table.size * 2 > table.slots.length) resize(table, table.slots.length * 2);
  table.slots[slotOfToken(table, id)] = id;
}

/** Removes a token that is in the table. */
export function removeFromTable(table: TokenTable, id: number): void {
  const { slots, tokens, seed } = table;
  const mask = slots.length - 1;
  let hole = slotOfToken(table, id);
  // The tokens behind the hole move up, unless the hole is before the slot where the search for them begins.
  for (let slot = (hole + 1) & mask; slots[slot] !== EMPTY; slot = (slot + 1) & mask) {
    const moving = tokens[slots[slot] ?? EMPTY] ?? '';
    const first = hashOf(seed, moving, 0, moving.length) & mask;
    if (((slot - first) & mask) < ((slot - hole) & mask)) continue;
    slots[hole] = slots[slot] ?? EMPTY;
    hole = slot;
  }
  slots[hole] = EMPTY;
  table.size -= 1;
  if (slots.length > MIN_SLOTS && table.size * 8 < slots.length) resize(table, slots.length / 2);
}

function resize(table: TokenTable, length: number) {
  const ids = table.slots.filter((id) => id !== EMPTY);
  table.slots = new Int32Array(length).fill(EMPTY);
  for (const id of ids) table.slots[slotOfToken(table, id)] = id;
}

function slotOfToken(table: TokenTable, id: number): number {
  const token = table.tokens[id] ?? '';
  return slotOf(table, token, 0, token.length);
}

/** Returns the slot that has this token, or the empty slot where it belongs. */
function slotOf({ slots, tokens, seed }: TokenTable, text: string, from: number, to: number): number {
  const mask = slots.length - 1;
  for (let slot = hashOf(seed, text, from, to) & mask; ; slot = (slot + 1) & mask) {
    const id = slots[slot] ?? EMPTY;
    if (id === EMPTY) return slot;
    const token = tokens[id] ?? '';
    if (token.length === to - from && text.startsWith(token, from)) return slot;
  }
}

function hashOf(seed: number, text: string, from: number, to: number): number {
  let hash = seed;
  for (let at = from; at < to; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x9e_37_79_b1);
    hash ^= hash >>> 15;
  }
  return hash;
}
