// The examples in the documents of the client of Python: each runs against a real catalog, and prints what stands beside it.
// Run: one store, own process
// Needs: Debian packages
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { aKey, signUp, type TestCatalog } from '../../../server/test/support/harness.ts';
import { createClient } from '../../typescript/src/index.ts';
import { anArchive, startReachableCatalog } from '../../typescript/test/support.ts';
import { examples } from './examples.ts';
import { runPython, withoutPython } from './python.ts';

const ADDRESS = 'http://127.0.0.1:3000';
describe('the documents of the client of Python', { skip: withoutPython }, () => {
  let catalog: TestCatalog;
  let token: string;
  const folder = mkdtempSync(join(tmpdir(), 'realm-python-documents-'));

  before(async () => {
    catalog = await startReachableCatalog();
    const account = await signUp(catalog, { username: 'alice' });
    ({ key: token } = await aKey(catalog, account.token));
    const client = createClient({ baseUrl: catalog.url, token });
    const { slug, ...upload } = await client.realms.create({
      name: 'Markdown blog',
      description: 'A blog.',
      category: 'blog',
      tags: ['markdown'],
    });
    await client.realms.publish(slug, await anArchive('1.0.0', ['README.md', '# Blog']), { upload });
    writeFileSync(join(folder, 'my-realm.tar.gz'), await anArchive('0.3.0', ['README.md', '# Mine']));
    mkdirSync(join(folder, 'my-realm'));
    writeFileSync(join(folder, 'my-realm/realm.json'), '{"version":"0.3.0"}');
    writeFileSync(join(folder, 'my-realm/README.md'), '# Mine');
  });
  after(async () => {
    rmSync(folder, { recursive: true });
    await catalog[Symbol.asyncDispose]();
  });

  for (const { name, code } of examples)
    test(`${name} prints what it says`, async () => {
      const env = { REALM_TOKEN: token };
      const printed = await runPython(['-c', code.replaceAll(ADDRESS, catalog.url)], folder, env);
      const said = Array.from(code.matchAll(/^ *print\(.*\) {2}# (.*)$/gm), ([, text = '']) => text);
      assert.deepEqual(printed.trim().split('\n'), said);
    });

  test('there are examples', () => {
    assert.ok(examples.length > 8);
  });
});
