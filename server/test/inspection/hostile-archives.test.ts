// Tests that a corpus of hostile archives is refused by name, and that whatever is accepted is what other readers see in it.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { InspectionJob } from '../../src/inspection/inspect-file.ts';
import { DESCRIPTOR, pax, tar, tarEntry, targz, zip } from '../archives/archive-writers.ts';
import { hostileArchives } from '../hostile/archives.ts';
import { fc } from '../support/fixed-seed.ts';
import { GZIP, inspectionFolder, ZIP } from './inspections.ts';
import { byModernTar, byYauzl } from './other-readers.ts';

const { allFiles, inspect, inspectHere } = inspectionFolder();

describe('hostile archives', () => {
  test('there are at least 150', () => assert.ok(Object.keys(hostileArchives).length >= 150));

  for (const [name, build] of Object.entries(hostileArchives))
    test(`${name} is refused with its reason, and writes nothing`, async () => {
      const { type, bytes, why } = build();
      const before = allFiles();
      const found = await (/bomb|realm\.json that is/.test(name) ? inspect : inspectHere)(bytes, type);
      assert.ok(!found.accepted);
      assert.match(found.reason, why);
      assert.match(found.reason, /^(The archive|“.*”) .*\.$/, 'a sentence without control characters');
      assert.doesNotMatch(found.reason, /undefined/);
      assert.ok(found.reason.length < 1_600);
      assert.deepEqual(allFiles(), before);
    });
});

const broken = (bytes: Buffer, changes: [number, number][], end: number | null) => {
  const copy = Buffer.from(bytes);
  for (const [at, by] of changes) copy[at % copy.length]! ^= by;
  return end === null ? copy : copy.subarray(0, end % copy.length);
};

describe('any archive', () => {
  const segment = fc
    .stringMatching(/^[a-z0-9é_-]{1,12}$/)
    .filter((name) => !/^(con|prn|aux|nul|(com|lpt)\d)$/.test(name));
  const trees = fc.dictionary(
    fc
      .array(segment, { minLength: 1, maxLength: 4 })
      .map((path) => `top/${path.map((name) => `d${name}`).join('/')}/f`),
    fc.string({ maxLength: 2_000 }),
    { minKeys: 1, maxKeys: 12, noNullPrototype: true },
  );

  test('of harmless files is accepted, with the right count and sizes', async () => {
    await fc.assert(
      fc.asyncProperty(trees, async (tree) => {
        const entries = Object.entries(tree);
        const unpackedSize = entries.reduce((sum, [, text]) => sum + Buffer.byteLength(text), 0);
        const packed = [
          await inspectHere(targz(...entries.map(([path, text]) => tarEntry(path, text)))),
          await inspectHere(zip(entries.map(([name, content]) => ({ name, content }))), ZIP),
        ];
        for (const found of packed) {
          assert.ok(found.accepted, 'reason' in found ? found.reason : '');
          assert.deepEqual([found.entries, found.unpackedSize, found.topFolder], [entries.length, unpackedSize, 'top']);
        }
      }),
    );
  });

  const content = Array.from({ length: 3_000 }, (_, at) => (at * at).toString(36)).join(' ');
  const plain = tar(pax({ path: 'a/é', size: '2' }), tarEntry('a', 'hi'), tarEntry('b', content), tarEntry('c/d'));
  const zipped = zip([
    { name: 'a/é', content: 'hi' },
    { name: 'b', content, flags: DESCRIPTOR },
    { name: 'c/d', content: 'stored', method: 0 },
  ]);
  const flips = fc.array(fc.tuple(fc.nat(), fc.integer({ min: 1, max: 255 })), { maxLength: 4 });
  const cut = fc.option(fc.nat(), { freq: 3 });

  for (const [what, type, make] of [
    ['a gzip', GZIP, (...changes) => broken(gzipSync(plain), ...changes)],
    ['a tar in a gzip', GZIP, (...changes) => gzipSync(broken(plain, ...changes), { level: 1 })],
    ['a zip', ZIP, (...changes) => broken(zipped, ...changes)],
  ] satisfies [string, InspectionJob['type'], (changes: [number, number][], end: number | null) => Buffer][])
    test(`with bytes of ${what} changed or cut off is refused, or accepted for what other readers see in it too`, async () => {
      await fc.assert(
        fc.asyncProperty(flips, cut, async (changes, end) => {
          const bytes = make(changes, end);
          const found = await inspectHere(bytes, type);
          if (!found.accepted) assert.match(found.reason, /\.$/);
          else
            assert.deepEqual([found.entries, found.unpackedSize], await (type === ZIP ? byYauzl : byModernTar)(bytes));
        }),
        { numRuns: 400 },
      );
    });
});
