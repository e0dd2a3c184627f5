// Packing a folder: the same files give the same tar, whoever packs them, and the catalog accepts what it packs.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { after, describe, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { inspectFile, packFolder, type PackedFolder, type PackOptions } from '@realm-catalog/client/node';
import { archiveOrder } from '../src/packing/archive-order.ts';

const folder = mkdtempSync(join(tmpdir(), 'realm-pack-test-'));
after(() => rmSync(folder, { recursive: true }));
process.env['TMPDIR'] = mkdtempSync(join(folder, 'temporary-')); // other tests pack meanwhile

function write(name: string, files: Record<string, string | Buffer>): string {
  const root = join(folder, name);
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  return root;
}

async function packed<Result>(
  root: string,
  files: string[],
  use: (archive: PackedFolder) => Promise<Result> | Result,
  options: Partial<PackOptions> = {},
): Promise<Result> {
  const archive = await packFolder(root, files, { topFolder: 'app', ...options });
  try {
    return await use(archive);
  } finally {
    await archive.remove();
    assert.equal(existsSync(archive.file), false);
  }
}

const noise = (count: number) =>
  Buffer.from(Uint32Array.from({ length: count }, (_, at) => Math.imul(at ^ (at >>> 3), 2_654_435_761)).buffer);

/** Text, a file that does not shrink, one of several blocks, names that need a pax header, an executable and an empty file. */
const files: Record<string, string | Buffer> = {
  'realm.json': '{"version": "1.2.3"}',
  'README.md': '# Hello\n',
  '.env.example': 'PORT=3000\n',
  'src/index.ts': Array.from({ length: 20_000 }, (_, at) => `export const value${at % 977} = ${at * at};\n`).join(''),
  'src/größe-日本.txt': 'x',
  [`${'long/'.repeat(25)}name.txt`]: 'deep',
  'bin/run': '#!/bin/sh\n',
  'picture.png': noise(60_000),
  empty: '',
};
const names = Object.keys(files);
/** Of the tar that the files above are packed to, whichever zlib compresses it. */
const TAR_DIGEST = 'a81f111c37be4196889853ae04b01ea7fba5a2255c28cf8142973f1ba4372789';

const tarDigest = ({ file }: PackedFolder) =>
  createHash('sha256')
    .update(gunzipSync(readFileSync(file)))
    .digest('hex');

describe('the same files', () => {
  test('give the same tar: its digest is fixed', async () => {
    const root = write('fixed', files);
    chmodSync(join(root, 'bin/run'), 0o755);
    await packed(root, names, async (archive) => {
      assert.equal(tarDigest(archive), TAR_DIGEST);
      const bytes = readFileSync(archive.file);
      assert.equal(archive.sha256, createHash('sha256').update(bytes).digest('hex'));
      assert.equal(archive.size, bytes.length);
      assert.equal(archive.unpackedSize, Buffer.concat(Object.values(files).map((one) => Buffer.from(one))).length);
      assert.ok(archive.size < archive.unpackedSize);
      for (const time of ['once', 'twice']) assert.deepEqual(await buffer(archive.open()), bytes, time);
    });
  });

  test('give the same tar in another order, at another time, with other permissions', async () => {
    const root = write('other', files);
    for (const name of names) {
      chmodSync(join(root, name), name === 'bin/run' ? 0o700 : 0o600);
      utimesSync(join(root, name), 1, 1);
    }
    await packed(root, names.toReversed(), (archive) => assert.equal(tarDigest(archive), TAR_DIGEST));
  });

  test('give another tar when one of them becomes executable', async () => {
    const root = write('executable', files);
    await packed(root, names, (archive) => assert.notEqual(tarDigest(archive), TAR_DIGEST));
  });
});

const byOrder = (paths: string[]) => archiveOrder(paths.map((path) => ({ path }))).map(({ path }) => path);

test('files that resemble each other stand together: by extension, then by name, then by path', () => {
  const ordered = [
    '.env',
    'Makefile',
    'b/LICENSE',
    'a/x.json',
    'package.json',
    'a/package.json',
    'b/package.json',
    'z/Zebra.ts',
    'b/index.ts',
    'z/index.ts',
    'größe.ts',
    'a.tar.gz/x.zip',
  ];
  assert.deepEqual(byOrder(ordered.toReversed()), byOrder(ordered));
  assert.deepEqual(byOrder(ordered), [
    '.env',
    'b/LICENSE',
    'Makefile',
    'a/package.json',
    'b/package.json',
    'package.json',
    'a/x.json',
    'z/Zebra.ts',
    'größe.ts',
    'b/index.ts',
    'z/index.ts',
    'a.tar.gz/x.zip',
  ]);
});

describe('an archive that was packed', () => {
  test('is accepted by the rules of the catalog, with every file', async () => {
    const found = await packed(write('accepted', files), names, ({ file }) => inspectFile(file));
    assert.ok(found.accepted);
    assert.deepEqual([found.topFolder, found.fileCount, found.manifest.version], ['app', names.length, '1.2.3']);
  });

  test('is read by tar, with names, contents and permissions', async () => {
    const root = write('tar', files);
    chmodSync(join(root, 'bin/run'), 0o755);
    const out = join(folder, 'tar-out');
    mkdirSync(out);
    await packed(root, names, ({ file }) => execFileSync('tar', ['-xzf', file, '-C', out], { stdio: 'pipe' }));
    for (const name of names)
      assert.deepEqual(readFileSync(join(out, 'app', name)), Buffer.from(files[name] ?? ''), name);
    const listed = execFileSync('find', [out, '-type', 'f', '-perm', '-100'], { encoding: 'utf8' });
    assert.equal(listed.trim(), join(out, 'app/bin/run'));
  });

  test('has neither a name nor a time in its gzip header, and can be read by others', async () => {
    await packed(write('header', files), names, ({ file }) => {
      assert.equal(readFileSync(file).subarray(0, 8).toString('hex'), '1f8b080000000000');
      assert.equal(statSync(file).mode & 0o777, 0o644 & ~process.umask());
    });
  });

  test('that breaks a rule is named with its reason', async () => {
    const root = write('broken', { 'realm.json': '{"version": 1}', a: 'x' });
    const found = await packed(root, ['realm.json', 'a'], ({ file }) => inspectFile(file));
    assert.ok(!found.accepted);
    assert.match(found.reason, /realm\.json.* version must be text/);
  });
});

describe('packing', () => {
  test('refuses a link, also to a folder, a folder, a pipe and a file that is not there, and leaves nothing behind', async () => {
    const root = write('links', { a: 'x', 'real/b': 'x' });
    symlinkSync('/etc/hostname', join(root, 'link'));
    symlinkSync('real', join(root, 'linked'));
    mkdirSync(join(root, 'folder'));
    execFileSync('mkfifo', [join(root, 'pipe')]);
    const before = temporaryFolders();
    for (const name of ['link', 'linked/b', 'folder', 'pipe', 'missing'])
      await assert.rejects(packFolder(root, ['a', name], { topFolder: 'app' }), new RegExp(name));
    assert.deepEqual(temporaryFolders(), before);
  });

  test('takes a folder by a link to it', async () => {
    const root = write('named', { 'b/c': 'x' });
    symlinkSync(root, join(folder, 'by-link'));
    assert.equal(await packed(join(folder, 'by-link'), ['b/c'], ({ fileCount }) => fileCount), 1);
  });

  test('ends when it is aborted, before or while it reads, and leaves nothing behind', async () => {
    const before = temporaryFolders();
    const root = write('aborted', files);
    const early = AbortSignal.abort(new Error('enough'));
    await assert.rejects(packFolder(root, names, { topFolder: 'app', signal: early }), /enough/);
    const late = new AbortController();
    const onProgress = () => late.abort(new Error('enough'));
    await assert.rejects(packFolder(root, names, { topFolder: 'app', signal: late.signal, onProgress }), /enough/);
    assert.deepEqual(temporaryFolders(), before);
  });

  test('refuses a file that grows or shrinks while it is read', async () => {
    for (const content of ['', 'x'.repeat(500_000)]) {
      const root = write('changing', { a: 'x'.repeat(100_000), b: 'y' });
      const onProgress = () => writeFileSync(join(root, 'a'), content);
      await assert.rejects(packFolder(root, ['a', 'b'], { topFolder: 'app', onProgress }), /\ba changed/);
    }
  });

  test('holds a part of the files in memory: what was read is never far ahead of what was written', async () => {
    const MiB = 1_024 ** 2;
    const root = write('large', { a: noise(MiB), b: noise(MiB) }); // of 4 bytes each, which do not shrink
    const ahead: number[] = [];
    const onProgress = (bytes: number) => bytes % MiB === 0 && ahead.push(bytes - bytesWritten());
    const { unpackedSize } = await packed(root, ['a', 'b'], (archive) => archive, { onProgress });
    assert.deepEqual([unpackedSize, ahead.length], [8 * MiB, 8]);
    assert.ok(Math.max(...ahead) < 4 * MiB, `${Math.max(...ahead)} bytes`);
  });
});

const temporaryFolders = () => readdirSync(tmpdir());

/** Of the archives that are there now. */
const bytesWritten = () =>
  globSync('*/archive.tar.gz', { cwd: tmpdir() }).reduce((sum, path) => sum + statSync(join(tmpdir(), path)).size, 0);
