// Passes bytes on, and compares their size and digest with what they should be.
import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';

/** The last chunk is passed on after the digest was compared, so that a client never takes damaged bytes for a whole file. */
export function verifier({ size, sha256 }: { size: number; sha256: string }, damage: () => Error): Transform {
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
