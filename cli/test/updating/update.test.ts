// `realm update` against a real catalog.
// Run: one store, own process
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { createClient } from '@realm-catalog/client';
import { journalFile } from '../../src/updating/journal.ts';
import { mainFile } from '../support/run-realm.ts';
import { watchOperations } from './faults.ts';
import { readTree } from './projects.ts';
import { catalog, cwd, home, origin, read, realm, run, startBeforeTests, token, write } from './shop.ts';

startBeforeTests();

const get = (...more: string[]) => run(0, 'get', 'shop@1.0.0', 'red-fox', ...more);
const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=alice', '-c', 'user.email=alice@example.com', ...args], {
    cwd: join(cwd, 'red-fox'),
    encoding: 'utf8',
  });
function commit(): void {
  git('init', '-q');
  git('add', '-A');
  git('commit', '-qm', 'Begin');
}
const AFTER = { projectName: 'Red Fox', owner: 'Jane Doe', docker: true };
const MINE = "export const name = 'Red Fox';\nexport const port = 4000;\nexport const currency = 'EUR';\n";

/** How many requests count against the limit of an hour. */
async function requestsOfUpdate(): Promise<number> {
  const { stderr } = await run(0, 'update', 'red-fox', '--dry-run', '--verbose');
  return stderr.split('\n').filter((line) => /\/v1\/api\//.test(line) && /GET|POST/.test(line)).length;
}

describe('update', () => {
  test('of a project without changes gives what get gives, and moves the origin on', async () => {
    await get();
    const { stdout, stderr } = await run(0, 'update', 'red-fox');
    assert.deepEqual(stdout.split('\n').filter(Boolean), [
      'replace\tREADME.md',
      'create\tsrc/about.js',
      'replace\tsrc/red-fox.js',
    ]);
    assert.match(stderr, /Updated red-fox from shop 1\.0\.0 to 1\.1\.0/);
    await run(0, 'get', 'shop@1.1.0', 'fresh/red-fox');
    assert.deepEqual(readTree(join(cwd, 'red-fox')), readTree(join(cwd, 'fresh/red-fox')));
    assert.deepEqual(origin('red-fox'), origin('fresh/red-fox'));
    assert.deepEqual(origin('red-fox')['answers'], AFTER);
    await run(0, 'verify', 'red-fox');
  });

  test('keeps the answers, and asks what is new: by its default where nobody can answer, and says so', async () => {
    await get('--set', 'projectName=Blue Sky', '--without', 'docker');
    const { stderr } = await run(0, 'update', 'red-fox');
    assert.match(stderr, /The question owner is new\. Its default was used: Jane Doe/);
    assert.match(read('red-fox/README.md'), /^# Blue Sky\n[^]*By Jane Doe/);
    assert.ok(!existsSync(join(cwd, 'red-fox/Dockerfile')));
    await run(0, 'update', 'red-fox', '--set', 'owner=Bob Ross');
    assert.match(read('red-fox/README.md'), /By Bob Ross/);
  });

  test('takes other answers for the same version: a part that was left out comes', async () => {
    await get('--without', 'docker');
    const { stderr } = await run(0, 'update', 'red-fox', '--to', '1.0.0', '--with', 'docker');
    assert.match(stderr, /^Updated red-fox with these answers\. It is still shop 1\.0\.0\.$/m);
    assert.equal(read('red-fox/deploy/red-fox.yaml'), 'name: red-fox\n');
    await run(0, 'update', 'red-fox', '--to', '1.0.0', '--set', 'projectName=Blue Sky');
    assert.equal(read('red-fox/deploy/blue-sky.yaml'), 'name: blue-sky\n');
    assert.ok(!existsSync(join(cwd, 'red-fox/deploy/red-fox.yaml')));
    assert.equal(origin('red-fox')['version'], '1.0.0');
  });

  test('leaves a conflict in the marks of git, names it, exits with 6, and does the rest', async () => {
    await get();
    write('red-fox/src/red-fox.js', MINE);
    write('red-fox/README.md', read('red-fox/README.md').replace('A shop.', 'My shop.'));
    const { stdout, stderr } = await run(6, 'update', 'red-fox');
    assert.match(stdout, /^conflict\tsrc\/red-fox\.js$/m);
    assert.match(stderr, /src\/red-fox\.js has 1 conflict/);
    assert.match(
      read('red-fox/src/red-fox.js'),
      /<<<<<<< yours\nexport const port = 4000;\n=======\nexport const port = 8080;\n>>>>>>> shop 1\.1\.0\n/,
    );
    assert.equal(read('red-fox/README.md'), '# Red Fox\n\nMy shop.\n\nRun `npm start`.\n\nBy Jane Doe.\n');
    assert.equal(origin('red-fox')['version'], '1.1.0');
  });

  test('gives JSON, with the summary for a pull request', async () => {
    await get();
    write('red-fox/src/red-fox.js', MINE);
    rmSync(join(cwd, 'red-fox/README.md'));
    const { stdout } = await run(6, 'update', 'red-fox', '--json');
    const { summary, files, conflicts, ...rest } = JSON.parse(stdout);
    assert.equal(conflicts, 1);
    assert.deepEqual(
      files.map(({ path, action }: { path: string; action: string }) => [path, action]),
      [
        ['README.md', 'omit'],
        ['src/about.js', 'create'],
        ['src/red-fox.js', 'conflict'],
      ],
    );
    assert.equal(
      summary,
      `## shop 1.0.0 → 1.1.0

[What changed in the realm](${catalog.url}/realms/shop/diff/1.0.0...1.1.0)

### 1 conflict to resolve

- \`src/red-fox.js\` has 1 conflict

### Kept as they are in this project

- \`README.md\` was changed in the realm, but deleted here

### 1 file changed

- \`src/about.js\` is new
`,
    );
    assert.deepEqual(
      [rest.from, rest.to, rest.backup, rest.isUpToDate],
      ['1.0.0', '1.1.0', '.realm/backup/1.0.0', false],
    );
  });

  test('to the newest version says so, and changes nothing', async () => {
    await run(0, 'get', 'shop', 'new');
    const { stdout, stderr } = await run(0, 'update', 'new');
    assert.equal(stdout, '');
    assert.match(stderr, /1\.1\.0 is the newest version/);
    await run(0, 'update', 'new', '--check');
    const { stdout: json } = await run(0, 'update', 'new', '--json=isUpToDate');
    assert.deepEqual(JSON.parse(json), { isUpToDate: true });
  });

  test('goes back to an older version if that is named, which then is not called the newest', async () => {
    await run(0, 'get', 'shop', 'red-fox');
    await run(0, 'update', 'red-fox', '--to', '1.0.0');
    assert.match((await run(0, 'update', 'red-fox', '--to', '1.0.0')).stderr, /^This is already shop 1\.0\.0\.$/m);
    await run(0, 'get', 'shop@1.0.0', 'fresh/red-fox');
    assert.deepEqual(readTree(join(cwd, 'red-fox')), readTree(join(cwd, 'fresh/red-fox')));
    assert.equal((await realm(['update', 'red-fox', '--to', '7.0.0'])).code, 3);
  });

  test('with other answers alone does not go back, where the versions that are served are older', async () => {
    await run(0, 'get', 'shop', 'red-fox', '--without', 'docker');
    await run(0, 'get', 'shop', 'fresh/red-fox');
    const owner = createClient({ baseUrl: catalog.url, token });
    await owner.realms.updateVersion('shop', '1.1.0', { yanked: true });
    try {
      assert.equal((await run(0, 'diff', 'red-fox')).stdout, '');
      const { stderr } = await run(0, 'update', 'red-fox', '--with', 'docker');
      assert.match(stderr, /Version 1\.1\.0 was yanked/);
      assert.deepEqual(readTree(join(cwd, 'red-fox')), readTree(join(cwd, 'fresh/red-fox')));
      assert.deepEqual(origin('red-fox'), origin('fresh/red-fox'));
    } finally {
      await owner.realms.updateVersion('shop', '1.1.0', { yanked: false });
    }
  });

  test('shows with --dry-run the changes as a diff that git applies, and changes nothing', async () => {
    await get();
    write('red-fox/README.md', read('red-fox/README.md').replace('A shop.', 'My shop.'));
    const before = readTree(join(cwd, 'red-fox'));
    const { stdout, stderr } = await run(0, 'update', 'red-fox', '--dry-run');
    assert.match(stderr, /Nothing was changed/);
    assert.deepEqual(readTree(join(cwd, 'red-fox')), before);
    assert.deepEqual(readdirSync(join(cwd, 'red-fox/.realm')), ['origin.json']);
    writeFileSync(join(cwd, 'changes.diff'), stdout);
    git('init', '-q');
    git('apply', '../changes.diff');
    const applied = readTree(join(cwd, 'red-fox'));
    rmSync(join(cwd, 'red-fox/.git'), { recursive: true });
    await run(0, 'get', 'shop@1.0.0', 'other/red-fox');
    write('other/red-fox/README.md', String(before['README.md']));
    await run(0, 'update', 'other/red-fox');
    assert.deepEqual(applied, readTree(join(cwd, 'other/red-fox')));
  });

  test('tells with --check that there is something newer, with exit code 10 and a summary, and changes nothing', async () => {
    await get();
    const before = readTree(join(cwd, 'red-fox'));
    const { stdout } = await run(10, 'update', 'red-fox', '--check', '--summary');
    assert.match(stdout, /^## shop 1\.0\.0 → 1\.1\.0\n/);
    assert.deepEqual(readTree(join(cwd, 'red-fox')), before);
    write('red-fox/src/red-fox.js', MINE);
    const { stderr } = await run(10, 'update', 'red-fox', '--check');
    assert.match(stderr, /src\/red-fox\.js has 1 conflict\nNothing was changed\.\n$/, 'and nothing to look for yet');
    assert.deepEqual(JSON.parse((await run(10, 'update', 'red-fox', '--check', '--json=to')).stdout), { to: '1.1.0' });
  });

  test('needs no request for the version that the folder was made of, and no cache either', async () => {
    await get();
    assert.equal(await requestsOfUpdate(), 2, 'the newest version, and its archive');
    assert.equal(await requestsOfUpdate(), 1);
    rmSync(join(home, '.cache'), { recursive: true });
    await run(0, 'update', 'red-fox');
  });

  test('works offline with what is in the cache', async () => {
    await get();
    assert.equal((await realm(['update', 'red-fox', '--offline'])).code, 3);
    await run(0, 'get', 'shop', 'other');
    await run(0, 'update', 'red-fox', '--offline');
    assert.equal(origin('red-fox')['version'], '1.1.0');
  });

  test('refuses a folder that get has not made, of another catalog, or with a damaged origin', async () => {
    mkdirSync(join(cwd, 'plain'));
    await run(3, 'update', 'plain');
    await get();
    const before = origin('red-fox');
    write('red-fox/.realm/origin.json', JSON.stringify({ ...before, registry: 'http://127.0.0.1:1' }));
    await run(2, 'update', 'red-fox');
    write('red-fox/.realm/origin.json', JSON.stringify({ ...before, sha256: 'a'.repeat(64) }));
    await run(9, 'update', 'red-fox');
  });

  test('refuses an origin whose version is a path: nothing is moved out of the folder', async () => {
    await get();
    const before = readTree(join(cwd, 'red-fox'));
    for (const version of ['../../../elsewhere', '..', 'one', `1.0.0-${'a'.repeat(100)}`]) {
      write('red-fox/.realm/origin.json', JSON.stringify({ ...origin('red-fox'), version }));
      assert.match((await run(2, 'update', 'red-fox')).stderr, /origin\.json is damaged/, version);
    }
    assert.deepEqual(readTree(join(cwd, 'red-fox')), before);
    assert.deepEqual(readdirSync(cwd), ['red-fox']);
  });
});

describe('update outside of git', () => {
  test('keeps what it has replaced in .realm/backup, each time in a new folder', async () => {
    await get();
    write('red-fox/README.md', read('red-fox/README.md').replace('A shop.', 'My shop.'));
    const before = read('red-fox/README.md');
    const { stderr } = await run(0, 'update', 'red-fox');
    assert.match(stderr, /Replaced files are in \.realm\/backup\/1\.0\.0/);
    assert.equal(read('red-fox/.realm/backup/1.0.0/README.md'), before);
    await run(0, 'update', 'red-fox', '--to', '1.0.0');
    await run(0, 'update', 'red-fox');
    assert.deepEqual(readdirSync(join(cwd, 'red-fox/.realm/backup')).toSorted(), [
      '.gitignore',
      '1.0.0',
      '1.0.0-2',
      '1.1.0',
    ]);
  });
});

describe('update in git', () => {
  test('refuses uncommitted changes with their names, unless --force, which keeps what it has replaced', async () => {
    await get();
    commit();
    write('red-fox/README.md', 'mine\n');
    const { stderr } = await run(6, 'update', 'red-fox');
    assert.match(stderr, /uncommitted changes: README\.md[^]*--force/);
    assert.equal(read('red-fox/README.md'), 'mine\n');
    await run(10, 'update', 'red-fox', '--check');
    await run(6, 'update', 'red-fox', '--force');
    assert.equal(read('red-fox/.realm/backup/1.0.0/README.md'), 'mine\n');
    assert.doesNotMatch(git('status', '--porcelain', '--untracked-files=all'), /backup/, 'git ignores the backup');
  });

  test('leaves no backup, because git has what was replaced, and files that git does not know stay', async () => {
    await get();
    write('red-fox/.gitignore', '*.log\n');
    commit();
    write('red-fox/notes.txt', 'not added');
    write('red-fox/x.log', 'ignored');
    await run(0, 'update', 'red-fox');
    assert.deepEqual(readdirSync(join(cwd, 'red-fox/.realm')), ['origin.json']);
    assert.deepEqual(git('status', '--porcelain').split('\n').filter(Boolean).toSorted(), [
      ' M .realm/origin.json',
      ' M README.md',
      ' M src/red-fox.js',
      '?? notes.txt',
      '?? src/about.js',
    ]);
  });

  test('keeps a backup of a file that git does not have', async () => {
    await get();
    write('red-fox/.gitignore', 'README.md\n');
    commit();
    await run(0, 'update', 'red-fox');
    assert.deepEqual(readdirSync(join(cwd, 'red-fox/.realm/backup/1.0.0')).toSorted(), ['README.md', 'src']);
  });

  test('follows a file that was moved here', async () => {
    await get();
    commit();
    git('mv', 'README.md', 'ABOUT.md');
    git('commit', '-qm', 'Move');
    const { stdout } = await run(0, 'update', 'red-fox');
    assert.match(stdout, /^replace\tABOUT\.md$/m);
    assert.match(read('red-fox/ABOUT.md'), /By Jane Doe/);
  });

  test('looks only at the folder of the project, in a repository with others', async () => {
    await get();
    write('other.txt', 'x');
    execFileSync('sh', ['-c', 'git init -q && git add -A && git -c user.name=a -c user.email=a@b commit -qm x'], {
      cwd,
    });
    write('other.txt', 'changed');
    await run(0, 'update', 'red-fox');
  });

  test('starts no program that a setting of the repository names, nor a hook', async () => {
    await get();
    commit();
    git('config', 'core.fsmonitor', `touch ${join(cwd, 'started')}; false`);
    write('red-fox/.git/hooks/post-index-change', `#!/bin/sh\ntouch ${join(cwd, 'started')}\n`);
    chmodSync(join(cwd, 'red-fox/.git/hooks/post-index-change'), 0o755);
    utimesSync(join(cwd, 'red-fox/README.md'), 1, 1); // so that git would write its index anew
    await run(0, 'update', 'red-fox');
    assert.equal(existsSync(join(cwd, 'started')), false);
  });

  test('of a repository that git cannot read is refused, unless --force', async () => {
    await get();
    write('red-fox/.git/HEAD', 'broken');
    const { stderr } = await run(1, 'update', 'red-fox');
    assert.match(stderr, /git could not check[^]*--force/);
    await run(0, 'update', 'red-fox', '--force');
  });
});

describe('update beside another one', () => {
  test('says that it waits for its end, and goes on then', async () => {
    await get();
    const lock = `${journalFile({ HOME: home }, realpathSync(join(cwd, 'red-fox')))}.lock`;
    mkdirSync(dirname(lock), { recursive: true });
    writeFileSync(lock, `${hostname()} ${process.pid} running`);
    const env = { HOME: home, REALM_REGISTRY: catalog.url, PATH: process.env['PATH'] };
    const child = spawn(process.execPath, [mainFile, 'update', 'red-fox'], { cwd, env });
    const ended = once(child, 'close');
    const [said] = (await once(child.stderr, 'data')) as [Buffer];
    assert.match(String(said), /^Another update of .*red-fox is running\. Waiting for it to finish\.\n$/);
    assert.equal(origin('red-fox')['version'], '1.0.0');
    rmSync(lock);
    assert.deepEqual(await ended, [0, null]);
    assert.equal(origin('red-fox')['version'], '1.1.0');
  });
});

/** From its first move on, the disk takes no change, which is what a kill leaves. */
async function interrupt(): Promise<void> {
  await get();
  using _ = watchOperations(() => {
    if (read('red-fox/README.md').includes('Jane Doe')) throw new Error('killed'); // the new one
  });
  await run(1, 'update', 'red-fox');
}

describe('update that was interrupted', () => {
  test('is named by --check and --dry-run, and finished by the next one', async () => {
    await interrupt();
    for (const option of ['--check', '--dry-run'])
      assert.match(
        (await run(6, 'update', 'red-fox', option)).stderr,
        /was interrupted\.\nTo finish it:\n {2}npx realm update red-fox\n/,
      );
    const { stdout } = await run(0, 'update', 'red-fox', '--json');
    const { to, answers, files } = JSON.parse(stdout);
    assert.deepEqual([to, answers, files.length], ['1.1.0', AFTER, 3]);
    await run(0, 'verify', 'red-fox');
    assert.equal(origin('red-fox')['version'], '1.1.0');
  });

  test('is taken back by --abort, once', async () => {
    await interrupt();
    assert.match((await run(0, 'update', 'red-fox', '--abort')).stderr, /was undone\. .* is shop 1\.0\.0 again/);
    await run(0, 'verify', 'red-fox');
    assert.equal(origin('red-fox')['version'], '1.0.0');
    await run(3, 'update', 'red-fox', '--abort');
  });

  test('cannot be taken back where its files are gone: --abort ends it, and says no more than that', async () => {
    await interrupt();
    const work = readdirSync(join(cwd, 'red-fox/.realm')).find((name) => name.startsWith('update-')) ?? '';
    rmSync(join(cwd, 'red-fox/.realm', work), { recursive: true });
    assert.match((await run(6, 'update', 'red-fox')).stderr, /are gone\.\n--abort keeps/);
    const { stderr } = await run(0, 'update', 'red-fox', '--abort');
    assert.match(stderr, /^The files of the update to 1\.1\.0 are gone\. .*red-fox stays as it is\.\n$/);
    await run(3, 'update', 'red-fox', '--abort');
  });
});

describe('update and links', () => {
  test('writes nothing through a link in the project: it is named, with exit code 6', async () => {
    await get();
    mkdirSync(join(cwd, 'elsewhere'));
    rmSync(join(cwd, 'red-fox/src'), { recursive: true });
    symlinkSync('../elsewhere', join(cwd, 'red-fox/src'));
    const { stderr } = await run(6, 'update', 'red-fox');
    assert.match(stderr, /src\/about\.js could not be written because of src/);
    assert.deepEqual(readdirSync(join(cwd, 'elsewhere')), []);
  });

  test('follows a link to the project itself', async () => {
    await get();
    symlinkSync('red-fox', join(cwd, 'link'));
    await run(0, 'update', 'link');
    assert.equal(origin('red-fox')['version'], '1.1.0');
  });
});
