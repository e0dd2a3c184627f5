// Which files of a folder are packed: by git, by ignore files as git reads them, and by .realmignore beyond both; and what is refused.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, describe, test } from 'node:test';
import { listFiles, type ListOptions } from '@realm-catalog/client/node';
import { fc } from '../../../../server/test/support/fixed-seed.ts';
import { isFull } from '../../../../server/test/support/size.ts';

const base = mkdtempSync(join(tmpdir(), 'realm-list-files-'));
after(() => rmSync(base, { recursive: true }));
/** Neither the settings of this machine nor those of its user count. */
Object.assign(process.env, { GIT_CONFIG_GLOBAL: join(base, 'gitconfig'), GIT_CONFIG_NOSYSTEM: '1' });

type Files = Record<string, string>;

function write(files: Files): string {
  const folder = mkdtempSync(join(base, 'folder-'));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

const git = (folder: string, ...words: string[]) => execFileSync('git', words, { cwd: folder, stdio: 'pipe' });

function repository(files: Files): string {
  const folder = write(files);
  git(folder, 'init', '-q');
  return folder;
}

async function paths(folder: string, options?: ListOptions): Promise<string[]> {
  const list = await listFiles(folder, options).catch((error: { code?: string }) => {
    if (error.code !== 'no_files') throw error;
    return { files: [] };
  });
  return list.files.map(({ path }) => path);
}

/** Without the ignore files themselves. */
const others = (found: string[]) => found.filter((path) => !/\.(?:git|realm)ignore$/.test(path));

/** The same inside and outside of git. */
async function packed(files: Files): Promise<string[]> {
  const inGit = await paths(repository(files));
  assert.deepEqual(await paths(write(files)), inGit);
  return others(inGit);
}

const named = (...list: string[]): Files => Object.fromEntries(list.map((path) => [path, 'x']));

describe('inside and outside of git, .gitignore', () => {
  test('leaves out files by name, by extension and by folder', async () => {
    const files = named('a.txt', 'a.log', 'sub/b.log', 'dist/x', 'sub/dist/x', 'sub/dist.txt', '.env', 'env');
    assert.deepEqual(await packed({ ...files, '.gitignore': '*.log\ndist/\n.env\n' }), [
      'a.txt',
      'env',
      'sub/dist.txt',
    ]);
  });

  test('of a folder holds below it, and goes before those above', async () => {
    const files = named('a.log', 'sub/a.log', 'sub/b.log', 'sub/deep/a.log', 'sub/only', 'only', 'x/sub/only');
    const rules = { '.gitignore': '*.log', 'sub/.gitignore': '!a.log\n/only', 'sub/deep/.gitignore': 'a.log' };
    assert.deepEqual(await packed({ ...files, ...rules }), ['only', 'sub/a.log', 'x/sub/only']);
  });

  test('takes back in what it names with !, unless a folder around it is left out', async () => {
    const files = named('logs/keep.log', 'logs/a.log', 'dist/keep', 'build/keep', 'build/x');
    const rules = { '.gitignore': 'logs/*\n!logs/keep.log\ndist/\n!dist/keep\nbuild/**\n!build/keep' };
    assert.deepEqual(await packed({ ...files, ...rules }), ['build/keep', 'logs/keep.log']);
  });

  test('of a folder takes back in a folder that another one leaves out', async () => {
    const files = named('build/x', 'sub/build/x', 'sub/build/deep/y');
    assert.deepEqual(await packed({ ...files, '.gitignore': 'build/', 'sub/.gitignore': '!build/' }), [
      'sub/build/deep/y',
      'sub/build/x',
    ]);
  });

  test('is read with the line ends of Windows, a byte order mark, comments and blanks', async () => {
    const files = named('a.log', 'b', 'c ', '#d', '!e', 'f', 'sub/b', 'sub/#d');
    const text = '\u{feff}*.log\r\n# b\r\n\r\n  \r\nf   \r\n\\#d\r\n\\!e\r\nc\\ \r\n';
    assert.deepEqual(await packed({ ...files, '.gitignore': text }), ['b', 'sub/b']);
    assert.deepEqual(await packed({ ...files, 'sub/.gitignore': '\u{feff}\\#d\r\nb\r\n' }), [
      '!e',
      '#d',
      'a.log',
      'b',
      'c ',
      'f',
    ]);
  });

  test('tells upper and lower case apart', async () => {
    const files = named('Build/x', 'a.LOG', 'a.log');
    assert.deepEqual(await packed({ ...files, '.gitignore': 'build/\n*.log' }), ['Build/x', 'a.LOG']);
  });

  test('holds in folders whose names have signs of patterns', async () => {
    const files = named('app/[slug]/a', 'app/[slug]/b', 'app/s/a', 'a b/x', 'a b/y', 'app/*/a', 'app/{x}/a');
    const rules = Object.fromEntries(
      ['app/[slug]', 'app/*', 'app/{x}', 'a b'].map((folder) => [`${folder}/.gitignore`, 'a\n/x']),
    );
    assert.deepEqual(await packed({ ...files, ...rules }), ['a b/y', 'app/[slug]/b', 'app/s/a']);
  });

  test('means what git means by it, whatever stands in it', async () => {
    // Each case has a folder of its own, so that git is asked once for all.
    const cases = fc.sample(fc.tuple(somePaths, someRules), isFull ? 1_000 : 80).map(([list, rules], at) => {
      const texts = Object.entries(rules).map(([folder, text]) => [`${folder}.gitignore`, text] as const);
      const isFile = (path: string) => ![...list, ...Object.keys(rules)].some((other) => other.startsWith(`${path}/`));
      const files = [...list.filter(isFile).map((path) => [path, 'x'] as const), ...texts];
      return files.map(([path, text]) => [`${at}/${path}`, text] as const);
    });
    const files = Object.fromEntries(cases.flat());
    const found = await packed(files);
    const share = found.length / others(Object.keys(files)).length;
    assert.ok(share > 0.5 && share < 0.95, `${share} of all`);
  });
});

const someNames = fc.constantFrom('a', 'b', 'ab', 'a.b', 'A', 'a b', '[a]');
const joined = (names: fc.Arbitrary<string>) =>
  fc.array(names, { minLength: 1, maxLength: 4 }).map((list) => list.join('/'));
const somePaths = fc.uniqueArray(joined(someNames), { minLength: 3, maxLength: 12 });
const PATTERNS = ['a', 'b', 'a*', '*b', '?', '*', '**', '[ab]', '[!a]', 'a.b', '\\[a]', 'a\\ b', '*a*b*'];
const someLines = fc
  .tuple(fc.constantFrom('', '', '!', '/', '!/'), joined(fc.constantFrom(...PATTERNS)), fc.constantFrom('', '', '/'))
  .map((parts) => parts.join(''));
const someRules = fc.dictionary(
  fc.constantFrom('', 'a/', 'b/', 'a/b/'),
  fc.array(someLines, { minLength: 1, maxLength: 4 }).map((lines) => lines.join('\n')),
  { minKeys: 1, maxKeys: 3 },
);

describe('.realmignore', () => {
  const files = named(
    'a',
    'docs/b',
    'docs/keep',
    'dist/index.html',
    'dist/app.js.map',
    'dist/deep/x',
    'secret',
    'x.log',
  );

  test('leaves out beyond .gitignore, at any depth', async () => {
    assert.deepEqual(
      await packed({ ...files, '.realmignore': 'docs/*\n!docs/keep\nx.log', 'dist/.realmignore': '*' }),
      ['a', 'docs/keep', 'secret'],
    );
  });

  test('goes before .gitignore, and takes back in what that leaves out', async () => {
    const rules = { '.gitignore': 'dist/\n*.log\nsecret\n*.map', '.realmignore': '!dist/\n!x.log\ndocs/' };
    assert.deepEqual(await packed({ ...files, ...rules }), ['a', 'dist/deep/x', 'dist/index.html', 'x.log']);
    const below = { 'dist/.gitignore': '*', '.realmignore': '!dist/deep/\n!dist/deep/x' };
    assert.deepEqual(await packed({ ...files, ...below }), [
      'a',
      'dist/deep/x',
      'docs/b',
      'docs/keep',
      'secret',
      'x.log',
    ]);
  });

  test('takes back in the files beside one that git tracks in a folder that it ignores', async () => {
    const folder = repository({ ...files, '.gitignore': 'dist/', '.realmignore': '!dist/' });
    git(folder, 'add', '--force', 'dist/index.html');
    assert.ok((await paths(folder)).includes('dist/app.js.map'));
  });

  test('leaves out what git tracks, where .gitignore does not', async () => {
    const folder = repository({ ...files, '.gitignore': 'a', '.realmignore': 'secret' });
    git(folder, 'add', '--force', 'a', 'secret');
    const found = await paths(folder);
    assert.deepEqual([found.includes('a'), found.includes('secret')], [true, false]);
  });

  test('counts also if git ignores it, and without git', async () => {
    const folder = repository({ ...files, '.gitignore': '.realmignore\nsecret', '.realmignore': 'docs/' });
    assert.ok(!(await paths(folder)).includes('docs/b'));
    const all = await paths(folder, { withoutGit: true });
    assert.deepEqual([all.includes('docs/b'), all.includes('secret')], [false, true]);
  });

  test('does not take back in what git ignores by another file than .gitignore, unless it is named', async () => {
    const folder = repository({ ...files, '.realmignore': '!dist/' });
    writeFileSync(join(folder, '.git/info/exclude'), 'secret\ndist/\nx.log');
    const found = others(await paths(folder));
    assert.ok(found.includes('dist/index.html'));
    assert.ok(!found.includes('secret') && !found.includes('x.log'));
  });
});

const fileFor = async (folder: string, path: string, options?: ListOptions) =>
  (await listFiles(folder, options)).ignoreFileFor([path]);

describe('the file that would leave a file out', () => {
  test('is .gitignore, and .realmignore for what git tracks, or where .gitignore is not read', async () => {
    const files = named('a', '.env');
    const folder = repository(files);
    git(folder, 'add', 'a');
    assert.equal(await fileFor(folder, '.env'), '.gitignore');
    assert.equal(await fileFor(folder, 'a'), '.realmignore');
    assert.equal(await fileFor(write(files), '.env'), '.gitignore');
    assert.equal(await fileFor(folder, '.env', { withoutGit: true }), '.realmignore');
    const takenBack = repository({ 'dist/x': 'x', '.gitignore': 'dist/', '.realmignore': '!dist/' });
    assert.equal(await fileFor(takenBack, 'dist/x'), '.realmignore');
  });

  test('is said where a link is refused, unless an ignore file names the link', async () => {
    const folder = repository(named('a'));
    symlinkSync('a', join(folder, 'link'));
    await assert.rejects(listFiles(folder), { code: 'not_a_file', hint: /let \.gitignore name them/ });
    git(folder, 'add', 'link');
    await assert.rejects(listFiles(folder), { code: 'not_a_file', hint: /let \.realmignore name them/ });
    writeFileSync(join(folder, '.realmignore'), 'link');
    assert.deepEqual(others(await paths(folder)), ['a']);
  });
});

describe('a folder', () => {
  test('without files, or that is none, is refused', async () => {
    await assert.rejects(listFiles(write({})), { name: 'PackingError', code: 'no_files' });
    for (const folder of [write({ '.gitignore': '*' }), repository({ a: 'x', '.gitignore': '*' })])
      await assert.rejects(listFiles(folder), { code: 'no_files' });
    await assert.rejects(listFiles(join(base, 'missing')), { code: 'no_folder' });
  });

  test('of another repository inside is refused, and left out if an ignore file names it', async () => {
    const folder = repository(named('a', 'sub/lib/x', 'sub/b'));
    git(join(folder, 'sub/lib'), 'init', '-q');
    await assert.rejects(listFiles(folder), { code: 'not_a_file', message: /other repositories: sub\/lib$/ });
    writeFileSync(join(folder, '.gitignore'), 'lib');
    assert.deepEqual(others(await paths(folder)), ['a', 'sub/b']);
  });

  test('whose repository git cannot read is refused, and taken without git', async () => {
    const folder = repository(named('a'));
    writeFileSync(join(folder, '.git/config'), '[broken');
    await assert.rejects(listFiles(folder), { code: 'git_failed', message: /bad config/ });
    assert.deepEqual(await paths(folder, { withoutGit: true }), ['a']);
  });
});
