// Derived files that are held in memory: which bytes readers get, and how much memory they take.
// Run: one store, shared process
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { describe, test, type TestContext } from 'node:test';
import { holdingDerivedFiles, MAX_HELD_BYTES } from '../../src/archives/held-files.ts';
import { derivedName } from '../../src/archives/storage-key.ts';
import { MAX_INDEX_BYTES, rebuildDerivedFiles } from '../../src/files/derived-files.ts';
import { inspector, type Inspector } from '../../src/inspection/inspect.ts';
import { anArchive, onDisk, read, same } from '../archives/open-stores.ts';
import { pack } from './published-files.ts';

const FULL = Object.assign(new Error('no space left on device'), { code: 'ENOSPC', syscall: 'write' });
const refuse = () => Promise.reject(FULL);

/** A store with one archive, whose disk is full for bytes that are in memory. */
async function fullStore(t: TestContext) {
  const { archives: disk } = onDisk(t);
  const { bytes, digest } = anArchive();
  await disk.put(bytes, digest);
  const [index, zip] = [derivedName(digest, 'files'), derivedName(digest, 'zip')];
  return { disk, store: holdingDerivedFiles({ ...disk, put: refuse }), digest, index, zip };
}

const inspecting = (stream: Inspector['stream']): Inspector => ({ file: refuse, stream });
const accepted = { accepted: true } as Awaited<ReturnType<Inspector['stream']>>['inspection'];

describe('a derived file that is held', () => {
  test('is read instead of an older one of the store', async (t) => {
    const { disk, store, index } = await fullStore(t);
    await disk.put(Buffer.from('damaged'), index);
    await store.put(Buffer.from('new'), index);
    same(await read(store, index), Buffer.from('new'));
    same(await read(store, index, { start: 1, end: 1 }), Buffer.from('e'));
    assert.equal(await store.size(index), 3);
  });

  test('is replaced by a file that the store takes later', async (t) => {
    const { disk, store, index } = await fullStore(t);
    await store.put(Buffer.from('held'), index);
    const file = disk.temporaryFile();
    await writeFile(file, 'newest');
    await store.putFile(file, index);
    same(await read(store, index), Buffer.from('newest'));
  });

  test('is removed', async (t) => {
    const { store, index } = await fullStore(t);
    await store.put(Buffer.from('held'), index);
    await store.remove(index);
    assert.equal(await read(store, index), undefined);
    assert.equal(await store.size(index), undefined);
  });

  test('keeps nothing else in memory', async () => {
    const bytes = pack({ 'a.bin': randomBytes(100_000) }, 'tar.gz');
    const archive = { stream: Readable.from([bytes]), size: bytes.length, type: 'application/gzip' } as const;
    const { index, zip } = await inspector().stream('alice', archive, MAX_HELD_BYTES);
    for (const part of [index, zip]) assert.equal(part?.buffer.byteLength, part?.length ?? 'nothing');
  });
});

describe('of an archive on a full disk', () => {
  test('that the inspection refuses, nothing is held', async (t) => {
    const { store, digest, index, zip } = await fullStore(t);
    const inspection = { accepted: false, reason: 'takes too long to inspect' } as const;
    const cutOff = inspecting(async () => ({ inspection, index: Buffer.from('index'), zip: Buffer.from('part') }));
    const archive = { digest, format: 'tar.gz', realmId: 'realm' } as const;
    assert.equal(await rebuildDerivedFiles(store, cutOff, archive), false);
    assert.deepEqual([await store.size(index), await store.size(zip)], [undefined, undefined]);
  });

  test('the largest zip and the largest index are held together', async (t) => {
    const { store, digest, index, zip } = await fullStore(t);
    const largest = inspecting(async (_key, _archive, maxZipBytes) => ({
      inspection: accepted,
      index: Buffer.alloc(MAX_INDEX_BYTES),
      zip: Buffer.alloc(maxZipBytes),
    }));
    const archive = { digest, format: 'tar.gz', realmId: 'realm' } as const;
    assert.equal(await rebuildDerivedFiles(store, largest, archive), true);
    assert.equal(await store.size(index), MAX_INDEX_BYTES);
    assert.ok(((await store.size(zip)) ?? 0) > MAX_HELD_BYTES / 2);
  });
});
