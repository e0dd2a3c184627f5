// Tests what the archive stores have in common: bytes under their digest, nothing under any other name, and what uploads leave behind swept away.
// Run: both stores, own process
import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { after, before, describe, test, type TestContext } from 'node:test';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import type { Archives } from '../../src/archives/archives.ts';
import { startS3, type S3Server } from '../support/servers/s3.ts';
import { isLarge } from '../support/stores.ts';
import { anArchive, digestsIn, grownOld, HOUR_MS, NOBODY, onDisk, onS3, putAll, read, same } from './open-stores.ts';

let s3: S3Server | undefined;
before(async () => {
  if (isLarge) s3 = await startS3();
});
after(() => s3?.stop());

type AnArchive = ReturnType<typeof anArchive>;

async function open(t: TestContext): Promise<{ archives: Archives; fill: (all: AnArchive[]) => Promise<unknown> }> {
  if (!s3) {
    const { archives } = onDisk(t);
    return { archives, fill: (all) => putAll(archives, all) };
  }
  const { archives, client, config } = await onS3(t, s3);
  // Without what `put` does besides, which takes its time with so many.
  const put = ({ bytes, path }: AnArchive) =>
    client.send(new PutObjectCommand({ Bucket: config.bucket, Key: config.prefix + path, Body: bytes }));
  return { archives, fill: (all) => Promise.all(all.map(put)) };
}

describe('archives', { concurrency: 4 }, () => {
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
    assert.equal(await archives.sweep(NOBODY, HOUR_MS), 0);
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
    same(await read(archives, names[1] ?? '', { start: 1_000, end: 1_009 }), Buffer.from(''));
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
