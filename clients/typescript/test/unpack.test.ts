// Unpacking an archive: what the catalog would refuse is refused, nothing is written outside of the folder, and it is all or nothing.
import assert from 'node:assert/strict';
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { inspectFile, listArchive, packFolder, Refusal, stageArchive, unpackArchive } from '@realm-catalog/client/node';
import { pax, tarEntry, targz, zip } from '../../../server/test/archives/archive-writers.ts';
import { hostileArchives } from '../../../server/test/hostile/archives.ts';
import { hostileManifests } from '../../../server/test/hostile/manifests.ts';

const base = mkdtempSync(join(tmpdir(), 'realm-unpack-test-'));
after(() => rmSync(base, { recursive: true }));
/** So deep that a path which climbs out of the target still ends in the folder that is watched. */
const inside = join(base, 'a', 'b', 'c', 'd');
mkdirSync(inside, { recursive: true });
const archive = join(base, 'archive');
const everything = () => new Set(readdirSync(base, { recursive: true, encoding: 'utf8' }));

let count = 0;
const fresh = () => join(inside, `target-${(count += 1)}`);
const written = (bytes: Buffer) => {
  writeFileSync(archive, bytes);
  return archive;
};
const contentOf = (folder: string) =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .map((entry) => [join(entry.parentPath, entry.name).slice(folder.length + 1), entry] as const)
      .map(([path, entry]) => [path, entry.isFile() ? readFileSync(join(folder, path), 'utf8') : '/']),
  );

describe('hostile archives', () => {
  /** What an archive is, is told by its bytes, and what its `realm.json` says matters to the catalog alone. */
  const hostile = Object.entries(hostileArchives).filter(
    ([name]) => !name.includes('sent as') && !(name in hostileManifests),
  );
  for (const [name, build] of hostile)
    test(`${name} is refused, and nothing is left`, async () => {
      const { bytes } = build();
      written(bytes);
      const before = everything();
      await assert.rejects(unpackArchive(archive, fresh()), Refusal);
      assert.deepEqual(everything(), before);
    });
});

describe('an archive', () => {
  const executable = { mode: '0000755\0' };
  const files = [
    tarEntry('app/src/a', 'one'),
    tarEntry('app/run', 'two', executable),
    tarEntry('app/docs/', '', { type: '5' }),
  ];
  const unpacked = { docs: '/', run: 'two', src: '/', 'src/a': 'one' };

  test('is unpacked without its top folder, with its empty folders', async () => {
    const target = fresh();
    const found = await unpackArchive(written(targz(...files)), target);
    assert.deepEqual(contentOf(target), unpacked);
    assert.deepEqual(
      found.map(({ path, size }) => [path, size]),
      [
        ['src/a', 3],
        ['run', 3],
      ],
    );
    assert.deepEqual(
      readdirSync(inside).filter((name) => name.startsWith('.')),
      [],
    );
  });

  test('gives files 0644 or 0755, whatever else its modes say', async () => {
    const target = fresh();
    const modes = { private: '0000600\0', open: '0000777\0', none: '0000000\0', some: '0000610\0' };
    const entries = Object.entries(modes).map(([name, mode]) => tarEntry(`app/${name}`, 'x', { mode }));
    const umask = process.umask(0o022);
    await unpackArchive(
      written(targz(...entries, tarEntry('app/folder/', '', { type: '5', mode: '0000000\0' }))),
      target,
    );
    process.umask(umask);
    const found = readdirSync(target).map((name) => [name, (statSync(join(target, name)).mode & 0o7777).toString(8)]);
    assert.deepEqual(Object.fromEntries(found), {
      folder: '755',
      none: '644',
      open: '755',
      private: '644',
      some: '755',
    });
  });

  test('without a top folder, or as a zip, is unpacked as well', async () => {
    const [flat, zipped] = [fresh(), fresh()];
    await unpackArchive(written(targz(tarEntry('a', 'x'), tarEntry('b/c', 'y'))), flat);
    assert.deepEqual(contentOf(flat), { a: 'x', b: '/', 'b/c': 'y' });
    await unpackArchive(
      written(
        zip([
          { name: 'app/a', content: 'x' },
          { name: '__MACOSX/app/._a', content: '?' },
        ]),
      ),
      zipped,
    );
    assert.deepEqual(contentOf(zipped), { a: 'x' });
  });

  test('goes into a folder that is empty, also by a link to it, and the link stays', async () => {
    const [real, link] = [fresh(), fresh()];
    mkdirSync(real);
    symlinkSync(real, link);
    await unpackArchive(written(targz(...files)), link);
    assert.deepEqual(contentOf(real), unpacked);
    assert.ok(lstatSync(link).isSymbolicLink());
  });

  test('leaves an empty folder in its place, with its mode: it may be the current one', async () => {
    const target = fresh();
    mkdirSync(target, { mode: 0o700 });
    const { ino } = statSync(target);
    await unpackArchive(written(targz(...files)), target);
    assert.deepEqual(contentOf(target), unpacked);
    assert.deepEqual([statSync(target).ino, statSync(target).mode & 0o777], [ino, 0o700]);
  });

  test('does not touch a folder that has something in it', async () => {
    const target = fresh();
    mkdirSync(target);
    writeFileSync(join(target, 'mine'), 'x');
    const before = everything();
    await assert.rejects(unpackArchive(written(targz(...files)), target), { code: 'ENOTEMPTY' });
    assert.deepEqual(everything(), before);
    assert.deepEqual(contentOf(target), { mine: 'x' });
  });

  test('leaves nothing when a file cannot be written', async () => {
    const long = join(fresh(), ...Array.from({ length: 13 }, () => 'x'.repeat(250)));
    mkdirSync(long, { recursive: true });
    const path = Array.from({ length: 4 }, () => 'y'.repeat(250)).join('/');
    written(targz(tarEntry('app/a', 'x'), pax({ path: `app/${path}` }), tarEntry('short', 'x')));
    await assert.rejects(unpackArchive(archive, join(long, 'target')), { code: 'ENAMETOOLONG' });
    assert.deepEqual(readdirSync(long), []);
  });

  test('with more than the limits allow is refused, and nothing is left', async () => {
    written(targz(...files));
    const before = everything();
    const limits = { unpacked: 5, entries: 100, ratio: 100 };
    await assert.rejects(unpackArchive(archive, fresh(), limits), /unpacks to more than 0 MiB/);
    assert.deepEqual(everything(), before);
  });

  test('that is cut off after whole files leaves nothing', async () => {
    const bytes = targz(...files, tarEntry('app/large', 'x'.repeat(100_000) + Math.PI.toString().repeat(5_000)));
    written(bytes.subarray(0, bytes.length - 20));
    const before = everything();
    await assert.rejects(unpackArchive(archive, fresh()), Refusal);
    assert.deepEqual(everything(), before);
  });

  test('has the digest of each file, and stays where it is until it is moved', async () => {
    const staged = await stageArchive(written(targz(...files)), join(inside, '.staged-'));
    assert.deepEqual(contentOf(staged.root), unpacked);
    assert.match(staged.files[0]?.sha256 ?? '', /^[0-9a-f]{64}$/);
    await staged.remove();
    assert.deepEqual(
      readdirSync(inside).filter((name) => name.startsWith('.')),
      [],
    );
  });

  test('is read no further after an abort, and nothing is written', async () => {
    const file = written(targz(...files));
    const signal = AbortSignal.abort(new Error('enough'));
    const before = everything();
    const target = fresh();
    for (const read of [
      () => unpackArchive(file, target, undefined, signal),
      () => stageArchive(file, join(base, 'missing', 'staged-'), { signal }), // in the first pass, which needs no folder
      () => listArchive(file, undefined, signal),
      () => inspectFile(file, signal),
    ])
      await assert.rejects(read(), /enough/);
    assert.deepEqual(everything(), before);
  });

  test('that was packed here is unpacked to the same files', async () => {
    const [source, target] = [fresh(), fresh()];
    mkdirSync(join(source, 'x'), { recursive: true });
    writeFileSync(join(source, 'x', 'y'), 'z'.repeat(200_000));
    const packed = await packFolder(source, ['x/y'], { topFolder: 'top' });
    await unpackArchive(packed.file, target);
    await packed.remove();
    assert.deepEqual(contentOf(target), contentOf(source));
  });
});

test('a file that is not there is an error, not a refusal', async () => {
  await assert.rejects(inspectFile(join(base, 'missing')), { code: 'ENOENT' });
});
