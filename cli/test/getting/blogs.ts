// A catalog with versions of a realm, and `realm` in an empty folder: for the tests of `realm get` and what follows it.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach } from 'node:test';
import { createClient } from '@realm-catalog/client';
import { anArchive, startReachableCatalog } from '../../../clients/typescript/test/support.ts';
import { aRealm, signUp, type TestCatalog } from '../../../server/test/support/harness.ts';
import { runRealm, type Settings } from '../support/run-realm.ts';

export let catalog: TestCatalog;
/** New for each test. */
export let home = '';
/** New for each test. */
export let cwd = '';
/** Of the versions 1.0.0 and 1.1.0 of `blog`. */
export const digests: string[] = [];
/** The files of the first one, as they are in a folder. */
export const ONE = ['.realm/origin.json', 'README.md', 'src/a.txt', 'src/deep/b.txt'];

/** For the tests of the file that calls this. */
export function startBeforeTests(): void {
  let base: string;
  before(async () => {
    base = mkdtempSync(join(tmpdir(), 'realm-cli-get-'));
    catalog = await startReachableCatalog();
    await publishAll();
  });
  after(async () => {
    await catalog[Symbol.asyncDispose]();
    rmSync(base, { recursive: true });
  });
  beforeEach(() => {
    home = mkdtempSync(join(base, 'home-'));
    cwd = mkdtempSync(join(base, 'work-'));
  });
}

async function publishAll(): Promise<void> {
  const { account, token } = await signUp(catalog, { username: 'alice' });
  const names = ['blog', 'no-upload', 'pair'];
  await catalog.insert({ realms: names.map((slug) => aRealm({ ...account, passwordHash: '' }, { slug })) });
  const client = createClient({ baseUrl: catalog.url, token });
  const one = await anArchive('1.0.0', ['README.md', '# One\n'], ['src/a.txt', 'a\n'], ['src/deep/b.txt', 'b\n']);
  const two = await anArchive(
    '1.1.0',
    ['README.md', '# Two\n'],
    ['src/a.txt', 'a\n'],
    ['package.json', '{"scripts":{"dev":"rm -rf /","start":"x"}}'],
  );
  const pair = await anArchive('1.0.0', ['a', 'first'], ['a.new', 'second'], ['b.new/c', 'third'], ['b', 'fourth']);
  await client.realms.publish('pair', pair);
  digests.length = 0;
  for (const archive of [one, two]) digests.push((await client.realms.publish('blog', archive)).sha256);
}

export const realm = (words: string[], settings: Settings = {}) =>
  runRealm(words, { cwd, ...settings, env: { HOME: home, REALM_REGISTRY: catalog.url, ...settings.env } });
export const get = (...words: string[]) => realm(['get', ...words]);

/** Runs a command that must succeed; returns what it printed. */
export async function done(...words: string[]): Promise<string> {
  const { code, stdout, stderr } = await realm(words);
  assert.equal(code, 0, stderr);
  return stdout;
}

export const filesOf = (folder: string) =>
  readdirSync(join(cwd, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(cwd, folder).length + 1))
    .toSorted();
export const read = (path: string) => readFileSync(join(cwd, path), 'utf8');
export function write(path: string, text: string): void {
  mkdirSync(join(cwd, path, '..'), { recursive: true });
  writeFileSync(join(cwd, path), text);
}
