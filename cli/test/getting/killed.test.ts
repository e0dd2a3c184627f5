// A `realm get` that is killed or interrupted, at any moment, leaves all files of the realm or none; in a folder that was there, all of each folder or none.
// Needs: minutes
import assert from 'node:assert/strict';
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import { tarEntry, targz } from '../../../server/test/archives/archive-writers.ts';
import { until } from '../../../server/test/support/until.ts';
import { placeFiles } from '../../src/getting/place-files.ts';
import { mainFile, runRealm } from '../support/run-realm.ts';
import { startAnyServer, type AnyServer } from './any-server.ts';

const FILES = 3_000;
const FOLDERS = 50;
const archive = targz(
  ...Array.from({ length: FILES }, (_, at) => tarEntry(`app/${at % FOLDERS}/${at}.txt`, String(at))),
);
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

  test('in a fresh repository leaves each folder of the realm whole or not at all, and nothing that is packed', async () => {
    execFileSync('git', ['init', '-q'], { cwd });
    const child = start('.');
    await until('files are unpacked', () => unpacked() >= FILES / 3 || countFiles('0') > 0);
    await end(child, 'SIGKILL');
    for (let at = 0; at < FOLDERS; at += 1) assert.ok([0, FILES / FOLDERS].includes(countFiles(String(at))), `${at}`);
    writeFileSync(join(cwd, 'mine'), 'x');
    const packed = await runRealm(['pack', '--dry-run', '--json'], { cwd, env: env() });
    assert.doesNotMatch(packed.stdout, /realm-get/);
    const { code, stderr } = await runRealm(['get', 'any', '.', '--on-conflict=skip'], { cwd, env: env() });
    assert.equal(code, 0, stderr);
    for (let at = 0; at < FOLDERS; at += 1) assert.equal(countFiles(String(at)), FILES / FOLDERS);
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

describe('files that are moved into a folder', () => {
  test('go with the highest folder that is not there, and one by one only where both have a folder', () => {
    const [root, folder] = [join(cwd, 'root'), join(cwd, 'folder')];
    for (const path of ['new/deep/a', 'both/new/b', 'both/c', '.realm/origin.json', 'd'])
      write(join(root, path), 'of the realm');
    for (const path of ['both/c', 'both/mine', '.git/HEAD']) write(join(folder, path), 'mine');
    placeFiles(root, folder, [{ path: 'both/c', to: 'both/c.new', action: 'rename' }]);
    assert.deepEqual(readdirSync(root, { recursive: true }), ['both'], 'a folder that was moved whole is gone');
    for (const path of ['new/deep/a', 'both/new/b', 'both/c.new', '.realm/origin.json', 'd'])
      assert.equal(readFileSync(join(folder, path), 'utf8'), 'of the realm');
    for (const path of ['both/c', 'both/mine', '.git/HEAD'])
      assert.equal(readFileSync(join(folder, path), 'utf8'), 'mine');
  });
});

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
