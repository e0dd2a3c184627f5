// A catalog with versions of a realm that asks something, and `realm` in an empty folder: for the tests of `realm update`.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, beforeEach } from 'node:test';
import { createClient } from '@realm-catalog/client';
import { startReachableCatalog } from '../../../clients/typescript/test/support.ts';
import { tarEntry, targz } from '../../../server/test/archives/archive-writers.ts';
import { aRealm, signUp, type TestCatalog } from '../../../server/test/support/harness.ts';
import { runRealm, type Settings } from '../support/run-realm.ts';
import type { Files } from './trees.ts';

export let catalog: TestCatalog;
/** Of the owner of the realms. */
export let token = '';
/** New for each test. */
export let home = '';
/** New for each test. */
export let cwd = '';

/** What the realm asks from its first version on. */
const ASKED = {
  variables: { projectName: { ask: 'What is it called?', replaces: 'Acme Shop', default: '{folder}' } },
  parts: { docker: { ask: 'With Docker?', files: ['Dockerfile', 'deploy/**'] } },
  leaveOut: ['screens/**'],
};
const FILES: Files = {
  'README.md': '# Acme Shop\n\nA shop.\n\nRun `npm start`.\n',
  'src/acme-shop.js': "export const name = 'Acme Shop';\nexport const port = 3000;\nexport const currency = 'EUR';\n",
  'src/cart.js': 'export const cart = [];\n',
  'run.sh*': '#!/bin/sh\nnode src/acme-shop.js\n',
  Dockerfile: 'FROM node:24\n',
  'deploy/acme-shop.yaml': 'name: acme-shop\n',
  'screens/home.txt': 'only for the catalog\n',
};
/** Versions of the realm `shop`. */
const versions: Record<string, { manifest: object; files: Files }> = {
  '1.0.0': { manifest: ASKED, files: FILES },
  '1.1.0': {
    manifest: {
      ...ASKED,
      variables: { ...ASKED.variables, owner: { ask: 'Whose is it?', replaces: 'Jane Doe', default: 'Jane Doe' } },
    },
    files: {
      ...FILES,
      'README.md': '# Acme Shop\n\nA shop.\n\nRun `npm start`.\n\nBy Jane Doe.\n',
      'src/acme-shop.js':
        "export const name = 'Acme Shop';\nexport const port = 8080;\nexport const currency = 'EUR';\n",
      'src/about.js': "export const about = 'Acme Shop';\n",
      'screens/home.txt': 'another one\n',
    },
  },
};

/** A `.tar.gz` of a version. */
export function archiveOf(version: string, manifest: object, files: Files): Uint8Array<ArrayBuffer> {
  const all: Files = { ...files, 'realm.json': JSON.stringify({ version, ...manifest }) };
  const entries = Object.entries(all).map(([path, content]) =>
    tarEntry(`app/${path.replace('*', '')}`, content, path.endsWith('*') ? { mode: '0000755\0' } : {}),
  );
  return new Uint8Array(targz(...entries));
}

/** Publishes the versions of a realm to a catalog that has it. */
export async function publishVersions(
  url: string,
  token: string,
  slug: string,
  all: Record<string, { manifest: object; files: Files }>,
): Promise<void> {
  const client = createClient({ baseUrl: url, token });
  for (const [version, { manifest, files }] of Object.entries(all))
    await client.realms.publish(slug, archiveOf(version, manifest, files));
}

/** For the tests of the file that calls this, which may need more in the catalog. */
export function startBeforeTests(more: () => Promise<void> = async () => undefined): void {
  let base: string;
  before(async () => {
    base = mkdtempSync(join(tmpdir(), 'realm-cli-update-'));
    catalog = await startReachableCatalog();
    const owner = await signUp(catalog, { username: 'alice' });
    token = owner.token;
    await catalog.insert({ realms: [aRealm({ ...owner.account, passwordHash: '' }, { slug: 'shop' })] });
    await publishVersions(catalog.url, token, 'shop', versions);
    await more();
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

/** With the PATH, for git. */
export const realm = (words: string[], settings: Settings = {}) =>
  runRealm(words, {
    cwd,
    ...settings,
    env: { HOME: home, REALM_REGISTRY: catalog.url, PATH: process.env['PATH'] ?? '', ...settings.env },
  });

/** Runs a command that must end with this code; returns what it printed. */
export async function run(code: number, ...words: string[]) {
  const { code: found, stdout, stderr } = await realm(words);
  assert.equal(found, code, stderr);
  return { stdout, stderr };
}

export const read = (path: string) => readFileSync(join(cwd, path), 'utf8');
export function write(path: string, text: string): void {
  mkdirSync(dirname(join(cwd, path)), { recursive: true });
  writeFileSync(join(cwd, path), text);
}
export const origin = (folder: string) => JSON.parse(read(`${folder}/.realm/origin.json`)) as Record<string, unknown>;
