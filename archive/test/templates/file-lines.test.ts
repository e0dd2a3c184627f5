// Tests the lines of files: the same for the same files, in whatever order and with whatever permissions they come.
import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { test } from 'node:test';
import { fileLines, filesSha256 } from '@realm-catalog/client/templates';
import { fc } from '../../../server/test/support/fixed-seed.ts';

const line = (...fields: string[]) => `${fields.join('\0')}\n`;
const [A, B] = ['a'.repeat(64), 'b'.repeat(64)];

test('a file is its path, 0644 or 0755, and its digest, in the order of the bytes of the paths', async () => {
  const files = [
    { path: '\u{10000}', mode: 0o600, sha256: A },
    { path: '\u{ff5e}', mode: 0o4755 & 0o777, sha256: B },
    { path: 'a/b', mode: 0, sha256: A },
    { path: 'a', mode: 0o001, sha256: A },
    { path: 'a-b', mode: 0o666, sha256: A },
  ];
  const lines = [
    line('a', '0755', A),
    line('a-b', '0644', A),
    line('a/b', '0644', A),
    line('\u{ff5e}', '0755', B),
    line('\u{10000}', '0644', A),
  ];
  assert.equal(Buffer.from(fileLines(files)).toString(), lines.join(''));
  assert.equal(await filesSha256(files), hash('sha256', lines.join('')));
});

test('the order in which files come makes no difference, and paths are sorted as bytes', () => {
  const path = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(fc.uniqueArray(path, { maxLength: 10 }), fc.infiniteStream(fc.nat()), (paths, numbers) => {
      const files = paths.map((one) => ({ path: one, mode: 0o644, sha256: A }));
      const shuffled = files
        .map((file) => ({ file, key: numbers.next().value as number }))
        .toSorted((one, other) => one.key - other.key);
      const expected = paths
        .map((one) => Buffer.from(one))
        .toSorted((one, other) => Buffer.compare(one, other))
        .map((one) => line(one.toString(), '0644', A));
      assert.equal(Buffer.from(fileLines(shuffled.map(({ file }) => file))).toString(), expected.join(''));
    }),
  );
});
