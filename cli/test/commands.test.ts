// The commands that read: what they print for people, for pipes and for programs, and how many requests they take.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { turnOn } from '../../server/test/accounts/factors/factors.ts';
import { aRealm, anAccount, PASSWORD, signUp } from '../../server/test/support/harness.ts';
import { until } from '../../server/test/support/until.ts';
import { answerOf } from './support/answers.ts';
import { catalog, key, realm, requestsOf, weakKey } from './support/catalog.ts';
import { startServer } from './support/fake-server.ts';
import { temporaryHome } from './support/run-realm.ts';

test('a search is one request, and tab-separated when piped', async () => {
  const requests = await requestsOf(async () => {
    const { code, stdout, stderr } = await realm(['search', 'blog']);
    assert.equal(code, 0);
    assert.equal(stdout, 'markdown-blog\t0.0.0\t0\t0\tWrite Markdown, have a blog.\n');
    assert.equal(stderr, '1 realm.\n');
  });
  assert.equal(requests.length, 1, requests.join('\n'));
});

test('a search is a table on a terminal, as wide as that is', async () => {
  const { stdout } = await realm(['search'], { terminals: ['stdout'], columns: 60, env: { NO_COLOR: '1' } });
  const [header = '', ...rows] = stdout.trimEnd().split('\n');
  assert.match(header, /^SLUG +VERSION +DOWNLOADS +STARS +DESCRIPTION$/);
  assert.equal(rows.length, 2);
  for (const row of rows) assert.ok(row.length <= 60, row);
});

async function isColored(terminals: 'stdout'[], env = {}, ...more: string[]): Promise<boolean> {
  return (await realm(['search', ...more], { terminals, env })).stdout.includes('\u001b[');
}

test('colours are for terminals, and for FORCE_COLOR', async () => {
  assert.equal(await isColored(['stdout']), true);
  assert.equal(await isColored([]), false);
  assert.equal(await isColored(['stdout'], { NO_COLOR: '1' }), false);
  assert.equal(await isColored(['stdout'], {}, '--no-color'), false);
  assert.equal(await isColored(['stdout'], { FORCE_COLOR: '0' }), false);
  assert.equal(await isColored(['stdout'], { FORCE_COLOR: '1', TERM: 'dumb' }), true);
  const log = await realm(['info', 'nope'], { env: { FORCE_COLOR: '1' } });
  assert.ok(log.stderr.startsWith('\u001b[31mError:'), 'of a log, which is no terminal');
});

test('--quiet prints data and errors alone', async () => {
  const { stdout, stderr } = await realm(['search', 'blog', '--quiet']);
  assert.match(stdout, /^markdown-blog\t/);
  assert.equal(stderr, '');
  assert.match((await realm(['info', 'nope', '--quiet'])).stderr, /^Error: No realm has this slug/);
});

test('--json prints everything, --json=fields some, --ndjson a line for each record', async () => {
  const everything = JSON.parse((await realm(['search', 'blog', '--json'])).stdout);
  assert.equal(everything[0].author.username, 'ada');
  const some = await realm(['search', '--json=slug,category', '--sort', 'name']);
  assert.deepEqual(JSON.parse(some.stdout), [
    { slug: 'markdown-blog', category: 'blog' },
    { slug: 'tiny-shop', category: 'ecommerce' },
  ]);
  const lines = (await realm(['search', '--ndjson', '--json=slug', '--sort', 'name'])).stdout;
  assert.equal(lines, '{"slug":"markdown-blog"}\n{"slug":"tiny-shop"}\n');
  assert.equal((await realm(['info', 'tiny-shop', '--json=slug'])).stdout, '{"slug":"tiny-shop"}\n');
  const unknown = await realm(['search', '--json=nope']);
  assert.equal(unknown.code, 2);
  assert.match(JSON.parse(unknown.stderr).hint, /^Fields: id, name, slug/);
});

/** Of every command that changes something: words that would change it. */
const changes: string[][] = [
  ['get', 'tiny-shop'],
  ['pack', '.', '--force'],
  ['publish', '.', '--yes'],
  ['init', '.', '--force', '--description', 'A.', '--category', 'blog'],
  ['deprecate', 'tiny-shop'],
  ['edit', 'tiny-shop', '--name', 'X'],
  ['delete', 'tiny-shop', '--yes'],
  ['keys', 'create', 'x'],
  ['keys', 'revoke', 'x', '--yes'],
  ['yank', 'tiny-shop@0.0.0'],
  ['unyank', 'tiny-shop@0.0.0'],
  ['login', '--with-token', '--store', 'file'],
  ['cache', 'clean'],
];

test('a field that a command has not is found before anything is changed', async () => {
  using home = temporaryHome();
  writeFileSync(join(home.path, 'realm.json'), '{"slug": "x", "version": "1.0.0"}');
  const settings = { cwd: home.path, input: key, env: { HOME: home.path, REALM_TOKEN: key } };
  const requests = await requestsOf(async () => {
    for (const words of changes) {
      const { code, stdout, stderr } = await realm([...words, '--json=nope'], settings);
      assert.deepEqual([code, stdout], [2, ''], words.join(' '));
      assert.match(JSON.parse(stderr).hint, /^Fields: \w+, /, words.join(' '));
    }
  });
  assert.deepEqual(requests, []);
  assert.deepEqual(readdirSync(home.path), ['realm.json']);
});

test('a search that finds nothing is done, and says what was perhaps meant', async () => {
  const { code, stdout, stderr } = await realm(['search', 'markdwon']);
  assert.equal(code, 0);
  assert.equal(stdout, '');
  assert.match(stderr, /Did you mean npx realm search markdown\n/);
  assert.equal((await realm(['search', 'markdwon', '--json'])).stdout, '[]\n');
});

test('a long list is read page by page', async () => {
  const many = anAccount({ username: 'many' });
  const realms = Array.from({ length: 130 }, (_, at) => aRealm(many, { slug: `many-${at}`, category: 'many' }));
  await catalog.insert({ accounts: [many], realms });
  await catalog.ask('/v1/realms'); // the index follows
  const requests = await requestsOf(async () => {
    const { stdout } = await realm(['search', '--category', 'many', '--limit', '125', '--ndjson', '--json=slug']);
    assert.equal(new Set(stdout.trim().split('\n')).size, 125);
  });
  assert.equal(requests.length, 2);
  assert.equal((await realm(['search', '--limit', '0'])).code, 2);
});

test('an option that may be repeated takes one value each time', async () => {
  const { stderr } = await realm(['search', '--tag', 'a', '--tag', 'b', 'blog', '--verbose']);
  assert.match(stderr, /GET .*\?tags=a&tags=b&q=blog&limit=20/);
});

test('operators among the words of a search become filters, beside the options', async () => {
  const words = ['blog', 'category:api,blog', 'tag:b', 'license:BSD 2', 'license:"MIT, or so"', 'has:demo', 'x:y'];
  const { stderr } = await realm(['search', '--tag', 'a', ...words, '--verbose']);
  const [, query = ''] = /GET \S*\?(\S*)/.exec(stderr) ?? [];
  const sent = new URLSearchParams(query);
  assert.deepEqual(sent.getAll('q'), ['blog x:y']);
  assert.deepEqual(sent.getAll('category'), ['api', 'blog']);
  assert.deepEqual(sent.getAll('tags'), ['a', 'b']);
  assert.deepEqual(sent.getAll('license'), ['BSD 2', 'MIT, or so']);
  assert.deepEqual(sent.getAll('has'), ['demo']);
});

test('with --json, stderr has objects alone', async () => {
  const { stderr } = await realm(['search', 'blog', '--json']);
  assert.equal(stderr, '');
});

test('info is one request, and a 304 the second time', async () => {
  const first = await requestsOf(() => realm(['info', 'markdown-blog']));
  const second = await requestsOf(async () => {
    const { stdout, stderr } = await realm(['info', 'markdown-blog']);
    assert.match(stdout, /^slug\tmarkdown-blog\nname\tMarkdown Blog\n/);
    assert.match(stderr, /Get it: npx realm get markdown-blog\n/);
  });
  assert.deepEqual(
    [first, second].map((requests) => requests.map((line) => line.slice(-3))),
    [['200'], ['304']],
  );
});

test('an answer that was damaged on the disk is asked for anew, and only good answers are kept', async () => {
  using home = temporaryHome();
  const env = { HOME: home.path };
  await realm(['info', 'nope'], { env });
  await realm(['info', 'tiny-shop'], { env });
  const folder = join(home.path, '.cache/realm-catalog/answers');
  const [name = '', ...others] = readdirSync(folder);
  assert.equal(others.length, 0);
  const path = join(folder, name);
  writeFileSync(path, readFileSync(path, 'utf8').replace('Tiny Shop', 'Tidy Shop'));
  const { stdout } = await realm(['info', 'tiny-shop', '--json=name'], { env });
  assert.equal(stdout, '{"name":"Tiny Shop"}\n');
});

test('an unknown slug is answered with those that are alike', async () => {
  const { code, stderr } = await realm(['info', 'markdwon-blog']);
  assert.equal(code, 3);
  assert.match(stderr, /Did you mean markdown-blog\?/);
  const requests = await requestsOf(async () => {
    for (const word of ['stats', 'star', 'unstar', 'deprecate', 'versions', 'edit', 'delete'])
      assert.match((await realm([word, 'tiny-shop@1.0.0'])).stderr, /tiny-shop@1\.0\.0 is not a slug/, word);
  });
  assert.deepEqual(requests, []);
  const hidden = await realm(['info', 'hidden']);
  assert.equal(hidden.code, 3);
  assert.match(hidden.stderr, /If it is private, log in first: npx realm login/);
});

test('collections, their realms, statistics and downloads', async () => {
  assert.match((await realm(['collections'])).stdout, /^first-steps\t2\tFirst Steps\t\n$/);
  assert.match((await realm(['collections', 'first-steps'])).stdout, /^markdown-blog\t.*\ntiny-shop\t/);
  assert.equal((await realm(['collections', 'nope'])).code, 3);
  assert.match((await realm(['stats'])).stdout, /^realms\t\d+\ndownloads\t\d+\naccounts\t\d+\n/);
  await catalog.ask('/v1/realms/tiny-shop/download', { method: 'POST' });
  assert.match((await realm(['stats', 'tiny-shop'])).stdout, /^\d{4}-\d\d-\d\d\t1\n$/);
});

test('stars are given, listed and taken back by an account', async () => {
  const env = { REALM_TOKEN: key };
  assert.equal((await realm(['star', 'markdown-blog'], { env })).code, 0);
  const starred = await realm(['list', '--starred', '--json=slug,starCount'], { env });
  assert.deepEqual(JSON.parse(starred.stdout), [{ slug: 'markdown-blog', starCount: 1 }]);
  assert.equal((await realm(['unstar', 'markdown-blog'], { env })).code, 0);
  assert.equal((await realm(['list', '--starred'], { env })).stdout, '');
  assert.equal((await realm(['list'], { env })).stderr, '0 realms.\n');
});

test('401 and 403 name what is missing, and who is logged in', async () => {
  const nobody = await realm(['list']);
  assert.equal(nobody.code, 4);
  assert.match(nobody.stderr, /Log in: npx realm login\n$/);
  const unknown = await realm(['list'], { env: { REALM_TOKEN: 'rlm_key_unknown' } });
  assert.equal(unknown.code, 4);
  assert.match(unknown.stderr, /The catalog does not accept the token from REALM_TOKEN/);
  const weak = await realm(['star', 'markdown-blog'], { env: { REALM_TOKEN: weakKey } });
  assert.equal(weak.code, 5);
  assert.match(weak.stderr, /This needs the scope realms:write/);
  assert.match(weak.stderr, /The token from REALM_TOKEN belongs to alice and has the scopes realms:read\./);
});

test('a login that needs a second factor leads to the login with the browser', async () => {
  const { token } = await signUp(catalog, { username: 'careful' });
  await turnOn(catalog, token);
  const words = ['api', 'POST', '/auth/login', '-f', 'username=careful', '-f', `password=${PASSWORD}`];
  const { code, stderr } = await realm(words);
  assert.equal(code, 4);
  assert.match(stderr, /With a second factor, log in with the browser: npx realm login\n$/);
});

test('api sends any request, with fields of the query or of the body', async () => {
  const read = await realm(['api', 'GET', '/realms', '-f', 'search=shop', '-f', 'limit=1']);
  assert.equal(JSON.parse(read.stdout).realms[0].slug, 'tiny-shop');
  const env = { REALM_TOKEN: key };
  const fields = [
    '-f',
    'name=From the shell',
    '-f',
    'description=Made here.',
    '-f',
    'category=cli',
    '-f',
    'tags:=["a","b"]',
  ];
  const created = await realm(['api', 'POST', '/realms', ...fields], { env });
  assert.equal(JSON.parse(created.stdout).slug, 'from-the-shell', created.stderr);
  const changed = await realm(['api', 'patch', '/realms/from-the-shell', '--input', '-', '--json=tags,license'], {
    env,
    input: '{"license": "MIT"}',
  });
  assert.deepEqual(JSON.parse(changed.stdout), { tags: ['a', 'b'], license: 'MIT' });
  assert.equal((await realm(['api', 'DELETE', '/realms/from-the-shell'], { env })).stdout, '');
  const csv = await realm(['api', 'GET', '/stats/series?metric=users&format=csv', '-i']);
  assert.match(csv.stdout, /^day,value\r\n/);
  assert.match(csv.stderr, /^HTTP 200\n/);
  for (const words of [
    ['GET'],
    ['GETT', '/realms'],
    ['GET', 'https://other.example/v1/api/realms'],
    ['GET', '/realms', '-f', 'x'],
    ['POST', '/realms', '--input', '-'],
    ['POST', '/realms', '--input', 'there-is-none'],
    ['GET', '/realms', '-H', 'x'],
  ])
    assert.equal((await realm(['api', ...words])).code, 2);
});

test('api needs no method for a read, no slash, and takes the address of the catalog, with a query of its own', async () => {
  for (const words of [
    ['realms', '-f', 'search=shop'],
    ['get', 'realms?limit=1', '-f', 'search=shop'],
    ['/v1/api/realms?search=shop&limit=5'],
    [`${catalog.url}/v1/realms?search=shop`],
  ]) {
    const { code, stdout, stderr } = await realm(['api', ...words]);
    assert.equal(code, 0, stderr);
    assert.deepEqual(
      JSON.parse(stdout).realms.map(({ slug }: { slug: string }) => slug),
      ['tiny-shop'],
    );
  }
  const posted = await realm(['api', 'realms', '--input', '-'], { input: '{"name": 7}', env: { REALM_TOKEN: key } });
  assert.equal(posted.code, 2);
  assert.match(posted.stderr, /name/, 'an input is posted');
  const broken = await realm(['api', 'realms', '--input', '-'], { input: '{"name": "x",}', env: { REALM_TOKEN: key } });
  assert.match(
    broken.stderr,
    /^Error: The input is not JSON: line 1, column 14: a name in double quotes is expected\./,
  );
});

test('api --paginate gives the items of all pages', async () => {
  const pager = anAccount({ username: 'pager' });
  const realms = Array.from({ length: 205 }, (_, at) => aRealm(pager, { slug: `paged-${at}`, category: 'paged' }));
  await catalog.insert({ accounts: [pager], realms });
  await catalog.ask('/v1/realms'); // the index follows
  const requests = await requestsOf(async () => {
    const { stdout } = await realm(['api', 'realms?category=paged', '--paginate']);
    const slugs = JSON.parse(stdout).map(({ slug }: { slug: string }) => slug);
    assert.equal(new Set(slugs).size, 205);
  });
  assert.equal(requests.length, 3);
  const lines = await realm(['api', 'realms', '-f', 'category=paged', '--paginate', '--ndjson', '--json=slug']);
  assert.equal(new Set(lines.stdout.trim().split('\n')).size, 205);
  const rest = await realm(['api', 'realms', '-f', 'category=paged', '-f', 'offset=200', '--paginate', '--json=slug']);
  assert.equal(JSON.parse(rest.stdout).length, 5);
  assert.equal((await realm(['api', 'stats', '--paginate'])).code, 2, 'no list');
  assert.equal((await realm(['api', 'POST', 'realms', '--paginate'])).code, 2);
});

test('api --paginate of a catalog whose list never ends holds a bounded part of it', async () => {
  let asked = 0;
  const realms = Array.from({ length: 100 }, () => ({ text: 'x'.repeat(70_000) }));
  const page = JSON.stringify({ realms, pagination: { hasMore: true } });
  await using endless = await startServer((_, response) => {
    asked += 1;
    response.writeHead(200, { 'content-type': 'application/json' }).end(page);
  });
  const { code, stdout, stderr } = await realm(['api', 'realms', '--paginate', '--registry', endless.url]);
  assert.deepEqual([code, stdout], [1, '']);
  assert.match(stderr, /larger than 64 MiB of JSON\.\n--ndjson prints it as it arrives\./);
  assert.equal(asked, 10);
});

test('open gives the address to the browser of a person, and prints it elsewhere', async () => {
  using home = temporaryHome();
  const [browser, record] = [join(home.path, 'browser.sh'), join(home.path, 'address')];
  writeFileSync(browser, `#!/bin/sh\nprintf %s "$1" > '${record}.new' && /bin/mv '${record}.new' '${record}'\n`, {
    mode: 0o755,
  });
  const page = `${catalog.url}/realms/tiny-shop`;
  const onScreen = { terminals: ['stdout' as const], env: { BROWSER: browser } };
  assert.equal((await realm(['open', 'tiny-shop'], onScreen)).stderr, `Opened ${page}\n`);
  await until('the browser has the address', () => existsSync(record));
  assert.equal(readFileSync(record, 'utf8'), page);
  assert.equal((await realm(['open', 'tiny-shop', '--print'], onScreen)).stdout, `${page}\n`);
  assert.equal((await realm(['open', 'tiny-shop'])).stdout, `${page}\n`);
});

test('text of a catalog cannot command the terminal', async () => {
  const mallory = anAccount({ username: 'mallory', name: '\u001b]0;owned\u0007\u202eMallory' });
  await catalog.insert({
    accounts: [mallory],
    realms: [aRealm(mallory, { slug: 'evil', longDescription: 'a\u001b[2Jb' })],
  });
  const info = await realm(['info', 'evil'], { terminals: ['stdout'], env: { NO_COLOR: '1' } });
  assert.match(info.stdout, /\ufffd]0;owned\ufffd\ufffdMallory/);
  const readme = await realm(['info', 'evil', '--readme'], { terminals: ['stdout'] });
  assert.equal(readme.stdout, 'a\ufffd[2Jb\n');
});

const EVIL = '\u001b]0;owned\u0007\u001b[31m\u009b2J\u202e';
// oxlint-disable-next-line no-control-regex -- these are the characters that must not arrive
const OBEYED = /[\u0007\u001b\u0080-\u009f\u202e]/;

test('keys, notes, headers, errors and plain text of a catalog cannot command the terminal either', async () => {
  const statistics = { totalRealms: 1, totalDownloads: 1, totalUsers: 1, categories: { [EVIL]: 1 } };
  const collection = answerOf('getCollection', { slug: 'x', name: EVIL, description: EVIL });
  await using evil = await startServer(({ url = '' }, response) => {
    const reply = (status: number, type: string, body: string) =>
      response.writeHead(status, { 'content-type': type }).end(body);
    if (url.includes('/stats')) return reply(200, 'application/json', JSON.stringify(statistics));
    if (url.includes('/collections')) return reply(200, 'application/json', JSON.stringify(collection));
    if (url.includes('/text')) return reply(200, 'text/plain', EVIL);
    return reply(409, 'application/problem+json', JSON.stringify({ code: 'x', detail: EVIL, status: 409 }));
  });
  const terminals = ['stdout' as const, 'stderr' as const];
  for (const words of [
    ['stats'],
    ['stats', '--json'],
    ['collections', 'x'],
    ['api', 'GET', '/stats'],
    ['api', 'GET', '/text'],
    ['api', 'GET', '/other'],
    ['api', 'GET', '/other', '--json'],
  ]) {
    const { stdout, stderr } = await realm([...words, '--registry', evil.url, '--no-color'], { terminals });
    assert.match(stdout + stderr, /\]0;owned/, words.join(' '));
    assert.doesNotMatch(stdout + stderr, OBEYED, words.join(' '));
  }
  const json = await realm(['stats', '--json', '--registry', evil.url]);
  assert.deepEqual(JSON.parse(json.stdout), statistics, 'JSON has the same value');
});

test('piped text is as the author wrote it; on a terminal the ends of its lines are those of the terminal', async () => {
  const longDescription = '# Windows\r\n\r\nA\u001b[1mb\r\n';
  const bill = anAccount({ username: 'bill' });
  await catalog.insert({ accounts: [bill], realms: [aRealm(bill, { slug: 'windows', longDescription })] });
  assert.equal((await realm(['info', 'windows', '--readme'])).stdout, longDescription);
  const shown = await realm(['info', 'windows', '--readme'], { terminals: ['stdout'] });
  assert.equal(shown.stdout, '# Windows\n\nA\ufffd[1mb\n');
});
