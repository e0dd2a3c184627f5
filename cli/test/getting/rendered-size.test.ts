// A small archive whose answers make a project of gigabytes: no command makes one.
// Run: one store, shared process
// Needs: minutes
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { describe, test } from 'node:test';
import { aRealm, signUp } from '../../../server/test/support/harness.ts';
import { catalog, cwd, publishVersions, read, realm, run, startBeforeTests, write } from '../updating/shop.ts';

const MIB = 1_024 ** 2;
/** One more than fit: each has 100 MiB when every `A B` is this name, of 400 bytes. */
const FILES = 6;
const NAME = '𝒜'.repeat(100);
const dense = Object.fromEntries(
  Array.from({ length: FILES }, (_, at): [string, string] => [`dense-${at}.txt`, 'A B\n'.repeat(MIB / 4)]),
);
/** No archive may have files of more than a hundred times its size. */
const noise = Array.from({ length: 2_000 }, (_, at) => createHash('sha256').update(String(at)).digest('hex')).join('');
const asking = (value: string) => ({
  variables: { name: { ask: 'What is it called?', replaces: 'A B', default: value } },
});

startBeforeTests(async () => {
  const { account, token } = await signUp(catalog, { username: 'bob' });
  await catalog.insert({ realms: [aRealm({ ...account, passwordHash: '' }, { slug: 'dense' })] });
  await publishVersions(catalog.url, token, 'dense', {
    '1.0.0': { manifest: asking('Small'), files: { 'README.md': 'A B\n' } },
    '1.1.0': { manifest: asking(NAME), files: { 'README.md': 'A B\n', ...dense, noise } },
  });
});

const everything = () => readdirSync(cwd, { recursive: true, encoding: 'utf8' }).toSorted();

/** Runs a command that must refuse the size, and leave the folder as it was. */
async function refused(...words: string[]): Promise<void> {
  const before = everything();
  const { code, stdout, stderr } = await realm(words);
  assert.deepEqual([code, stdout], [2, ''], stderr);
  assert.match(stderr, /With these answers, “dense-5\.txt” would make the project larger than 512 MiB\./);
  assert.deepEqual(everything(), before);
}

describe('a realm that its answers make larger than 512 MiB', () => {
  test('is not made by get, with its defaults or with others, nor shown by a dry run', async () => {
    await refused('get', 'dense@1.1.0', '--yes');
    await refused('get', 'dense@1.1.0', 'other', '--set', `name=${NAME}`);
    await refused('get', 'dense@1.1.0', '--dry-run');
    await run(0, 'get', 'dense@1.1.0', 'small', '--set', 'name=Small');
  });

  test('is not made by new', async () => refused('new', 'dense@1.1.0', 'project', '--yes'));

  test('is not written by a program that uses realm mcp', async () => {
    const call = { name: 'get_realm', arguments: { slug: 'dense', version: '1.1.0' } };
    const input = `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: call })}\n`;
    const { stdout } = await realm(['mcp', '--allow-writes'], { input });
    assert.match(stdout, /would make the project larger than 512 MiB/);
    assert.deepEqual(everything(), []);
  });

  test('is no update of a project', async () => {
    await run(0, 'get', 'dense@1.0.0', 'project', '--set', `name=${NAME}`);
    await refused('update', 'project', '--yes');
    await refused('update', 'project', '--check');
    await refused('update', 'project', '--dry-run');
  });

  test('is not tried by pack', async () => {
    write('mine/realm.json', JSON.stringify(asking(NAME)));
    for (const [path, text] of Object.entries({ ...dense, noise })) write(`mine/${path}`, text);
    await refused('pack', 'mine', '--try', '--set', `name=${NAME}`);
    await run(0, 'pack', 'mine', '--try');
  });

  test('is not believed where an origin says that a project was made of it', async () => {
    await run(0, 'get', 'dense@1.1.0', 'project', '--set', 'name=Small');
    const file = 'project/.realm/origin.json';
    write(file, read(file).replace('"Small"', JSON.stringify(NAME)));
    await refused('verify', 'project');
  });
});
