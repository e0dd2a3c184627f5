// Does what docs/cli.md and the guides show, and compares what the commands print. After a change on purpose, UPDATE_TOUR=1 writes it anew.
// Run: one store, own process
import assert from 'node:assert/strict';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { startReachableCatalog } from '../../clients/typescript/test/support.ts';
import { firstStart } from '../../server/src/starters.ts';
import { aKey, signUp, type TestCatalog } from '../../server/test/support/harness.ts';
import { commands } from '../src/commands.ts';
import { runRealm, temporaryHome } from './support/run-realm.ts';
import { withRealOutput, type Tour } from './support/tour.ts';

const root = new URL('../../', import.meta.url);
const pathOf = (document: string) => fileURLToPath(new URL(document, root));
const read = (document: string) => readFileSync(pathOf(document), 'utf8');
const document = read('docs/cli.md');

/** The guides of `docs/` with commands for the reader. A catalog begins with the starters, but for that of an update. */
const guides = ['realms', 'start', 'update', 'publish'];
/** What only a person can do, or what does not end. */
const BY_HAND = new Set(['realm login', 'realm new', 'npm install', 'npm start']);

async function keyOf(catalog: TestCatalog): Promise<string> {
  const alice = await signUp(catalog, { username: 'alice' });
  return (await aKey(catalog, alice.token, { scopes: ['realms:read', 'realms:write'] })).key;
}

async function withStarters(catalog: TestCatalog): Promise<void> {
  await firstStart(catalog.services, { empty: false });
  await catalog.services.catalog.follow();
}

/** The blog of the starters in two versions: the second describes itself in other words, and has one file more. */
async function withTwoVersions({ url }: TestCatalog, key: string, home: string): Promise<void> {
  const folder = join(home, '.markdown-blog');
  const env = { HOME: home, REALM_REGISTRY: url, REALM_TOKEN: key };
  cpSync(pathOf('starters/markdown-blog'), folder, { recursive: true });
  const change = (file: string, from: string, to: string) =>
    writeFileSync(join(folder, file), readFileSync(join(folder, file), 'utf8').replace(from, to));
  const publish = async () => {
    const { code, stderr } = await runRealm(['publish', folder, '--slug', 'markdown-blog', '--yes'], { env });
    assert.equal(code, 0, stderr);
  };
  await publish();
  change('realm.json', '1.0.0', '1.1.0');
  change('package.json', 'served or exported as static pages', 'served, or exported as a static site');
  writeFileSync(join(folder, 'public/robots.txt'), 'User-agent: *\nAllow: /\n');
  await publish();
}

async function compare(name: string, tour: Tour): Promise<void> {
  const path = `docs/${name}.md`;
  const shown = read(path);
  const real = await withRealOutput(shown, tour);
  if (process.env['UPDATE_TOUR']) writeFileSync(pathOf(path), real);
  else assert.equal(shown, real);
}

test('docs/cli.md shows what a new catalog with its starters answers', async () => {
  await using catalog = await startReachableCatalog();
  await withStarters(catalog);
  using home = temporaryHome();
  const key = await keyOf(catalog);
  await compare('cli', { registry: catalog.url, shownRegistry: 'http://127.0.0.1:3000', home: home.path, key });
});

describe('the guide', () => {
  for (const name of guides)
    test(`docs/${name}.md shows commands that succeed, and what they print`, async () => {
      await using catalog = await startReachableCatalog();
      using home = temporaryHome();
      const key = await keyOf(catalog);
      await (name === 'update' ? withTwoVersions(catalog, key, home.path) : withStarters(catalog));
      const places = { registry: catalog.url, shownRegistry: 'https://catalog.example', home: home.path, key };
      await compare(name, { ...places, isLoggedIn: true, isStrict: true });
    });

  test('leaves nothing to a person but what only a person can do', () => {
    for (const name of guides)
      for (const [, lines = ''] of read(`docs/${name}.md`).matchAll(/^```sh by-hand\n([^]*?)^```$/gm))
        for (const line of lines.trim().split('\n')) assert.ok(BY_HAND.has(line), line);
  });
});

test('docs/cli.md has an example of every command', () => {
  for (const word of commands.keys()) assert.match(document, new RegExp(`realm ${word}\\b`), word);
});

test('every command of the README is one of the documents', () => {
  const shown = [...read('README.md').matchAll(/^npx (realm .*?)(?= +#|$)/gm)].map(([, line = '']) => line);
  assert.ok(shown.length > 0);
  const texts = ['cli', ...guides].map((name) => read(`docs/${name}.md`)).join('\n');
  for (const line of shown) assert.ok(texts.includes(line), line);
});
