// How realms and their versions are named on the command line: slugs, versions, ranges and pasted addresses.
// Run: one store, shared process
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createClient } from '@realm-catalog/client';
import { anArchive } from '../../../clients/typescript/test/support.ts';
import { aRealm, signUp } from '../../../server/test/support/harness.ts';
import { startServer } from '../support/fake-server.ts';
import { catalog, done, get, read, realm, startBeforeTests } from './blogs.ts';

startBeforeTests();

const versionOf = (folder: string) => JSON.parse(read(`${folder}/.realm/origin.json`)).version as string;

describe('a range after a slug', () => {
  test('takes the highest version that fits and is not yanked', async () => {
    const { account, token } = await signUp(catalog, { username: 'ranger' });
    await catalog.insert({ realms: [aRealm({ ...account, passwordHash: '' }, { slug: 'ranged' })] });
    const client = createClient({ baseUrl: catalog.url, token });
    for (const version of ['1.0.0', '2.0.0', '1.3.0', '1.2.0', '2.1.0-beta.1', '1.4.0'])
      await client.realms.publish('ranged', await anArchive(version, ['README.md', `# ${version}`]));
    await client.realms.updateVersion('ranged', '1.4.0', { yanked: true });
    for (const [word, expected] of [
      ['ranged@1', '1.3.0'],
      ['ranged@^1.2', '1.3.0'],
      ['ranged@~1.2', '1.2.0'],
      ['ranged@>=1 <1.3', '1.2.0'],
      ['ranged@2', '2.0.0'],
      ['ranged@v1.0.0', '1.0.0'],
    ] as const) {
      await done('get', word, word);
      assert.equal(versionOf(word), expected, word);
    }
    assert.match(await done('info', 'ranged@^1.2'), /^slug\tranged\nversion\t1\.3\.0\nstate\tserved\n/);
    assert.match(await done('files', 'ranged@~1.2', '--show', 'README.md'), /^# 1\.2\.0$/);
    assert.match(await done('diff', 'ranged@~1.2', '^1'), /-# 1\.2\.0\n.*\n?\+# 1\.3\.0/);
    assert.equal(await done('open', 'ranged@1'), `${catalog.url}/realms/ranged/versions/1.3.0\n`);
    await done('get', 'ranged@1', 'again', '--offline');
    assert.equal(versionOf('again'), '1.3.0', 'as it was fetched before');
    const none = await get('ranged@3');
    assert.equal(none.code, 3);
    assert.match(
      none.stderr,
      /No version of ranged matches 3\.\nThere are 2\.1\.0-beta\.1, 1\.2\.0, 1\.3\.0, 2\.0\.0, 1\.0\.0\n/,
    );
    assert.equal((await realm(['yank', 'ranged@1'])).code, 2, 'a yank names its version in full');
  });

  test('is a mistake if it is none, before anything is asked', async () => {
    for (const word of ['blog@beta', 'blog@1.2.3.4', 'blog@', 'blog@../x', 'Blog', 'blog@1||2']) {
      const { code, stderr } = await get(word, '--registry', 'http://127.0.0.1:1');
      assert.equal(code, 2, `${word}: ${stderr}`);
    }
  });
});

describe('an address of a page', () => {
  test('is as good as the slug, and names a version where the page does', async () => {
    const page = `${catalog.url}/realms/blog`;
    for (const [address, version] of [
      [page, '1.1.0'],
      [`${page}/`, '1.1.0'],
      [`${page}?view=rows#readme`, '1.1.0'],
      [`${page}.md`, '1.1.0'],
      [`${page}/versions`, '1.1.0'],
      [`${page}/versions/1.0.0`, '1.0.0'],
      [`${page}/files/1.0.0/src/a.txt`, '1.0.0'],
      [`${page}/diff/1.0.0...1.1.0`, '1.1.0'],
    ] as const) {
      const stdout = await done('get', address, '--dry-run', '--json=slug,version');
      assert.deepEqual(JSON.parse(stdout), { slug: 'blog', version }, address);
    }
    assert.match(await done('info', page), /^slug\tblog\n/);
    assert.match(await done('versions', page), /^1\.1\.0\t/);
    assert.match(await done('stats', `${page}/versions/1.0.0`), /^/);
  });

  test('of another catalog is refused with the command that asks it, and nothing is sent there', async () => {
    const seen: string[] = [];
    await using other = await startServer(({ url = '', headers }, response) => {
      seen.push(`${url} ${headers.authorization ?? ''}`);
      response.end();
    });
    const env = { REALM_TOKEN: 'rlm_key_secret' };
    for (const word of ['get', 'info', 'files', 'versions', 'star', 'delete', 'open']) {
      const { code, stderr } = await realm([word, `${other.url}/realms/blog`], { env });
      assert.equal(code, 2, word);
      assert.ok(stderr.includes(`npx realm ${word} ${other.url}/realms/blog --registry ${other.url}\n`), stderr);
      assert.match(stderr, /That catalog would get the token from REALM_TOKEN\.\n$/);
    }
    assert.deepEqual(seen, []);
  });

  test('of something else is a mistake', async () => {
    for (const address of [
      catalog.url,
      `${catalog.url}/collections/x`,
      `${catalog.url}/realms/`,
      `${catalog.url}/realms/Not%20a%20slug`,
      'ftp://127.0.0.1/realms/blog',
      'https://user:secret@catalog.example/realms/',
    ]) {
      const { code, stderr } = await get(address);
      assert.equal(code, 2, address);
      assert.match(stderr, /is not the address of a realm/);
      assert.doesNotMatch(stderr, /secret/);
    }
  });
});
