// Bytes by number, stored in large blocks. A million small buffers would slow down the garbage collector, which does not look into a block.
import { sparseNumbers, type SparseNumbers } from '../search-index/sparse-numbers.ts';

export interface ByteArena {
  /** The bytes stay as they are for the reader, whatever is put or deleted later. */
  get(number: number): Buffer | undefined;
  /** Replaces the bytes of the number. A full arena evicts a block of other entries. */
  put(number: number, bytes: Uint8Array): void;
  delete(number: number): void;
  clear(): void;
  /** Whether the next `put` may evict other entries. */
  readonly isFull: boolean;
}

interface Block {
  index: number;
  bytes: Buffer;
  /** Where the next entry begins. */
  end: number;
  /** The bytes of the entries that are current: neither replaced nor deleted. */
  used: number;
}

interface ArenaState {
  blockBytes: number;
  maxBlocks: number;
  blocks: (Block | undefined)[];
  blockCount: number;
  /** The block that entries are added to. */
  open: Block | undefined;
  /** The index of the block that was evicted last. The block before it is the next one: what was put first stays longest. */
  evicted: number;
  /** By number: where the entry begins, counted over all blocks, plus 1. */
  positions: SparseNumbers;
}

const BLOCK_BYTES = 2 ** 20;
/** An entry begins with its number and its length. */
const HEADER_BYTES = 8;
/** The header has four bytes for the number. */
const MAX_NUMBERS = 2 ** 32;
const NO_POSITION = 0;

/** `maxBytes` are rounded to whole blocks. A block that is used by less than half is removed, and its current entries move to another. */
export function byteArena(maxBytes: number, { blockBytes = BLOCK_BYTES } = {}): ByteArena {
  const maxBlocks = Math.max(2, Math.round(maxBytes / blockBytes));
  const positions = sparseNumbers();
  const arena: ArenaState = {
    blockBytes,
    maxBlocks,
    blocks: [],
    blockCount: 0,
    open: undefined,
    evicted: 0,
    positions,
  };

  return {
    get(number) {
      const found = findEntry(arena, number);
      if (!found) return undefined;
      const { block, at } = found;
      return block.bytes.subarray(at + HEADER_BYTES, at + HEADER_BYTES + block.bytes.readUInt32LE(at + 4));
    },
    put(number, bytes) {
      deleteEntry(arena, number);
      if (HEADER_BYTES + bytes.length > blockBytes / 2 || number >= MAX_NUMBERS) return;
      addEntry(arena, number, bytes);
    },
    delete: (number) => deleteEntry(arena, number),
    clear() {
      arena.blocks = [];
      arena.blockCount = 0;
      arena.open = undefined;
      positions.clear();
    },
    get isFull() {
      return arena.blockCount >= maxBlocks;
    },
  };
}

function findEntry({ positions, blocks, blockBytes }: ArenaState, number: number) {
  const position = positions.get(number) - 1;
  const block = blocks[Math.floor(position / blockBytes)];
  return block && { block, at: position % blockBytes };
}

function positionOf({ blockBytes }: ArenaState, { index }: Block, at: number): number {
  return index * blockBytes + at + 1;
}

function addEntry(arena: ArenaState, number: number, bytes: Uint8Array): void {
  const { open, blockBytes } = arena;
  const size = HEADER_BYTES + bytes.length;
  const block = open && open.end + size <= blockBytes ? open : openBlock(arena);
  block.bytes.writeUInt32LE(number, block.end);
  block.bytes.writeUInt32LE(bytes.length, block.end + 4);
  block.bytes.set(bytes, block.end + HEADER_BYTES);
  arena.positions.set(number, positionOf(arena, block, block.end));
  block.end += size;
  block.used += size;
}

function deleteEntry(arena: ArenaState, number: number): void {
  const found = findEntry(arena, number);
  if (!found) return;
  const { block, at } = found;
  arena.positions.set(number, NO_POSITION);
  block.used -= HEADER_BYTES + block.bytes.readUInt32LE(at + 4);
  if (block !== arena.open) compact(arena, block);
}

function openBlock(arena: ArenaState): Block {
  const { open: former, blocks, blockBytes } = arena;
  const free = blocks.indexOf(undefined);
  const index = free < 0 ? blocks.length : free;
  const opened = { index, bytes: Buffer.allocUnsafeSlow(blockBytes), end: 0, used: 0 };
  arena.open = blocks[index] = opened;
  arena.blockCount += 1;
  if (former) compact(arena, former);
  if (arena.blockCount > arena.maxBlocks) evictBlock(arena);
  return opened;
}

/** Moves the current entries of a block that is used by less than half, and removes the block. */
function compact(arena: ArenaState, block: Block): void {
  if (block.used >= arena.blockBytes / 2) return;
  for (const { number, bytes } of currentEntries(arena, block)) addEntry(arena, number, bytes);
  removeBlock(arena, block);
}

function evictBlock(arena: ArenaState): void {
  const { blocks, positions } = arena;
  do arena.evicted = (arena.evicted === 0 ? blocks.length : arena.evicted) - 1;
  while (!blocks[arena.evicted] || blocks[arena.evicted] === arena.open);
  const block = blocks[arena.evicted] as Block;
  for (const { number } of currentEntries(arena, block)) positions.set(number, NO_POSITION);
  removeBlock(arena, block);
}

/** The entries of a block that were neither replaced nor deleted. */
function* currentEntries(arena: ArenaState, block: Block): Generator<{ number: number; bytes: Buffer }> {
  for (let at = 0; at < block.end;) {
    const number = block.bytes.readUInt32LE(at);
    const next = at + HEADER_BYTES + block.bytes.readUInt32LE(at + 4);
    const isCurrent = arena.positions.get(number) === positionOf(arena, block, at);
    if (isCurrent) yield { number, bytes: block.bytes.subarray(at + HEADER_BYTES, next) };
    at = next;
  }
}

/** The memory of the block is not used again: a reader may hold a part of it. */
function removeBlock(arena: ArenaState, { index }: Block): void {
  arena.blocks[index] = undefined;
  arena.blockCount -= 1;
}
