// Runs the tour of docs/cli.md, which shows what the commands print. After a change on purpose, UPDATE_TOUR=1 writes it anew.
// Run: one store, own process
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { startReachableCatalog } from '../../clients/typescript/test/support.ts';
import { firstStart } from '../../server/src/starters.ts';
import { aKey, signUp } from '../../server/test/support/harness.ts';
import { commands } from '../src/commands.ts';
import { temporaryHome } from './support/run-realm.ts';
import { withRealOutput } from './support/tour.ts';

const root = new URL('../../', import.meta.url);
const path = fileURLToPath(new URL('docs/cli.md', root));
const document = readFileSync(path, 'utf8');

test('docs/cli.md shows what a new catalog with its starters answers', async () => {
  await using catalog = await startReachableCatalog();
  await firstStart(catalog.services, { empty: false });
  await catalog.services.catalog.follow();
  const alice = await signUp(catalog, { username: 'alice' });
  const { key } = await aKey(catalog, alice.token, { scopes: ['realms:read', 'realms:write'] });
  using home = temporaryHome();
  const real = await withRealOutput(document, { registry: catalog.url, home: home.path, key });
  if (process.env['UPDATE_TOUR']) writeFileSync(path, real);
  else assert.equal(document, real);
});

test('docs/cli.md has an example of every command', () => {
  for (const word of commands.keys()) assert.match(document, new RegExp(`npx realm ${word}\\b`), word);
});

test('every command of the README is one of the tour', () => {
  const readme = readFileSync(fileURLToPath(new URL('README.md', root)), 'utf8');
  const shown = [...readme.matchAll(/^npx realm .*?(?= +#|$)/gm)].map(([line]) => line);
  assert.ok(shown.length > 0);
  for (const line of shown) assert.ok(document.includes(line), line);
});
