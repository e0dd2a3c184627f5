// `realm get` and what follows it (cache, verify, outdated, diff) against a real catalog.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import { createClient } from '@realm-catalog/client';
import { anArchive, startReachableCatalog } from '../../../client/test/support.ts';
import { aRealm, signUp, type TestCatalog } from '../../../server/test/support/harness.ts';
import { isNewer } from '../../src/getting/version-order.ts';
import { runRealm, type Settings } from '../support/run-realm.ts';

const base = mkdtempSync(join(tmpdir(), 'realm-cli-get-'));
let catalog: TestCatalog;
let home = '';
let cwd = '';
const digests: string[] = [];

before(async () => {
  catalog = await startReachableCatalog({}, { RATE_LIMIT_ANONYMOUS: '1000000' });
  const { account, token } = await signUp(catalog, { username: 'alice' });
  const names = ['blog', 'no-upload', 'pair'];
  await catalog.insert({ realms: names.map((slug) => aRealm({ ...account, passwordHash: '' }, { slug })) });
  const client = createClient({ baseUrl: catalog.url, token });
  const one = await anArchive('1.0.0', ['README.md', '# One\n'], ['src/a.txt', 'a\n'], ['src/deep/b.txt', 'b\n']);
  const two = await anArchive(
    '1.1.0',
    ['README.md', '# Two\n'],
    ['src/a.txt', 'a\n'],
    ['package.json', '{"scripts":{"dev":"rm -rf /","start":"x"}}'],
  );
  const pair = await anArchive('1.0.0', ['a', 'first'], ['a.new', 'second'], ['b.new/c', 'third'], ['b', 'fourth']);
  await client.realms.publish('pair', pair);
  for (const archive of [one, two]) digests.push((await client.realms.publish('blog', archive)).sha256);
});
after(async () => {
  await catalog[Symbol.asyncDispose]();
  rmSync(base, { recursive: true });
});
beforeEach(() => {
  home = mkdtempSync(join(base, 'home-'));
  cwd = mkdtempSync(join(base, 'work-'));
});

const realm = (words: string[], settings: Settings = {}) =>
  runRealm(words, { cwd, ...settings, env: { HOME: home, REALM_REGISTRY: catalog.url, ...settings.env } });
const get = (...words: string[]) => realm(['get', ...words]);
async function done(...words: string[]): Promise<string> {
  const { code, stdout, stderr } = await realm(words);
  assert.equal(code, 0, stderr);
  return stdout;
}
const filesOf = (folder: string) =>
  readdirSync(join(cwd, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(cwd, folder).length + 1))
    .toSorted();
const read = (path: string) => readFileSync(join(cwd, path), 'utf8');
const write = (path: string, text: string) => {
  mkdirSync(join(cwd, path, '..'), { recursive: true });
  writeFileSync(join(cwd, path), text);
};
const ONE = ['.realm/origin.json', 'README.md', 'realm.json', 'src/a.txt', 'src/deep/b.txt'];

/** How many requests count against the limit of an hour. */
async function requestsOfGet(): Promise<number> {
  const { stderr } = await realm(['get', 'blog', '--verbose', '--on-conflict=overwrite']);
  return stderr.split('\n').filter((line) => /\/v1\/api\//.test(line) && /GET|POST/.test(line)).length;
}

describe('get', () => {
  test('puts the newest version into a folder with the name of the realm, and says what it is', async () => {
    const { code, stdout, stderr } = await get('blog');
    assert.equal(code, 0, stderr);
    assert.deepEqual(filesOf('blog'), ['.realm/origin.json', 'README.md', 'package.json', 'realm.json', 'src/a.txt']);
    assert.equal(read('blog/README.md'), '# Two\n');
    assert.match(stdout, /realm\tblog 1\.1\.0\n/);
    assert.match(stdout, /license\t.+\nauthor\talice\n/);
    assert.match(stderr, /Next:\n {2}cd blog\n {2}npm install\n {2}npm run dev\n/, 'as text: nothing is run');
    assert.deepEqual(readdirSync(cwd), ['blog'], 'nothing else is left');
    const origin = { registry: catalog.url, slug: 'blog', version: '1.1.0', sha256: digests[1] };
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
    assert.match(stdout, /^create\trealm\.json\n/m);
    assert.match(stdout, /^rename\tREADME\.md\.new\n/m);
    assert.deepEqual(filesOf('.'), ['blog/README.md']);
  });

  test('gives JSON', async () => {
    const found = JSON.parse(await done('get', 'blog', '--json')) as Record<string, unknown>;
    assert.equal(found['version'], '1.1.0');
    assert.deepEqual(found['next'], ['cd blog', 'npm install', 'npm run dev']);
  });
});

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

  test('of an older version is called newer only if none of its files was kept', async () => {
    await done('get', 'blog@1.0.0', 'blog');
    for (const policy of ['skip', 'rename']) {
      await done('get', 'blog@1.1.0', 'blog', `--on-conflict=${policy}`);
      assert.equal(originOfBlog().version, '1.0.0', policy);
    }
    rmSync(join(cwd, 'blog/README.md'));
    rmSync(join(cwd, 'blog/realm.json'));
    await done('get', 'blog@1.1.0', 'blog', '--on-conflict=skip');
    assert.equal(originOfBlog().version, '1.1.0');
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
    assert.match(stderr, /a is in .*, with 100 files beside it/);
  });

  test('may not be a link that leads nowhere, nor below one or below a file, and nothing is written', async () => {
    symlinkSync('nowhere', join(cwd, 'link'));
    write('file', 'mine');
    for (const target of ['link', 'link/sub', 'link/sub/deep', 'file', 'file/sub'])
      for (const more of [[], ['--on-conflict=overwrite'], ['--dry-run']]) {
        const { code, stderr } = await get('blog@1.0.0', target, ...more);
        assert.equal(code, 6, `${target}: ${stderr}`);
        assert.match(stderr, /leads nowhere|is a file/);
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

  test('loses the folders that killed commands left beside it long ago, and no others', async () => {
    for (const name of ['.realm-get-Abc123', '.realm-get-Xyz789', '.realm-get-mine']) write(`${name}/files/x`, 'x');
    for (const name of ['.realm-get-Abc123', '.realm-get-mine']) utimesSync(join(cwd, name), 1, 1);
    await done('get', 'blog');
    assert.deepEqual(readdirSync(cwd).toSorted(), ['.realm-get-Xyz789', '.realm-get-mine', 'blog']);
  });
});

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

describe('a folder that get has made', () => {
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
    assert.equal(await done('diff', 'blog@1.0.0', '1.1.0'), stdout);
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
