// What `init` proposes that a realm asks and leaves out, and what `pack --try` shows of it.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, describe, test } from 'node:test';
import { runRealm } from '../support/run-realm.ts';

const base = mkdtempSync(join(tmpdir(), 'realm-cli-template-'));
after(() => rmSync(base, { recursive: true }));
/** Nothing listens there: neither command asks the catalog. */
const env = { HOME: base, REALM_REGISTRY: 'http://127.0.0.1:9', PATH: process.env['PATH'] ?? '' };

function project(files: Record<string, string | Buffer>): string {
  const folder = mkdtempSync(join(base, 'project-'));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

const SHOP = {
  'package.json': '{ "name": "acme-shop", "description": "A shop." }',
  'README.md': '# Acme Shop\n\nACME SHOP is open.\n',
  'src/AcmeShop.js': 'export class AcmeShop {}\n',
  'data/large.bin': Buffer.from('acme-shop\0'),
  'other.txt': 'nothing\n',
};

async function init(files: Record<string, string | Buffer>, ...more: string[]) {
  const cwd = project(files);
  const { code, stderr } = await runRealm(['init', '--category', 'ecommerce', ...more], { env, cwd });
  assert.equal(code, 0, stderr);
  return { realm: JSON.parse(readFileSync(join(cwd, 'realm.json'), 'utf8')), stderr, cwd };
}

describe('init', () => {
  test('finds the name of the project in its spellings, in texts and paths, and asks for it', async () => {
    const { realm, stderr } = await init(SHOP);
    assert.deepEqual(realm.variables, {
      projectName: { ask: 'What is it called?', replaces: 'Acme Shop', default: '{folder}' },
    });
    assert.match(stderr, /Found “Acme Shop” in 3 files[^]*Next: .* pack --try\n +.* publish --dry-run/);
  });

  test('takes the spelling that most files have: that of the name, or that of the package', async () => {
    const files = {
      ...SHOP,
      'README.md': '# ACME Shop\n',
      'a.md': 'ACME Shop',
      'b.md': 'ACME Shop',
      'src/AcmeShop.js': '',
    };
    const { realm } = await init(files, '--name', 'ACME Shop', '--slug', 'x');
    assert.equal(realm.variables.projectName.replaces, 'ACME Shop');
  });

  test('asks for nothing if it is told so, if the name is one word, or if no file has it', async () => {
    assert.equal((await init(SHOP, '--no-variables')).realm.variables, undefined);
    assert.equal(
      (await init({ ...SHOP, 'package.json': '{ "name": "shop", "description": "A shop." }' })).realm.variables,
      undefined,
    );
    const other = { 'package.json': '{ "description": "A shop." }', 'a.txt': 'x' };
    assert.equal((await init(other, '--name', 'Blue Sky')).realm.variables, undefined);
    assert.equal((await init({}, '--name', 'Blue Sky', '--description', 'A shop.')).realm.variables, undefined);
  });

  test('names the preview and screenshots, and leaves out what nothing else uses', async () => {
    const pictures = {
      'preview/index.html': '<p>',
      'preview/a.js': '',
      'docs/screenshots/home.png': 'png',
      'docs/screenshots/cart.png': 'png',
    };
    const { realm } = await init({ ...SHOP, ...pictures, 'README.md': '![Home](docs/screenshots/home.png)' });
    assert.equal(realm.preview, 'preview');
    assert.deepEqual(realm.screenshots, ['docs/screenshots/cart.png', 'docs/screenshots/home.png']);
    assert.deepEqual(realm.leaveOut, ['preview/**', 'docs/screenshots/cart.png']);
    const used = await init({ ...SHOP, ...pictures, 'serve.js': "serve('preview/')" });
    assert.deepEqual(used.realm.leaveOut, ['docs/screenshots/cart.png', 'docs/screenshots/home.png']);
  });
});

describe('pack --try', () => {
  test('shows what another name changes, in texts and paths, what stays, and what does not come along', async () => {
    const { cwd } = await init(SHOP);
    const before = readdirSync(cwd);
    const { code, stdout, stderr } = await runRealm(['pack', '--try'], { env, cwd });
    assert.equal(code, 0, stderr);
    assert.match(stdout, /^--- a\/README\.md\n\+\+\+ b\/README\.md\n@@ -1,3 \+1,3 @@\n-# Acme Shop\n\+# Red Fox\n/m);
    assert.match(
      stderr,
      /Tried with projectName = Red Fox\nsrc\/AcmeShop\.js becomes src\/RedFox\.js\nNot in the project: realm\.json\n3 files would change/,
    );
    assert.match(stderr, /look like the name and stay unchanged: README\.md:3/);
    assert.deepEqual(readdirSync(cwd), before, 'nothing is written');
  });

  test('takes answers, and gives JSON', async () => {
    const { cwd } = await init(SHOP);
    const { stdout } = await runRealm(['pack', '--try', '--set', 'projectName=Blue Sky', '--json=answers,renamed'], {
      env,
      cwd,
    });
    assert.deepEqual(JSON.parse(stdout), {
      answers: { projectName: 'Blue Sky' },
      renamed: [{ from: 'src/AcmeShop.js', to: 'src/BlueSky.js' }],
    });
    assert.equal((await runRealm(['pack', '--try', '--set', 'x=y'], { env, cwd })).code, 2);
  });

  test('finds values that are allowed for every kind of question', async () => {
    const variables = {
      one: { ask: 'A slug?', replaces: 'Acme Shop', format: 'slug' },
      two: { ask: 'An identifier?', replaces: 'Jane Doe', format: 'identifier' },
      three: { ask: 'Which?', replaces: 'Green Tea', choices: ['Green Tea', 'Black Tea'] },
    };
    const parts = { docker: { ask: 'Docker?', files: ['Dockerfile'], default: false } };
    const realm = JSON.stringify({ version: '1.0.0', variables, parts });
    const cwd = project({ 'realm.json': realm, 'a.txt': 'acme-shop janeDoe Green Tea\n', Dockerfile: 'FROM x\n' });
    const { code, stdout, stderr } = await runRealm(['pack', '--try', '--json=answers,diff,leftOut'], { env, cwd });
    assert.equal(code, 0, stderr);
    const { answers, diff, leftOut } = JSON.parse(stdout);
    assert.deepEqual(answers, { one: 'red-fox', two: 'blueWhale', three: 'Black Tea', docker: false });
    assert.match(diff, /\+red-fox blueWhale Black Tea\n/);
    assert.deepEqual(leftOut.toSorted(), ['Dockerfile', 'realm.json']);
  });
});
