// Completion: what the program answers, and the scripts in the real shells.
// Run: one store, own process
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, globSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { createClient } from '@realm-catalog/client';
import { anArchive, startReachableCatalog } from '../../clients/typescript/test/support.ts';
import { aRealm, signUp } from '../../server/test/support/harness.ts';
import { findProgram, unpacked, without } from '../../server/test/support/servers/debian.ts';
import { startServer } from './support/fake-server.ts';
import { runRealm, temporaryHome } from './support/run-realm.ts';
import { openTerminal, withoutTerminal } from './support/terminal.ts';

const wordsFor = async (...words: string[]) =>
  wordsWith({ HOME: '/sys', REALM_REGISTRY: 'http://127.0.0.1:1' }, ...words);

async function wordsWith(env: Record<string, string>, ...words: string[]) {
  const { code, stdout, stderr } = await runRealm(['complete', '--', ...words], { env });
  assert.deepEqual([code, stderr], [0, '']);
  return stdout.split('\n').flatMap((line) => (line ? [line.split('\t')[0] ?? ''] : []));
}

test('commands, subcommands, options and their values are completed', async () => {
  assert.deepEqual(await wordsFor('sea'), ['search']);
  assert.ok((await wordsFor('')).includes('doctor'));
  assert.deepEqual(await wordsFor('--registry', 'http://127.0.0.1', 'inf'), ['info']);
  assert.deepEqual(await wordsFor('config', 's'), ['set']);
  assert.deepEqual(await wordsFor('search', '--feat'), ['--featured']);
  assert.deepEqual(await wordsFor('search', '--sort', 'd'), ['downloads']);
  assert.deepEqual(await wordsFor('search', '--sort=d'), ['--sort=downloads']);
  assert.deepEqual(await wordsFor('search', '--sort', '=', 'd'), ['downloads']); // as bash splits it
  assert.deepEqual(await wordsFor('completion', ''), ['bash', 'zsh', 'fish']);
  assert.deepEqual(await wordsFor('info', 'mark'), []);
  assert.deepEqual(await wordsFor('nope', ''), []);
});

/** A catalog of some realms. It answers with these headers, and with what a test wants of a realm's versions. */
async function startSmallCatalog(headers: Record<string, string> = {}) {
  const asked: string[] = [];
  const server = await startServer(({ url = '', headers: sent }, response) => {
    asked.push(`${url}${sent.authorization ? ' with a token' : ''}`);
    const { pathname, searchParams } = new URL(url, 'http://x');
    const q = searchParams.get('q') ?? '';
    const pagination = { hasMore: false };
    const realms = ['markdown-blog', 'markdown-book', 'shop'].filter((slug) => slug.includes(q));
    const tags = ['auth', 'atom', 'sqlite'].filter((tag) => tag.startsWith(searchParams.get('prefix') ?? ''));
    const answers: Record<string, object> = {
      '/v1/api/realms': { realms: realms.map((slug) => ({ slug, name: `The ${slug}` })), pagination },
      '/v1/api/tags': { tags: tags.map((value) => ({ value, count: 2 })), pagination },
      '/v1/api/categories': { categories: [{ value: 'blog', count: 1 }], pagination },
      '/v1/api/realms/markdown-blog/versions': {
        versions: [{ version: '1.10.0' }, { version: '1.2.0', yanked: true }, { version: '0.1.0' }],
      },
    };
    response.writeHead(200, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(answers[pathname] ?? {}));
  });
  return { ...server, asked: () => asked.splice(0) };
}

test('slugs, versions, tags and categories of the catalog are completed, by one request without a token', async () => {
  await using server = await startSmallCatalog();
  using home = temporaryHome();
  const env = { HOME: home.path, REALM_REGISTRY: server.url, REALM_TOKEN: 'rlm_key_secret' };
  assert.deepEqual(await wordsWith(env, 'info', 'markdown-b'), ['markdown-blog', 'markdown-book']);
  assert.deepEqual(server.asked(), ['/v1/api/realms?limit=50&q=markdown-b']);
  assert.deepEqual(await wordsWith(env, 'star', 'markdown-bl'), ['markdown-blog'], 'of what is known');
  assert.deepEqual(server.asked(), []);
  assert.deepEqual(await wordsWith(env, 'get', ''), ['markdown-blog', 'markdown-book', 'shop']);
  assert.deepEqual(await wordsWith(env, 'get', '--on-conflict', 'skip', 'sho'), ['shop']);
  assert.deepEqual(await wordsWith(env, 'new', 'sho'), ['shop']);
  assert.deepEqual(await wordsWith(env, 'get', 'shop', ''), [], 'files of this folder');
  server.asked();
  const versions = ['markdown-blog@1.10.0', 'markdown-blog@1.2.0'];
  assert.deepEqual(await wordsWith(env, 'files', 'markdown-blog@1'), versions);
  assert.deepEqual(
    await wordsWith(env, 'files', 'markdown-blog', '@', '1'),
    ['@1.10.0', '@1.2.0'],
    'as bash splits it',
  );
  assert.deepEqual(await wordsWith(env, 'files', 'markdown-blog', '@'), ['@1.10.0', '@1.2.0', '@0.1.0']);
  assert.deepEqual(server.asked(), ['/v1/api/realms/markdown-blog/versions']);
  assert.deepEqual(await wordsWith(env, 'search', '--tag', 'a'), ['auth', 'atom']);
  assert.deepEqual(await wordsWith(env, 'search', '--tag=at'), ['--tag=atom']);
  assert.deepEqual(await wordsWith(env, 'search', '--category', 'b'), ['blog']);
  assert.equal(server.asked().length, 2);
  const named = { HOME: home.path, REALM_REGISTRY: 'http://127.0.0.1:1' };
  assert.deepEqual(await wordsWith(named, 'info', '--registry', server.url, 'sh'), ['shop']);
  assert.deepEqual(await wordsWith(named, 'info', `--registry=${server.url}`, 'sh'), ['shop']);
});

test('the last part of the hourly limit is left to commands', async () => {
  const reset = String(Math.floor(Date.now() / 1_000) + 600);
  await using server = await startSmallCatalog({
    'x-ratelimit-limit': '100',
    'x-ratelimit-remaining': '19',
    'x-ratelimit-reset': reset,
  });
  using home = temporaryHome();
  const env = { HOME: home.path, REALM_REGISTRY: server.url };
  assert.deepEqual(await wordsWith(env, 'info', 'sh'), ['shop']);
  assert.deepEqual(await wordsWith(env, 'info', 'mark'), [], 'not asked');
  assert.equal(server.asked().length, 1);
});

test('a catalog that is slow, broken, hostile or away completes nothing, in silence', async () => {
  const evil = ['$(touch /tmp/executed)', 'a b', 'x\u001b[2J', '../x', 'UPPER', 'x'.repeat(100), 7, null];
  const hostile = {
    realms: [...evil.map((slug) => ({ slug, name: 'x' })), { slug: 'xylo', name: 'a\tb\nc\u001b[2J' }],
  };
  for (const [answer, expected] of [
    ['{', ''],
    ['[]', ''],
    ['{"realms":7}', ''],
    [`{"realms":[],"x":"${'x'.repeat(400_000)}"}`, ''],
    [JSON.stringify(hostile), 'xylo\ta b c\ufffd[2J\n'],
  ] as const) {
    using home = temporaryHome();
    await using server = await startServer((_, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(answer),
    );
    const env = { HOME: home.path, REALM_REGISTRY: server.url };
    const { code, stdout, stderr } = await runRealm(['complete', '--', 'info', 'x'], { env });
    assert.deepEqual([code, stdout, stderr], [0, expected, '']);
  }
  let asked = 0;
  await using silent = await startServer(() => void asked++);
  using home = temporaryHome();
  const env = { HOME: home.path, REALM_REGISTRY: silent.url };
  for (const typed of ['a', 'b', 'c']) assert.deepEqual(await wordsWith(env, 'info', typed), []);
  assert.equal(asked, 1, 'it is left alone for a while');
  for (const broken of ['not an address', 'ftp://x'])
    assert.deepEqual(await wordsWith({ ...env, REALM_REGISTRY: broken }, 'info', 'a'), []);
  assert.deepEqual(await wordsWith({ HOME: '/sys', REALM_REGISTRY: silent.url }, 'info', 'a'), []);
});

test('a real catalog has what completes', async () => {
  await using catalog = await startReachableCatalog();
  const { account, token } = await signUp(catalog, { username: 'alice' });
  const realm = aRealm({ ...account, passwordHash: '' }, { slug: 'red-fox', tags: ['animals'], category: 'zoo' });
  await catalog.insert({ realms: [realm] });
  const client = createClient({ baseUrl: catalog.url, token });
  await client.realms.publish('red-fox', await anArchive('1.2.0', ['README.md', '# Fox']));
  using home = temporaryHome();
  const env = { HOME: home.path, REALM_REGISTRY: catalog.url };
  assert.deepEqual(await wordsWith(env, 'info', 'red-f'), ['red-fox']);
  assert.deepEqual(await wordsWith(env, 'info', 'red-fox@'), ['red-fox@1.2.0']);
  assert.deepEqual(await wordsWith(env, 'search', '--tag', 'an'), ['animals']);
  assert.deepEqual(await wordsWith(env, 'search', '--category', ''), ['zoo']);
});

/** Types a word and the key Tab into a shell that has loaded the script; what the shell then runs is printed. */
async function typeInto(shell: 'bash' | 'zsh', words: string[], env: Record<string, string | undefined>, zshenv = '') {
  using home = temporaryHome();
  await using server = await startSmallCatalog();
  const file = join(home.path, 'completion');
  writeFileSync(file, (await runRealm(['completion', shell])).stdout);
  writeFileSync(join(home.path, '.zshenv'), zshenv);
  using terminal = openTerminal(words, {
    ...env,
    HOME: home.path,
    REALM_REGISTRY: server.url,
    PS1: 'ready> ',
    HISTFILE: '/dev/null',
  });
  await terminal.shows(/ready> $/);
  terminal.type(`. ${file}; realm() { echo "ran <$*>"; }; echo lo''aded\r`);
  await terminal.shows(/loaded\r\n.*ready> $/s);
  terminal.type('realm collec\t');
  await terminal.shows(/realm collections $/);
  terminal.type('\r');
  await terminal.shows(/ran <collections ?>/);
  terminal.type('realm info markdown-bl\t');
  await terminal.shows(/realm info markdown-blog $/);
  terminal.type('\b@1.1\t');
  await terminal.shows(/1\.10\.0 $/); // written over what was there
  terminal.type('\r');
  await terminal.shows(/ran <info markdown-blog@1\.10\.0 ?>/);
  terminal.type(`realm info $(touch ${home.path}/executed)\t-`);
  await terminal.shows(/executed\).? ?-/);
  assert.ok(!existsSync(join(home.path, 'executed')));
}

test('bash completes a command, and executes nothing', { skip: withoutTerminal }, () =>
  typeInto('bash', ['bash', '--norc', '--noprofile', '-i'], { PATH: process.env['PATH'] }),
);

test('zsh completes a command, and executes nothing', { skip: withoutTerminal || without('zsh') }, () => {
  const { path, env } = findProgram('zsh') ?? { path: '', env: {} };
  // An unpacked zsh looks for its modules and functions where it would be installed.
  const modules = globSync(join(unpacked, 'usr/lib/*-linux-*/zsh/*'));
  const functions = globSync(join(unpacked, 'usr/share/zsh/functions/**/')).join(' ');
  const own = path.startsWith(unpacked) ? `module_path=(${modules.join(' ')}); fpath=(${functions})` : '';
  // By default, zsh itself evaluates what was typed when Tab is pressed.
  const settings = "autoload -Uz compinit; compinit -u -D; bindkey '^I' complete-word; PS1='ready> '";
  return typeInto('zsh', [path, '-d', '-i'], env, `${own}\n${settings}\n`);
});

test('fish completes commands, values and the names of files', { skip: without('fish') }, async () => {
  const { path, env } = findProgram('fish') ?? { path: '', env: {} };
  using home = temporaryHome();
  const file = join(home.path, 'realm.fish');
  writeFileSync(file, (await runRealm(['completion', 'fish'])).stdout);
  const complete = (line: string) =>
    promisify(execFile)(path, ['-N', '-c', `source ${file}; cd ${home.path}; complete -C '${line}'`], {
      env: { ...env, HOME: home.path, REALM_REGISTRY: server.url },
    });
  await using server = await startSmallCatalog();
  assert.equal((await complete('realm collec')).stdout, 'collections\tList curated collections\n');
  assert.equal((await complete('realm search --sort=dow')).stdout, '--sort=downloads\n');
  assert.match((await complete('realm info markdown-bl')).stdout, /^markdown-blog\tThe markdown-blog\n/);
  assert.match((await complete('realm info markdown-blog@0')).stdout, /^markdown-blog@0\.1\.0/);
  assert.match((await complete('realm info realm.f')).stdout, /^realm\.fish/);
});
