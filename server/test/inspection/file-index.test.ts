// Tests the index of an archive, which is written while it is inspected: every file, what it is and where its bytes are.
import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { inflateRawSync } from 'node:zlib';
import { encodeIndex, openIndex, type IndexedFile } from '../../src/inspection/file-index.ts';
import { LIMITS } from '../../src/inspection/inspect.ts';
import { inspectBytes, inspectFile, type InspectionJob } from '../../src/inspection/inspect-file.ts';
import { pax, tarEntry, targz, zip } from '../archives/archive-writers.ts';
import { assertAccepted, GZIP, inspectionFolder, ZIP } from './inspections.ts';
import { byYauzl } from './other-readers.ts';

const { folder, withFile, inspectHere } = inspectionFolder();

/** Inspects an archive and returns its index, with the zip that has the bytes of its files. */
async function indexed(bytes: Buffer, type: InspectionJob['type'] = GZIP) {
  const derivedPaths = { index: join(folder, 'index'), zip: join(folder, 'zip') };
  const found = await withFile(bytes, (file) => inspectFile({ file, type, limits: LIMITS, derivedPaths }));
  assertAccepted(found);
  const index = (await openIndex(readFileSync(derivedPaths.index))) ?? assert.fail();
  const source = type === ZIP ? bytes : readFileSync(derivedPaths.zip);
  const files = Array.from({ length: index.count }, (_, at) => index.at(at));
  for (const { path, from, packedSize, isDeflated, size, sha256 } of files) {
    const packed = source.subarray(from, from + packedSize);
    const content = isDeflated ? inflateRawSync(packed) : packed;
    assert.deepEqual([content.length, hash('sha256', content)], [size, sha256], path);
  }
  return { index, files, zip: readFileSync(derivedPaths.zip) };
}

const noise = (bytes: number) =>
  Buffer.from(Uint32Array.from({ length: bytes / 4 }, (_, at) => Math.imul(at ^ (at >>> 3), 2_654_435_761)).buffer);

describe('the index of an archive', () => {
  const contents: Record<string, [content: Buffer | string, isText: boolean]> = {
    'b/text.txt': ['Grüße, 日本 🚀\n'.repeat(20_000), true],
    'a/one-chunk-and-a-byte.txt': ['é'.repeat(32_769), true],
    'a/ascii': ['x', true],
    empty: ['', true],
    'with-nul': ['a\0b', false],
    latin1: [Buffer.from([0x61, 0xe9, 0x62]), false],
    'cut-2': [Buffer.from('é').subarray(0, 1), false],
    'cut-3': [Buffer.from('日').subarray(0, 2), false],
    'cut-4': [Buffer.from('🚀').subarray(0, 3), false],
    continuations: [Buffer.from([0x80, 0x80, 0x80, 0x80]), false],
    noise: [noise(300_000), false],
  };
  const names = Object.keys(contents).toSorted();
  const entries = Object.entries(contents);

  for (const [what, type, bytes] of [
    [
      'a tar',
      GZIP,
      targz(
        tarEntry('top/', '', { type: '5' }),
        ...entries.map(([name, [content]]) => tarEntry(`top/${name}`, content)),
      ),
    ],
    [
      'a zip',
      ZIP,
      zip([
        { name: 'top/' },
        ...entries.map(([name, [content]], at) => ({ name: `top/${name}`, content, method: at % 2 ? 0 : 8 })),
      ]),
    ],
  ] as const)
    test(`of ${what} has every file in the order of the paths, what it is and where it is`, async () => {
      const { index, files } = await indexed(bytes, type);
      assert.equal(index.hasTopFolder, true);
      assert.deepEqual(
        files.map(({ path }) => path),
        names,
      );
      for (const { path, isText } of files) assert.equal(isText, contents[path]?.[1], path);
      for (const [at, name] of names.entries()) {
        assert.deepEqual(index.find(name), files[at]);
        assert.equal(String(index.nameAt(at)), name);
        assert.equal(index.digestAt(at).toString('hex'), files[at]?.sha256);
      }
      for (const path of ['', 'a', 'a/', 'top/empty', 'zzz']) assert.equal(index.find(path), undefined);
      assert.deepEqual(index.range('a/'), { start: 0, end: 2 });
      assert.deepEqual(index.range(''), { start: 0, end: names.length });
      assert.deepEqual(index.range('zzz'), { start: names.length, end: names.length });
    });

  test('says whether all files are in one top folder, and leaves out what macOS writes beside it', async () => {
    const flat = await indexed(targz(tarEntry('a/x'), tarEntry('b', '', { mode: '0000755\0' })));
    assert.deepEqual([flat.index.hasTopFolder, flat.files.map(({ path }) => path)], [false, ['a/x', 'b']]);
    assert.deepEqual(
      flat.files.map(({ mode }) => mode),
      [0o644, 0o755],
    );
    const mac = await indexed(targz(tarEntry('._top', 'x'), tarEntry('top/a', 'x')));
    assert.deepEqual([mac.index.hasTopFolder, mac.files.map(({ path }) => path)], [false, ['a']]);
  });

  test('comes, for a tar, with a zip that other programs can read', async () => {
    const { zip } = await indexed(targz(...entries.map(([name, [content]]) => tarEntry(name, content))));
    const sizes = entries.map(([, [content]]) => Buffer.byteLength(content));
    assert.deepEqual(await byYauzl(zip), [entries.length, sizes.reduce((sum, size) => sum + size, 0)]);
    assertAccepted(await inspectHere(zip, ZIP));
  });

  test('is the same, with its zip, where the archive is inspected in memory', async () => {
    const packed = entries.map(([name, [content]]) => ({ name, content }));
    for (const [type, bytes] of [
      [GZIP, targz(...entries.map(([name, [content]]) => tarEntry(name, content)))],
      [ZIP, zip(packed)],
    ] as const) {
      const job = { type, limits: LIMITS, size: bytes.length };
      const found = await inspectBytes(bytes, { ...job, maxZipBytes: 2 ** 20 });
      assertAccepted(found.inspection);
      const inFile = await indexed(bytes, type);
      const index = (await openIndex(Buffer.from(found.index ?? []))) ?? assert.fail();
      assert.deepEqual(
        Array.from({ length: index.count }, (_, at) => index.at(at)),
        inFile.files,
      );
      assert.deepEqual(found.zip, type === GZIP ? inFile.zip : undefined);
      const small = await inspectBytes(bytes, { ...job, maxZipBytes: 1_000 });
      assert.deepEqual([small.index, small.zip], [found.index, undefined], 'a larger zip is left out');
    }
    const refused = await inspectBytes(targz(tarEntry('../b')), {
      type: GZIP,
      limits: LIMITS,
      size: 0,
      maxZipBytes: 1,
    });
    assert.deepEqual([refused.inspection.accepted, refused.index], [false, undefined]);
  });

  test('is not written for an archive that is refused', async () => {
    const derivedPaths = { index: join(folder, 'no-index'), zip: join(folder, 'no-zip') };
    const bytes = targz(tarEntry('a', 'x'), tarEntry('../b'));
    const found = await withFile(bytes, (file) => inspectFile({ file, type: GZIP, limits: LIMITS, derivedPaths }));
    assert.equal(found.accepted, false);
    assert.equal(existsSync(derivedPaths.index), false);
  });

  test('is not read if a byte of it is another, it is cut off, or it is something else', async () => {
    const file: IndexedFile = {
      path: 'a',
      size: 1,
      from: 2,
      packedSize: 3,
      isDeflated: true,
      mode: 0,
      isText: true,
      sha256: '0'.repeat(64),
    };
    const bytes = encodeIndex([file], true);
    assert.deepEqual((await openIndex(bytes))?.find('a'), file);
    for (let at = 0; at < bytes.length; at += 7) {
      const damaged = Buffer.from(bytes);
      damaged[at]! ^= 1;
      assert.equal(await openIndex(damaged), undefined);
    }
    for (const other of [bytes.subarray(0, -1), Buffer.alloc(0), Buffer.from('PK'.repeat(100))])
      assert.equal(await openIndex(Buffer.from(other)), undefined);
  });

  test('of any accepted archive has the files that other readers see', async () => {
    const found = await indexed(
      targz(pax({ path: 'x/é' }), tarEntry('short', 'hi'), tarEntry('x/c'), tarEntry('x/d/e')),
    );
    assert.deepEqual(
      found.files.map(({ path }) => path),
      ['c', 'd/e', 'é'],
    );
  });
});
