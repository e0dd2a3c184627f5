// Bytes by number, packed into large blocks: as objects of their own, a million of them would be walked over by every collection of garbage.
import { sparseNumbers } from '../search-index/sparse-numbers.ts';

export interface Packed {
  /** Stays as it is for whoever holds it, whatever becomes of the number. */
  get(number: number): Buffer | undefined;
  /** Instead of what was there. Where no room is left, others go. */
  put(number: number, bytes: Uint8Array): void;
  delete(number: number): void;
  clear(): void;
  /** Whether others may have to go for the next one. */
  readonly isFull: boolean;
}

interface Block {
  index: number;
  bytes: Buffer;
  /** Where the next ones are put. */
  end: number;
  /** How many of its bytes are still asked for. */
  used: number;
}

const BLOCK = 2 ** 20;
/** Before each: its number and its length. */
const HEAD = 8;
/** Before each it has four bytes. */
const MOST_NUMBERS = 2 ** 32;
const NOWHERE = 0;

/** So many bytes at most, rounded to whole blocks. A block is given up when less than half of it is used, and the rest is put into another. */
export function packed(mostBytes: number, { blockBytes = BLOCK } = {}): Packed {
  const most = Math.max(2, Math.round(mostBytes / blockBytes));
  let blocks: (Block | undefined)[] = [];
  let held = 0;
  /** The one that is being filled. */
  let open: Block | undefined;
  /** The block that was emptied last to make room; the one before it is the next: what was put in first stays longest. */
  let hand = 0;
  /** Of each number: how many blocks come before its own, in bytes, and where it is in that; and one, so that none is nowhere. */
  const places = sparseNumbers();

  const placeOf = ({ index }: Block, at: number) => index * blockBytes + at + 1;

  function openBlock(): Block {
    const before = open;
    const free = blocks.indexOf(undefined);
    const index = free < 0 ? blocks.length : free;
    const opened = { index, bytes: Buffer.allocUnsafeSlow(blockBytes), end: 0, used: 0 };
    open = blocks[index] = opened;
    held += 1;
    if (before) giveUpUnlessUsed(before);
    if (held > most) emptyAnother();
    return opened;
  }

  function write(number: number, bytes: Uint8Array): void {
    const size = HEAD + bytes.length;
    const block = open && open.end + size <= blockBytes ? open : openBlock();
    block.bytes.writeUInt32LE(number, block.end);
    block.bytes.writeUInt32LE(bytes.length, block.end + 4);
    block.bytes.set(bytes, block.end + HEAD);
    places.set(number, placeOf(block, block.end));
    block.end += size;
    block.used += size;
  }

  function find(number: number): { block: Block; at: number } | undefined {
    const place = places.get(number) - 1;
    const block = blocks[Math.floor(place / blockBytes)];
    return block && { block, at: place % blockBytes };
  }

  function forget(number: number): void {
    const found = find(number);
    if (!found) return;
    const { block, at } = found;
    places.set(number, NOWHERE);
    block.used -= HEAD + block.bytes.readUInt32LE(at + 4);
    if (block !== open) giveUpUnlessUsed(block);
  }

  function giveUpUnlessUsed(block: Block): void {
    if (block.used >= blockBytes / 2) return;
    for (const { number, bytes } of asked(block)) write(number, bytes);
    remove(block);
  }

  function emptyAnother(): void {
    do hand = (hand === 0 ? blocks.length : hand) - 1;
    while (!blocks[hand] || blocks[hand] === open);
    const block = blocks[hand] as Block;
    for (const { number } of asked(block)) places.set(number, NOWHERE);
    remove(block);
  }

  /** What is in a block and was not put elsewhere, or forgotten. */
  function* asked(block: Block): Generator<{ number: number; bytes: Buffer }> {
    for (let at = 0; at < block.end;) {
      const number = block.bytes.readUInt32LE(at);
      const next = at + HEAD + block.bytes.readUInt32LE(at + 4);
      if (places.get(number) === placeOf(block, at)) yield { number, bytes: block.bytes.subarray(at + HEAD, next) };
      at = next;
    }
  }

  /** Its memory is not used again here: someone may hold a part of it. */
  function remove({ index }: Block): void {
    blocks[index] = undefined;
    held -= 1;
  }

  return {
    get(number) {
      const found = find(number);
      if (!found) return undefined;
      const { block, at } = found;
      return block.bytes.subarray(at + HEAD, at + HEAD + block.bytes.readUInt32LE(at + 4));
    },
    put(number, bytes) {
      forget(number);
      if (HEAD + bytes.length > blockBytes / 2 || number >= MOST_NUMBERS) return;
      write(number, bytes);
    },
    delete: forget,
    clear() {
      blocks = [];
      held = 0;
      open = undefined;
      places.clear();
    },
    get isFull() {
      return held >= most;
    },
  };
}
