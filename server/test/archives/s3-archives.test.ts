// Tests archives on S3: sweeps at the moment of an upload, bytes that are changed on the way, and a store that is unavailable or refuses.
// Needs: S3
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { after, before, describe, test } from 'node:test';
import { DeleteObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { ArchivesRefusedError, ArchivesUnavailableError } from '../../src/archives/archives.ts';
import { startS3Proxy } from '../support/servers/s3-proxy.ts';
import { startS3, type S3Server } from '../support/servers/s3.ts';
import { anArchive, digestsIn, grownOld, HOUR_MS, NOBODY, onS3, read, same } from './open-stores.ts';

let s3: S3Server;
before(async () => {
  s3 = await startS3();
});
after(() => s3.stop());

/** As a sweep would that is in the midst of removing this archive. */
async function aMark({ client, config }: Awaited<ReturnType<typeof onS3>>, digest: string) {
  const Bucket = config.bucket;
  const Key = `${config.prefix}sweeping/${digest}/${randomUUID()}`;
  await client.send(new PutObjectCommand({ Bucket, Key, Body: '' }));
  return () => client.send(new DeleteObjectCommand({ Bucket, Key }));
}

describe('archives on S3 alone', () => {
  test('that a sweep removes at the moment they are put in are put in once more', async (t) => {
    const store = await onS3(t, s3);
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
    const store = await onS3(t, s3);
    const { archives } = store;
    const { bytes, digest } = anArchive();
    const removeMark = await aMark(store, digest);
    await assert.rejects(archives.put(bytes, digest), ArchivesUnavailableError);
    assert.deepEqual(readdirSync(dirname(archives.temporaryFile())), []);
    await removeMark();
    await archives.put(bytes, digest);
  });

  test('are kept again after the mark that a killed sweep left has been swept', async (t) => {
    const store = await onS3(t, s3);
    const { archives } = store;
    const { bytes, digest } = anArchive();
    await aMark(store, digest);
    const age = await grownOld();
    await archives.sweep(NOBODY, age());
    await archives.put(bytes, digest);
    assert.deepEqual(await digestsIn(archives), [digest]);
  });

  test('are sent with their digest and their size signed, and in one piece', async (t) => {
    await using proxy = await startS3Proxy(s3.url);
    const { archives } = await onS3(t, s3, { endpoint: proxy.url });
    const { bytes, digest, path } = anArchive(100_000);
    await archives.put(bytes, digest);
    const [sent, ...others] = proxy.asked.filter((one) => one.method === 'PUT' && one.path.endsWith(path));
    assert.equal(others.length, 0);
    assert.equal(sent?.headers['x-amz-content-sha256'], digest);
    assert.equal(sent?.headers['content-length'], '100000');
    assert.match(sent?.headers.authorization ?? '', /SignedHeaders=[^,]*content-length;.*x-amz-content-sha256;/);
  });

  test('that are changed on the way are not kept, and are when the way is good again', async (t) => {
    await using proxy = await startS3Proxy(s3.url);
    const { archives } = await onS3(t, s3, { endpoint: proxy.url });
    const { bytes, digest } = anArchive(100_000);
    proxy.flipsBytes = true;
    await assert.rejects(archives.put(bytes, digest), ArchivesUnavailableError);
    assert.deepEqual(await digestsIn(archives), []);
    assert.equal(await archives.open(digest), undefined);
    proxy.flipsBytes = false;
    await archives.put(bytes, digest);
    same(await read(archives, digest), bytes);
  });

  test('of two catalogs in one bucket do not mix', async (t) => {
    const [one, other] = [(await onS3(t, s3)).archives, (await onS3(t, s3)).archives];
    const { bytes, digest } = anArchive();
    await one.put(bytes, digest);
    assert.equal(await other.size(digest), undefined);
    assert.deepEqual(await digestsIn(other), []);
  });

  test('say that the store is unavailable, and not that there is nothing', async (t) => {
    const { archives } = await onS3(t, s3, { endpoint: 'http://127.0.0.1:9' });
    const { bytes, digest } = anArchive();
    await assert.rejects(archives.size(digest), ArchivesUnavailableError);
    await assert.rejects(archives.open(digest), ArchivesUnavailableError);
    await assert.rejects(archives.put(bytes, digest), ArchivesUnavailableError);
    await assert.rejects(archives.remove(digest), ArchivesUnavailableError);
    await assert.rejects(digestsIn(archives), ArchivesUnavailableError);
    await assert.rejects(archives.sweep(NOBODY, HOUR_MS), ArchivesUnavailableError);
  });

  test('are refused to a wrong key, and are not in a bucket that is not there', async (t) => {
    const { archives } = await onS3(t, s3, { secretAccessKey: 'wrong' });
    const { bytes, digest } = anArchive();
    await assert.rejects(archives.put(bytes, digest), ArchivesRefusedError);
    await assert.rejects(archives.open(digest), ArchivesRefusedError);
    await assert.rejects(archives.size(digest), ArchivesRefusedError);
    const nowhere = await onS3(t, s3, { bucket: 'nowhere' });
    await assert.rejects(nowhere.archives.put(bytes, digest), ArchivesRefusedError);
    await assert.rejects(nowhere.archives.open(digest), ArchivesRefusedError);
    await assert.rejects(nowhere.archives.size(digest), ArchivesRefusedError);
  });
});
