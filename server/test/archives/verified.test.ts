// Archives that went bad in their store: noticed before a byte is given out, remembered, and good again when they are replaced.
// Run: both stores, own process
import assert from 'node:assert/strict';
import { hash, randomBytes } from 'node:crypto';
import { createReadStream, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { platform, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { ArchivesUnavailableError, DamagedArchiveError, type Archives } from '../../src/archives/archives.ts';
import { diskArchives } from '../../src/archives/disk.ts';
import { s3Client } from '../../src/archives/s3-client.ts';
import { s3Archives } from '../../src/archives/s3.ts';
import { verifiedArchives } from '../../src/archives/verified.ts';
import { readConfig, type S3Config } from '../../src/config/config.ts';
import { startS3, type S3Server } from '../support/servers/s3.ts';
import { isLarge } from '../support/stores.ts';
import { until } from '../support/until.ts';

interface Store {
  archives: Archives;
  /** Puts bytes where the archive stands, as nobody should. */
  spoil(digest: string, bytes: Uint8Array): Promise<void>;
}

const folder = mkdtempSync(join(tmpdir(), 'realm-archives-'));
let s3: S3Server | undefined;
before(async () => {
  if (isLarge) s3 = await startS3();
});
after(async () => {
  await s3?.stop();
  rmSync(folder, { recursive: true });
});

const addressOf = (digest: string) => `${digest.slice(0, 2)}/${digest.slice(2)}`;

async function onDisk(): Promise<Store> {
  return {
    archives: diskArchives(folder),
    async spoil(digest, bytes) {
      writeFileSync(join(folder, addressOf(digest)), bytes);
      utimesSync(join(folder, addressOf(digest)), 0, 0);
    },
  };
}

async function onS3(s3: S3Server): Promise<Store> {
  const config = readConfig(s3.env).s3 as S3Config;
  const client = await s3Client(config, config.endpoint);
  return {
    archives: await s3Archives(config, folder),
    async spoil(digest, Body) {
      await client.send(new PutObjectCommand({ Bucket: config.bucket, Key: config.prefix + addressOf(digest), Body }));
    },
  };
}

test('an archive that went bad is not given out, and the others are', async () => {
  const store = await (s3 ? onS3(s3) : onDisk());
  const { archives } = store;
  let opened = 0;
  const sound = verifiedArchives({
    ...archives,
    open(...asked) {
      opened += 1;
      return archives.open(...asked);
    },
  });
  const read = async (digest: string, range?: { start: number; end: number }) => {
    const found = await sound.open(digest, range);
    return found && (await buffer(found.stream));
  };
  const bytes = randomBytes(200_000);
  const [digest, other] = [hash('sha256', bytes), hash('sha256', 'other')];
  await archives.put(bytes, digest);
  await archives.put(Buffer.from('other'), other);
  const bad = Buffer.from(bytes);
  bad.writeUInt8(bad.readUInt8(100_000) ^ 1, 100_000);

  await Promise.all(Array.from({ length: 8 }, async () => assert.deepEqual(await read(digest), bytes)));
  const before = opened;
  assert.deepEqual(await read(digest, { start: 1, end: 9 }), bytes.subarray(1, 10));
  assert.equal(opened, before + 1, 'what was read through is known');

  await store.spoil(digest, bad);
  for (const range of [undefined, { start: 0, end: 9 }])
    await assert.rejects(
      read(digest, range),
      (error) => error instanceof DamagedArchiveError && error.digest === digest,
    );
  const whenBad = opened;
  await assert.rejects(read(digest), DamagedArchiveError);
  assert.equal(opened, whenBad + 1, 'what is bad is known as well');
  assert.equal(String(await read(other)), 'other');

  await archives.put(bytes, digest);
  assert.deepEqual(await read(digest), bytes);
  assert.equal(await read('0'.repeat(64)), undefined);
});

test('an archive that is damaged is read again after pauses that grow to five minutes', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
  const bytes = randomBytes(1_000);
  const digest = hash('sha256', bytes);
  const store = await onDisk();
  await store.archives.put(bytes, digest);
  await store.spoil(digest, randomBytes(1_000));
  let opened = 0;
  const sound = verifiedArchives({
    ...store.archives,
    open: (...asked) => ((opened += 1), store.archives.open(...asked)),
  });
  const isReadThrough = async () => {
    const before = opened;
    await assert.rejects(sound.open(digest), DamagedArchiveError);
    return opened - before > 1;
  };
  assert.ok(await isReadThrough());
  for (const seconds of [2, 4, 8, 16, 32, 64, 128, 256, 300, 300]) {
    t.mock.timers.tick(seconds * 1_000 - 1);
    assert.ok(!(await isReadThrough()), `before ${seconds} s`);
    t.mock.timers.tick(1);
    assert.ok(await isReadThrough(), `after ${seconds} s`);
  }
  assert.equal(sound.countDamaged(), 1);
  await store.archives.remove(digest);
  t.mock.timers.tick(300_000);
  await until('what is removed is damaged no more', () => sound.countDamaged() === 0);
});

/** An archive on the disk, of which `open` does what a test is about. */
async function withOpen(open: (store: Archives, digest: string, bytes: Buffer) => ReturnType<Archives['open']>) {
  const bytes = randomBytes(1_000);
  const digest = hash('sha256', bytes);
  const store = diskArchives(folder);
  await store.put(bytes, digest);
  const sound = verifiedArchives({ ...store, open: () => open(store, digest, bytes) });
  const read = async () => {
    const found = await sound.open(digest);
    return found && (await buffer(found.stream));
  };
  return { bytes, read };
}

/** It is put in its place once more as soon as it was opened, so many times. */
function replaced(times: number) {
  let left = times;
  return withOpen(async (store, digest, bytes) => {
    const found = await store.open(digest);
    left -= 1;
    if (left >= 0) await store.put(bytes, digest);
    return found;
  });
}

test('an archive that is replaced while it is read through is read again, and given out when it stands still', async () => {
  const { bytes, read } = await replaced(4); // so it is read through twice in vain
  assert.deepEqual(await read(), bytes);
});

test('an archive that is replaced each time is not given out, and not taken for a damaged one', async () => {
  const { bytes, read } = await replaced(7);
  await assert.rejects(read(), ArchivesUnavailableError);
  assert.deepEqual(await read(), bytes, 'when it stands still');
});

test('an archive whose bytes change after it was verified breaks off before its last chunk, and is verified anew', async () => {
  let opened = 0;
  const { bytes, read } = await withOpen(async (store, digest, whole) => {
    opened += 1;
    const found = await store.open(digest);
    if (opened !== 4 || !found) return found; // the first are for the verification
    found.stream.destroy();
    const chunks = [whole.subarray(0, 500), whole.subarray(500, 999), Buffer.from([(whole.at(-1) ?? 0) ^ 1])];
    return { ...found, stream: Readable.from(chunks) };
  });
  assert.deepEqual(await read(), bytes);
  assert.equal(opened, 3);
  await assert.rejects(read(), DamagedArchiveError);
  assert.deepEqual(await read(), bytes);
  assert.equal(opened, 7);
});

test('an archive that the disk cannot read is a damaged one', { skip: platform() !== 'linux' }, async () => {
  // The memory of a process is a file, whose first page the kernel refuses to read: EIO, as from a bad disk.
  let opened = 0;
  const { read } = await withOpen(async (store, digest) => {
    opened += 1;
    const found = await store.open(digest);
    found?.stream.destroy();
    return found && { ...found, stream: createReadStream('/proc/self/mem') };
  });
  await assert.rejects(read(), DamagedArchiveError);
  const whenBad = opened;
  await assert.rejects(read(), DamagedArchiveError);
  assert.equal(opened, whenBad + 1, 'it is known');
});

test('an archive that cannot be read for another reason is not taken for a damaged one', async () => {
  let isOdd = true;
  const { bytes, read } = await withOpen(async (store, digest) => {
    const found = await store.open(digest);
    if (!found || !isOdd) return found;
    found.stream.destroy();
    return { ...found, stream: createReadStream(folder) }; // which is none that can be read
  });
  await assert.rejects(read(), { code: 'EISDIR' });
  isOdd = false;
  assert.deepEqual(await read(), bytes);
});
