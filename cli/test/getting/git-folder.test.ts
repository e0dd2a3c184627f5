// `realm get` never writes into `.git`, from where git runs hooks, however the path leads there.
// Run: one store, shared process
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, realpathSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, test } from 'node:test';
import { catalog, cwd, done, filesOf, get, ONE, realm, startBeforeTests, write } from './blogs.ts';

startBeforeTests();

beforeEach(() => {
  write('.git/hooks/mine', 'mine');
  write('.git/HEAD', 'ref: refs/heads/main\n');
});

/** Each is made in the folder of a test, and named from there. */
const ways: Record<string, string> = {
  'the folder itself': '.git',
  'its hooks': '.git/hooks',
  'a new folder in it': '.git/hooks/new/deep',
  'another spelling': '.GIT/hooks',
  'a dot at its end': '.git./hooks',
  'a blank at its end': '.git /hooks',
  'a stream of NTFS': '.git::$INDEX_ALLOCATION/hooks',
  'its short name on NTFS': 'GIT~1/hooks',
  'a joiner, which HFS+ ignores': '.g\u200cit/hooks',
  'a way through another folder': 'sub/../.git/hooks',
  'a link to it': 'to-git/hooks',
  'a link to a folder in it': 'to-hooks',
  'a new folder below a link': 'to-hooks/new',
  'a link to a link': 'to-link/new/deep',
  'a submodule': 'vendor/lib/.git/hooks',
};

function makeLinks(): void {
  mkdirSync(join(cwd, 'sub'));
  symlinkSync('.git', join(cwd, 'to-git'));
  symlinkSync(join(cwd, '.git/hooks'), join(cwd, 'to-hooks'));
  symlinkSync('to-hooks', join(cwd, 'to-link'));
}

describe('a folder of git', () => {
  for (const [what, target] of Object.entries(ways))
    test(`is not written to by ${what}: exit code 2, and nothing is asked`, async () => {
      makeLinks();
      const before = filesOf('.');
      const asked = catalog.logged.length;
      for (const path of [target, join(cwd, target)])
        for (const more of [[], ['--on-conflict=overwrite'], ['--dry-run']]) {
          const { code, stderr } = await get('blog', path, ...more);
          assert.equal(code, 2, stderr);
          assert.match(stderr, /is inside \.git, where git runs programs/);
        }
      assert.deepEqual(filesOf('.'), before);
      assert.equal(catalog.logged.length, asked);
    });

  for (const [what, target] of Object.entries(ways))
    test(`gets no archive by ${what} with -o`, async () => {
      makeLinks();
      const before = filesOf('.');
      for (const more of [[], ['--force'], ['--dry-run']]) {
        const { code, stderr } = await get('blog', '-o', join(target, 'mine'), ...more);
        assert.equal(code, 2, stderr);
        assert.match(stderr, /is inside \.git,/);
      }
      assert.deepEqual(filesOf('.'), before);
    });

  test('is not made of an archive: a file .git names a folder of git', async () => {
    for (const name of ['.git', 'sub/.GIT']) {
      mkdirSync(join(cwd, 'sub'), { recursive: true });
      rmSync(join(cwd, '.git'), { recursive: true, force: true });
      assert.equal((await get('blog', '-o', name)).code, 2, name);
      assert.equal(existsSync(join(cwd, name)), false, name);
    }
  });

  test('is not written to from inside of it', async () => {
    for (const words of [['blog'], ['blog', '.'], ['blog', '-o', 'x.tar.gz']]) {
      const { code } = await realm(['get', ...words], { cwd: join(cwd, '.git/hooks') });
      assert.equal(code, 2);
    }
    assert.deepEqual(readdirSync(join(cwd, '.git/hooks')), ['mine']);
  });

  test('is no reason against a folder beside it, or with a similar name', async () => {
    for (const target of ['.', '.gitlab', '.github/x', 'my.git', 'git', '.git2']) {
      if (target === '.') rmSync(join(cwd, '.git/hooks'), { recursive: true });
      await done('get', 'blog@1.0.0', target);
      rmSync(join(cwd, target === '.' ? 'README.md' : target), { recursive: true });
      if (target === '.') for (const path of ONE) rmSync(join(cwd, path), { force: true });
    }
  });
});

test('a folder that becomes a link while an archive is unpacked is not written to', async () => {
  mkdirSync(join(cwd, 'parent'));
  const running = get('blog@1.0.0', 'parent/new');
  const parent = join(realpathSync(cwd), 'parent');
  while (!readdirSync(parent).some((name) => name.startsWith('.realm-get-')))
    await new Promise((resolve) => setImmediate(resolve));
  renameSync(parent, join(cwd, '.git/moved')); // with the temporary folder, which the link leads to
  symlinkSync(join(cwd, '.git/moved'), parent);
  const { code, stderr } = await running;
  assert.equal(code, 2, stderr);
  assert.ok(!existsSync(join(cwd, '.git/moved/new')));
});
