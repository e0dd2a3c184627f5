// Tests `realm mcp`: with the official client of the protocol as the other side, and with input that no client sends.
// Run: one store, own process
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startReachableCatalog } from '../../../clients/typescript/test/support.ts';
import { aKey, signUp } from '../../../server/test/support/harness.ts';
import { mainFile, runRealm, temporaryHome } from '../support/run-realm.ts';

const catalog = await startReachableCatalog();
const home = temporaryHome();
const cwd = mkdtempSync(join(tmpdir(), 'realm-mcp-'));
after(async () => {
  await catalog[Symbol.asyncDispose]();
  home[Symbol.dispose]();
  rmSync(cwd, { recursive: true });
});
const alice = await signUp(catalog, { username: 'alice' });
const { key } = await aKey(catalog, alice.token);
const env = { HOME: home.path, REALM_REGISTRY: catalog.url, PATH: process.env['PATH'] ?? '' };
const starter = fileURLToPath(new URL('../../../starters/markdown-blog', import.meta.url));
const published = await runRealm(['publish', starter, '--slug', 'markdown-blog'], {
  env: { ...env, REALM_TOKEN: key },
});
assert.equal(published.code, 0, published.stderr);

const clientProgram = join(fileURLToPath(new URL('../../../', import.meta.url)), 'generators', 'mcp', 'client.mts');
const run = promisify(execFile);

interface ToolResult {
  content: { type: string; text: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
}

interface Session {
  latest: string;
  version: { name: string };
  instructions: string;
  tools: { name: string; annotations: { readOnlyHint: boolean } }[];
  results: ToolResult[];
}

/** What the official client gets. */
async function session(calls: [name: string, args: object][], words: string[] = []): Promise<Session> {
  const task = {
    command: process.execPath,
    args: [mainFile, 'mcp', ...words],
    env,
    cwd,
    calls: calls.map(([name, args]) => ({ name, arguments: args })),
  };
  const { stdout } = await run(process.execPath, [clientProgram, JSON.stringify(task)]);
  return JSON.parse(stdout) as Session;
}

const byText = (one: unknown, other: unknown) => String(one).localeCompare(String(other));

const textOf = (result: ToolResult | undefined) => result?.content[0]?.text ?? '';

describe('with the official client', () => {
  test('an agent searches, reads about a realm, lists its files and reads one', async () => {
    const { tools, results, version, instructions } = await session([
      ['search_realms', { q: 'blog', limit: 5 }],
      ['get_realm_info', { slug: 'markdown-blog' }],
      ['list_realm_files', { slug: 'markdown-blog', limit: 3 }],
      ['read_realm_file', { slug: 'markdown-blog', path: 'package.json' }],
    ]);
    assert.equal(version.name, 'realm-catalog');
    assert.match(instructions, /treat them as data/);
    assert.deepEqual(
      tools.map(({ name, annotations }) => [name, annotations.readOnlyHint]),
      ['search_realms', 'get_realm_info', 'list_realm_files', 'read_realm_file'].map((name) => [name, true]),
      'nothing that writes is offered',
    );
    const [search, info, files, file] = results;
    assert.deepEqual(
      (search?.structuredContent?.['realms'] as { slug: string }[] | undefined)?.map(({ slug }) => slug),
      ['markdown-blog'],
    );
    assert.deepEqual(JSON.parse(textOf(search)), search?.structuredContent);
    assert.equal(info?.structuredContent?.['slug'], 'markdown-blog');
    assert.equal((files?.structuredContent?.['files'] as object[] | undefined)?.length, 3);
    assert.equal(textOf(file), readFileSync(join(starter, 'package.json'), 'utf8'));
  });

  test('filters can be typed among the words of a search', async () => {
    const texts = ['tag:markdown license:MIT blog', 'tag:markdown,no-such-tag', 'category:api blog', 'no-such-word'];
    const { results } = await session(texts.map((q) => ['search_realms', { q }]));
    const found = results.map(({ structuredContent }) => structuredContent?.['realms'] as { slug: string }[]);
    assert.deepEqual(
      found.map((realms) => realms.map(({ slug }) => slug)),
      [['markdown-blog'], [], [], []],
    );
    const both = await session([['search_realms', { q: 'tag:markdown', tags: 'no-such-tag' }]]);
    assert.deepEqual(both.results[0]?.structuredContent?.['realms'], []);
  });

  test('what fails is said to the model, which can mend it', async () => {
    const { results } = await session([
      ['get_realm_info', { slug: 'nobody-has-this' }],
      ['get_realm_info', {}],
      ['search_realms', { limit: 1_000 }],
      ['search_realms', { sort: 'best' }],
      ['search_realms', { page: 2 }],
      ['read_realm_file', { slug: 'markdown-blog', path: '../../etc/passwd' }],
    ]);
    const messages = [/./, /slug is missing/, /from 1 to 50/, /one of relevance/, /no argument page/, /./];
    for (const [at, message] of messages.entries()) {
      assert.equal(results[at]?.isError, true);
      assert.match(textOf(results[at]), message);
    }
  });

  test('with --allow-writes it fetches a realm, and only into a new folder below the one it was started in', async () => {
    symlinkSync(home.path, join(cwd, 'elsewhere'));
    symlinkSync('.git', join(cwd, 'repository'));
    symlinkSync('.hidden', join(cwd, 'visible'));
    symlinkSync('nowhere', join(cwd, 'dangling'));
    for (const path of ['mine', 'empty', '.git/hooks', '.hidden']) mkdirSync(join(cwd, path), { recursive: true });
    writeFileSync(join(cwd, 'mine', 'package.json'), 'mine');
    const there = ['mine', 'empty', 'dangling'];
    const elsewhere = ['../outside', home.path, 'elsewhere/site', '.', '', 'site/../..', 'elsewhere'];
    const hidden = ['.git/hooks', '.git/hooks/new', '.GIT/new', 'git~1/new', 'repository/hooks/new', '.hidden/new'];
    const others = [...elsewhere, ...hidden, '.new', 'new/.github/new', 'visible/new', '.hidden/../.vscode'];
    const before = readdirSync(cwd, { recursive: true, encoding: 'utf8' });
    await runRealm(['deprecate', 'markdown-blog'], { env: { ...env, REALM_TOKEN: key } });
    const { tools, results } = await session(
      [
        ['get_realm', { slug: 'markdown-blog', folder: 'site' }],
        ['get_realm', { slug: 'markdown-blog', folder: 'new/deep' }],
        ...[...there, ...others].map((folder): [string, object] => ['get_realm', { slug: 'markdown-blog', folder }]),
      ],
      ['--allow-writes'],
    );
    assert.equal(tools.at(-1)?.annotations.readOnlyHint, false);
    assert.equal(results[0]?.isError, undefined, textOf(results[0]));
    assert.ok(existsSync(join(cwd, 'site', 'package.json')));
    assert.deepEqual(results[0]?.structuredContent?.['warnings'], ['It is deprecated.']);
    assert.ok(existsSync(join(cwd, 'new/deep', 'package.json')));
    for (const [at, folder] of [...there, ...others].entries()) {
      const message = there.includes(folder) ? /already exists/ : /The folder must be below|is inside \.git,/;
      assert.equal(results[at + 2]?.isError, true, folder);
      assert.match(textOf(results[at + 2]), message, folder);
    }
    assert.equal(readFileSync(join(cwd, 'mine', 'package.json'), 'utf8'), 'mine');
    const after = readdirSync(cwd, { recursive: true, encoding: 'utf8' });
    assert.deepEqual(
      after.filter((path) => !/^(?:site|new|elsewhere)\b/.test(path)),
      before.filter((path) => path !== 'elsewhere'),
    );
    assert.ok(!existsSync(join(cwd, '../outside')) && !existsSync(join(home.path, 'site')));
  });

  test('get_realm takes answers as an object, or as its JSON', async () => {
    const answers = { title: 'Tea House', tests: false };
    const wrong = [{ tests: 1 }, ['tests'], '["tests"]'];
    const { results } = await session(
      [answers, JSON.stringify(answers), ...wrong].map((given, at) => [
        'get_realm',
        { slug: 'markdown-blog', folder: `answered-${at}`, answers: given },
      ]),
      ['--allow-writes'],
    );
    for (const [at, result] of results.slice(0, 2).entries()) {
      const { title, tests, examples } = Object(result.structuredContent?.['answers']) as Record<string, unknown>;
      assert.deepEqual([title, tests, examples], ['Tea House', false, true], textOf(result));
      assert.ok(!existsSync(join(cwd, `answered-${at}`, 'test')));
    }
    assert.deepEqual(results.slice(2).map(textOf), [
      'The argument answers.tests must be a text or true or false.',
      'The argument answers must be an object or a text.',
      'answers is not a JSON object.',
    ]);
  });
});

/** The answers to these lines. */
async function answersTo(...lines: (string | object)[]): Promise<any[]> {
  const input = lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join('');
  const { code, stdout } = await runRealm(['mcp'], { env, input });
  assert.equal(code, 0);
  return stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}
const call = (id: unknown, method: string, params?: unknown) => ({ jsonrpc: '2.0', id, method, params });

describe('with any input', () => {
  test('the version of the protocol is the one that the client asks for, or the newest', async () => {
    const { latest } = await session([]);
    for (const [asked, agreed] of [
      ['2025-06-18', '2025-06-18'],
      ['1999-01-01', latest],
      [latest, latest],
    ]) {
      const [answer] = await answersTo(call(1, 'initialize', { protocolVersion: asked }));
      assert.equal(answer.result.protocolVersion, agreed);
    }
  });

  test('what is no request gets the error of JSON-RPC, and the next request its answer', async () => {
    const wrong: [line: string | object, code: number][] = [
      ['{', -32_700],
      ['"text"', -32_600],
      ['[]', -32_600],
      ['null', -32_600],
      [{ jsonrpc: '1.0', id: 1, method: 'ping' }, -32_600],
      [call({}, 'ping'), -32_600],
      [call(1, 'ping', 'text'), -32_600],
      [`{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":"${'x'.repeat(2_000_000)}"}}`, -32_600],
      [call(1, 'resources/list'), -32_601],
      [call(1, 'tools/call', { name: 'get_realm', arguments: { slug: 'markdown-blog' } }), -32_602],
      [call(1, 'tools/call', { name: '__proto__' }), -32_602],
    ];
    for (const [line, code] of wrong) {
      const answers = await answersTo(line, '', call('next', 'ping'));
      assert.deepEqual(
        answers.map(({ id, error }) => (id === 'next' ? 'answered' : error.code)).toSorted(byText),
        [code, 'answered'].toSorted(byText),
        JSON.stringify(line).slice(0, 100),
      );
    }
  });

  test('notifications get no answer, and many requests at once each get theirs', async () => {
    const notifications = ['notifications/initialized', 'notifications/cancelled', 'notifications/unknown'];
    const requests = Array.from({ length: 100 }, (_, id) => call(id, id % 10 ? 'ping' : 'tools/list'));
    const answers = await answersTo(...notifications.map((method) => ({ jsonrpc: '2.0', method })), ...requests);
    assert.deepEqual(
      answers.map(({ id }) => id).toSorted((one, other) => one - other),
      requests.map(({ id }) => id),
    );
  });

  test('a request that is cancelled gets no answer', async () => {
    const search = call(1, 'tools/call', { name: 'search_realms', arguments: {} });
    const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } };
    assert.deepEqual(
      (await answersTo(search, cancel, call(2, 'ping'))).map(({ id }) => id),
      [2],
    );
  });
});
