// Compresses to a deflate stream (RFC 1951) that depends on the input alone. It is a compressor of our own, because the output of zlib differs
// between its versions, its forks and the processors that they are tuned for, and an archive of the same files must have the same digest.
import { bitWriter } from './bit-writer.ts';
import { matchFinder, WINDOW_BYTES } from './deflate-matches.ts';
import { writeBlock } from './deflate-block.ts';

/** A block that does not shrink is stored as it is, and has at most this length. */
const BLOCK_BYTES = 65_535;

export interface Compressor {
  add(bytes: Uint8Array): void;
  /** Writes the rest. */
  end(): void;
}

/** The size of the pieces that are added makes no difference. */
export function deflate(write: (bytes: Uint8Array) => void): Compressor {
  const out = bitWriter(write);
  /** The window before the block, and the block. */
  const bytes = new Uint8Array(WINDOW_BYTES + BLOCK_BYTES);
  const findMatches = matchFinder(bytes);
  let end = WINDOW_BYTES;

  function flush(isLast: boolean): void {
    writeBlock(out, findMatches(end), bytes.subarray(WINDOW_BYTES, end), isLast);
    bytes.copyWithin(0, end - WINDOW_BYTES, end);
    end = WINDOW_BYTES;
  }

  return {
    add(added) {
      for (let at = 0; at < added.length;) {
        const piece = added.subarray(at, at + bytes.length - end);
        bytes.set(piece, end);
        end += piece.length;
        at += piece.length;
        if (end === bytes.length) flush(false);
      }
    },
    end() {
      flush(true);
      out.end();
    },
  };
}
