// The archive stores: bytes under their digest, nothing under any other name, and what uploads leave behind swept away.
import assert from 'node:assert/strict';
import { hash, randomBytes, randomUUID } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { rename } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { after, before, describe, test, type TestContext } from 'node:test';
import { DeleteObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import {
  ArchivesRefusedError,
  ArchivesUnavailableError,
  type Archives,
  type ByteRange,
} from '../../src/archives/archives.ts';
import { diskArchives } from '../../src/archives/disk.ts';
import { s3Client } from '../../src/archives/s3-client.ts';
import { s3Archives } from '../../src/archives/s3.ts';
import { readConfig, type S3Config } from '../../src/config.ts';
import { startWay } from '../support/servers/s3-way.ts';
import { startS3, type S3Server } from '../support/servers/s3.ts';

const HOUR = 3_600_000;
const NOBODY = async () => new Set<string>();

function aFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'realm-archives-'));
  t.after(() => rmSync(folder, { recursive: true }));
  return folder;
}

function onDisk(t: TestContext): { archives: Archives; folder: string } {
  const folder = aFolder(t);
  return { archives: diskArchives(folder), folder };
}

let s3: S3Server;
before(async () => {
  s3 = await startS3();
});
after(() => s3.stop());

async function onS3(t: TestContext, more: Partial<S3Config> = {}) {
  const config = { ...(readConfig(s3.env).s3 as S3Config), ...more };
  const folder = aFolder(t);
  return { archives: await s3Archives(config, folder), config, client: await s3Client(config, config.endpoint) };
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

/** Without a listing of how they differ, which takes minutes. */
function same(actual: Buffer | undefined, expected: Buffer): void {
  assert.ok(actual?.equals(expected), `${actual?.length} bytes for ${expected.length}`);
}

async function digestsIn(archives: Archives): Promise<string[]> {
  const digests = [];
  for await (const { digest } of archives.list()) digests.push(digest);
  return digests.toSorted();
}

function putAll(archives: Archives, all: { bytes: Buffer; digest: string }[]): Promise<void[]> {
  return Promise.all(all.map(({ bytes, digest }) => archives.put(bytes, digest)));
}

/** Makes what is there old, and says how old: stores write their times down in whole seconds, by their own clock. */
async function grownOld(): Promise<() => number> {
  await setTimeout(1_100);
  const then = Date.now();
  await setTimeout(1_100);
  return () => Date.now() - then;
}

interface Store {
  name: string;
  open: (t: TestContext) => Promise<{ archives: Archives; fill: (all: AnArchive[]) => Promise<unknown> }>;
}
type AnArchive = ReturnType<typeof anArchive>;

const stores: Store[] = [
  {
    name: 'disk',
    async open(t) {
      const { archives } = onDisk(t);
      return { archives, fill: (all) => putAll(archives, all) };
    },
  },
  {
    name: 'S3',
    async open(t) {
      const { archives, client, config } = await onS3(t);
      // Without what `put` does besides, which takes its time with so many.
      const put = ({ bytes, path }: AnArchive) =>
        client.send(new PutObjectCommand({ Bucket: config.bucket, Key: config.prefix + path, Body: bytes }));
      return { archives, fill: (all) => Promise.all(all.map(put)) };
    },
  },
];

for (const { name, open } of stores)
  describe(`archives on ${name}`, { concurrency: 4 }, () => {
    test('come out as they went in, whole and in part', async (t) => {
      const { archives } = await open(t);
      const { bytes, digest } = anArchive(200_000);
      await archives.put(bytes, digest);
      same(await read(archives, digest), bytes);
      assert.equal(await archives.size(digest), bytes.length);
      for (const [start, end] of [
        [0, 1],
        [10, 19],
        [0, 199_999],
        [199_999, 199_999],
      ] as const) {
        const opened = await archives.open(digest, { start, end });
        assert.equal(opened?.size, bytes.length);
        same(opened && (await buffer(opened.stream)), bytes.subarray(start, end + 1));
      }
    });

    test('are taken over from a temporary file, which is then gone', async (t) => {
      const { archives } = await open(t);
      const { bytes, digest } = anArchive(5 * 1024 * 1024);
      const file = archives.temporaryFile();
      assert.notEqual(archives.temporaryFile(), file);
      writeFileSync(file, bytes);
      await archives.putFile(file, digest);
      assert.deepEqual(readdirSync(dirname(file)), []);
      assert.equal(hash('sha256', (await read(archives, digest)) ?? ''), digest);
      await archives.put(bytes, digest);
      assert.deepEqual(readdirSync(dirname(file)), []);
    });

    test('may be put in again, also at the same moment, and while they are read', async (t) => {
      const { archives } = await open(t);
      const { bytes, digest } = anArchive(300_000);
      await Promise.all(Array.from({ length: 20 }, () => archives.put(bytes, digest)));
      const opened = await archives.open(digest);
      await archives.put(bytes, digest);
      same(opened && (await buffer(opened.stream)), bytes);
      assert.deepEqual(await digestsIn(archives), [digest]);
    });

    test('that are not there are nothing, also after their removal', async (t) => {
      const { archives } = await open(t);
      const { bytes, digest } = anArchive();
      assert.equal(await archives.open(digest), undefined);
      assert.equal(await archives.open(digest, { start: 0, end: 9 }), undefined);
      assert.equal(await archives.size(digest), undefined);
      await archives.put(bytes, digest);
      await archives.remove(digest);
      await archives.remove(digest);
      assert.equal(await archives.open(digest), undefined);
      assert.equal(await archives.size(digest), undefined);
      assert.deepEqual(await digestsIn(archives), []);
    });

    test('have digests for names, and nothing else is followed', async (t) => {
      const { archives } = await open(t);
      const { bytes, digest } = anArchive();
      await archives.put(bytes, digest);
      const file = archives.temporaryFile();
      writeFileSync(file, bytes);
      writeFileSync(join(dirname(file), '..', `outside-${digest}`), 'secret');
      t.after(() => rmSync(join(dirname(file), '..', `outside-${digest}`), { force: true }));
      const names = [
        '',
        '..',
        `../outside-${digest}`,
        `${digest.slice(0, 2)}/../outside-${digest}`,
        `${digest.slice(0, 2)}/${digest.slice(2)}`,
        digest.slice(1),
        `${digest}0`,
        digest.toUpperCase().replace(/^\d*/, 'A'),
        `${digest}\n`,
        `${digest}\0`,
        ` ${digest.slice(1)}`,
        `${digest}.exe`,
        `${digest}.files.zip`,
        `${digest}./files`,
        `../${'a'.repeat(61)}`,
        `/${'a'.repeat(63)}`,
      ];
      for (const name of names) {
        assert.equal(await archives.open(name), undefined, JSON.stringify(name));
        assert.equal(await archives.size(name), undefined, JSON.stringify(name));
        await assert.rejects(async () => archives.remove(name), JSON.stringify(name));
        await assert.rejects(archives.put(bytes, name), JSON.stringify(name));
        await assert.rejects(archives.putFile(file, name), JSON.stringify(name));
      }
      assert.ok(existsSync(file));
      assert.deepEqual(await digestsIn(archives), [digest]);
    });

    test('are let go of when their stream is destroyed midway', async (t) => {
      const { archives } = await open(t);
      const { bytes, digest } = anArchive(5 * 1024 * 1024);
      await archives.put(bytes, digest);
      for (let times = 0; times < 60; times += 1) {
        const opened = await archives.open(digest);
        assert.ok(opened);
        await once(opened.stream, 'readable');
        opened.stream.destroy();
      }
      same(await read(archives, digest), bytes);
    });

    test('are swept when they are old and belong to nothing, and all else is kept', async (t) => {
      const { archives } = await open(t);
      const [orphan, referenced, young] = [anArchive(), anArchive(), anArchive()];
      const [left, underWay] = [archives.temporaryFile(), archives.temporaryFile()];
      await putAll(archives, [orphan, referenced]);
      writeFileSync(left, 'a crash left this');
      const age = await grownOld();
      await archives.put(young.bytes, young.digest);
      writeFileSync(underWay, 'this is being received');

      const asked: string[] = [];
      const removed = await archives.sweep(async (digests) => {
        asked.push(...digests);
        return new Set([referenced.digest]);
      }, age());
      assert.equal(removed, 2);
      assert.deepEqual(asked.toSorted(), [orphan.digest, referenced.digest].toSorted());
      assert.deepEqual(await digestsIn(archives), [referenced.digest, young.digest].toSorted());
      assert.deepEqual([existsSync(left), existsSync(underWay)], [false, true]);
      assert.equal(await archives.sweep(async (digests) => new Set(digests), age()), 0);
      assert.equal(await archives.sweep(NOBODY, HOUR), 0);
    });

    test('have derived files that are read by ranges, are not listed, and are swept with them', async (t) => {
      const { archives } = await open(t);
      const [orphan, referenced] = [anArchive(), anArchive()];
      await putAll(archives, [orphan, referenced]);
      const names = [orphan, referenced].flatMap(({ digest }) => [
        `${digest}.files`,
        `${digest}.zip`,
        `${digest}.repacked`,
      ]);
      const putDerived = async (name: string, text: string) => {
        const file = archives.temporaryFile();
        writeFileSync(file, text);
        await archives.putFile(file, name);
        assert.equal(existsSync(file), false);
      };
      for (const name of names) await putDerived(name, `the bytes of ${name}`);
      same(await read(archives, names[1] ?? '', { start: 4, end: 8 }), Buffer.from('bytes'));
      await putDerived(names[2] ?? '', 'other bytes');
      assert.equal(await archives.size(names[2] ?? ''), 11);
      assert.deepEqual(await digestsIn(archives), [orphan.digest, referenced.digest].toSorted());

      const age = await grownOld();
      await putDerived(names[0] ?? '', 'made again meanwhile');
      const asked: string[] = [];
      const removed = await archives.sweep(async (digests) => {
        asked.push(...digests);
        return new Set([referenced.digest]);
      }, age());
      assert.deepEqual(asked.toSorted(), [orphan.digest, referenced.digest].toSorted());
      assert.equal(removed, 3, 'the archive and its two old derived files');
      const left = await Promise.all(names.map((name) => archives.size(name)));
      assert.deepEqual(
        left.map((size) => size !== undefined),
        [true, false, false, true, true, true],
      );
    });

    test('are all listed and asked about, also when they are more than fit in one answer', async (t) => {
      const { archives, fill } = await open(t);
      const all = Array.from({ length: 1_003 }, () => anArchive(8));
      for (let at = 0; at < all.length; at += 50) await fill(all.slice(at, at + 50));
      const digests = all.map(({ digest }) => digest).toSorted();
      assert.deepEqual(await digestsIn(archives), digests);
      const age = await grownOld();
      const orphans = new Set(digests.filter((_, at) => at % 200 === 0));
      const asked: string[][] = [];
      const removed = await archives.sweep(async (some) => {
        asked.push(some);
        return new Set(some).difference(orphans);
      }, age());
      assert.equal(removed, orphans.size);
      assert.deepEqual(asked.flat().toSorted(), digests);
      assert.ok(asked.every((some) => some.length <= 500));
      assert.equal((await digestsIn(archives)).length, 1_003 - orphans.size);
    });

    test('that are put in again while they are swept stay', async (t) => {
      const { archives } = await open(t);
      const [known, ...others] = Array.from({ length: 40 }, () => anArchive());
      assert.ok(known);
      await putAll(archives, [known, ...others]);
      const age = await grownOld();
      await Promise.all([
        archives.sweep(async () => {
          await archives.put(known.bytes, known.digest);
          return new Set();
        }, age()),
        putAll(archives, others),
      ]);
      for (const { bytes, digest } of [known, ...others]) same(await read(archives, digest), bytes);
      assert.deepEqual(readdirSync(dirname(archives.temporaryFile())), []);
    });

    test('may be removed by another while they are swept', async (t) => {
      const { archives } = await open(t);
      const { bytes, digest } = anArchive();
      await archives.put(bytes, digest);
      const age = await grownOld();
      assert.equal(await archives.sweep(async () => archives.remove(digest).then(NOBODY), age()), 0);
    });
  });

/** As if nobody had written to it for two hours. */
function makeOld(path: string): void {
  const then = new Date(Date.now() - 2 * HOUR);
  utimesSync(path, then, then);
}

describe('archives on disk alone', () => {
  test('stand at their content address, and begin on the same volume', async (t) => {
    const { archives, folder } = onDisk(t);
    const { bytes, digest, path } = anArchive();
    await archives.put(bytes, digest);
    assert.deepEqual(readFileSync(join(folder, path)), bytes);
    assert.equal(dirname(archives.temporaryFile()), join(folder, 'tmp'));
  });

  test('are regular files', async (t) => {
    const { archives, folder } = onDisk(t);
    const { digest, path } = anArchive();
    mkdirSync(dirname(join(folder, path)));
    writeFileSync(join(folder, 'outside'), 'secret');
    symlinkSync(join(folder, 'outside'), join(folder, path));
    assert.equal(await archives.open(digest), undefined);
    assert.equal(await archives.size(digest), undefined);
    assert.deepEqual(await digestsIn(archives), []);
  });

  test('that are put in again while several processes sweep stay', async (t) => {
    const { archives, folder } = onDisk(t);
    const sweepers = [archives, diskArchives(folder), diskArchives(folder), diskArchives(folder)];
    for (let round = 0; round < 20; round += 1) {
      const all = Array.from({ length: 30 }, () => anArchive(20));
      await putAll(archives, all);
      for (const { path } of all) makeOld(join(folder, path));
      const files = all.map(({ bytes }) => {
        const file = archives.temporaryFile();
        writeFileSync(file, bytes);
        return file;
      });
      // All of them have seen the old ones before the first removes one.
      const met = Promise.withResolvers<void>();
      let arrived = 0;
      const meet = async () => {
        arrived += 1;
        if (arrived === sweepers.length) met.resolve();
        await met.promise;
        return new Set<string>();
      };
      await Promise.all([
        ...sweepers.map((one) => one.sweep(meet, HOUR)),
        met.promise.then(() => Promise.all(files.map((file, at) => rename(file, join(folder, all[at]?.path ?? ''))))),
      ]);
      for (const { digest } of all) assert.equal(await archives.size(digest), 20);
      rmSync(folder, { recursive: true });
      mkdirSync(join(folder, 'tmp'), { recursive: true });
    }
  });

  test('that a killed sweep had put aside come back if they are new, and go if they are old', async (t) => {
    const { archives, folder } = onDisk(t);
    const [fresh, old] = [anArchive(), anArchive()];
    for (const { bytes, digest, path } of [fresh, old]) {
      await archives.put(bytes, digest);
      renameSync(join(folder, path), join(folder, 'tmp', digest));
      writeFileSync(join(folder, 'tmp', `${digest}.zip.${randomUUID()}`), bytes);
    }
    for (const name of readdirSync(join(folder, 'tmp')))
      if (name.startsWith(old.digest)) makeOld(join(folder, 'tmp', name));
    assert.equal(await archives.sweep(NOBODY, HOUR), 2);
    assert.equal(await archives.size(`${fresh.digest}.zip`), fresh.bytes.length);
    same(await read(archives, fresh.digest), fresh.bytes);
    assert.equal(await archives.size(old.digest), undefined);
    assert.deepEqual(readdirSync(join(folder, 'tmp')), []);
  });
});

/** As a sweep would that is in the midst of removing this archive. */
async function aMark({ client, config }: Awaited<ReturnType<typeof onS3>>, digest: string) {
  const Bucket = config.bucket;
  const Key = `${config.prefix}sweeping/${digest}/${randomUUID()}`;
  await client.send(new PutObjectCommand({ Bucket, Key, Body: '' }));
  return () => client.send(new DeleteObjectCommand({ Bucket, Key }));
}

describe('archives on S3 alone', () => {
  test('that a sweep removes at the moment they are put in are put in once more', async (t) => {
    const store = await onS3(t);
    const { archives } = store;
    const { bytes, digest } = anArchive();
    const removeMark = await aMark(store, digest);
    const putting = archives.put(bytes, digest);
    while ((await archives.size(digest)) === undefined) await setTimeout(5);
    await archives.remove(digest);
    await removeMark();
    await putting;
    same(await read(archives, digest), bytes);
  });

  test('are not said to be kept while a sweep may remove them', async (t) => {
    const store = await onS3(t);
    const { archives } = store;
    const { bytes, digest } = anArchive();
    const removeMark = await aMark(store, digest);
    await assert.rejects(archives.put(bytes, digest), ArchivesUnavailableError);
    assert.deepEqual(readdirSync(dirname(archives.temporaryFile())), []);
    await removeMark();
    await archives.put(bytes, digest);
  });

  test('are kept again after the mark that a killed sweep left has been swept', async (t) => {
    const store = await onS3(t);
    const { archives } = store;
    const { bytes, digest } = anArchive();
    await aMark(store, digest);
    const age = await grownOld();
    await archives.sweep(NOBODY, age());
    await archives.put(bytes, digest);
    assert.deepEqual(await digestsIn(archives), [digest]);
  });

  test('are sent with their digest and their size signed, and in one piece', async (t) => {
    await using way = await startWay(s3.url);
    const { archives } = await onS3(t, { endpoint: way.url });
    const { bytes, digest, path } = anArchive(100_000);
    await archives.put(bytes, digest);
    const [sent, ...others] = way.asked.filter((one) => one.method === 'PUT' && one.path.endsWith(path));
    assert.equal(others.length, 0);
    assert.equal(sent?.headers['x-amz-content-sha256'], digest);
    assert.equal(sent?.headers['content-length'], '100000');
    assert.match(sent?.headers.authorization ?? '', /SignedHeaders=[^,]*content-length;.*x-amz-content-sha256;/);
  });

  test('that are changed on the way are not kept, and are when the way is good again', async (t) => {
    await using way = await startWay(s3.url);
    const { archives } = await onS3(t, { endpoint: way.url });
    const { bytes, digest } = anArchive(100_000);
    way.flipsBytes = true;
    await assert.rejects(archives.put(bytes, digest), ArchivesUnavailableError);
    assert.deepEqual(await digestsIn(archives), []);
    assert.equal(await archives.open(digest), undefined);
    way.flipsBytes = false;
    await archives.put(bytes, digest);
    same(await read(archives, digest), bytes);
  });

  test('of two catalogs in one bucket do not mix', async (t) => {
    const [one, other] = [(await onS3(t)).archives, (await onS3(t)).archives];
    const { bytes, digest } = anArchive();
    await one.put(bytes, digest);
    assert.equal(await other.size(digest), undefined);
    assert.deepEqual(await digestsIn(other), []);
  });

  test('say that the store is unavailable, and not that there is nothing', async (t) => {
    const { archives } = await onS3(t, { endpoint: 'http://127.0.0.1:9' });
    const { bytes, digest } = anArchive();
    await assert.rejects(archives.size(digest), ArchivesUnavailableError);
    await assert.rejects(archives.open(digest), ArchivesUnavailableError);
    await assert.rejects(archives.put(bytes, digest), ArchivesUnavailableError);
    await assert.rejects(archives.remove(digest), ArchivesUnavailableError);
    await assert.rejects(digestsIn(archives), ArchivesUnavailableError);
    await assert.rejects(archives.sweep(NOBODY, HOUR), ArchivesUnavailableError);
  });

  test('are refused to a wrong key, and are not in a bucket that is not there', async (t) => {
    const { archives } = await onS3(t, { secretAccessKey: 'wrong' });
    const { bytes, digest } = anArchive();
    await assert.rejects(archives.put(bytes, digest), ArchivesRefusedError);
    await assert.rejects(archives.open(digest), ArchivesRefusedError);
    await assert.rejects(archives.size(digest), ArchivesRefusedError);
    const nowhere = await onS3(t, { bucket: 'nowhere' });
    await assert.rejects(nowhere.archives.put(bytes, digest), ArchivesRefusedError);
    await assert.rejects(nowhere.archives.open(digest), ArchivesRefusedError);
    await assert.rejects(nowhere.archives.size(digest), ArchivesRefusedError);
  });
});
