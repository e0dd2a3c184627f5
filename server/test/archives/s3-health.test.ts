// The bucket of archives: tried out at the start, and what is answered while it refuses the key, is missing, or is unavailable.
// Run: one store, own process
// Needs: S3
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test, type TestContext } from 'node:test';
import {
  CreateBucketCommand,
  DeleteBucketCommand,
  DeleteObjectCommand,
  ListObjectsV2Command,
} from '@aws-sdk/client-s3';
import { s3Client } from '../../src/archives/s3-client.ts';
import { readConfig, OperatorError, type S3Config } from '../../src/config/config.ts';
import { openServices } from '../../src/services.ts';
import { signUp, startCatalog, type TestCatalog } from '../support/harness.ts';
import { startS3Proxy } from '../support/servers/s3-proxy.ts';
import { startS3, type S3Server } from '../support/servers/s3.ts';
import { create, project, upload } from '../publishing/uploads.ts';

const METRICS_TOKEN = 'a-token-of-the-metrics';

let s3: S3Server;
before(async () => {
  s3 = await startS3();
});
after(() => s3.stop());

function refusedStart(t: TestContext, env: Record<string, string>, reason: RegExp): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'realm-catalog-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const isRight = (error: unknown) => error instanceof OperatorError && reason.test(error.message);
  return assert.rejects(openServices(readConfig({ ...env, DATA_DIR: folder })), isRight);
}

async function openClient(env: Record<string, string>) {
  const config = readConfig(env).s3 as S3Config;
  const client = await s3Client(config, config.endpoint);
  const { bucket: Bucket, prefix: Prefix } = config;
  const keys = async () => {
    const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket, Prefix }));
    return Contents.flatMap(({ Key }) => Key ?? []);
  };
  return { client, Bucket, keys };
}

describe('a start', () => {
  test('with a wrong key stops with a line that names the settings', (t) =>
    refusedStart(
      t,
      { ...s3.env, S3_SECRET_ACCESS_KEY: 'wrong' },
      /^ARCHIVES_URL s3:.*check S3_ACCESS_KEY_ID and S3_SECRET/,
    ));

  test('without the bucket stops with a line that says so', (t) =>
    refusedStart(
      t,
      { ...s3.env, ARCHIVES_URL: 's3://nowhere/here' },
      /^ARCHIVES_URL s3:\/\/nowhere\/here.*bucket is not there/,
    ));

  for (const [method, step] of Object.entries({ PUT: 'writing', DELETE: 'deleting' }))
    test(`with a key that does not allow ${step} stops with a line that names it`, async (t) => {
      await using proxy = await startS3Proxy(s3.url);
      proxy.refuses = { methods: [method], code: 'AccessDenied' };
      await refusedStart(
        t,
        { ...s3.env, S3_ENDPOINT: proxy.url },
        new RegExp(`${step} failed, since .* write and delete`),
      );
    });

  test('tries the bucket out, and leaves nothing in it', async () => {
    await using proxy = await startS3Proxy(s3.url);
    const env = { ...s3.env, S3_ENDPOINT: proxy.url };
    await using catalog = await startCatalog({}, env);
    assert.deepEqual((await catalog.ask('/readyz')).body, { status: 'ready' });
    const methods = new Set(proxy.asked.map(({ method }) => method));
    assert.ok(['PUT', 'GET', 'DELETE', 'HEAD'].every((method) => methods.has(method)));
    assert.deepEqual(await (await openClient(env)).keys(), []);
  });

  test('while the store is unavailable goes on, ready and degraded', async () => {
    await using catalog = await startCatalog({}, { ...s3.env, S3_ENDPOINT: 'http://127.0.0.1:9' });
    const ready = await catalog.ask('/readyz');
    assert.deepEqual([ready.status, ready.body], [200, { status: 'ready', degraded: ['archives'] }]);
    assert.equal(logged(catalog, /archive store fails.*cannot be reached/), 1);
  });
});

const logged = (catalog: TestCatalog, line: RegExp) => catalog.logged.filter((one) => line.test(one)).length;

async function up(catalog: TestCatalog): Promise<string | undefined> {
  const { text } = await catalog.ask('/metrics', { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
  return /^realm_catalog_archives_up (\d)/m.exec(text)?.[1];
}

async function counted(catalog: TestCatalog, slug: string): Promise<number> {
  return (await catalog.ask(`/v1/realms/${slug}/downloads`)).body.total;
}

for (const links of ['direct', 'through'])
  describe(`while S3 refuses the key, with links ${links}`, () => {
    test('what needs it is a 503 that counts nothing, all else goes on, and it is said once', async (t) => {
      await using proxy = await startS3Proxy(s3.url);
      const env = { ...s3.env, S3_ENDPOINT: proxy.url, S3_PUBLIC_ENDPOINT: s3.url, S3_LINKS: links, METRICS_TOKEN };
      await using catalog = await startCatalog({}, env);
      const owner = await signUp(catalog, { username: 'alice' });
      const made = await create(catalog, owner, { name: 'Shop' });
      assert.equal((await upload(catalog, made, await project('1.0.0'))).status, 201);
      const path = `/v1/realms/${made.slug}/download`;
      const download = (key?: string) =>
        catalog.ask(path, { method: 'POST', ...(key && { headers: { 'idempotency-key': key } }) });
      const given = await download();
      assert.equal(given.status, 200);
      assert.equal(await up(catalog), '1');

      t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
      proxy.refuses = { methods: ['GET', 'HEAD', 'PUT', 'POST', 'DELETE'], code: 'InvalidAccessKeyId' };
      t.mock.timers.tick(31_000);
      for (const refused of [
        await download(),
        await download('a-key'),
        await catalog.ask(`/giget/${made.slug}.json`),
      ]) {
        assert.equal(refused.status, 503, refused.text);
        assert.ok(Number(refused.headers.get('retry-after')) > 0);
      }
      if (links === 'through') {
        const { pathname, search } = new URL(given.body.downloadUrl);
        assert.equal((await catalog.ask(pathname + search)).status, 503);
      }
      const next = await create(catalog, owner, { name: 'Blog' });
      assert.equal((await upload(catalog, next, await project('1.0.0'))).status, 503);
      assert.equal(await counted(catalog, made.slug), 1);
      const ready = await catalog.ask('/readyz');
      assert.deepEqual([ready.status, ready.body], [200, { status: 'ready', degraded: ['archives'] }]);
      assert.equal(await up(catalog), '0');

      proxy.refuses = undefined;
      t.mock.timers.tick(6_000);
      assert.equal((await download('a-key')).status, 200);
      assert.equal(await counted(catalog, made.slug), 2);
      assert.equal((await upload(catalog, next, await project('1.0.0'))).status, 201);
      assert.equal(await up(catalog), '1');
      assert.equal(logged(catalog, /archive store fails.*check S3_ACCESS_KEY_ID/), 1);
      assert.equal(logged(catalog, /archive store is back/), 1);
    });
  });

describe('while all is well', () => {
  test('the bucket is asked once in half a minute, however many download', async (t) => {
    await using proxy = await startS3Proxy(s3.url);
    await using catalog = await startCatalog({}, { ...s3.env, S3_ENDPOINT: proxy.url });
    const { slug } = await create(catalog, await signUp(catalog, { username: 'alice' }));
    const ask = () => catalog.ask(`/v1/realms/${slug}/download`, { method: 'POST' });
    assert.equal((await ask()).status, 200); // which also makes the archive
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 31_000 });
    proxy.asked.length = 0;
    const all = await Promise.all(Array.from({ length: 20 }, ask));
    assert.ok(all.every(({ status }) => status === 200));
    t.mock.timers.tick(20_000);
    assert.equal((await ask()).status, 200);
    assert.deepEqual(
      proxy.asked.map(({ method }) => method),
      ['HEAD'],
    );
  });
});

describe('a bucket that was deleted', () => {
  test('is a 503 for its archives, and not a 404', async () => {
    const env = { ...s3.env, ARCHIVES_URL: `s3://deleted-${randomUUID()}`, S3_LINKS: 'through' };
    const { client, Bucket, keys } = await openClient(env);
    await client.send(new CreateBucketCommand({ Bucket }));
    await using catalog = await startCatalog({}, env);
    const { slug } = await create(catalog, await signUp(catalog, { username: 'alice' }));
    const { body } = await catalog.ask(`/v1/realms/${slug}/download`, { method: 'POST' });
    const { pathname, search } = new URL(body.downloadUrl);
    assert.equal((await catalog.ask(pathname + search)).status, 200);
    for (const Key of await keys()) await client.send(new DeleteObjectCommand({ Bucket, Key }));
    assert.equal((await catalog.ask(pathname + search)).status, 404);
    await client.send(new DeleteBucketCommand({ Bucket }));
    assert.equal((await catalog.ask(pathname + search)).status, 503);
    assert.equal((await catalog.ask(pathname + search, { method: 'HEAD' })).status, 503);
  });
});
