// A stream of the bytes of one file: inflated, limited to the size that the index has, and compared with its digest at the end.
import { pipeline, type Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import { verifier } from '../archives/verifier.ts';
import type { IndexedFile } from '../inspection/file-index.ts';

export function inflatedStream(packed: Readable, file: IndexedFile, damage: () => Error): Readable {
  const verified = verifier(file, damage);
  const streams = file.isDeflated ? [packed, createInflateRaw(), verified] : [packed, verified];
  pipeline(streams, () => {}); // the reader of the stream gets the error
  return verified;
}
