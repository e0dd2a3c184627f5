// What a command does while nothing happens: when it gives up, and what it says meanwhile.
// Run: one store, shared process
import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, test } from 'node:test';
import { anArchive } from '../../clients/typescript/test/support.ts';
import { startAnyServer } from './getting/any-server.ts';
import { blog, proxy, publish, startBeforeTests } from './publishing/projects.ts';
import { startServer } from './support/fake-server.ts';
import { runRealm, temporaryHome } from './support/run-realm.ts';

startBeforeTests();

const statistics = JSON.stringify({ totalRealms: 1, totalDownloads: 2, totalUsers: 3, categories: {} });
const JSON_TYPE = { 'content-type': 'application/json' };

describe('--timeout', () => {
  test('ends a download that stands still, and asks for it once', async () => {
    using home = temporaryHome();
    await using server = await startAnyServer();
    const bytes = Buffer.alloc(2_000_000);
    const half = (response: ServerResponse) => {
      response.writeHead(200, { 'content-length': bytes.length });
      response.write(bytes.subarray(0, 1_000_000));
    };
    server.hand({ bytes, send: half });
    const words = ['get', 'any', '--timeout', '1', '--registry', server.url];
    const { code, stderr } = await runRealm(words, { cwd: home.path, env: { HOME: home.path } });
    assert.equal(code, 8);
    assert.match(stderr, /Error: The transfer has stalled: no data for 1 s \(--timeout\)\.\n/);
    assert.match(stderr, /npx realm doctor finds out more\.\n$/);
    assert.equal(server.requests().filter((request) => request === 'GET /archive').length, 1);
  });

  test('leaves a download alone that moves, however long it takes', async () => {
    using home = temporaryHome();
    await using server = await startAnyServer();
    const bytes = Buffer.from(await anArchive('1.0.0', ['README.md', '# Slow\n']));
    server.hand({ bytes, send: (response) => void inTenths(response, bytes) });
    const words = ['get', 'any', '--timeout', '3', '--registry', server.url];
    const { code, stderr } = await runRealm(words, { cwd: home.path, env: { HOME: home.path } });
    assert.equal(code, 0, stderr);
  });

  test('ends an upload that stands still', async () => {
    proxy.loses = (method) => (method === 'PUT' ? 'silence' : undefined);
    const { code, record } = await publish(blog('stalled-blog'), ['--yes', '--timeout', '2']);
    assert.equal(code, 8);
    assert.equal(record.error, 'timeout');
    assert.match(record.message, /no data for 2 s/);
    assert.equal(proxy.seen.filter((request) => request.startsWith('PUT ')).length, 1);
  });
});

/** In four seconds, which is longer than the silence that the test allows. */
async function inTenths(response: ServerResponse, bytes: Buffer): Promise<void> {
  const part = Math.ceil(bytes.length / 10);
  for (let at = 0; at < bytes.length; at += part) {
    response.write(bytes.subarray(at, at + part));
    await sleep(400);
  }
  response.end();
}

describe('a wait', () => {
  test('before another attempt is said, with its reason and its length; not with --quiet, and not with --json', async () => {
    const busy = { code: 'unavailable', status: 503, detail: 'The catalog is busy.\u001b[2J' };
    for (const [more, said] of [
      [[], 'The catalog is busy.\ufffd[2J. Trying again in 1 s.\n'],
      [['--quiet'], ''],
      [['--json'], ''],
    ] as const) {
      using home = temporaryHome();
      let asked = 0;
      await using server = await startServer((_, response) => {
        if (asked++ > 0) return response.writeHead(200, JSON_TYPE).end(statistics);
        response.writeHead(503, { 'content-type': 'application/problem+json', 'retry-after': '1' });
        return response.end(JSON.stringify(busy));
      });
      const settings = { env: { HOME: home.path, REALM_REGISTRY: server.url } };
      const { code, stderr } = await runRealm(['stats', ...more], settings);
      assert.deepEqual([code, stderr, asked], [0, said, 2]);
    }
  });

  test('for a response is said after some seconds, with the server and the longest time', async () => {
    using home = temporaryHome();
    await using server = await startServer(
      (_, response) => void sleep(3_500).then(() => response.writeHead(200, JSON_TYPE).end(statistics)),
    );
    const settings = { env: { HOME: home.path, REALM_REGISTRY: server.url } };
    const [plain, bounded, json] = await Promise.all(
      [[], ['--timeout', '20'], ['--json']].map((more) => runRealm(['stats', ...more], settings)),
    );
    const host = server.url.slice(7);
    assert.equal(plain?.stderr, `Waiting for ${host}, for 30 s at most.\n`);
    assert.equal(bounded?.stderr, `Waiting for ${host}, for 20 s at most.\n`);
    assert.equal(json?.stderr, '');
  });
});
