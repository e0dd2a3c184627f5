// What follows `realm get`: verify, outdated and diff, for the folder that it made.
// Run: one store, shared process
import assert from 'node:assert/strict';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { isNewer } from '../../src/getting/version-order.ts';
import { cwd, done, read, realm, write, startBeforeTests } from './blogs.ts';

startBeforeTests();

describe('a folder made by get or new', () => {
  test('is verified: changed and missing files are named, with exit code 9, and added ones do not matter', async () => {
    await done('get', 'blog@1.0.0', 'blog');
    write('blog/added.txt', 'x');
    assert.equal(await done('verify', 'blog'), '');
    write('blog/src/a.txt', 'b\n');
    rmSync(join(cwd, 'blog/README.md'));
    const { code, stdout } = await realm(['verify'], { cwd: join(cwd, 'blog') });
    assert.equal(code, 9);
    assert.deepEqual(stdout.trim().split('\n').toSorted(), ['changed\tsrc/a.txt', 'missing\tREADME.md']);
    assert.equal((await realm(['verify', 'blog', '--offline'])).code, 9);
  });

  test('is verified against the digest that it was made with', async () => {
    await done('get', 'blog@1.0.0', 'blog');
    const origin = JSON.parse(read('blog/.realm/origin.json')) as object;
    write('blog/.realm/origin.json', JSON.stringify({ ...origin, sha256: 'a'.repeat(64) }));
    assert.equal((await realm(['verify', 'blog'])).code, 9);
  });

  test('of one folder of a realm is verified as such', async () => {
    await done('get', 'blog@1.0.0', 'only', '--subdir', 'src');
    assert.equal(await done('verify', 'only'), '');
  });

  test('is outdated, with exit code 10 if that is asked for, or up to date', async () => {
    await done('get', 'blog@1.0.0', 'old');
    await done('get', 'blog', 'new');
    assert.equal(await done('outdated', 'old', 'new'), 'old\tblog\t1.0.0\t1.1.0\nnew\tblog\t1.1.0\t1.1.0\n');
    assert.equal((await realm(['outdated', 'old', '--exit-code'])).code, 10);
    assert.equal((await realm(['outdated', '--exit-code'], { cwd: join(cwd, 'new') })).code, 0);
  });

  test('is not outdated if it is of a version that comes after the newest one', async () => {
    await done('get', 'blog@1.0.0', 'blog');
    const origin = JSON.parse(read('blog/.realm/origin.json')) as object;
    for (const [version, code] of [
      ['2.0.0-beta.1', 0],
      ['1.1.0+build', 0],
      ['1.10.0', 0],
      ['1.1.1-a', 0],
      ['1.1.0-rc.1', 10],
      ['1.0.99999999999999999999', 10],
    ] as const) {
      write('blog/.realm/origin.json', JSON.stringify({ ...origin, version }));
      assert.equal((await realm(['outdated', 'blog', '--exit-code'])).code, code, version);
    }
  });

  test('is compared in the order that semver.org gives', () => {
    const order = '1.0.0-alpha 1.0.0-alpha.1 1.0.0-alpha.beta 1.0.0-beta 1.0.0-beta.2 1.0.0-beta.11 1.0.0-rc.1 1.0.0';
    const versions = [...order.split(' '), '1.0.1', '1.2.0', '1.10.0', '2.0.0'];
    for (const [at, one] of versions.entries())
      for (const [than, other] of versions.entries()) assert.equal(isNewer(one, other), at > than, `${one} ${other}`);
  });

  test('has a diff to the newest version, which git can apply', async () => {
    await done('get', 'blog@1.0.0', 'blog');
    const { code, stdout, stderr } = await realm(['diff'], { cwd: join(cwd, 'blog') });
    assert.equal(code, 0, stderr);
    assert.match(stdout, /--- a\/README\.md\n\+\+\+ b\/README\.md\n@@ -1 \+1 @@\n-# One\n\+# Two\n/);
    const published = await done('diff', 'blog@1.0.0', '1.1.0');
    assert.equal(published.replace(/--- a\/realm\.json\n[^]*?\n(?=--- )/, ''), stdout, 'realm.json did not come along');
    const names = await done('diff', 'blog', '--name-only');
    assert.match(names, /^changed\tREADME\.md$/m);
    assert.match(names, /^removed\tsrc\/deep\/b\.txt$/m);
    assert.equal((await realm(['diff', 'blog@1.0.0', '7.0.0'])).code, 3);
    assert.equal((await realm(['diff', 'other'])).code, 2);
  });

  test('does not decide which server is asked', async () => {
    await done('get', 'blog');
    const origin = JSON.parse(read('blog/.realm/origin.json')) as object;
    write('blog/.realm/origin.json', JSON.stringify({ ...origin, registry: 'http://127.0.0.1:1' }));
    for (const word of ['verify', 'outdated', 'diff']) {
      const { code, stderr } = await realm([word, './blog']);
      assert.equal(code, 2, word);
      assert.match(stderr, /--registry http:\/\/127\.0\.0\.1:1/);
    }
  });

  test('needs its origin', async () => {
    mkdirSync(join(cwd, 'plain'));
    for (const word of ['verify', 'outdated']) assert.equal((await realm([word, 'plain'])).code, 3);
    for (const text of ['{"slug": 7}', '{', ' '.repeat(100_000)]) {
      write('plain/.realm/origin.json', text);
      for (const word of ['verify', 'outdated', 'diff']) assert.equal((await realm([word, './plain'])).code, 2);
    }
  });
});
