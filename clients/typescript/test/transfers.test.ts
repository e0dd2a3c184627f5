// Archives between the client and a real catalog, whole and after breaks: a download counts once, and an upload is never doubled.
// Run: one store, own process
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { after, before, beforeEach, describe, test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { aKey, signUp, type TestCatalog } from '../../../server/test/support/harness.ts';
import { createClient, isCatalogError, type Archive, type Client, type Progress } from '../src/index.ts';
import { downloadRealm } from '../src/node/index.ts';
import { startCuttingProxy, type CuttingProxy } from './cutting-proxy.ts';
import * as bad from './misbehaving-server.ts';
import { anArchive, startReachableCatalog } from './support.ts';

const quick = { minDelay: 1, maxDelay: 1 };
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

const MIB = 1_024 * 1_024;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
function heldBytes(): number {
  collectGarbage();
  return process.memoryUsage().arrayBuffers;
}

let catalog: TestCatalog;
let proxy: CuttingProxy;
let alice: Client;
/** Talks through the proxy, and so do its uploads and downloads. */
let cutOff: Client;
let slug: string;
let uploads: { uploadUrl: string; uploadToken: string };

before(async () => {
  catalog = await startReachableCatalog();
  proxy = await startCuttingProxy(catalog.url);
  const { token } = await signUp(catalog, { username: 'alice' });
  const { key } = await aKey(catalog, token);
  alice = createClient({ baseUrl: catalog.url, token: key });
  const viaProxy = (url: string) => url.replace(catalog.url, proxy.url);
  cutOff = createClient({
    baseUrl: proxy.url,
    token: key,
    retry: { ...quick, retries: 5 }, // a connection that was kept open counts as one
    fetch: (url, init) => fetch(viaProxy(url), init),
  });
});
after(async () => {
  await proxy[Symbol.asyncDispose]();
  await catalog[Symbol.asyncDispose]();
});
beforeEach(async () => {
  ({ slug, ...uploads } = await alice.realms.create({ name: 'A realm', description: 'A.', category: 'api' }));
  proxy.cut();
});

/** Noise, which no compression shrinks. */
const noise = randomBytes(400_000).toString('base64');
const bigArchive = (version = '1.0.0') => anArchive(version, ['noise.txt', noise]);

async function read(stream: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  return new Uint8Array(await new Response(stream as never).arrayBuffer());
}

function temporaryFolder(): Disposable & { path: string } {
  const path = mkdtempSync(join(tmpdir(), 'realm-transfers-'));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true }) };
}

const versionsOf = async () => (await alice.realms.versions(slug)).versions.map(({ version }) => version);

/** Four bytes of ten, and a cut. */
const part: bad.Behaviour = (response) =>
  void response.writeHead(200, { 'content-length': '10' }).write('0123', () => response.socket?.destroy());

describe('a download', () => {
  test('gives the bytes of the archive, and reports its progress', async () => {
    const archive = await bigArchive();
    await alice.realms.upload(slug, archive, { token: uploads.uploadToken });
    const steps: Progress[] = [];
    const bytes = await read(
      alice.downloadArchive(await alice.realms.download(slug), { onProgress: (step) => steps.push(step) }),
    );
    assert.deepEqual(bytes, archive);
    assert.deepEqual(steps.at(-1), { transferred: archive.length, total: archive.length });
  });

  test('into a folder is one call: it is fetched, verified and unpacked, after breaks, too', async () => {
    using place = temporaryFolder();
    const archive = await bigArchive();
    await alice.realms.upload(slug, archive, { token: uploads.uploadToken });
    proxy.cut({ responseBytes: 0 }, { responseBytes: 100_000 });
    const steps: Progress[] = [];
    const to = join(place.path, 'new');
    const got = await downloadRealm(cutOff, slug, { to, version: '1.0.0', onProgress: (step) => steps.push(step) });
    assert.deepEqual([got.version, got.sha256], ['1.0.0', sha256(archive)]);
    assert.deepEqual(got.files.map(({ path }) => path).toSorted(), readdirSync(to).toSorted());
    assert.equal(readFileSync(join(to, 'noise.txt'), 'utf8'), noise);
    assert.equal(steps.at(-1)?.transferred, archive.length);
    assert.equal((await alice.realms.get(slug)).downloadCount, 1);
  });

  test('into a folder leaves nothing if the bytes are wrong, and asks for nothing if the folder is filled', async () => {
    using place = temporaryFolder();
    await alice.realms.upload(slug, await bigArchive(), { token: uploads.uploadToken });
    const wrong = { ...(await alice.realms.download(slug)), sha256: '0'.repeat(64) };
    const lying = { ...alice, realms: { ...alice.realms, download: () => Promise.resolve(wrong) as never } };
    const to = join(place.path, 'new');
    await assert.rejects(downloadRealm(lying, slug, { to }), { name: 'IntegrityError' });
    assert.deepEqual(readdirSync(place.path), []);
    await assert.rejects(downloadRealm(alice, 'no-such-realm', { to }), { kind: 'not_found' });
    writeFileSync(join(place.path, 'mine'), 'x');
    const before = (await alice.realms.get(slug)).downloadCount;
    await assert.rejects(downloadRealm(alice, slug, { to: place.path }), { code: 'ENOTEMPTY' });
    assert.equal((await alice.realms.get(slug)).downloadCount, before);
  });

  test('goes on where it was cut', async () => {
    const archive = await bigArchive();
    await alice.realms.upload(slug, archive, { token: uploads.uploadToken });
    const link = await alice.realms.download(slug);
    proxy.cut({ responseBytes: 100_000 }, { responseBytes: 0 }, { responseBytes: 200_000 });
    const ranges: (string | undefined)[] = [];
    const client = createClient({
      baseUrl: proxy.url,
      retry: quick,
      fetch: (url, init) => fetch(url.replace(catalog.url, proxy.url), init),
      hooks: { onRequest: ({ headers }) => void ranges.push(headers['range']) },
    });
    assert.deepEqual(await read(client.downloadArchive(link)), archive);
    assert.equal(ranges.length, 4);
    assert.equal(ranges[0], undefined);
    assert.ok(
      ranges.slice(1).every((range) => /^bytes=[1-9]\d*-$/.test(range ?? '')),
      String(ranges),
    );
  });

  test('that is asked for again because its response was cut counts once', async () => {
    proxy.cut({ responseBytes: 0 }, { responseBytes: 20 });
    await cutOff.realms.download(slug);
    assert.equal((await alice.realms.get(slug)).downloadCount, 1);
  });

  test('fails at its end if the bytes are not those that were promised', async () => {
    const link = await alice.realms.download(slug);
    const wrong = { ...link, sha256: '0'.repeat(64) };
    await assert.rejects(read(alice.downloadArchive(wrong)), { name: 'IntegrityError' });
    await assert.rejects(read(alice.downloadArchive({ ...link, size: link.size - 1 })), { name: 'IntegrityError' });
  });

  test('ends at once when it is aborted', async () => {
    await using server = await bad.startMisbehavingServer();
    const link = { downloadUrl: server.url, size: 100, sha256: '' };
    const stop = new AbortController();
    server.script(bad.stallBody);
    const reader = alice.downloadArchive(link, { signal: stop.signal }).getReader();
    assert.equal((await reader.read()).done, false);
    const next = reader.read().catch((error: unknown) => error);
    stop.abort('enough');
    assert.equal(await next, 'enough');
  });

  test('begins anew if the server knows no ranges, and gives up on one that cuts for ever', async () => {
    await using server = await bad.startMisbehavingServer();
    const bytes = Buffer.from('0123456789');
    const link = { downloadUrl: `${server.url}/a`, size: bytes.length, sha256: sha256(bytes) };
    const whole: bad.Behaviour = (response) => response.end(bytes);
    const client = createClient({ baseUrl: server.url, retry: quick, token: 'secret' });
    server.script(part, part, whole);
    assert.equal(Buffer.from(await read(client.downloadArchive(link))).toString(), '0123456789');
    assert.deepEqual(
      server.requests.map(({ headers }) => headers['range']),
      [undefined, 'bytes=4-', 'bytes=4-'],
    );
    assert.ok(server.requests.every(({ headers }) => headers.authorization === undefined));
    server.script(bad.cut);
    await assert.rejects(read(client.downloadArchive(link)), { name: 'NetworkError' });
    assert.equal(server.requests.length, 3);
  });

  test('keeps no chunk of what was read', async () => {
    await using server = await bad.startMisbehavingServer();
    const chunk = Buffer.alloc(MIB);
    server.script((response) => void Readable.from(Array.from({ length: 64 }, () => chunk)).pipe(response));
    const hash = createHash('sha256'); // by chunks: V8 may hold one large buffer for a while after the collection
    for (let chunks = 0; chunks < 64; chunks++) hash.update(chunk);
    const link = { downloadUrl: server.url, size: 64 * MIB, sha256: hash.digest('hex') };
    const reader = alice.downloadArchive(link).getReader();
    let mostBytes = 0;
    for (let chunks = 0; !(await reader.read()).done; chunks++)
      if (chunks % 100 === 0) mostBytes = Math.max(mostBytes, heldBytes());
    assert.ok(mostBytes < 32 * MIB, `${mostBytes} bytes are held`);
  });

  test('ends when no byte comes for the time of an attempt', async () => {
    await using server = await bad.startMisbehavingServer();
    server.script(bad.stallBody);
    const link = { downloadUrl: server.url, size: 100, sha256: '' };
    const client = createClient({ baseUrl: server.url, retry: { ...quick, retries: 0 }, timeout: 50 });
    await assert.rejects(read(client.downloadArchive(link)), { name: 'TimeoutError' });
  });
});

describe('a creation', () => {
  test('that is sent again because its response was cut makes one realm', async () => {
    proxy.cut({ responseBytes: 0 });
    const made = await cutOff.realms.create({ name: 'Only one', description: 'One.', category: 'api' });
    assert.equal(made.slug, 'only-one');
    assert.equal((await alice.realms.list({ search: 'only one' })).pagination.total, 1);
  });
});

describe('a publication', () => {
  test('takes bytes, a Blob, or a stream that can be opened again, and reports its progress', async () => {
    const forms: ((bytes: Uint8Array<ArrayBuffer>) => Archive)[] = [
      (bytes) => bytes,
      (bytes) => new Blob([bytes]),
      (bytes) => ({ size: bytes.length, open: () => new Blob([bytes]).stream() }),
      (bytes) => ({ size: bytes.length, sha256: sha256(bytes), open: () => new Blob([bytes]).stream() }),
    ];
    for (const [at, form] of forms.entries()) {
      const bytes = await bigArchive(`1.${at}.0`);
      const steps: Progress[] = [];
      const onProgress = (step: Progress) => void steps.push(step);
      const { filesSha256, ...published } = await alice.realms.publish(slug, form(bytes), { onProgress });
      assert.match(filesSha256, /^[0-9a-f]{64}$/);
      assert.deepEqual(published, { slug, version: `1.${at}.0`, size: bytes.length, sha256: sha256(bytes) });
      assert.deepEqual([steps[0]?.transferred, steps.at(-1)?.transferred], [0, bytes.length]);
      assert.ok(steps.length > (at < 2 ? 4 : 1), 'a stream has the chunks that it was opened with');
    }
  });

  test('takes the upload that a creation has opened', async () => {
    const { version } = await alice.realms.publish(slug, await anArchive('3.0.0'), { upload: uploads });
    assert.equal(version, '3.0.0');
  });

  test('is sent again after it was cut, and there is one version', async () => {
    proxy.cut({ requestBytes: 100_000 });
    const archive = await bigArchive('2.0.0');
    const published = await cutOff.realms.publish(slug, archive, { upload: uploads });
    assert.equal(published.sha256, sha256(archive));
    assert.deepEqual(await versionsOf(), ['2.0.0']);
  });

  test('is not sent again if only its response was cut, also where the catalog chooses the version', async () => {
    const unversioned = await anArchive(undefined, ['README.md', '# Hello']);
    proxy.cut({ responseBytes: 0 });
    const published = await cutOff.realms.publish(slug, unversioned, { upload: uploads });
    assert.deepEqual(await versionsOf(), [published.version]);
    assert.equal(published.sha256, sha256(unversioned));
  });

  test('waits for the catalog if that is still at it when the connection breaks', async () => {
    const archive = await bigArchive('2.1.0');
    proxy.cut({ afterRequest: true });
    const published = await cutOff.realms.publish(slug, archive, { upload: uploads });
    assert.equal(published.version, '2.1.0');
    assert.deepEqual(await versionsOf(), ['2.1.0']);
  });

  test('that the catalog refuses is not sent again, and its token stays good', async () => {
    const error: unknown = await alice.realms
      .publish(slug, new Uint8Array(10), { upload: uploads })
      .catch((reason: unknown) => reason);
    assert.ok(isCatalogError(error, 'invalid_request'));
    assert.equal(error.code, 'unprocessable');
    assert.equal((await alice.realms.publish(slug, await anArchive('1.0.0'), { upload: uploads })).version, '1.0.0');
  });

  test('that is aborted throws the reason, and nothing is published', async () => {
    const stop = new AbortController();
    const onProgress = ({ transferred }: Progress) => transferred > 0 && stop.abort('enough');
    const publishing = alice.realms.publish(slug, await bigArchive(), {
      upload: uploads,
      onProgress: (step) => void onProgress(step),
      signal: stop.signal,
    });
    assert.equal(await publishing.catch((reason: unknown) => reason), 'enough');
    assert.deepEqual(await versionsOf(), []);
  });

  test('names the digest of what is sent, which the catalog verifies', async () => {
    const bytes = await anArchive('1.0.0');
    const wrong = { size: bytes.length, sha256: sha256(Buffer.from('other')), open: () => new Blob([bytes]).stream() };
    await assert.rejects(alice.realms.publish(slug, wrong, { upload: uploads }), {
      name: 'InvalidRequestError',
      status: 422,
    });
    assert.deepEqual(await versionsOf(), []);
  });
});
