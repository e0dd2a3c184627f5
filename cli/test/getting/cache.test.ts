// The cache of `realm get`.
import assert from 'node:assert/strict';
import { lstatSync, readdirSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { cwd, digests, done, filesOf, get, home, realm, write, startBeforeTests } from './blogs.ts';

startBeforeTests();

const archives = () => join(home, '.cache/realm-catalog/archives');

describe('the cache', () => {
  test('lets get work offline, and only with what it has', async () => {
    assert.equal((await get('blog', '--offline')).code, 3);
    await done('get', 'blog', 'one');
    await done('get', 'blog', 'two', '--offline');
    await done('get', 'blog@1.1.0', 'three', '--offline');
    assert.deepEqual(filesOf('two'), filesOf('one'));
    assert.equal((await get('blog@1.0.0', 'four', '--offline')).code, 3);
  });

  test('knows offline which version was the newest, also if its archive was there before', async () => {
    await done('get', 'blog@1.1.0', 'one');
    assert.equal((await get('blog', 'two', '--offline')).code, 3);
    await done('get', 'blog', 'two');
    await done('get', 'blog', 'three', '--offline');
    assert.deepEqual(filesOf('three'), filesOf('one'));
  });

  test('is not trusted: a damaged archive is fetched again', async () => {
    await done('get', 'blog', 'one');
    assert.deepEqual(readdirSync(archives()), [digests[1]]);
    truncateSync(join(archives(), digests[1] ?? ''), 10);
    await done('get', 'blog', 'two');
    assert.deepEqual(filesOf('two'), filesOf('one'));
    truncateSync(join(archives(), digests[1] ?? ''), 10);
    assert.equal((await get('blog', 'three', '--offline')).code, 3);
  });

  test('has a size, a place, and an end', async () => {
    await done('get', 'blog');
    assert.equal(await done('cache', 'dir'), `${join(home, '.cache/realm-catalog')}\n`);
    assert.match(await done('cache', 'size'), /^1\t\d+\n$/);
    assert.match(await done('cache', 'clean'), /^1\t\d+\n$/);
    assert.equal(await done('cache'), '0\t0\n');
    assert.equal(lstatSync(home).isDirectory(), true);
  });

  test('that cannot be written is named, with what to do', async () => {
    write('file', 'x');
    const { code, stderr } = await realm(['get', 'blog'], { env: { XDG_CACHE_HOME: join(cwd, 'file') } });
    assert.equal(code, 1);
    assert.match(stderr, /The cache in .*file.* cannot be written\.\n(.*\n)*.*XDG_CACHE_HOME/);
  });

  test('is for its owner alone', async () => {
    await done('get', 'blog');
    assert.equal(lstatSync(archives()).mode & 0o777, 0o700);
    assert.equal(lstatSync(join(archives(), digests[1] ?? '')).mode & 0o777, 0o600);
  });
});
