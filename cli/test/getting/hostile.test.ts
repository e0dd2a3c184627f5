// `realm get` from a server that is hostile: whatever it sends, nothing is written but what the user asked for.
import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { pax, tarEntry, targz } from '../../../server/test/archives/archive-writers.ts';
import { hostileArchives } from '../../../server/test/hostile/archives.ts';
import { hostileManifests } from '../../../server/test/hostile/manifests.ts';
import { hostileNames } from '../../../server/test/hostile/names.ts';
import { runRealm } from '../support/run-realm.ts';
import { startAnyServer, type AnyServer } from './any-server.ts';

const base = mkdtempSync(join(tmpdir(), 'realm-cli-hostile-'));
/** So deep that a path which climbs out of the target still ends in the folder that is watched. */
const cwd = join(base, 'a', 'b', 'c', 'd');
mkdirSync(cwd, { recursive: true });
const home = mkdtempSync(join(tmpdir(), 'realm-cli-home-'));
let server: AnyServer;
before(async () => {
  server = await startAnyServer();
});
after(async () => {
  await server[Symbol.asyncDispose]();
  for (const folder of [base, home]) rmSync(folder, { recursive: true });
});

const everything = () => new Set(readdirSync(base, { recursive: true, encoding: 'utf8' }));
const get = (...words: string[]) =>
  runRealm(['get', 'any', ...words], { cwd, env: { HOME: home, REALM_REGISTRY: server.url } });
const cached = () => readdirSync(join(home, '.cache/realm-catalog/archives'));
const fine = targz(tarEntry('app/a', 'x'));

describe('an archive of the hostile corpus', () => {
  // All names, and some of the rest: the tests of the client unpack all of them.
  const others = Object.entries(hostileArchives).filter(
    ([name], at) => !(name in hostileNames || name in hostileManifests) && at % 12 === 0,
  );
  const hostile = [...Object.entries(hostileNames), ...others].filter(([name]) => !/sent as|bomb|10,00/.test(name));
  for (const [name, build] of hostile)
    test(`${name}: nothing is written, and the exit code is 9`, async () => {
      server.hand({ bytes: build().bytes });
      const before = everything();
      const { code, stdout, stderr } = await get();
      assert.deepEqual([code, stdout], [9, ''], stderr);
      assert.match(stderr, /unsafe\. Nothing was unpacked/);
      // oxlint-disable-next-line no-control-regex -- what a terminal would obey
      assert.doesNotMatch(stderr, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
      assert.deepEqual(everything(), before);
    });
});

test('not even the folders around the target are left', async () => {
  server.hand({ bytes: targz(tarEntry('../x')) });
  const before = everything();
  assert.equal((await get('new/deep/target')).code, 9);
  assert.deepEqual(everything(), before);
});

describe('an archive that is not what was promised', () => {
  test('by its digest is never unpacked nor cached', async () => {
    server.hand({ bytes: fine, sha256: 'a'.repeat(64) });
    const before = everything();
    const { code, stderr } = await get();
    assert.equal(code, 9);
    assert.match(stderr, /SHA-256/);
    assert.deepEqual(everything(), before);
    assert.deepEqual(
      cached().filter((name) => /^a{64}/.test(name)),
      [],
    );
  });

  test('because it is longer is cut off', async () => {
    server.hand({ bytes: Buffer.concat([fine, Buffer.alloc(100_000)]), size: fine.length });
    assert.equal((await get()).code, 9);
  });

  for (const size of [100 * 1_024 ** 2 + 1, 1e12, -1, 0.5, '1'])
    test(`because its size is ${size} is not asked for`, async () => {
      server.hand({ bytes: fine, size: size as number });
      server.requests();
      const { code, stderr } = await get();
      const isNumber = Number.isInteger(size); // another value is not of a catalog at all
      assert.equal(code, isNumber ? 9 : 8, stderr);
      const asked = ['GET /v1/api/realms/any', 'POST /v1/api/realms/any/download'];
      assert.deepEqual(server.requests(), isNumber ? asked : asked.slice(0, 1));
    });

  test('because it was compressed once more is refused, and nothing of it is kept', async () => {
    const bomb = gzipSync(Buffer.alloc(50 * 1_024 ** 2));
    const send = (response: ServerResponse) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb);
    server.hand({ bytes: fine, size: 100 * 1_024 ** 2, send: (response) => void send(response) });
    const before = cached();
    assert.equal((await get()).code, 9);
    assert.deepEqual(cached(), before);
  });

  test('because it never ends takes no more than its size, and nothing of it is kept', async () => {
    let sent = 0;
    const chunk = Buffer.alloc(64 * 1_024);
    const send = (response: ServerResponse): void => {
      if (!response.destroyed) response.write(chunk, (error) => !error && (sent += chunk.length) && send(response));
    };
    server.hand({ bytes: fine, size: 1_024 ** 2, send });
    const before = cached();
    assert.equal((await get()).code, 9);
    assert.deepEqual(cached(), before);
    assert.ok(sent < 16 * 1_024 ** 2, `${sent} bytes`); // the sockets hold some
  });

  test('because it ends early is asked for again, and is an error of the network at last', async () => {
    const send = (response: ServerResponse) => {
      response.writeHead(200, { 'content-length': fine.length }).write(fine.subarray(0, 20));
      setImmediate(() => response.destroy());
    };
    server.hand({ bytes: fine, send });
    const before = everything();
    assert.notEqual((await get()).code, 0);
    assert.deepEqual(everything(), before);
  });

  test('by the digest that the user gave is not even asked for', async () => {
    server.hand({ bytes: fine });
    server.requests();
    const { code } = await get('--sha256', 'b'.repeat(64));
    assert.equal(code, 9);
    assert.deepEqual(server.requests(), ['GET /v1/api/realms/any']);
  });
});

describe('an answer with a path in place of', () => {
  const mine = join(base, 'mine');
  const toMine = relative(join(home, '.cache/realm-catalog/archives'), mine);
  const answers = {
    'a slug': { slug: '../mine' },
    'an absolute slug': { slug: mine },
    'a version': { version: '../../mine' },
    'a digest': { sha256: toMine },
    'an absolute digest': { sha256: mine },
  };
  for (const [what, answer] of Object.entries(answers))
    test(`${what} is refused with exit code 9, and the file that it names stays`, async () => {
      writeFileSync(mine, 'mine');
      server.hand({ bytes: fine, ...answer });
      const before = everything();
      assert.equal((await get()).code, 9);
      assert.deepEqual(everything(), before);
      assert.equal(readFileSync(mine, 'utf8'), 'mine');
    });
});

describe('links in the folder of the user', () => {
  const outside = join(base, 'outside');
  mkdirSync(outside);
  const archives: Record<string, Buffer> = {
    'a file': targz(tarEntry('app/src/x', 'x'), tarEntry('app/b', 'x')),
    'an empty folder': targz(tarEntry('app/src/x/', '', { type: '5' }), tarEntry('app/b', 'x')),
    'a file with a long name': targz(
      pax({ path: `app/src/${'y'.repeat(120)}` }),
      tarEntry('s', 'x'),
      tarEntry('app/b'),
    ),
  };
  for (const [what, bytes] of Object.entries(archives))
    for (const policy of ['error', 'skip', 'overwrite', 'rename'])
      test(`are not followed for ${what} with --on-conflict=${policy}`, async (t) => {
        const target = join(cwd, 'linked');
        t.after(() => rmSync(target, { recursive: true }));
        mkdirSync(target);
        symlinkSync(outside, join(target, 'src'));
        server.hand({ bytes });
        const before = everything();
        const { code, stderr } = await get('linked', `--on-conflict=${policy}`);
        assert.equal(code, 6, stderr);
        assert.match(stderr, /src .*is a link/);
        assert.deepEqual(everything(), before);
      });

  test('with the name of a file are replaced by --on-conflict=overwrite, and what they lead to stays', async (t) => {
    const target = join(cwd, 'replaced');
    t.after(() => rmSync(target, { recursive: true }));
    mkdirSync(target);
    writeFileSync(join(outside, 'mine'), 'mine');
    symlinkSync(join(outside, 'mine'), join(target, 'a'));
    server.hand({ bytes: fine });
    assert.equal((await get('replaced', '--on-conflict=overwrite')).code, 0);
    assert.deepEqual(readdirSync(outside), ['mine']);
  });

  test('called .realm are not followed either', async (t) => {
    const target = join(cwd, 'origin');
    t.after(() => rmSync(target, { recursive: true }));
    mkdirSync(target);
    symlinkSync(outside, join(target, '.realm'));
    server.hand({ bytes: fine });
    assert.equal((await get('origin', '--on-conflict=overwrite')).code, 6);
  });
});
