// A `realm get` that is killed or interrupted, at any moment, leaves all files of the realm or none.
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import { tarEntry, targz } from '../../../server/test/archives/archive-writers.ts';
import { until } from '../../../server/test/support/until.ts';
import { mainFile, runRealm } from '../support/run-realm.ts';
import { startAnyServer, type AnyServer } from './any-server.ts';

const FILES = 3_000;
const archive = targz(...Array.from({ length: FILES }, (_, at) => tarEntry(`app/${at % 50}/${at}.txt`, String(at))));
const base = mkdtempSync(join(tmpdir(), 'realm-cli-killed-'));
let server: AnyServer;
let cwd = '';
let home = '';
before(async () => {
  server = await startAnyServer();
});
after(async () => {
  await server[Symbol.asyncDispose]();
  rmSync(base, { recursive: true });
});
beforeEach(() => {
  server.hand({ bytes: archive });
  server.requests();
  cwd = mkdtempSync(join(base, 'work-'));
  home = mkdtempSync(join(base, 'home-'));
});

const env = () => ({ HOME: home, REALM_REGISTRY: server.url });

function start(...words: string[]): ChildProcess {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  return spawn(process.execPath, [mainFile, 'get', 'any', ...words], {
    cwd,
    env: { PATH, NODE_COMPILE_CACHE, ...env() },
    stdio: 'ignore',
  });
}

const countFiles = (folder: string) => {
  try {
    return readdirSync(join(cwd, folder), { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.txt'))
      .length;
  } catch {
    return 0; // it is not there, or is being moved
  }
};
const temporary = () => readdirSync(cwd).find((name) => name.startsWith('.realm-get-'));
const unpacked = () => countFiles(temporary() ?? 'none');

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  const exit = once(child, 'exit');
  child.kill(signal);
  const [code] = (await exit) as [number | null];
  return code;
}

describe('a get that is killed', () => {
  for (const count of [1, FILES / 3, FILES - 100])
    test(`after ${count} of ${FILES} files were unpacked leaves all of them or none, and works again`, async () => {
      const child = start();
      await until('files are unpacked', () => unpacked() >= count || countFiles('any') > 0);
      await end(child, 'SIGKILL');
      assert.ok([0, FILES].includes(countFiles('any')));
      const { code, stderr } = await runRealm(['get', 'any'], { cwd, env: env() });
      assert.equal(code, 0, stderr);
      assert.equal(countFiles('any'), FILES);
    });

  test('while the archive comes leaves nothing, and no archive in the cache', async () => {
    server.hand({ bytes: archive, send: (response) => void response.write(archive.subarray(0, 1_000)) });
    const child = start();
    await until('the archive is asked for', () => server.requests().includes('GET /archive'));
    await end(child, 'SIGKILL');
    assert.deepEqual(readdirSync(cwd), []);
    server.hand({ bytes: archive });
    assert.equal((await runRealm(['get', 'any'], { cwd, env: env() })).code, 0);
  });
});

describe('a get that is interrupted', () => {
  test('while it unpacks exits with 130, and leaves all or nothing, and no temporary folder', async () => {
    const child = start();
    await until('files are unpacked', () => unpacked() >= FILES / 3 || countFiles('any') > 0);
    const code = await end(child, 'SIGINT');
    assert.equal(temporary(), undefined);
    assert.equal(countFiles('any'), code === 130 ? 0 : FILES);
  });

  test('while the archive comes exits with 130 at once, and leaves nothing, not even in the cache', async () => {
    server.hand({ bytes: archive, send: (response) => void response.write(archive.subarray(0, 1_000)) });
    const child = start();
    await until('the archive is asked for', () => server.requests().includes('GET /archive'));
    assert.equal(await end(child, 'SIGINT'), 130);
    assert.deepEqual(readdirSync(cwd), []);
    assert.deepEqual(readdirSync(join(home, '.cache/realm-catalog/archives')), []);
  });

  test('by SIGTERM exits with 143', async () => {
    server.hand({ bytes: archive, send: (response) => void response.write(archive.subarray(0, 1_000)) });
    const child = start();
    await until('the archive is asked for', () => server.requests().includes('GET /archive'));
    assert.equal(await end(child, 'SIGTERM'), 143);
    assert.deepEqual(readdirSync(cwd), []);
  });
});
