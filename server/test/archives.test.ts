// The archive store: bytes under their digest, nothing under any other name, and what uploads leave behind swept away.
import assert from 'node:assert/strict';
import { hash, randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { test, type TestContext } from 'node:test';
import type { Archives, ByteRange } from '../src/archives/archives.ts';
import { diskArchives } from '../src/archives/disk.ts';

const HOUR = 3_600_000;
const NOBODY = async () => new Set<string>();

function aStore(t: TestContext): { archives: Archives; folder: string } {
  const folder = mkdtempSync(join(tmpdir(), 'realm-archives-'));
  t.after(() => rmSync(folder, { recursive: true }));
  return { archives: diskArchives(folder), folder };
}

function anArchive(size = 1_000) {
  const bytes = randomBytes(size);
  const digest = hash('sha256', bytes);
  return { bytes, digest, path: join(digest.slice(0, 2), digest.slice(2)) };
}

async function read(archives: Archives, digest: string, range?: ByteRange): Promise<Buffer | undefined> {
  const opened = await archives.open(digest, range);
  return opened && (await buffer(opened.stream));
}

async function digestsIn(archives: Archives): Promise<string[]> {
  const digests = [];
  for await (const { digest } of archives.list()) digests.push(digest);
  return digests.toSorted();
}

/** As if nobody had written to it for two hours. */
function age(path: string): void {
  const then = new Date(Date.now() - 2 * HOUR);
  utimesSync(path, then, then);
}

test('an archive stands at its content address, and comes out as it went in', async (t) => {
  const { archives, folder } = aStore(t);
  const { bytes, digest, path } = anArchive(200_000);
  await archives.put(bytes, digest);
  assert.ok(existsSync(join(folder, path)));
  assert.deepEqual(await read(archives, digest), bytes);
  assert.equal(await archives.size(digest), bytes.length);
  assert.equal((await archives.open(digest, { start: 0, end: 0 }).then(destroyed))?.size, bytes.length);
  assert.deepEqual(await read(archives, digest, { start: 10, end: 19 }), bytes.subarray(10, 20));
  assert.deepEqual(await read(archives, digest, { start: 199_999, end: 199_999 }), bytes.subarray(199_999));
  assert.deepEqual(readdirSync(join(folder, 'tmp')), []);
});

function destroyed(opened: Awaited<ReturnType<Archives['open']>>) {
  opened?.stream.destroy();
  return opened;
}

test('a temporary file is taken over by a rename on its own volume', async (t) => {
  const { archives, folder } = aStore(t);
  const { bytes, digest } = anArchive();
  const file = archives.temporaryFile();
  assert.equal(dirname(file), join(folder, 'tmp'));
  assert.notEqual(archives.temporaryFile(), file);
  writeFileSync(file, bytes);
  await archives.keep(file, digest);
  assert.ok(!existsSync(file));
  assert.deepEqual(await read(archives, digest), bytes);
});

test('the same archive may be put in again, also at the same moment, and while it is read', async (t) => {
  const { archives } = aStore(t);
  const { bytes, digest } = anArchive(300_000);
  await Promise.all(Array.from({ length: 20 }, () => archives.put(bytes, digest)));
  const opened = await archives.open(digest);
  await archives.put(bytes, digest);
  assert.deepEqual(opened && (await buffer(opened.stream)), bytes);
  assert.deepEqual(await digestsIn(archives), [digest]);
});

test('an archive that is not there is nothing, and is gone after its removal', async (t) => {
  const { archives } = aStore(t);
  const { bytes, digest } = anArchive();
  assert.equal(await archives.open(digest), undefined);
  assert.equal(await archives.size(digest), undefined);
  await archives.put(bytes, digest);
  await archives.remove(digest);
  await archives.remove(digest);
  assert.equal(await archives.open(digest), undefined);
  assert.deepEqual(await digestsIn(archives), []);
});

test('nothing but a digest is followed', async (t) => {
  const { archives, folder } = aStore(t);
  const { bytes, digest } = anArchive();
  await archives.put(bytes, digest);
  writeFileSync(join(folder, 'outside'), 'secret');
  const names = [
    '',
    '..',
    '../outside',
    `${digest.slice(0, 2)}/../outside`,
    digest.slice(1),
    `${digest}0`,
    digest.toUpperCase().replace(/^\d*/, 'A'),
    `${digest}\n`,
    `${digest}\0`,
    ` ${digest.slice(1)}`,
    `../${'a'.repeat(61)}`,
    `/${'a'.repeat(63)}`,
  ];
  for (const name of names) {
    assert.equal(await archives.open(name), undefined, JSON.stringify(name));
    assert.equal(await archives.size(name), undefined, JSON.stringify(name));
    await assert.rejects(async () => archives.remove(name), JSON.stringify(name));
    await assert.rejects(archives.put(bytes, name), JSON.stringify(name));
  }
});

test('what is no regular file is no archive', async (t) => {
  const { archives, folder } = aStore(t);
  const { bytes, digest, path } = anArchive();
  await archives.put(bytes, digest);
  rmSync(join(folder, path));
  writeFileSync(join(folder, 'outside'), 'secret');
  symlinkSync(join(folder, 'outside'), join(folder, path));
  assert.equal(await archives.open(digest), undefined);
  assert.equal(await archives.size(digest), undefined);
  assert.deepEqual(await digestsIn(archives), []);
});

test('a sweep removes what is old and belongs to nothing, and keeps all else', async (t) => {
  const { archives, folder } = aStore(t);
  const [orphan, referenced, young] = [anArchive(), anArchive(), anArchive()];
  for (const { bytes, digest } of [orphan, referenced, young]) await archives.put(bytes, digest);
  age(join(folder, orphan.path));
  age(join(folder, referenced.path));
  const [left, underWay] = [archives.temporaryFile(), archives.temporaryFile()];
  writeFileSync(left, 'a crash left this');
  writeFileSync(underWay, 'this is being received');
  age(left);

  const asked: string[] = [];
  const removed = await archives.sweep(async (digests) => {
    asked.push(...digests);
    return new Set([referenced.digest]);
  }, HOUR);
  assert.equal(removed, 2);
  assert.deepEqual(asked.toSorted(), [orphan.digest, referenced.digest].toSorted());
  assert.deepEqual(await digestsIn(archives), [referenced.digest, young.digest].toSorted());
  assert.deepEqual([existsSync(left), existsSync(underWay)], [false, true]);
  assert.equal(await archives.sweep(async (digests) => new Set(digests), HOUR), 0);
});

test('a sweep of more archives than are asked about at once removes them all', async (t) => {
  const { archives, folder } = aStore(t);
  const all = Array.from({ length: 1_003 }, () => anArchive(8));
  for (const { bytes, path } of all) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), bytes);
    age(join(folder, path));
  }
  let most = 0;
  const removed = await archives.sweep(async (digests) => {
    most = Math.max(most, digests.length);
    return new Set();
  }, HOUR);
  assert.equal(removed, 1_003);
  assert.ok(most <= 500);
  assert.deepEqual(await digestsIn(archives), []);
});

test('an archive that is put in again while it is swept stays', async (t) => {
  const { archives, folder } = aStore(t);
  const { bytes, digest, path } = anArchive();
  await archives.put(bytes, digest);
  age(join(folder, path));
  const removed = await archives.sweep(async () => {
    await archives.put(bytes, digest);
    return new Set();
  }, HOUR);
  assert.equal(removed, 0);
  assert.deepEqual(await read(archives, digest), bytes);
  assert.deepEqual(readdirSync(join(folder, 'tmp')), []);
});

test('an archive that a killed sweep had put aside comes back if it is new, and goes if it is old', async (t) => {
  const { archives, folder } = aStore(t);
  const [fresh, old] = [anArchive(), anArchive()];
  for (const { bytes, digest, path } of [fresh, old]) {
    await archives.put(bytes, digest);
    renameSync(join(folder, path), join(folder, 'tmp', digest));
  }
  age(join(folder, 'tmp', old.digest));
  assert.equal(await archives.sweep(NOBODY, HOUR), 1);
  assert.deepEqual(await read(archives, fresh.digest), fresh.bytes);
  assert.equal(await archives.size(old.digest), undefined);
  assert.deepEqual(readdirSync(join(folder, 'tmp')), []);
});

test('a sweep of an archive that another one removes does not fail', async (t) => {
  const { archives, folder } = aStore(t);
  const { bytes, digest, path } = anArchive();
  await archives.put(bytes, digest);
  age(join(folder, path));
  assert.equal(await archives.sweep(async () => archives.remove(digest).then(NOBODY), HOUR), 0);
});
