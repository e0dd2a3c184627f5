// A stream of the bytes of one file: inflated, limited to the size that the index has, and compared with its digest at the end.
import { createHash } from 'node:crypto';
import { pipeline, Transform, type Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import type { IndexedFile } from '../inspection/file-index.ts';

/** The last chunk is passed on after the digest was compared, so that a client never takes damaged bytes for a whole file. */
export function inflatedStream(packed: Readable, file: IndexedFile, damage: () => Error): Readable {
  const verified = verifier(file, damage);
  const streams = file.isDeflated ? [packed, createInflateRaw(), verified] : [packed, verified];
  pipeline(streams, () => {}); // the reader of the stream gets the error
  return verified;
}

function verifier({ size, sha256 }: IndexedFile, damage: () => Error): Transform {
  const hash = createHash('sha256');
  let passed = 0;
  let last: Buffer | undefined;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      passed += chunk.length;
      if (passed > size) return done(damage());
      hash.update(chunk);
      const before = last;
      last = chunk;
      return done(null, before);
    },
    flush(done) {
      return passed === size && hash.digest('hex') === sha256 ? done(null, last) : done(damage());
    },
  });
}
