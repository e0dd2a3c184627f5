// `realm get` of a realm that asks something: answers, parts, and what does not come along.
// Run: one store, shared process
import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { cwd, origin, read, realm, run, startBeforeTests, write } from '../updating/shop.ts';
import { readTree } from '../updating/projects.ts';

startBeforeTests();

const paths = (folder: string) =>
  Object.keys(readTree(join(cwd, folder)))
    .filter((path) => !path.endsWith('/'))
    .toSorted();

describe('a realm that asks', () => {
  test('gets its defaults where nobody can answer: the name of the folder, all parts', async () => {
    await run(0, 'get', 'shop@1.0.0', 'red-fox');
    assert.deepEqual(paths('red-fox'), [
      'Dockerfile',
      'README.md',
      'deploy/red-fox.yaml',
      'run.sh*',
      'src/cart.js',
      'src/red-fox.js',
    ]);
    assert.equal(read('red-fox/README.md'), '# Red Fox\n\nA shop.\n\nRun `npm start`.\n');
    assert.equal(read('red-fox/src/red-fox.js').split('\n', 1)[0], "export const name = 'Red Fox';");
    const { registry: _registry, sha256: _sha256, ...rest } = origin('red-fox');
    assert.deepEqual(rest, {
      slug: 'shop',
      version: '1.0.0',
      withManifest: false,
      answers: { projectName: 'Red Fox', docker: true },
    });
  });

  test('takes answers by --set, --with and --without, and from a file, over which typed ones count', async () => {
    await run(0, 'get', 'shop@1.0.0', 'a', '--set', 'projectName=Joe’s Bar', '--without', 'docker');
    assert.deepEqual(paths('a'), ['README.md', 'run.sh*', 'src/cart.js', 'src/joes-bar.js']);
    assert.match(read('a/README.md'), /^# Joe’s Bar\n/);
    write('answers.json', JSON.stringify({ projectName: 'From File', docker: false }));
    const { stdout } = await run(
      0,
      'get',
      'shop@1.0.0',
      'b',
      '--answers',
      'answers.json',
      '--with',
      'docker',
      '--json',
    );
    assert.deepEqual(JSON.parse(stdout).answers, { projectName: 'From File', docker: true });
    assert.ok(existsSync(join(cwd, 'b/deploy/from-file.yaml')));
  });

  test('leaves out realm.json and what is for the catalog alone, unless --with-manifest', async () => {
    await run(0, 'get', 'shop@1.0.0', 'all', '--with-manifest');
    for (const path of ['realm.json', 'screens/home.txt']) assert.ok(existsSync(join(cwd, 'all', path)), path);
    assert.equal(origin('all')['withManifest'], true);
  });

  test('becomes a project that can be published, with a realm.json that asks nothing any more', async () => {
    const answers = ['--set', 'projectName=Fox', '--set', 'owner=Fox', '--without', 'docker'];
    await run(0, 'get', 'shop@1.1.0', 'fox', '--with-manifest', ...answers);
    assert.deepEqual(JSON.parse(read('fox/realm.json')), { version: '1.1.0', leaveOut: ['screens/**'] });
    await run(0, 'verify', 'fox');
    await run(0, 'pack', 'fox', '-o', 'fox.tar.gz');
    const { stdout } = await run(0, 'pack', 'fox', '--try', '--json');
    assert.deepEqual(JSON.parse(stdout).answers, {});
  });

  test('says so in its info, by the names that --set and --without take', async () => {
    assert.match((await run(0, 'info', 'shop')).stdout, /^asks\tprojectName, owner, docker$/m);
    assert.match((await run(0, 'info', 'shop@1.0.0')).stdout, /^asks\tprojectName, docker$/m);
  });

  test('takes one of its folders with the answers', async () => {
    await run(0, 'get', 'shop@1.0.0', 'red-fox', '--subdir', 'src');
    assert.deepEqual(paths('red-fox'), ['cart.js', 'red-fox.js']);
    assert.equal((await realm(['get', 'shop', 'x', '--subdir', 'screens'])).code, 3, 'which does not come along');
  });

  /** Words after `get shop@1.0.0 new`, and what the error says. */
  const faults: [words: string[], message: RegExp][] = [
    [['--set', 'projectName='], /projectName must not be empty/],
    [['--set', 'projectName=<b>'], /projectName must begin with a letter/],
    [['--set', 'name=x'], /name is not asked by this realm\.\n[^]*--set projectName=….*--without docker/],
    [['--set', 'projectName'], /--set needs a name and a value/],
    [['--without', 'tests'], /tests is not asked/],
    [['--with', 'docker', '--without', 'docker'], /docker is named by both --with and --without/],
    [['--answers', 'missing.json'], /missing\.json/],
    [['--answers', 'list.json'], /is not a JSON object/],
    [['--answers', 'bad.json'], /is not JSON: line 1/],
    [['--answers', 'wrong.json'], /docker must be true or false/],
    [['--set', 'projectName=日本語'], /projectName\.code is needed[^]*--set projectName\.code=my-shop/],
    [['--set', 'projectName=日本語', '--set', 'projectName.code=日本'], /projectName\.code must have a word/],
    [['--set', 'projectName=Con', '--subdir', 'deploy'], /With these answers.*reserves for a device/],
  ];
  for (const [words, message] of faults)
    test(`refuses ${words.join(' ')}: exit code 2, and nothing is written`, async () => {
      write('list.json', '[]');
      write('bad.json', '{');
      write('wrong.json', '{ "docker": "yes" }');
      const before = readdirSync(cwd);
      const { code, stderr } = await realm(['get', 'shop@1.0.0', 'new', ...words]);
      assert.equal(code, 2, stderr);
      assert.match(stderr, message);
      assert.deepEqual(readdirSync(cwd), before);
    });

  test('writes a name without letters of ASCII as it is typed, and in code as it is asked', async () => {
    await run(0, 'get', 'shop@1.0.0', 'new', '--set', 'projectName=日本語', '--set', 'projectName.code=nihon-go');
    assert.match(read('new/README.md'), /^# 日本語\n/);
    assert.equal(read('new/deploy/nihon-go.yaml'), 'name: nihon-go\n');
  });

  test('is verified with the answers', async () => {
    await run(0, 'get', 'shop@1.0.0', 'red-fox', '--without', 'docker');
    await run(0, 'verify', 'red-fox');
    write('red-fox/src/red-fox.js', 'changed');
    const { stdout } = await run(9, 'verify', 'red-fox');
    assert.equal(stdout, 'changed\tsrc/red-fox.js\n');
  });

  test('is verified as it came, in a folder of an older command line that knew no questions', async () => {
    await run(0, 'get', 'shop@1.0.0', 'old', '--with-manifest', '--set', 'projectName=Acme Shop');
    const { withManifest: _with, answers: _answers, ...before } = origin('old');
    write('old/.realm/origin.json', JSON.stringify(before));
    write('old/realm.json', (await run(0, 'files', 'shop@1.0.0', '--show', 'realm.json')).stdout);
    await run(0, 'verify', 'old');
  });

  test('is not made anew: a folder has its answers already, and is “already there”', async () => {
    await run(0, 'get', 'shop@1.0.0', 'mine', '--set', 'projectName=Blue Sky', '--without', 'docker');
    const { stderr } = await run(0, 'get', 'shop@1.0.0', 'mine');
    assert.match(stderr, /Already there/);
    assert.equal((await realm(['get', 'shop@1.0.0', 'mine', '--set', 'projectName=Other'])).code, 6);
  });

  test('asks again for an answer of the folder that a version does not take any more', async () => {
    await run(0, 'get', 'shop@1.0.0', 'red-fox', '--set', 'projectName=Blue Sky');
    const answers = { projectName: '<b>', docker: false, gone: true };
    write('red-fox/.realm/origin.json', JSON.stringify({ ...origin('red-fox'), answers }));
    await run(0, 'get', 'shop@1.1.0', 'red-fox', '--on-conflict=overwrite');
    assert.deepEqual(origin('red-fox')['answers'], { projectName: 'Red Fox', owner: 'Jane Doe', docker: false });
  });

  test('has an origin that is not believed: other answers than it asks are refused', async () => {
    await run(0, 'get', 'shop@1.0.0', 'red-fox');
    for (const answers of [{ other: 'x' }, { projectName: '<b>' }, { docker: 'yes' }]) {
      write('red-fox/.realm/origin.json', JSON.stringify({ ...origin('red-fox'), answers }));
      const { stderr } = await run(2, 'verify', 'red-fox');
      assert.match(stderr, /is damaged/);
    }
    write('red-fox/.realm/origin.json', JSON.stringify({ ...origin('red-fox'), answers: { a: [] } }));
    await run(2, 'verify', 'red-fox');
  });
});
