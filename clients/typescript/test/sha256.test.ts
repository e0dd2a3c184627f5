// The client's own SHA-256, which browsers use, beside that of Node.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { fc } from '../../../server/test/support/fixed-seed.ts';
import { ownHash } from '../src/own-sha256.ts';
import { newHash } from '../src/sha256.ts';

test('the digest is that of Node, however the bytes are divided', async () => {
  const chunks = fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(chunks, async (chunks) => {
      const expected = createHash('sha256').update(Buffer.concat(chunks)).digest('hex');
      for (const hash of [ownHash(), await newHash()]) {
        for (const chunk of chunks) hash.update(chunk);
        assert.equal(hash.hex(), expected);
      }
    }),
  );
});

test('the digest of every length around the end of a block is that of Node', () => {
  for (let length = 0; length < 200; length++) {
    const bytes = new Uint8Array(length).fill(length);
    const hash = ownHash();
    hash.update(bytes);
    assert.equal(hash.hex(), createHash('sha256').update(bytes).digest('hex'), String(length));
  }
});
