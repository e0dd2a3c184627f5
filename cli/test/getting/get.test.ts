// `realm get` against a real catalog.
// Run: one store, shared process
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { catalog, cwd, digests, done, filesOf, get, ONE, read, realm, write, startBeforeTests } from './blogs.ts';

startBeforeTests();

/** How many requests count against the limit of an hour. */
async function requestsOfGet(): Promise<number> {
  const { stderr } = await realm(['get', 'blog', '--verbose', '--on-conflict=overwrite']);
  return stderr.split('\n').filter((line) => /\/v1\/api\//.test(line) && /GET|POST/.test(line)).length;
}

describe('get', () => {
  test('puts the newest version into a folder with the name of the realm, and says what it is', async () => {
    const { code, stdout, stderr } = await get('blog');
    assert.equal(code, 0, stderr);
    assert.deepEqual(filesOf('blog'), ['.realm/origin.json', 'README.md', 'package.json', 'src/a.txt']);
    assert.equal(read('blog/README.md'), '# Two\n');
    assert.match(stdout, /realm\tblog 1\.1\.0\n/);
    assert.match(stdout, /license\t.+\nauthor\talice\n/);
    assert.match(stderr, /Next:\n {2}cd blog\n {2}npm install\n {2}npm run dev\n/, 'as text: nothing is run');
    assert.deepEqual(readdirSync(cwd), ['blog'], 'nothing else is left');
    const origin = { registry: catalog.url, slug: 'blog', version: '1.1.0', sha256: digests[1], withManifest: false };
    assert.deepEqual(JSON.parse(read('blog/.realm/origin.json')), origin);
  });

  test('asks the catalog twice, and once if the archive is in the cache', async () => {
    assert.equal(await requestsOfGet(), 2);
    assert.equal(await requestsOfGet(), 1);
  });

  test('takes another version, and another folder', async () => {
    await done('get', 'blog@1.0.0', 'deep/er/mine');
    assert.deepEqual(filesOf('deep/er/mine'), ONE);
  });

  test('takes a realm that has no upload', async () => {
    await done('get', 'no-upload');
    assert.ok(filesOf('no-upload').includes('README.md'));
  });

  test('takes one folder of a realm', async () => {
    await done('get', 'blog@1.0.0', 'only', '--subdir', 'src/');
    assert.deepEqual(filesOf('only'), ['.realm/origin.json', 'a.txt', 'deep/b.txt']);
    assert.equal((await get('blog', 'x', '--subdir', 'nowhere')).code, 3);
    assert.equal((await get('blog', 'x', '--subdir', '../x')).code, 2);
    assert.deepEqual(readdirSync(cwd), ['only']);
  });

  test('writes the archive to a file or to stdout, and not to a terminal', async () => {
    await done('get', 'blog', '-o', 'x.tgz');
    assert.equal(lstatSync(join(cwd, 'x.tgz')).mode & 0o777, 0o644 & ~process.umask(), 'as other programs write files');
    assert.equal(
      createHash('sha256')
        .update(readFileSync(join(cwd, 'x.tgz')))
        .digest('hex'),
      digests[1],
    );
    assert.equal((await get('blog', '-o', 'x.tgz')).code, 6, 'a file that is there stays');
    await done('get', 'blog@1.0.0', '-o', 'x.tgz', '--force');
    assert.equal(
      createHash('sha256')
        .update(readFileSync(join(cwd, 'x.tgz')))
        .digest('hex'),
      digests[0],
    );
    assert.equal((await realm(['get', 'blog', '-o', '-'], { terminals: ['stdout'] })).code, 2);
    const piped = await done('get', 'blog', '-o', '-');
    assert.ok(piped.length > 100);
    assert.equal((await get('blog', '-o', '-', '--json')).code, 2);
    assert.deepEqual(readdirSync(cwd), ['x.tgz']);
    mkdirSync(join(cwd, 'folder'));
    for (const [file, code] of [
      ['nowhere/x.tgz', 2],
      ['x.tgz/x.tgz', 2],
      ['folder', 6],
      ['x.tgz', 6],
    ] as const)
      assert.equal((await get('there-is-none', '-o', file)).code, code, `${file}, before anything is asked for`);
    assert.equal((await get('blog', '-o', 'folder', '--force')).code, 6);
  });

  test('takes only an archive with the digest that is given', async () => {
    await done('get', 'blog', '--sha256', digests[1] ?? '');
    assert.equal((await get('blog', 'other', '--sha256', digests[0] ?? '')).code, 9);
    assert.equal((await get('blog', 'other', '--sha256', 'short')).code, 2);
    assert.equal(existsSync(join(cwd, 'other')), false);
  });

  test('says that there is no such realm or version, with exit code 3', async () => {
    assert.equal((await get('blgo')).code, 3);
    assert.equal((await get('blog@9.9.9')).code, 3);
    assert.equal((await get('../x')).code, 2);
    assert.deepEqual(readdirSync(cwd), []);
  });

  test('shows with --dry-run what would be written, and writes nothing', async () => {
    write('blog/README.md', 'mine');
    const { code, stdout, stderr } = await get('blog@1.0.0', 'blog', '--dry-run', '--on-conflict=rename');
    assert.equal(code, 0, stderr);
    assert.match(stdout, /^create\tsrc\/a\.txt\n/m);
    assert.match(stdout, /^rename\tREADME\.md\.new\n/m);
    assert.deepEqual(filesOf('.'), ['blog/README.md']);
  });

  test('gives JSON', async () => {
    const found = JSON.parse(await done('get', 'blog', '--json')) as Record<string, unknown>;
    assert.equal(found['version'], '1.1.0');
    assert.deepEqual(found['next'], ['cd blog', 'npm install', 'npm run dev']);
  });
});
