// The cache of `realm get`.
// Run: one store, shared process
import assert from 'node:assert/strict';
import { lstatSync, mkdirSync, readdirSync, rmSync, truncateSync, utimesSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, test } from 'node:test';
import { spawnRealm } from '../support/run-realm.ts';
import { catalog, cwd, digests, done, filesOf, get, home, ONE, realm, write, startBeforeTests } from './blogs.ts';

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
    write(join('..', basename(home), '.cache/realm-catalog/updates/x.json'), 'the journal of an update');
    assert.match(await done('cache', 'clean'), /^1\t\d+\n$/);
    assert.deepEqual(readdirSync(join(home, '.cache/realm-catalog')), ['updates']);
    assert.equal(await done('cache'), '0\t0\n');
    assert.equal(lstatSync(home).isDirectory(), true);
  });

  test('keeps what another process may be writing or unpacking, however small its bound is', async () => {
    await done('config', 'set', 'cacheSize', '0 MB');
    await done('get', 'blog@1.0.0', 'one');
    const draft = `${'d'.repeat(64)}.0123456789ab.tmp`;
    write(join('..', basename(home), '.cache/realm-catalog/archives', draft), 'of another process');
    await done('get', 'blog@1.1.0', 'two');
    assert.deepEqual(readdirSync(archives()).toSorted(), [...digests.slice(0, 2), draft].toSorted());
    await done('config', 'unset', 'cacheSize');
  });

  test('has a bound, beyond which what was used longest ago is removed first', async () => {
    await done('get', 'blog@1.0.0', 'one');
    const others = ['a', 'b', 'c'].map((letter) => letter.repeat(64));
    for (const [at, name] of others.entries()) {
      write(join('..', basename(home), '.cache/realm-catalog/archives', name), '');
      truncateSync(join(archives(), name), 400_000);
      utimesSync(join(archives(), name), at + 1, at + 1);
    }
    const [one = '', two = ''] = digests;
    utimesSync(join(archives(), one), 0, 0);
    await done('get', 'blog@1.0.0', 'again'); // uses it
    await done('config', 'set', 'cacheSize', '1MB');
    await done('get', 'blog', 'two');
    assert.deepEqual(readdirSync(archives()).toSorted(), [one, two, 'b'.repeat(64), 'c'.repeat(64)].toSorted());
    await done('config', 'set', 'cacheSize', '0 MB');
    await done('cache', 'clean');
    await done('get', 'blog@1.0.0', 'third');
    utimesSync(join(archives(), one), 1, 1);
    await done('get', 'blog@1.1.0', 'fourth');
    assert.deepEqual(readdirSync(archives()), [two]);
    await done('config', 'unset', 'cacheSize');
    await done('get', 'blog@1.0.0', 'last');
    assert.equal(readdirSync(archives()).length, 2);
  });

  test('has a bound for what is known of versions, too', async () => {
    const versions = join(home, '.cache/realm-catalog/versions');
    for (let number = 0; number < 1_005; number += 1)
      write(join('..', basename(home), '.cache/realm-catalog/versions', String(number)), '{}');
    for (const name of readdirSync(versions)) utimesSync(join(versions, name), 1, 1);
    await done('get', 'blog');
    assert.equal(readdirSync(versions).length, 1_000);
    rmSync(join(cwd, 'blog'), { recursive: true });
    await done('get', 'blog', '--offline');
  });

  for (const [what, place] of [
    ['below a file', () => join(cwd, 'file')],
    ['on a disk that takes no files', () => '/sys'],
  ] as const)
    test(`that cannot be written, ${what}, is done without, and that is said once`, async () => {
      write('file', 'x');
      const temporary = join(cwd, 'tmp');
      mkdirSync(temporary);
      const env = { HOME: home, REALM_REGISTRY: catalog.url, XDG_CACHE_HOME: place(), TMPDIR: temporary };
      const run = (words: string[]) => spawnRealm(words, { env, cwd });
      const { code, stdout, stderr } = await run(['get', 'blog@1.0.0', 'one']);
      assert.equal(code, 0, stderr);
      assert.match(stdout, /^realm\tblog 1\.0\.0\n/);
      const said = new RegExp(
        `Warning: The cache in ${place()}/realm-catalog cannot be written, so nothing is cached: `,
      );
      assert.match(stderr, said);
      assert.equal(stderr.split('Warning:').length, 2, stderr);
      assert.deepEqual(filesOf('one'), ONE);
      const json = await run(['get', 'blog@1.0.0', '-o', 'blog.tgz', '--json']);
      assert.deepEqual([json.code, json.stderr], [0, '']);
      assert.match(JSON.parse(json.stdout).warnings[0], /^The cache in /);
      assert.match((await realm(['info', 'blog'], { env })).stderr, said);
      assert.equal((await realm(['verify', 'one'], { env })).code, 0);
      assert.deepEqual(
        readdirSync(temporary).filter((name) => name.startsWith('realm-')),
        [],
        'nothing is left',
      );
    });

  test('and settings that cannot be are no reason to stop a search', async () => {
    write('file', 'x');
    const { code, stdout, stderr } = await realm(['search'], { env: { HOME: join(cwd, 'file') } });
    assert.equal(code, 0, stderr);
    assert.match(stdout, /^blog\t/m);
  });

  test('is for its owner alone', async () => {
    await done('get', 'blog');
    assert.equal(lstatSync(archives()).mode & 0o777, 0o700);
    assert.equal(lstatSync(join(archives(), digests[1] ?? '')).mode & 0o777, 0o600);
  });
});
