// Summaries as JSON by the `seq` of their realms. Neighbours share a block: a million buffers would make every full garbage collection a long pause.
import { lruCache } from '../concurrency/lru-cache.ts';
import type { RealmJson } from '../realms/realm-json.ts';

export interface SummaryBlocks {
  /** The bytes stay as they are for the reader, whatever is put or deleted later. */
  get(seq: number): RealmJson | undefined;
  /** Neighbours are put together: each block that changes is copied once. */
  put(summaries: ReadonlyMap<number, RealmJson>): void;
  delete(seq: number): void;
  clear(): void;
  /** Whether the next `put` may evict other summaries. */
  readonly isFull: boolean;
}

interface Block {
  bytes: Buffer;
  /** Where the summary of each neighbour ends. It begins where the one before it ends; one that is missing has no bytes. */
  ends: Uint32Array;
}

/** With more, a change copies more bytes. With fewer, there are more blocks. */
const NEIGHBOURS = 32;
/** What a block takes beside its bytes, about. */
const BLOCK_BYTES = 512;
const NOTHING = Buffer.alloc(0);

/** A full one evicts the blocks that did not change for longest. */
export function summaryBlocks(maxBytes: number): SummaryBlocks {
  const blocks = lruCache<number, Block>(maxBytes, { sizeOf: ({ bytes }) => bytes.length + BLOCK_BYTES });

  function replace(number: number, entries: Entries): void {
    const block = withEntries(blocks.peek(number) ?? emptyBlock, entries);
    if (block.bytes.length === 0) blocks.delete(number);
    else blocks.set(number, block);
  }

  return {
    get(seq) {
      const block = blocks.peek(Math.floor(seq / NEIGHBOURS)); // moving it to the front took a tenth of the time of a list
      if (!block) return undefined;
      const { begin, end } = placeOf(block, seq % NEIGHBOURS);
      return begin === end ? undefined : (block.bytes.subarray(begin, end) as RealmJson);
    },
    put(summaries) {
      const seqs = [...summaries.keys()];
      for (const [number, neighbours] of Map.groupBy(seqs, (seq) => Math.floor(seq / NEIGHBOURS)))
        replace(number, new Map(neighbours.map((seq) => [seq % NEIGHBOURS, summaries.get(seq) ?? NOTHING])));
    },
    delete(seq) {
      const number = Math.floor(seq / NEIGHBOURS);
      if (blocks.has(number)) replace(number, new Map([[seq % NEIGHBOURS, NOTHING]]));
    },
    clear: () => blocks.clear(),
    get isFull() {
      return blocks.calculatedSize > maxBytes * 0.99;
    },
  };
}

const emptyBlock: Block = { bytes: NOTHING, ends: new Uint32Array(NEIGHBOURS) };

function placeOf({ ends }: Block, at: number): { begin: number; end: number } {
  return { begin: ends[at - 1] ?? 0, end: ends[at] ?? 0 };
}

/** The new summaries of a block, by their place in it. */
type Entries = ReadonlyMap<number, Buffer>;

/** A new block, since a reader may hold a part of the old one. */
function withEntries(block: Block, entries: Entries): Block {
  const parts = Array.from(
    block.ends,
    (end, at) => entries.get(at) ?? block.bytes.subarray(placeOf(block, at).begin, end),
  );
  const ends = new Uint32Array(NEIGHBOURS);
  let length = 0;
  for (const [at, part] of parts.entries()) ends[at] = length += part.length;
  const bytes = Buffer.allocUnsafeSlow(length);
  for (const [at, part] of parts.entries()) part.copy(bytes, Number(ends[at]) - part.length);
  return { bytes, ends };
}
