// Packing a folder: the same files give the same bytes, whoever packs them, and the catalog accepts what it packs.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { after, describe, test } from 'node:test';
import { gunzipSync, inflateRawSync } from 'node:zlib';
import { inspectFile, packFolder, type PackedFolder } from '@realm-catalog/client/node';
import { fc } from '../../server/test/support/fixed-seed.ts';
import { deflate } from '../src/node/deflate.ts';

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
): Promise<Result> {
  const archive = await packFolder(root, files, { topFolder: 'app' });
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
/** What the files above were packed to when this was written. Another digest means that the promise is broken: archives of the same files differ. */
const DIGEST = 'ec56fb5e536a889a179d48ff2164ce55515882df9b777595725bca3e3045b612';

describe('the same files', () => {
  test('give the same bytes: the digest is fixed', async () => {
    const root = write('fixed', files);
    chmodSync(join(root, 'bin/run'), 0o755);
    const { sha256, size, unpackedSize } = await packed(root, names, async (archive) => {
      const bytes = readFileSync(archive.file);
      assert.equal(bytes.length, archive.size);
      assert.deepEqual(await buffer(archive.open()), bytes);
      assert.deepEqual(await buffer(archive.open()), bytes, 'a second time');
      return archive;
    });
    assert.equal(sha256, DIGEST);
    assert.ok(size < unpackedSize);
  });

  test('give the same bytes in another order, at another time, with other permissions', async () => {
    const root = write('other', files);
    for (const name of names) {
      chmodSync(join(root, name), name === 'bin/run' ? 0o700 : 0o600);
      utimesSync(join(root, name), 1, 1);
    }
    await packed(root, names.toReversed(), ({ sha256 }) => assert.equal(sha256, DIGEST));
  });

  test('give other bytes when one of them becomes executable', async () => {
    const root = write('executable', files);
    await packed(root, names, ({ sha256 }) => assert.notEqual(sha256, DIGEST));
  });
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

  test('says nothing of the machine in its gzip header', async () => {
    const header = await packed(write('header', files), names, ({ file }) => readFileSync(file).subarray(0, 10));
    assert.equal(header.toString('hex'), '1f8b08000000000000ff');
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

  test('ends when it is aborted, and leaves nothing behind', async () => {
    const before = temporaryFolders();
    const signal = AbortSignal.abort(new Error('enough'));
    await assert.rejects(packFolder(write('aborted', files), names, { topFolder: 'app', signal }), /enough/);
    assert.deepEqual(temporaryFolders(), before);
  });
});

const temporaryFolders = () => readdirSync(tmpdir());

const compressed = (...pieces: Uint8Array[]) => {
  const written: Uint8Array[] = [];
  const compressor = deflate((bytes) => void written.push(bytes));
  for (const piece of pieces) compressor.add(piece);
  compressor.end();
  return Buffer.concat(written);
};

describe('deflate', () => {
  test('gives back any bytes, however they are cut into pieces', () => {
    const piece = fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc.string({ maxLength: 300 }).map((text) => Buffer.from(text)),
      fc.tuple(fc.nat(255), fc.nat(70_000)).map(([byte, count]) => Buffer.alloc(count, byte)),
      fc
        .tuple(fc.string({ minLength: 1, maxLength: 40 }), fc.nat(3_000))
        .map(([text, count]) => Buffer.from(text.repeat(count))),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const whole = Buffer.concat(pieces);
        const bytes = compressed(...pieces);
        assert.ok(inflateRawSync(bytes).equals(whole));
        assert.ok(compressed(whole).equals(bytes));
      }),
      { numRuns: 60 },
    );
  });

  test('is hardly longer than its input at worst, and short where there is repetition', () => {
    const large = noise(200_000);
    assert.ok(compressed(large).length < large.length * 1.001);
    assert.ok(compressed(Buffer.alloc(2 ** 20)).length < 2_000);
    const text = Buffer.from(files['src/index.ts'] ?? '');
    assert.ok(compressed(text).length < text.length / 4);
  });

  test('is read by gunzip to the last byte', async () => {
    const bytes = await packed(write('gunzip', files), names, ({ file }) => gunzipSync(readFileSync(file)));
    assert.equal(bytes.length % 512, 0);
  });
});
