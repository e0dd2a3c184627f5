// `realm get` into a folder that has something.
// Run: one store, shared process
import assert from 'node:assert/strict';
import { existsSync, lstatSync, mkdirSync, readdirSync, rmSync, symlinkSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { catalog, cwd, done, filesOf, get, ONE, read, realm, startBeforeTests, write } from './blogs.ts';

startBeforeTests();

const originOfBlog = () => JSON.parse(read('blog/.realm/origin.json')) as { slug: string; version: string };

describe('a folder that has something', () => {
  test('is refused with the list, with exit code 6, and nothing of it changes', async () => {
    write('blog/README.md', 'mine');
    write('blog/notes.txt', 'mine');
    const { code, stderr } = await get('blog');
    assert.equal(code, 6);
    assert.match(stderr, /README\.md/);
    assert.match(stderr, /notes\.txt/);
    assert.match(stderr, /--on-conflict/);
    assert.deepEqual(filesOf('blog'), ['README.md', 'notes.txt']);
    assert.equal(read('blog/README.md'), 'mine');
  });

  test('counts as empty if it is a fresh repository', async () => {
    write('blog/.git/HEAD', 'ref: refs/heads/main\n');
    await done('get', 'blog@1.0.0', 'blog');
    assert.deepEqual(filesOf('blog'), ['.git/HEAD', ...ONE]);
  });

  for (const [policy, readme, more] of [
    ['skip', 'mine', []],
    ['overwrite', '# One\n', []],
    ['rename', 'mine', ['README.md.new']],
  ] as const)
    test(`keeps everything else with --on-conflict=${policy}`, async () => {
      write('blog/README.md', 'mine');
      write('blog/notes.txt', 'mine');
      write('blog/src/own.txt', 'mine');
      await done('get', 'blog@1.0.0', 'blog', `--on-conflict=${policy}`);
      assert.deepEqual(filesOf('blog'), [...ONE, ...more, 'notes.txt', 'src/own.txt'].toSorted());
      assert.equal(read('blog/README.md'), readme);
      assert.equal(read('blog/src/own.txt'), 'mine');
      if (policy === 'rename') assert.equal(read('blog/README.md.new'), '# One\n');
    });

  test('is completed by the same command after an interruption', async () => {
    await done('get', 'blog@1.0.0', 'blog');
    rmSync(join(cwd, 'blog/src'), { recursive: true });
    await done('get', 'blog@1.0.0', 'blog');
    assert.deepEqual(filesOf('blog'), ONE);
  });

  for (const [policy, slug, code] of [
    ['error', 'other', 6],
    ['skip', 'other', 0],
    ['rename', 'other', 0],
    ['overwrite', 'blog', 0],
  ] as const)
    test(`of another realm has its origin treated as a file, with --on-conflict=${policy}`, async () => {
      const other = { registry: catalog.url, slug: 'other', version: '3.0.0', sha256: 'a'.repeat(64) };
      write('blog/.realm/origin.json', JSON.stringify(other));
      const { code: found, stderr } = await get('blog@1.0.0', 'blog', `--on-conflict=${policy}`);
      assert.equal(found, code, stderr);
      assert.equal(originOfBlog().slug, slug);
      if (policy !== 'overwrite') assert.match(stderr, /\.realm\/origin\.json/);
      assert.equal(existsSync(join(cwd, 'blog/.realm/origin.json.new')), policy === 'rename');
      assert.equal(existsSync(join(cwd, 'blog/README.md')), policy !== 'error');
    });

  test('of an older version is called newer only if all files of the newer one are there', async () => {
    await done('get', 'blog@1.0.0', 'blog');
    await done('get', 'blog@1.1.0', 'blog', '--on-conflict=skip');
    assert.equal(originOfBlog().version, '1.0.0');
    rmSync(join(cwd, 'blog/README.md'));
    await done('get', 'blog@1.1.0', 'blog', '--on-conflict=skip');
    assert.equal(originOfBlog().version, '1.1.0');
  });

  test('of an older version is of the newer one after --on-conflict=rename, which puts all of it there', async () => {
    await done('get', 'blog@1.0.0', 'blog');
    await done('get', 'blog@1.1.0', 'blog', '--on-conflict=rename');
    assert.equal(originOfBlog().version, '1.1.0');
    assert.equal(existsSync(join(cwd, 'blog/.realm/origin.json.new')), false);
    assert.deepEqual([read('blog/README.md'), read('blog/README.md.new')], ['# One\n', '# Two\n']);
    assert.match(await done('outdated', 'blog'), /^blog\tblog\t1\.1\.0\t1\.1\.0\n/);
  });

  test('with the same files of the same version is told apart as already there', async () => {
    await done('get', 'blog@1.0.0', 'blog');
    const again = await get('blog@1.0.0', 'blog');
    assert.equal(again.code, 0);
    assert.match(again.stderr, /^Already there: blog 1\.0\.0\. Nothing was changed\.\n$/m);
    assert.doesNotMatch(again.stderr, /Next:/);
    const json = await get('blog@1.0.0', 'blog', '--json=isAlreadyThere');
    assert.equal(json.stdout, '{"isAlreadyThere":true}\n');
    write('blog/README.md', 'mine');
    const changed = await get('blog@1.0.0', 'blog', '--on-conflict=skip', '--json=isAlreadyThere');
    assert.equal(changed.stdout, '{"isAlreadyThere":false}\n');
    const other = await get('blog@1.1.0', 'blog', '--on-conflict=overwrite');
    assert.doesNotMatch(other.stderr, /Already there/);
  });

  test('is this folder, if that is asked for', async () => {
    const { stderr } = await get('blog', '.');
    assert.equal(read('README.md'), '# Two\n');
    assert.doesNotMatch(stderr, /cd /);
  });

  test('gets no file over another one of the realm that has the name of a renamed one', async () => {
    write('pair/a', 'mine');
    write('pair/b', 'mine');
    await done('get', 'pair', '--on-conflict=rename');
    const found = ['a', 'a.new', 'a.new2', 'b', 'b.new/c', 'b.new2'].map((path) => read(`pair/${path}`));
    assert.deepEqual(found, ['mine', 'second', 'first', 'mine', 'third', 'fourth']);
    for (let number = 3; number <= 100; number += 1) write(`pair/a.new${number}`, 'mine');
    const { code, stderr } = await get('pair', '--on-conflict=rename');
    assert.equal(code, 6);
    assert.match(stderr, /already has a and 100 files named a\.new/);
  });

  test('may not be a link that leads nowhere, nor below one or below a file, and nothing is written', async () => {
    symlinkSync('nowhere', join(cwd, 'link'));
    write('file', 'mine');
    for (const target of ['link', 'link/sub', 'link/sub/deep', 'file', 'file/sub'])
      for (const more of [[], ['--on-conflict=overwrite'], ['--dry-run']]) {
        const { code, stderr } = await get('blog@1.0.0', target, ...more);
        assert.equal(code, 6, `${target}: ${stderr}`);
        assert.match(stderr, /is a file or a broken link/);
      }
    assert.deepEqual(readdirSync(cwd).toSorted(), ['file', 'link']);
  });

  test('may be a link to a folder, and the link stays', async () => {
    mkdirSync(join(cwd, 'real'));
    symlinkSync('real', join(cwd, 'link'));
    await done('get', 'blog@1.0.0', 'link');
    assert.deepEqual(filesOf('real'), ONE);
    assert.ok(lstatSync(join(cwd, 'link')).isSymbolicLink());
  });

  test('may not be a file', async () => {
    write('blog', 'mine');
    assert.equal((await get('blog')).code, 6);
    assert.equal(read('blog'), 'mine');
  });

  test('has a folder where the realm has a file, or the other way round: exit code 6', async () => {
    write('blog/README.md/x', 'mine');
    assert.equal((await get('blog', '--on-conflict=overwrite')).code, 6);
    write('other/src', 'mine');
    assert.equal((await get('blog', 'other', '--on-conflict=overwrite')).code, 6);
    assert.deepEqual(filesOf('.'), ['blog/README.md/x', 'other/src']);
  });

  test('may be one that cannot be written: a sentence says so, with exit code 2', async () => {
    for (const words of [
      ['get', 'blog', '/sys/blog'],
      ['get', 'blog', '/sys/one/two'],
      ['get', 'blog', '-o', '/sys/blog.tar.gz'],
    ]) {
      const { code, stderr } = await realm(words);
      assert.equal(code, 2, stderr);
      assert.match(stderr, /Error: \/sys\S* cannot be written: .* \(E\w+\)\.\nChoose another place\.\n$/);
      assert.doesNotMatch(stderr, /syscall|\.tmp|realm-get/);
    }
  });

  test('loses the folders that killed commands left beside it long ago, and no others', async () => {
    for (const name of ['.realm-get-Abc123', '.realm-get-Xyz789', '.realm-get-mine']) write(`${name}/files/x`, 'x');
    for (const name of ['.realm-get-Abc123', '.realm-get-mine']) utimesSync(join(cwd, name), 1, 1);
    await done('get', 'blog');
    assert.deepEqual(readdirSync(cwd).toSorted(), ['.realm-get-Xyz789', '.realm-get-mine', 'blog']);
  });
});
