// An S3 store that answers without an end, too slowly, or other than was asked: each call fails, and costs a bounded part of memory and time.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { describe, test, type TestContext } from 'node:test';
import { ArchivesUnavailableError, type Archives } from '../../src/archives/archives.ts';
import { s3Archives } from '../../src/archives/s3.ts';
import { readConfig, type S3Config } from '../../src/config/config.ts';
import { drip, endless, startHostileServer, upgrade, type Answer } from '../support/servers/hostile.ts';
import { anArchive } from './open-stores.ts';

/** What sockets hold between two processes of a machine, generously; the SDK asks three times. */
const MAX_SENT_BYTES = 48 * 1_024 ** 2;
const { bytes, digest } = anArchive();

async function against(t: TestContext, answer: Answer) {
  const server = await startHostileServer(answer);
  const folder = mkdtempSync(join(tmpdir(), 'realm-archives-'));
  t.after(async () => {
    rmSync(folder, { recursive: true });
    await server[Symbol.asyncDispose]();
  });
  const env = {
    ARCHIVES_URL: 's3://bucket/here',
    S3_ENDPOINT: server.url,
    S3_ACCESS_KEY_ID: 'key',
    S3_SECRET_ACCESS_KEY: 'secret',
  };
  const config = { ...(readConfig(env).s3 as S3Config), timeoutMs: 300 };
  return { server, archives: await s3Archives(config, folder) };
}

const xml = (response: Parameters<Answer>[0], status = 200) =>
  response.writeHead(status, { 'content-type': 'application/xml' });

const calls: Record<string, (archives: Archives) => Promise<unknown>> = {
  'a list': async (archives) => {
    for await (const { digest: found } of archives.list()) assert.ok(found);
  },
  'an archive': (archives) => archives.open(digest),
  'a part of an archive': (archives) => archives.open(digest, { start: 0, end: 9 }),
  'an upload': (archives) => archives.put(bytes, digest),
  'a removal': (archives) => archives.remove(digest),
};

const neverEnds: Answer = (response) => endless(response, () => '<a/>'.repeat(16_384));

describe('an S3 store', () => {
  const bodies: [status: number, how: string, send: Answer][] = [
    [200, 'never ends', neverEnds],
    [404, 'never ends', neverEnds],
    [503, 'never ends', neverEnds],
    [200, 'stands still', (response) => response.write('<a>')],
    [404, 'sends a byte now and then', drip],
    [101, 'is another protocol', upgrade],
  ];
  for (const [what, call] of Object.entries(calls))
    for (const [status, how, send] of bodies)
      test(`whose answer to ${what} ${how} (${status}) is unavailable`, async (t) => {
        const { server, archives } = await against(t, (response, request) =>
          send(status === 101 ? response : xml(response, status), request),
        );
        await assert.rejects(call(archives), ArchivesUnavailableError);
        await server.idle();
        assert.ok(server.asked.length > 0);
        assert.ok(server.sentBytes < MAX_SENT_BYTES, `${server.sentBytes} bytes`);
      });

  const sizes: Record<string, string | undefined> = {
    'does not say its size': undefined,
    'is larger than any that is stored': String(1_024 ** 4),
  };
  for (const [how, size] of Object.entries(sizes))
    for (const what of ['an archive', 'a part of an archive'])
      test(`from which ${what} ${how} is unavailable, and is not read`, async (t) => {
        const { server, archives } = await against(t, (response) =>
          endless(response.writeHead(200, { etag: '"a"', ...(size !== undefined && { 'content-length': size }) })),
        );
        await assert.rejects(calls[what]?.(archives) ?? assert.fail(), ArchivesUnavailableError);
        await server.idle();
        assert.ok(server.sentBytes < MAX_SENT_BYTES, `${server.sentBytes} bytes`);
      });

  test('that sends the whole archive for a part of it is unavailable', async (t) => {
    const range = { start: 0, end: 9 };
    const { server, archives } = await against(t, (response) => response.end(bytes.subarray(0, 11)));
    await assert.rejects(archives.open(digest, range), ArchivesUnavailableError);
    server.answer = (response) =>
      response.writeHead(206, { 'content-range': 'bytes 0-9/1000', 'content-length': 10 }).end(bytes.subarray(0, 10));
    const found = (await archives.open(digest, range)) ?? assert.fail();
    assert.equal(found.size, 1_000);
    assert.deepEqual(await buffer(found.stream), bytes.subarray(0, 10));
  });

  test('that says of an archive that it is larger than any that is stored is unavailable', async (t) => {
    const { archives } = await against(t, (response) =>
      response.writeHead(200, { 'content-length': String(1_024 ** 4) }).end(),
    );
    await assert.rejects(archives.size(digest), ArchivesUnavailableError);
  });

  test('that sends an archive too slowly is given up', async (t) => {
    const { archives } = await against(t, (response) => drip(response.writeHead(200, { 'content-length': 16_000 })));
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const { stream } = (await archives.open(digest)) ?? assert.fail();
    t.mock.timers.tick(90_999);
    assert.equal(stream.destroyed, false);
    t.mock.timers.tick(1);
    await assert.rejects(buffer(stream), ArchivesUnavailableError);
  });

  test('that lists the same page again and again is unavailable', async (t) => {
    const page = `<ListBucketResult><IsTruncated>true</IsTruncated><NextContinuationToken>next</NextContinuationToken></ListBucketResult>`;
    const { server, archives } = await against(t, (response) => xml(response).end(page));
    await assert.rejects(calls['a list']?.(archives) ?? assert.fail(), ArchivesUnavailableError);
    assert.equal(server.asked.length, 2);
  });

  for (const status of [301, 302, 307, 308])
    test(`that leads elsewhere (${status}) is not followed`, async (t) => {
      const { server, archives } = await against(t, (response) =>
        response.writeHead(status, { location: `${server.url}/elsewhere` }).end(),
      );
      for (const [what, call] of Object.entries(calls)) await assert.rejects(call(archives), Error, what);
      assert.ok(server.asked.every((path) => path.startsWith('/bucket')));
    });
});
