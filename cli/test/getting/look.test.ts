// Looking at a realm without fetching it: versions, files, and info of one version.
// Run: one store, shared process
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createClient } from '@realm-catalog/client';
import { anArchive } from '../../../clients/typescript/test/support.ts';
import { aRealm, signUp } from '../../../server/test/support/harness.ts';
import { startServer } from '../support/fake-server.ts';
import { answerOf } from '../support/answers.ts';
import { catalog, digests, done, realm, startBeforeTests } from './blogs.ts';

startBeforeTests();

const terminals = ['stdout' as const];
const NO_COLOR = { NO_COLOR: '1' };

async function publishOne(username: string, slug: string, ...files: [string, string][]) {
  const { account, token } = await signUp(catalog, { username });
  await catalog.insert({ realms: [aRealm({ ...account, passwordHash: '' }, { slug })] });
  const client = createClient({ baseUrl: catalog.url, token });
  await client.realms.publish(slug, await anArchive('1.0.0', ...files));
  return client;
}

describe('versions', () => {
  test('are listed newest first, with what became of each', async () => {
    const client = await publishOne('yanker', 'yanked-one', ['README.md', '# One']);
    await client.realms.updateVersion('yanked-one', '1.0.0', { yanked: true, reason: 'It does not start.' });
    const [one = '', two = ''] = (await done('versions', 'blog')).split('\n');
    assert.match(one, /^1\.1\.0\t20\S+Z\t\d+\tserved$/);
    assert.match(two, /^1\.0\.0\t20\S+Z\t\d+\tserved$/);
    assert.match(await done('versions', 'yanked-one'), /\tyanked: It does not start\.\n$/);
    const shown = await realm(['versions', 'blog'], { terminals, columns: 40, env: NO_COLOR });
    assert.match(shown.stdout, /^VERSION {2}PUBLISHED +SIZE {2}STATE\n1\.1\.0 {4}20\d\d-\d\d-\d\d/);
    const json = JSON.parse(await done('versions', 'blog', '--json=version,sha256')) as { sha256: string }[];
    assert.deepEqual(
      json.map(({ sha256 }) => sha256),
      digests.toReversed(),
    );
  });

  test('of a realm without an upload are none, and of an unknown one a mistake', async () => {
    const { code, stdout, stderr } = await realm(['versions', 'no-upload']);
    assert.deepEqual([code, stdout, stderr], [0, '', 'Nothing has been uploaded to no-upload yet.\n']);
    assert.equal((await realm(['versions', 'blgo'])).code, 3);
  });
});

describe('info of a version', () => {
  test('says what is known of it, and whether it was yanked', async () => {
    assert.match(await done('info', 'blog@1.0.0'), /^slug\tblog\nversion\t1\.0\.0\nstate\tserved\n[^]*\nby\talice\n/);
    assert.equal(JSON.parse(await done('info', 'blog@1.0.0', '--json=sha256')).sha256, digests[0]);
    assert.equal(await done('info', 'blog@1.0.0', '--readme'), '# One\n');
    const missing = await realm(['info', 'blog@9.9.9']);
    assert.equal(missing.code, 3);
    assert.match(missing.stderr, /The newest version of blog is 1\.1\.0\./);
  });
});

describe('files', () => {
  test('are listed with their sizes, of the newest version or of another', async () => {
    assert.match(await done('files', 'blog'), /^\d+\tREADME\.md\n\d+\tpackage\.json\n/);
    assert.equal(await done('files', 'blog@1.0.0', '--prefix', 'src/'), '2\tsrc/a.txt\n2\tsrc/deep/b.txt\n');
    const { stdout, stderr } = await realm(['files', 'blog@1.0.0', '--limit', '2']);
    assert.equal(stdout.split('\n').length, 3);
    assert.match(stderr, /^2 files of blog 1\.0\.0; --limit may show more\.\n$/);
    assert.equal((await realm(['files', 'no-upload'])).code, 3);
  });

  test('are shown: their bytes when piped, their text on a terminal, without what that would obey', async () => {
    await publishOne('shower', 'shown', ['evil.txt', 'a\u001b[2Jb'], ['null.bin', 'a\u0000b']);
    assert.equal(await done('files', 'shown', '--show', 'evil.txt'), 'a\u001b[2Jb');
    assert.equal(await done('files', 'shown', '--show', './null.bin'), 'a\u0000b');
    const shown = await realm(['files', 'shown', '--show', 'evil.txt'], { terminals });
    assert.equal(shown.stdout, 'a\ufffd[2Jb\n');
    const binary = await realm(['files', 'shown', '--show', 'null.bin'], { terminals });
    assert.equal(binary.code, 2);
    assert.match(binary.stderr, /null\.bin is not text\.\nnpx realm files shown@1\.0\.0 --show null\.bin > FILE\n/);
    const json = JSON.parse(await done('files', 'shown', '--show', 'evil.txt', '--json=path,text'));
    assert.deepEqual(json, { path: 'evil.txt', text: 'a\u001b[2Jb' });
    for (const path of ['nope.txt', 'nope/../evil.txt', '', '..']) {
      const { code } = await realm(['files', 'shown', '--show', path]);
      assert.ok(code === 2 || code === 3, `${path}: ${code}`);
    }
    const missing = await realm(['files', 'shown', '--show', 'nope.txt']);
    assert.match(
      missing.stderr,
      /shown 1\.0\.0 has no file nope\.txt\.\nList its files: npx realm files shown@1\.0\.0\n/,
    );
  });

  test('of a hostile catalog have a bound, and one that stands still has an end', async () => {
    await using server = await startServer(({ url = '' }, response) => {
      const isFile = url.includes('/files/');
      response.writeHead(200, { 'content-type': isFile ? 'text/plain' : 'application/json' });
      if (!isFile) return response.end(JSON.stringify(answerOf('getRealm', { version: '1.0.0' })));
      if (url.endsWith('stalled')) return response.write('a');
      for (let sent = 0; sent < 40; sent += 1) response.write('x'.repeat(65_536));
      return response.end();
    });
    const show = (path: string) =>
      realm(['files', 'any', '--show', path, '--timeout', '1', '--registry', server.url], { terminals });
    const long = await show('long');
    assert.equal(long.code, 2);
    assert.match(long.stderr, /long is larger than 1 MiB\./);
    const stalled = await show('stalled');
    assert.equal(stalled.code, 8);
    assert.match(stalled.stderr, /The download has stalled: no data for 1 s\./);
  });
});
