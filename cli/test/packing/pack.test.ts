// `realm pack`: which files are packed, that secrets are not, and what is shown of the archive.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, describe, test } from 'node:test';
import { runRealm, spawnRealm } from '../support/run-realm.ts';

const base = mkdtempSync(join(tmpdir(), 'realm-cli-pack-'));
after(() => rmSync(base, { recursive: true }));
let count = 0;

function project(files: Record<string, string>, { git = false } = {}): string {
  const folder = join(base, String((count += 1)));
  for (const [path, content] of Object.entries({ 'realm.json': '{"version":"1.0.0"}', ...files })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  if (git) execFileSync('git', ['init', '-q'], { cwd: folder });
  return folder;
}

const pack = (cwd: string, ...words: string[]) => runRealm(['pack', ...words], { cwd });

async function packedFiles(cwd: string, ...words: string[]): Promise<string[]> {
  const { code, stdout, stderr } = await pack(cwd, '--dry-run', '--json', ...words);
  assert.equal(code, 0, stderr);
  const { files } = JSON.parse(stdout) as { files: { path: string }[] };
  return files.map(({ path }) => path);
}

describe('the files', () => {
  const files = {
    'a.txt': 'x',
    '.gitignore': 'ignored\n',
    '.env.example': 'KEY=\n',
    '.github/workflows/test.yml': 'x',
    ignored: 'x',
    'node_modules/x/index.js': 'x',
    'sub/node_modules/y.js': 'x',
    'sub/.DS_Store': 'x',
    '.realm/origin.json': '{}',
  };

  test('are those that git knows or does not ignore, with dotfiles, without ignored ones', async () => {
    const folder = project(files, { git: true });
    execFileSync('git', ['add', 'a.txt'], { cwd: folder });
    assert.deepEqual(await packedFiles(folder), [
      '.env.example',
      '.github/workflows/test.yml',
      '.gitignore',
      'a.txt',
      'realm.json',
    ]);
  });

  test('are the same where there is no repository, and with --no-git all but those of .realmignore', async () => {
    const expected = ['.env.example', '.github/workflows/test.yml', '.gitignore', 'a.txt', 'realm.json'];
    const folder = project({ ...files, '.realmignore': '.realmignore\n' });
    assert.deepEqual(await packedFiles(folder), expected);
    assert.deepEqual(await packedFiles(folder, '--no-git'), [...expected, 'ignored'].toSorted());
  });

  test('are executable by the disk, or by what git says of them where the disk has no such bit', async () => {
    const folder = project({ 'bin/run': '#!/bin/sh\n', 'bin/new': '#!/bin/sh\n' }, { git: true });
    const setModes = (run: number, fresh: number) => {
      chmodSync(join(folder, 'bin/run'), run);
      chmodSync(join(folder, 'bin/new'), fresh);
    };
    setModes(0o755, 0o755);
    execFileSync('git', ['add', 'bin/run'], { cwd: folder });
    const executables = async (...words: string[]) => {
      await pack(folder, '-o', join(base, 'modes.tar.gz'), '--force', ...words);
      const lines = execFileSync('tar', ['-tvzf', join(base, 'modes.tar.gz')], { encoding: 'utf8' }).split('\n');
      return lines.filter((line) => line.startsWith('-rwxr-xr-x')).map((line) => line.replace(/.*\//, ''));
    };
    assert.deepEqual(await executables(), ['new', 'run']);
    setModes(0o644, 0o755);
    assert.deepEqual(await executables(), ['new']);
    setModes(0o644, 0o644);
    execFileSync('git', ['config', 'core.fileMode', 'false'], { cwd: folder });
    assert.deepEqual(await executables(), ['run']);
    assert.deepEqual(await executables('--no-git'), []);
    execFileSync('git', ['update-index', '--chmod=-x', 'bin/run'], { cwd: folder });
    setModes(0o755, 0o755);
    assert.deepEqual(await executables(), ['new']);
  });

  test('leave out what git has in its index and the folder has not', async () => {
    const folder = project({ gone: 'x' }, { git: true });
    execFileSync('git', ['add', '.'], { cwd: folder });
    rmSync(join(folder, 'gone'));
    assert.deepEqual(await packedFiles(folder), ['realm.json']);
  });

  test('of a folder inside of a repository are its own', async () => {
    const folder = project({ 'packages/one/realm.json': '{}', 'packages/one/x': 'x' }, { git: true });
    assert.deepEqual(await packedFiles(folder, 'packages/one'), ['realm.json', 'x']);
  });

  test('are packed without starting a program that the repository names', async () => {
    const folder = project({}, { git: true });
    const trap = join(base, 'trap');
    writeFileSync(join(folder, 'hook.sh'), `#!/bin/sh\ntouch ${trap}\n`, { mode: 0o755 });
    execFileSync('git', ['config', 'core.fsmonitor', join(folder, 'hook.sh')], { cwd: folder });
    await packedFiles(folder);
    assert.equal(existsSync(trap), false);
  });

  test('that are links are refused by name, with exit code 9', async () => {
    const folder = project({});
    symlinkSync('/etc/hostname', join(folder, 'link'));
    const { code, stderr } = await pack(folder, '--dry-run');
    assert.equal(code, 9);
    assert.match(stderr, /links.*: link/);
  });

  test('are not listed without git where a repository is there and git fails, unless that is asked for', async () => {
    const folder = project({ '.gitignore': 'ignored\n', ignored: 'x', 'sub/realm.json': '{}' }, { git: true });
    writeFileSync(join(folder, '.git/config'), '[broken');
    for (const words of [[], ['sub']]) {
      const { code, stderr } = await pack(folder, '--dry-run', ...words);
      assert.equal(code, 1);
      assert.match(stderr, /git cannot list.*bad config/);
      assert.match(stderr, /--no-git/);
    }
    assert.ok((await packedFiles(folder, '--no-git')).includes('ignored'));
  });

  test('of a repository are not listed where git is not installed', async () => {
    const settings = { cwd: project({}, { git: true }), env: { PATH: base, HOME: base } };
    const { code, stderr } = await spawnRealm(['pack', '--dry-run'], settings);
    assert.equal(code, 1);
    assert.match(stderr, /git is not installed/);
    assert.equal((await spawnRealm(['pack', '--dry-run'], { ...settings, cwd: project({}) })).code, 0);
  });

  test('leave out what a killed get has left', async () => {
    const files = { '.realm-get-Abc123/files/x': 'x', 'sub/.realm-get-Abc123/x': 'x', '.realm-get-notes': 'mine' };
    for (const git of [true, false])
      assert.deepEqual(await packedFiles(project(files, { git })), ['.realm-get-notes', 'realm.json']);
  });

  test('with names that are not UTF-8 are refused, and not left out', async () => {
    for (const git of [true, false])
      for (const place of ['', 'sub/']) {
        const folder = project({ 'sub/x': 'x' }, { git });
        writeFileSync(Buffer.concat([Buffer.from(`${folder}/${place}caf`), Buffer.from([0xe9])]), 'x');
        const { code, stderr } = await pack(folder, '--dry-run');
        assert.equal(code, 9);
        assert.match(stderr, new RegExp(`not UTF-8: ${place}caf`));
      }
  });
});

const header = (kind: string) => `-----BEGIN ${kind}-----\nMIIE\n`;

async function hintOf(folder: string, ...words: string[]): Promise<string | undefined> {
  const { stderr } = await pack(folder, ...words);
  return /List them in (\S+)\. /.exec(stderr)?.[1];
}

describe('secrets', () => {
  const secrets: Record<string, [path: string, content: string]> = {
    '.env': ['.env', 'KEY=1'],
    '.env.production in a folder': ['app/.env.production', 'KEY=1'],
    'a key of SSH by its name': ['id_ed25519', 'x'],
    'an RSA key': ['server.pem', header('RSA PRIVATE KEY')],
    'a PKCS #8 key in a source file': ['src/key.ts', `const key = \`${header('PRIVATE KEY')}\``],
    'a token of GitHub': ['a', `token: ghp_${'a1B2'.repeat(9)}`],
    'a token of npm': ['.npmrc', `//registry.example/:_authToken=${'a1b2-'.repeat(5)}`],
    'a key of AWS': ['a', `AKIA${'ABCD'.repeat(4)}`],
    'a token that begins in one chunk and ends in the next': ['a', `${'x '.repeat(32_760)}ghp_${'a1B2'.repeat(9)}`],
    'a key of Stripe': ['a', `sk_live_${'a1B2'.repeat(6)}`],
    '.envrc': ['.envrc', 'use flake'],
    'prod.env': ['deploy/prod.env', 'KEY=1'],
    'a login in .npmrc': ['.npmrc', `//registry.example/:_auth=${'a1B2'.repeat(4)}==`],
    'a login of every registry in .npmrc': ['.npmrc', `save-exact=true\n_auth = "${'a1B2'.repeat(4)}"`],
    'a password in .npmrc': ['.npmrc', `//registry.example/:_password=${'a1B2'.repeat(4)}`],
    'a key of Anthropic': ['a', `export KEY=sk-ant-api03-${'a1B2'.repeat(6)}`],
    'a key of OpenAI': ['a', `sk-proj-${'a1B2'.repeat(6)}`],
    'a JSON Web Token': ['a', `eyJ${'a1B2'.repeat(8)}.eyJ${'a1B2'.repeat(8)}.x`],
  };
  for (const [what, [path, content]] of Object.entries(secrets))
    test(`${what} is refused by its path, with exit code 9, and packed if the path is allowed`, async () => {
      const folder = project({ [path]: content });
      const { code, stderr, stdout } = await pack(folder);
      assert.deepEqual([code, stdout], [9, '']);
      assert.ok(stderr.includes(`${path} `) && stderr.includes(`--allow-secret ${path}`), stderr);
      assert.ok(!stderr.includes('a1B2a1B2'), 'the secret itself is not shown');
      assert.deepEqual(
        readdirSync(folder).filter((name) => name.endsWith('.gz')),
        [],
      );
      assert.deepEqual(await packedFiles(folder, '--allow-secret', path), [path, 'realm.json'].toSorted());
    });

  const harmless: Record<string, [path: string, content: string]> = {
    '.env.example': ['.env.example', 'KEY='],
    '.npmrc with a variable': ['.npmrc', '//registry.example/:_authToken=${NPM_TOKEN}'],
    'example.env': ['config/example.env', 'KEY='],
    'a source file with env in its name': ['src/app.env.ts', 'export const password = 1;'],
    'a field of a class': ['a.py', 'self._password = passwordOfUser'],
    'a public key': ['key.pem', header('PUBLIC KEY')],
    'an id in hexadecimal': ['a', 'a1b2c3d4'.repeat(8)],
  };
  for (const [what, [path, content]] of Object.entries(harmless))
    test(`${what} is none`, async () => {
      assert.deepEqual(await packedFiles(project({ [path]: content })), [path, 'realm.json'].toSorted());
    });

  test('come with the name of the ignore file that leaves them out', async () => {
    const secret = { '.env': 'KEY=1' };
    const tracked = project(secret, { git: true });
    execFileSync('git', ['add', '.env'], { cwd: tracked });
    assert.equal(await hintOf(project(secret)), '.gitignore');
    assert.equal(await hintOf(project(secret, { git: true })), '.gitignore');
    assert.equal(await hintOf(tracked), '.realmignore');
    assert.equal(await hintOf(project(secret), '--no-git'), '.realmignore');
    for (const folder of [project(secret), tracked]) {
      writeFileSync(join(folder, folder === tracked ? '.realmignore' : '.gitignore'), '.env\n');
      assert.equal((await pack(folder, '--dry-run')).code, 0);
    }
  });

  test('that are allowed and not there are a mistake, with exit code 2', async () => {
    const { code, stderr } = await pack(project({}), '--allow-secret', '.env');
    assert.equal(code, 2);
    assert.match(stderr, /\.env/);
  });
});

const digest = ({ stdout }: { stdout: string }): string => JSON.parse(stdout).sha256;

describe('the archive', () => {
  test('is written whole, with its size and digest, and is the same from another folder', async () => {
    const [one, other] = [
      project({ 'package.json': '{"name":"@x/blog"}' }),
      project({ 'package.json': '{"name":"@x/blog"}' }),
    ];
    const first = await pack(one);
    assert.equal(first.code, 0, first.stderr);
    const bytes = readFileSync(join(one, 'blog-1.0.0.tar.gz'));
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    assert.equal(first.stdout, `${join(one, 'blog-1.0.0.tar.gz')}\t${sha256}\n`);
    assert.match(first.stderr, /2 files in the folder.*\nsha256 [0-9a-f]{64}\nWrote blog-1\.0\.0\.tar\.gz/);
    await pack(other, '-o', 'else.tar.gz');
    assert.deepEqual(readFileSync(join(other, 'else.tar.gz')), bytes);
    assert.equal(statSync(join(other, 'else.tar.gz')).mode & 0o777, 0o644 & ~process.umask());
  });

  test('is no part of the next one, and that is said', async () => {
    for (const git of [true, false]) {
      const folder = project({ 'sub/realm-1.0.0.tar.gz': 'x' }, { git });
      const first = await pack(folder, '--json');
      const again = await pack(folder, '--json', '--force');
      assert.equal(digest(again), digest(first));
      assert.deepEqual(JSON.parse(again.stdout).leftOut, ['realm-1.0.0.tar.gz']);
      assert.match((await pack(folder, '--dry-run')).stderr, /Left out, since pack made it: realm-1\.0\.0\.tar\.gz/);
      writeFileSync(join(folder, 'realm.json'), '{"version":"1.1.0-beta.1"}');
      await pack(folder);
      assert.deepEqual(await packedFiles(folder), ['realm.json', 'sub/realm-1.0.0.tar.gz']);
    }
  });

  test('with a name of its own in the folder is warned of, unless git ignores it', async () => {
    const folder = project({ '.gitignore': 'out\n', 'out/x': 'x' }, { git: true });
    assert.match(
      (await pack(folder, '-o', 'mine.tar.gz')).stderr,
      /Warning: mine\.tar\.gz .*next archive of this folder\. List it in \.gitignore/,
    );
    for (const file of ['out/mine.tar.gz', '../mine.tar.gz'])
      assert.doesNotMatch((await pack(folder, '-o', file)).stderr, /Warning/);
  });

  test('does not replace a file, with exit code 6, unless it is told to', async () => {
    const folder = project({}, { git: true });
    writeFileSync(join(folder, '.gitignore'), '*.gz\n');
    writeFileSync(join(folder, 'x.gz'), 'mine');
    assert.equal((await pack(folder, '-o', 'x.gz')).code, 6);
    assert.equal(readFileSync(join(folder, 'x.gz'), 'utf8'), 'mine');
    assert.equal((await pack(folder, '-o', 'x.gz', '--force')).code, 0);
    assert.notEqual(readFileSync(join(folder, 'x.gz'), 'utf8'), 'mine');
  });

  test('that the catalog would refuse is refused in its words, with exit code 9', async () => {
    for (const [path, why] of [
      ['aux.txt', /Windows reserves/],
      ['realm.json', /version must be/],
    ] as const) {
      const { code, stderr } = await pack(project({ [path]: '{"version":"one"}' }), '--dry-run');
      assert.equal(code, 9);
      assert.match(stderr, why);
    }
  });

  test('is packed with progress on a terminal, and without a word of it elsewhere', async () => {
    const folder = project({ 'a.txt': 'x'.repeat(100_000) });
    const shown = (terminals: ('stderr' | 'stdout')[], ...words: string[]) =>
      runRealm(['pack', '--dry-run', ...words], { cwd: folder, terminals });
    const { stderr } = await shown(['stderr']);
    for (const step of ['Looking for secrets in 2 files', 'Packing 2 files'])
      assert.match(stderr, new RegExp(`${step} [█░]+ \\d+% of 97\\.\\d KiB`));
    for (const { stderr } of [await shown(['stdout']), await shown(['stderr'], '--quiet')])
      assert.doesNotMatch(stderr, /Packing|Looking/);
  });

  test('is not written by --dry-run', async () => {
    const folder = project({});
    const { stdout, stderr } = await pack(folder, '--dry-run');
    assert.equal(stdout, '19\trealm.json\n');
    assert.match(stderr, /Nothing was written/);
    assert.deepEqual(readdirSync(folder), ['realm.json']);
  });

  test('of a folder without files, or of none, is a mistake', async () => {
    const empty = join(base, 'empty');
    mkdirSync(empty);
    assert.equal((await pack(empty)).code, 2);
    assert.equal((await pack(base, 'missing')).code, 2);
  });
});

const realm = (preview: string) => JSON.stringify({ version: '1.0.0', preview });

const warningsOf = async (html: string) => {
  const { code, stdout, stderr } = await pack(
    project({ 'realm.json': realm('site'), 'site/index.html': html }),
    '--dry-run',
    '--json',
  );
  assert.equal(code, 0, stderr);
  return (JSON.parse(stdout) as { warnings: string[] }).warnings;
};

describe('a live preview', () => {
  test('without an index.html is refused, with exit code 9, and with what takes it back in', async () => {
    const files = { 'realm.json': realm('site'), 'site/index.html': '', '.gitignore': 'site/' };
    const folder = project(files, { git: true });
    const { code, stderr } = await pack(folder, '--dry-run');
    assert.equal(code, 9);
    assert.match(stderr, /realm\.json names the preview site, which has no index\.html/);
    const [line = ''] = /(?<=the line )\S+(?= to \.realmignore)/.exec(stderr) ?? [];
    writeFileSync(join(folder, '.realmignore'), `${line}\n`);
    assert.ok((await packedFiles(folder)).includes('site/index.html'));
  });

  test('with addresses that begin with a slash is packed with a warning that names them', async () => {
    const [warning = '', ...others] = await warningsOf('<script src="/assets/app.js"></script><link href=/style.css>');
    assert.deepEqual(others, []);
    assert.match(
      warning,
      /^site\/index\.html has 2 addresses that begin with .* src="\/assets\/app\.js, href=\/style\.css\./,
    );
    const fine =
      '<a href="//other.example/"></a><script src="./app.js"></script><link href="/preview/app/1.0.0/style.css">';
    assert.deepEqual(await warningsOf(fine), []);
  });
});
