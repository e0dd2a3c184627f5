// `--json` of every command.
// Run: one store, shared process
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aKey } from '../../server/test/support/harness.ts';
import { commands } from '../src/commands.ts';
import { runRealm, temporaryHome } from './support/run-realm.ts';
import { alice, catalog, env, key, project, proxy, startBeforeTests } from './publishing/projects.ts';

startBeforeTests();

/** Words for every command that prints a record or records, in an order in which each succeeds. */
const everyCommand = [
  ['init', '--name', 'Small tool', '--description', 'A.', '--category', 'cli', '--tags', 'a', '--license', 'MIT'],
  ['pack', '--dry-run'],
  ['pack', '-o', 'own.tar.gz'],
  ['publish', '--yes'],
  ['publish', '--dry-run'],
  ['search', 'tool'],
  ['info', 'small-tool'],
  ['get', 'small-tool', 'copy'],
  ['get', 'small-tool', '-o', 'copy.tar.gz'],
  ['outdated', 'copy'],
  ['diff', 'copy'],
  ['verify', 'copy'],
  ['update', 'copy'],
  ['new', 'small-tool', 'fresh'],
  ['collections'],
  ['stats'],
  ['stats', 'small-tool'],
  ['open', 'small-tool'],
  ['yank', 'small-tool@1.0.0'],
  ['unyank', 'small-tool@1.0.0'],
  ['deprecate', 'small-tool'],
  ['info', 'small-tool'],
  ['info', 'small-tool@1'],
  ['versions', 'small-tool'],
  ['files', 'small-tool'],
  ['files', 'small-tool', '--show', 'README.md'],
  ['edit', 'small-tool', '--tags', 'a,b'],
  ['keys'],
  ['keys', 'create', 'robot'],
  ['keys', 'revoke', 'robot', '--yes'],
  ['outdated', 'copy'],
  ['get', 'small-tool', 'copy'],
  ['star', 'small-tool'],
  ['unstar', 'small-tool'],
  ['list'],
  ['whoami'],
  ['token'],
  ['login', '--with-token', '--store', 'file'],
  ['logout'],
  ['logout'],
  ['api', 'GET', '/realms'],
  ['api', 'realms', '--paginate'],
  ['api', 'POST', 'realms', '-f', 'name=Other', '-f', 'description=B.', '-f', 'category=cli'],
  ['delete', 'other', '--yes'],
  ['api', 'DELETE', '/realms/small-tool'],
  ['api', 'GET', '/stats/series?metric=users&format=csv'],
  ['cache'],
  ['cache', 'dir'],
  ['cache', 'clean'],
  ['config', 'set', 'profiles.staging', 'https://staging.example'],
  ['config', 'get', 'profiles.staging'],
  ['config', 'unset', 'profiles.staging'],
  ['config', 'path'],
  ['config'],
  ['doctor'],
  ['completion', 'bash'],
  ['help', 'exit-codes'],
];

test('with --json every command prints one value, and nothing to stderr', async () => {
  using ownHome = temporaryHome();
  const { key: strong } = await aKey(catalog, alice.token, { scopes: ['realms:read', 'realms:write', 'account'] });
  const own = { ...env, HOME: ownHome.path, REALM_TOKEN: strong };
  const settings = { cwd: project({ 'README.md': '# Mine' }), input: key, env: own };
  const outputs = new Map<string, unknown>();
  for (const words of everyCommand) {
    const { code, stdout, stderr } = await runRealm([...words, '--json'], settings);
    assert.deepEqual([code, stderr], [0, ''], words.join(' '));
    outputs.set(words.join(' '), JSON.parse(stdout));
  }
  const tried = new Set([...everyCommand.map(([word]) => word), 'mcp']); // which speaks JSON-RPC
  assert.deepEqual(new Set(commands.keys()), tried);
  const { url } = proxy;
  const expected = {
    'diff copy': [],
    'star small-tool': { slug: 'small-tool', isStarred: true },
    'unstar small-tool': { slug: 'small-tool', isStarred: false },
    logout: { registry: url, wasLoggedIn: false, isRevoked: false, warnings: [WARNING] },
    'config set profiles.staging https://staging.example': {
      key: 'profiles.staging',
      value: 'https://staging.example',
    },
    'config unset profiles.staging': { key: 'profiles.staging', value: null },
    'api DELETE /realms/small-tool': null,
  };
  for (const [words, value] of Object.entries(expected)) assert.deepEqual(outputs.get(words), value, words);
  assert.match(JSON.stringify(outputs.get('pack -o own.tar.gz')), /"warnings":\["own\.tar\.gz would be part/);
  assert.match(JSON.stringify(outputs.get('get small-tool copy')), /"warnings":\["It is deprecated\."\]/);
});

test('a warning is shown beside the fields that were asked for', async () => {
  using ownHome = temporaryHome();
  const { stdout, stderr } = await runRealm(['logout', '--json=wasLoggedIn'], { env: { ...env, HOME: ownHome.path } });
  assert.deepEqual([JSON.parse(stdout), stderr], [{ wasLoggedIn: false, warnings: [WARNING] }, '']);
});

const WARNING = 'REALM_TOKEN is set, so commands still use it.';

test('the fields that a command names are those of its record, and one that is absent is null', async () => {
  using ownHome = temporaryHome();
  const settings = { cwd: project({ 'README.md': '# Mine' }), input: key, env: { ...env, HOME: ownHome.path } };
  for (const words of [
    ['init', '--name', 'My tool', '--description', 'A.', '--category', 'cli', '--tags', 'a', '--license', 'MIT'],
    ['pack', '--dry-run'],
    ['publish', '--yes'],
    ['publish', '--dry-run'],
    ['get', 'my-tool', 'copy'],
    ['get', 'my-tool', '-o', 'copy.tar.gz'],
    ['yank', 'my-tool@1.0.0'],
    ['unyank', 'my-tool@1.0.0'],
    ['deprecate', 'my-tool'],
    ['edit', 'my-tool', '--license', 'Apache-2.0'],
    ['star', 'my-tool'],
    ['unstar', 'my-tool'],
    ['login', '--with-token', '--store', 'file'],
    ['logout'],
    ['config', 'set', 'registry', 'https://catalog.example'],
    ['config', 'unset', 'registry'],
    ['cache', 'clean'],
  ]) {
    const { code, stdout, stderr } = await runRealm([...words, '--json'], settings);
    assert.equal(code, 0, stderr);
    const unknown = await runRealm([...words, '--json=nope'], settings);
    const known = JSON.parse(unknown.stderr).hint.replace('Fields: ', '').split(', ');
    for (const field of Object.keys(JSON.parse(stdout))) assert.ok(known.includes(field), `${words[0]}: ${field}`);
  }
  const dryRun = await runRealm(['get', 'my-tool', '--dry-run', '--json=slug,file'], settings);
  assert.equal(dryRun.stdout, '{"slug":"my-tool","file":null,"warnings":["It is deprecated."]}\n');
});
