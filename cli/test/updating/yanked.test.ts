// Projects of versions that were yanked, of deprecated realms, and several projects at once.
// Run: one store, own process
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { createClient, type Client } from '@realm-catalog/client';
import { catalog, cwd, origin, read, realm, run, startBeforeTests, token, write } from './shop.ts';

startBeforeTests(async () => {
  const client = createClient({ baseUrl: catalog.url, token });
  await client.realms.create({ slug: 'market', name: 'Market', description: 'A market.', category: 'cli' });
});

let owner: Client;
const yank = (version: string, reason = '') =>
  owner.realms.updateVersion('shop', version, { yanked: true, ...(reason && { reason }) });
beforeEach(() => {
  owner = createClient({ baseUrl: catalog.url, token });
});
afterEach(async () => {
  for (const version of ['1.0.0', '1.1.0']) await owner.realms.updateVersion('shop', version, { yanked: false });
});

const NOTICE = 'shop 1.1.0 was yanked: It does not start.';
const OLDER = `${NOTICE} The newest version that is not yanked is 1.0.0, which is older.`;
const NONE = `${NOTICE} All other versions are yanked as well, so there is none to update to.`;

describe('a project of a version that was yanked', () => {
  test('is outdated, with the reason', async () => {
    await run(0, 'get', 'shop', 'red-fox');
    assert.match((await run(0, 'outdated', 'red-fox')).stderr, /^Everything is up to date\.$/m);
    await yank('1.1.0', 'It does not start.');
    const { stdout, stderr } = await run(10, 'outdated', 'red-fox', '--exit-code');
    assert.equal(stdout, 'red-fox\tshop\t1.1.0\t1.0.0\n');
    assert.equal(
      stderr,
      `Warning: ${OLDER}\nSee what changed: npx realm diff red-fox 1.0.0\nUpdate:           npx realm update red-fox --to 1.0.0\n`,
    );
    assert.doesNotMatch((await run(0, 'outdated', 'red-fox')).stderr, /up to date/);
    const [row] = JSON.parse((await run(0, 'outdated', 'red-fox', '--json')).stdout);
    assert.deepEqual(
      [row.isOutdated, row.isYanked, row.reason, row.newest],
      [true, true, 'It does not start.', '1.0.0'],
    );
    await yank('1.0.0');
    const none = await run(10, 'outdated', 'red-fox', '--exit-code');
    assert.deepEqual([none.stdout, none.stderr], ['red-fox\tshop\t1.1.0\t\n', `Warning: ${NONE}\n`]);
  });

  test('is not up to date for update --check, with the reason and exit code 10', async () => {
    await run(0, 'get', 'shop', 'red-fox');
    await run(0, 'get', 'shop@1.0.0', 'old');
    await yank('1.1.0', 'It does not start.');
    const { stdout, stderr } = await run(10, 'update', 'red-fox', '--check', '--summary');
    assert.deepEqual([stdout, stderr], [`\`${OLDER}\`\n`, `Warning: ${OLDER}\n`]);
    const json = JSON.parse((await run(10, 'update', 'red-fox', '--check', '--json')).stdout);
    assert.deepEqual([json.isUpToDate, json.warnings], [false, [OLDER]]);
    await yank('1.0.0', 'Old.');
    assert.equal((await run(10, 'update', 'red-fox', '--check')).stderr, `Warning: ${NONE}\n`);
    assert.equal((await run(0, 'update', 'red-fox')).stderr, `Warning: ${NONE}\n`);
    await owner.realms.updateVersion('shop', '1.1.0', { yanked: false });
    assert.match((await run(10, 'update', 'old', '--check')).stderr, /^Warning: shop 1\.0\.0 was yanked: Old\.$/m);
  });

  test('is not up to date for update --check --to either, which says nothing of the newest version', async () => {
    await run(0, 'get', 'shop', 'red-fox');
    await yank('1.1.0', 'It does not start.');
    const same = await run(10, 'update', 'red-fox', '--check', '--to', '1.1.0');
    assert.equal(same.stderr, `Warning: ${NOTICE}\nThis is already shop 1.1.0.\n`);
    const { stdout } = await run(10, 'update', 'red-fox', '--check', '--to', '1.1.0', '--json');
    assert.deepEqual([JSON.parse(stdout).isUpToDate, JSON.parse(stdout).warnings], [false, [NOTICE]]);
    const older = await run(10, 'update', 'red-fox', '--check', '--to', '^1');
    assert.ok(older.stderr.startsWith(`Warning: ${NOTICE}\n`), older.stderr);
    assert.doesNotMatch(older.stderr, /newest/);
  });

  test('goes back only if a person agrees: a script needs --to', async () => {
    await run(0, 'get', 'shop', 'red-fox');
    await yank('1.1.0', 'It does not start.');
    const { stderr } = await run(2, 'update', 'red-fox');
    assert.ok(stderr.includes(`${OLDER} Go back to it?`), stderr);
    assert.match(stderr, /run\n {2}npx realm update red-fox --to 1\.0\.0$/m);
    assert.equal(origin('red-fox')['version'], '1.1.0');
    await run(2, 'update', 'red-fox', '--yes');
    assert.equal(origin('red-fox')['version'], '1.1.0');
    const atTerminal = await realm(['update', 'red-fox', '--yes'], { terminals: ['stdin', 'stderr'] });
    assert.equal(atTerminal.code, 0, atTerminal.stderr);
    assert.equal(origin('red-fox')['version'], '1.0.0');
    await run(0, 'verify', 'red-fox');
    await run(0, 'get', 'shop@1.1.0', 'blue-fox');
    await run(0, 'update', 'blue-fox', '--to', '1.0.0');
    assert.equal(origin('blue-fox')['version'], '1.0.0');
  });
});

describe('a project of a deprecated realm', () => {
  test('is told the message and the successor', async () => {
    await run(0, 'get', 'shop', 'red-fox');
    await owner.realms.update('shop', { deprecated: { message: 'Nobody mends it', successor: 'market' } });
    try {
      const text = 'shop is deprecated. Nobody mends it. Use market.';
      assert.ok((await run(0, 'outdated', 'red-fox')).stderr.includes(`Warning: ${text}\n`));
      const [row] = JSON.parse((await run(0, 'outdated', 'red-fox', '--json')).stdout);
      assert.deepEqual([row.isDeprecated, row.message, row.successor], [true, 'Nobody mends it', 'market']);
      const { stderr } = await run(0, 'update', 'red-fox', '--check');
      assert.match(stderr, /^Warning: It is deprecated\. Nobody mends it\. Use market\.$/m);
    } finally {
      await owner.realms.update('shop', { deprecated: null });
    }
  });
});

async function makeProjects(): Promise<void> {
  await run(0, 'get', 'shop@1.0.0', 'apps/old');
  await run(0, 'get', 'shop', 'apps/new');
  mkdirSync(join(cwd, 'apps/plain'));
  writeFileSync(join(cwd, 'apps/README.md'), 'x');
}

describe('several projects', () => {
  const PLACES = ['apps/README.md', 'apps/new', 'apps/old', 'apps/plain'];

  test('are compared, with a line for each folder that is none, and the largest exit code', async () => {
    await makeProjects();
    const { stdout, stderr } = await run(3, 'outdated', ...PLACES);
    assert.equal(stdout, 'apps/new\tshop\t1.1.0\t1.1.0\napps/old\tshop\t1.0.0\t1.1.0\n');
    for (const name of ['README.md', 'plain'])
      assert.equal(
        stderr.split('\n').filter((line) => line.includes(`apps/${name} has no .realm/origin.json`)).length,
        1,
      );
    await run(10, 'outdated', ...PLACES, '--exit-code');
    const json = await run(3, 'outdated', ...PLACES, '--json=folder');
    assert.deepEqual(JSON.parse(json.stdout), [{ folder: 'apps/new' }, { folder: 'apps/old' }]);
    assert.equal(JSON.parse(json.stderr.split('\n')[0] ?? '').exitCode, 3);
  });

  test('are updated, with the largest exit code', async () => {
    await makeProjects();
    await run(10, 'update', ...PLACES, '--check');
    write(
      'apps/old/src/old.js',
      "export const name = 'Old';\nexport const port = 4000;\nexport const currency = 'EUR';\n",
    );
    const { stdout } = await run(6, 'update', ...PLACES, '--json=from,to,conflicts');
    assert.deepEqual(JSON.parse(stdout), [
      { from: '1.1.0', to: '1.1.0', conflicts: 0 },
      { from: '1.0.0', to: '1.1.0', conflicts: 1 },
    ]);
    assert.equal(origin('apps/old')['version'], '1.1.0');
    await run(3, 'update', ...PLACES);
    await run(0, 'update', 'apps/new', 'apps/old');
  });

  test('are an empty list where each of them fails', async () => {
    await makeProjects();
    assert.equal((await run(3, 'update', 'apps/README.md', 'apps/plain', '--json')).stdout, '[]\n');
    assert.equal((await run(3, 'outdated', 'apps/README.md', 'apps/plain', '--json')).stdout, '[]\n');
    assert.equal((await run(3, 'update', 'apps/README.md', 'apps/plain')).stdout, '');
  });

  test('have hints that name one folder alone', async () => {
    for (const name of ['docker', 'old']) await run(0, 'get', 'shop', name);
    await yank('1.1.0');
    const { stderr } = await run(2, 'update', '--summary', 'docker', 'old', '--registry', catalog.url);
    assert.deepEqual(
      stderr.split('\n').filter((line) => line.startsWith('  npx')),
      ['docker', 'old'].map((name) => `  npx realm update --summary ${name} --registry ${catalog.url} --to 1.0.0`),
    );
    const option = await run(2, 'update', 'old', 'docker', '--without', 'docker', '--registry', 'http://127.0.0.1:1');
    assert.match(option.stderr, /npx realm update old --without docker --registry/);
    assert.match(option.stderr, /npx realm update docker --without docker --registry/);
    const outdated = await run(2, 'outdated', 'docker', 'old', '--registry', 'http://127.0.0.1:1');
    assert.match(outdated.stderr, /npx realm outdated old --registry/);
  });
});

test('an origin with conflict marks of git is explained', async () => {
  await run(0, 'get', 'shop@1.0.0', 'red-fox');
  const text = read('red-fox/.realm/origin.json');
  const marked = text.replace(
    /^ {2}"version": .*\n/m,
    (line) => `<<<<<<< HEAD\n${line}=======\n${line}>>>>>>> other\n`,
  );
  for (const broken of [marked, marked.replaceAll('\n', '\r\n')]) {
    write('red-fox/.realm/origin.json', broken);
    for (const word of ['update', 'outdated', 'verify', 'diff'])
      assert.match((await run(6, word, './red-fox')).stderr, /has conflict marks of git[^]*Keep one side/, word);
  }
});
