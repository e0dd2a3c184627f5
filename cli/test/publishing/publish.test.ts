// Tests init, publish, yank, unyank and deprecate against a real catalog, behind a proxy that loses requests where a test wants it.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, afterEach, describe, test } from 'node:test';
import { RealmFields } from '@realm-catalog/contract/realms';
import { aKey, bearer, json, signUp, startCatalog } from '../../../server/test/support/harness.ts';
import { commands } from '../../src/commands.ts';
import { startRequestProxy, type Loss } from '../support/request-proxy.ts';
import { runRealm, temporaryHome } from '../support/run-realm.ts';

const proxy = await startRequestProxy();
const catalog = await startCatalog({}, { PUBLIC_URL: proxy.url });
proxy.target = catalog.url;
const home = temporaryHome();
const folders: string[] = [];
after(async () => {
  await catalog[Symbol.asyncDispose]();
  await proxy[Symbol.asyncDispose]();
  home[Symbol.dispose]();
  for (const folder of folders) rmSync(folder, { recursive: true });
});
afterEach(() => {
  proxy.loses = () => undefined;
  proxy.seen = [];
});
const alice = await signUp(catalog, { username: 'alice' });
const { key } = await aKey(catalog, alice.token);
const env = { HOME: home.path, REALM_REGISTRY: proxy.url, REALM_TOKEN: key, PATH: process.env['PATH'] ?? '' };

/** A folder with these files. */
function project(files: Record<string, string | object>): string {
  const folder = mkdtempSync(join(tmpdir(), 'realm-project-'));
  folders.push(folder);
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), typeof content === 'string' ? content : JSON.stringify(content));
  }
  return folder;
}

const realmFile = (slug: string, fields: object = {}) => ({
  slug,
  name: slug.replaceAll('-', ' '),
  description: 'A blog.',
  category: 'blog',
  version: '1.0.0',
  ...fields,
});
const blog = (slug: string, fields: object = {}) =>
  project({ 'realm.json': realmFile(slug, fields), 'README.md': '# Blog', 'src/index.js': 'start();' });

async function publish(cwd: string, words: string[] = [], settings: object = {}) {
  const result = await runRealm(['publish', '--json', ...words], { env, cwd, ...settings });
  return { ...result, record: result.stdout ? JSON.parse(result.stdout) : JSON.parse(result.stderr) };
}

const ownSlugs = async (): Promise<string[]> =>
  (await catalog.ask('/v1/me/realms?limit=100', bearer(key))).body.realms.map((realm: { slug: string }) => realm.slug);

describe('publish', () => {
  test('creates the realm and publishes its version in one step, and says so when it is run again', async () => {
    const folder = blog('first-blog', { tags: ['markdown'], license: 'MIT' });
    const { code, record, stderr } = await publish(folder);
    assert.equal(code, 0, stderr);
    assert.deepEqual(
      [record.slug, record.version, record.status, record.isNewRealm, record.fileCount],
      ['first-blog', '1.0.0', 'published', true, 3],
    );
    const { body } = await catalog.ask('/v1/realms/first-blog');
    assert.deepEqual(
      [body.version, body.sha256, body.tags, body.license],
      ['1.0.0', record.sha256, ['markdown'], 'MIT'],
    );
    assert.deepEqual(
      proxy.seen.map((line) => line.replace(/.*\/realms/, '')),
      ['/first-blog/versions', '', '/first-blog/upload'],
    );
    const again = await publish(folder);
    assert.equal(again.code, 0);
    assert.equal(again.record.status, 'already_published');
    const text = await runRealm(['publish'], { env, cwd: folder });
    assert.match(text.stderr, /README\.md\n[^]*3 files of the folder[^]*sha256 [0-9a-f]{64}\n/);
    assert.equal(text.stdout, `first-blog\t1.0.0\talready_published\t${record.sha256}\n`);
  });

  test('the next version is published; other files under a version that is there are a conflict', async () => {
    const folder = blog('versions-blog');
    assert.equal((await publish(folder)).code, 0);
    writeFileSync(join(folder, 'README.md'), '# Changed');
    const conflict = await publish(folder);
    assert.equal(conflict.code, 6);
    assert.equal(conflict.record.error, 'version_exists');
    writeFileSync(join(folder, 'realm.json'), JSON.stringify(realmFile('versions-blog', { version: '1.1.0' })));
    const next = await publish(folder);
    assert.deepEqual([next.code, next.record.version, next.record.isNewRealm], [0, '1.1.0', false]);
  });

  test('without a version in realm.json the catalog numbers it, and the same files are not published twice', async () => {
    const folder = blog('numbered-blog', { version: undefined });
    assert.deepEqual(
      [(await publish(folder)).record.version, (await publish(folder)).record.status],
      ['1.0.0', 'already_published'],
    );
  });

  test('a slug that is not that of the name is what the realm gets', async () => {
    const { code, record } = await publish(blog('short', { name: 'A very long name' }));
    assert.deepEqual([code, record.slug], [0, 'short']);
    assert.equal((await catalog.ask('/v1/realms/short')).body.name, 'A very long name');
  });

  test('a slug that is taken is a conflict, and leaves nothing', async () => {
    const bob = await signUp(catalog, { username: 'bob' });
    const bobs = { env: { ...env, REALM_TOKEN: (await aKey(catalog, bob.token)).key } };
    assert.equal((await publish(blog('taken', { visibility: 'private' }), [], bobs)).code, 0);
    const before = await ownSlugs();
    const { code, record } = await publish(blog('taken'));
    assert.deepEqual([code, record.error], [6, 'slug_taken']);
    assert.deepEqual(await ownSlugs(), before);
    assert.equal((await publish(blog('bobs-blog'), [], bobs)).code, 0);
    assert.equal((await publish(blog('bobs-blog', { version: '2.0.0' }))).code, 5, 'the realm of another');
  });

  test('with --dry-run everything is checked and nothing is sent', async () => {
    const before = await ownSlugs();
    const { code, record, stderr } = await publish(blog('dry-blog'), ['--dry-run']);
    assert.equal(code, 0, stderr);
    assert.deepEqual([record.slug, record.status], ['dry-blog', 'create']);
    assert.deepEqual([record.source, record.files], ['folder', ['README.md', 'realm.json', 'src/index.js']]);
    assert.ok(proxy.seen.every((line) => line.startsWith('GET ')));
    assert.deepEqual(await ownSlugs(), before);
    const anonymous = { env: { ...env, REALM_TOKEN: '' } };
    assert.equal((await publish(blog('dry-blog'), ['--dry-run'], anonymous)).code, 0);
    const { key: reader } = await aKey(catalog, alice.token, { scopes: ['realms:read'] });
    const weak = await publish(blog('dry-blog'), ['--dry-run'], { env: { ...env, REALM_TOKEN: reader } });
    assert.deepEqual([weak.code, weak.record.error], [5, 'missing_scope']);
  });

  test('with --dry-run the realm of another account is refused, as it would be without', async () => {
    const carol = await signUp(catalog, { username: 'carol' });
    const carols = { env: { ...env, REALM_TOKEN: (await aKey(catalog, carol.token)).key } };
    const folder = blog('carols-blog');
    assert.equal((await publish(folder, [], carols)).code, 0);
    assert.equal((await publish(folder, ['--dry-run'], carols)).code, 0);
    const { code, record } = await publish(blog('carols-blog', { version: '2.0.0' }), ['--dry-run']);
    assert.deepEqual([code, record.error], [5, 'not_owner']);
  });

  const wrongFields: [fields: object, field: string][] = [
    [{ name: 'x'.repeat(101) }, 'name'],
    [{ name: 'a\u202eb' }, 'name'],
    [{ name: '  ' }, 'name'],
    [{ description: 'x'.repeat(501) }, 'description'],
    [{ description: 'a\u0007b' }, 'description'],
    [{ category: 'No Such!' }, 'category'],
    [{ tags: ['fine', 'BAD TAG!!'] }, 'tags'],
    [{ tags: Array.from({ length: 21 }, (_, at) => `tag-${at}`) }, 'tags'],
    [{ visibility: 'secret' }, 'visibility'],
    [{ repository: 'ftp://example.com' }, 'repository'],
  ];
  for (const [at, [fields, field]] of wrongFields.entries())
    test(`a ${field} that the catalog would refuse is refused before (${at + 1})`, async () => {
      const body = { ...realmFile('wrong-fields'), version: undefined, slug: undefined, ...fields };
      const { status, body: answer } = await catalog.ask('/v1/realms', json(body, key));
      assert.equal(status, 400, 'by the catalog itself');
      assert.equal(answer.errors[0].field.startsWith(field), true);
      const { code, record } = await publish(blog('wrong-fields', fields), ['--dry-run']);
      assert.deepEqual([code, record.error], [2, 'invalid_fields']);
      assert.ok(record.message.includes(`${field} `), record.message);
    });

  test('what the catalog takes is not refused', async () => {
    const fields = {
      name: 'Ein schöner Blog 👩\u200d💻',
      description: 'x'.repeat(500),
      tags: ['C++', 'node.js'],
      license: '',
      repository: 'HTTPS://example.com',
      visibility: 'unlisted',
    };
    const { code, stderr } = await publish(blog('right-fields', fields));
    assert.equal(code, 0, stderr);
  });

  test('the rules of the contract for a new realm are those that are checked', () => {
    const keywords = Object.values(RealmFields.properties).flatMap((schema) => [
      ...Object.keys(schema),
      ...('items' in schema ? Object.keys(schema.items) : []),
    ]);
    const checked = ['minLength', 'maxLength', 'pattern', 'format', 'enum', 'maxItems', 'items'];
    const said = new Set([...checked, 'type', 'description', 'examples']);
    assert.deepEqual(
      keywords.filter((keyword) => !said.has(keyword)),
      [],
    );
  });

  test('what is missing or wrong is said before anything is sent', async () => {
    const refused: [string, number, RegExp][] = [
      [project({ 'README.md': '#' }), 2, /There is no realm\.json/],
      [project({ 'realm.json': '[' }), 2, /no JSON object/],
      [project({ 'realm.json': { name: 'x' } }), 2, /names no slug/],
      [project({ 'realm.json': { slug: '../x' } }), 2, /wrong value for slug/],
      [project({ 'realm.json': { slug: 'no-name', version: '1.0.0' } }), 2, /needs name, description, category/],
      [blog('bad-version', { version: 'one' }), 9, /would refuse this archive/],
      [project({ 'realm.json': realmFile('with-secret'), '.env': 'PASSWORD=1' }), 9, /look like secrets/],
    ];
    for (const [folder, code, message] of refused) {
      const result = await publish(folder);
      assert.equal(result.code, code, result.stderr);
      assert.match(result.record.message, message);
    }
    assert.ok(proxy.seen.every((line) => line.startsWith('GET ')));
    const anonymous = await publish(blog('any-blog'), [], { env: { ...env, REALM_TOKEN: '' } });
    assert.deepEqual([anonymous.code, anonymous.record.error], [4, 'not_logged_in']);
  });
});

/** Every request of a kind is lost, until the test lets them through. */
const losing = (pattern: RegExp, how: Loss) => (method: string, path: string) =>
  pattern.test(`${method} ${path}`) ? how : undefined;

describe('after a break', () => {
  test('an upload that did not arrive is sent again, into the realm that was created', async () => {
    const folder = blog('cut-upload');
    proxy.loses = losing(/^PUT /, 'request');
    assert.equal((await publish(folder)).code, 8);
    proxy.loses = () => undefined;
    const { code, record } = await publish(folder);
    assert.deepEqual([code, record.status, record.isNewRealm], [0, 'published', false]);
  });

  test('an upload that arrived, without an answer, is found published', async () => {
    const folder = blog('cut-answer');
    let cuts = 0;
    proxy.loses = (method) => (method === 'PUT' && cuts++ === 0 ? 'answer' : undefined);
    const { code, record, stderr } = await publish(folder);
    assert.equal(code, 0, stderr);
    assert.equal(record.version, '1.0.0');
    assert.equal((await catalog.ask('/v1/realms/cut-answer/versions')).body.versions.length, 1);
  });

  test('a realm that was created, without an answer, is not created again', async () => {
    const folder = blog('cut-creation');
    proxy.loses = losing(/^POST .*\/realms$/, 'answer');
    assert.equal((await publish(folder)).code, 8);
    proxy.loses = () => undefined;
    assert.equal((await publish(folder)).code, 0);
    assert.deepEqual(
      (await ownSlugs()).filter((slug) => slug.startsWith('cut-creation')),
      ['cut-creation'],
    );
  });

  test('a realm that was created and not renamed yet is the one that is renamed', async () => {
    const folder = blog('cut-rename', { name: 'Renaming' });
    proxy.loses = losing(/^PATCH /, 'request');
    assert.equal((await publish(folder)).code, 8);
    assert.ok((await ownSlugs()).includes('renaming'));
    proxy.loses = () => undefined;
    assert.equal((await publish(folder)).code, 0);
    const slugs = await ownSlugs();
    assert.ok(slugs.includes('cut-rename') && !slugs.some((slug) => slug.startsWith('renaming')), slugs.join());
  });
});

describe('after the realm was deleted', () => {
  test('its slug is said to be taken, as often as it is tried, and another slug is published', async () => {
    const folder = blog('deleted-blog');
    assert.equal((await publish(folder)).code, 0);
    assert.equal((await catalog.ask('/v1/realms/deleted-blog', { method: 'DELETE', ...bearer(key) })).status, 204);
    for (const time of ['once', 'twice']) {
      const { code, record } = await publish(folder);
      assert.deepEqual([code, record.error], [6, 'slug_taken'], time);
    }
    assert.equal((await publish(folder, ['--slug', 'deleted-blog-next'])).code, 0);
    assert.deepEqual(
      (await ownSlugs()).filter((slug) => slug.startsWith('deleted-blog')),
      ['deleted-blog-next'],
    );
  });
});

describe('init', () => {
  test('writes realm.json from options and package.json, which publish then takes', async () => {
    const folder = project({
      'package.json': {
        name: '@alice/my-api',
        description: 'An API.',
        license: 'MIT',
        version: '0.3.0',
        keywords: ['rest', 'Not A Tag'],
      },
    });
    const { code, stderr } = await runRealm(['init', '--category', 'api', '--no-input'], { env, cwd: folder });
    assert.equal(code, 0, stderr);
    const { $schema, ...fields } = JSON.parse(readFileSync(join(folder, 'realm.json'), 'utf8'));
    assert.deepEqual(fields, {
      slug: 'my-api',
      name: 'my-api',
      description: 'An API.',
      category: 'api',
      tags: ['rest'],
      license: 'MIT',
      version: '0.3.0',
    });
    assert.equal((await catalog.ask(new URL($schema).pathname)).status, 200);
    assert.equal((await publish(folder)).record.version, '0.3.0');
    const again = await runRealm(['init', '--category', 'api'], { env, cwd: folder });
    assert.equal(again.code, 6);
  });

  /** Each alone is a reason to ask nothing. */
  const reasons: [reason: string, words: string[], variables: object, terminals: ('stdin' | 'stderr')[]][] = [
    ['stdin is no terminal', [], {}, ['stderr']],
    ['stderr is no terminal', [], {}, ['stdin']],
    ['CI is set', [], { CI: '1' }, ['stdin', 'stderr']],
    ...['--yes', '--no-input', '--json', '--ndjson'].map((word): (typeof reasons)[number] => [
      `${word} is given`,
      [word],
      {},
      ['stdin', 'stderr'],
    ]),
  ];

  test('asks nothing for each reason not to', async () => {
    const cwd = project({});
    for (const [reason, words, variables, terminals] of reasons) {
      const { code } = await runRealm(['init', ...words], { env: { ...env, ...variables }, cwd, terminals });
      assert.equal(code, 2, reason);
    }
  });

  test('where nobody can be asked, it writes nothing, and shows one command that does', async () => {
    const folder = project({});
    const { code, stderr } = await runRealm(['init', '--name', "Bob's blog"], { env, cwd: folder });
    assert.equal(code, 2);
    assert.match(stderr, /This needs a description and a category/);
    assert.equal(existsSync(join(folder, 'realm.json')), false);
    const [, typed = ''] = /run\n {2}npx realm (.*)\n$/.exec(stderr) ?? [];
    const words = execFileSync('/bin/sh', ['-c', `printf '%s\\n' ${typed}`], { encoding: 'utf8' }).trimEnd();
    const again = await runRealm(words.split('\n'), { env, cwd: folder });
    assert.equal(again.code, 0, `${typed}: ${again.stderr}`);
    assert.equal(JSON.parse(readFileSync(join(folder, 'realm.json'), 'utf8')).name, "Bob's blog");
  });
});

describe('yank, unyank and deprecate', () => {
  test('a version is yanked with its reason, and served again', async () => {
    assert.equal((await publish(blog('yanked-blog'))).code, 0);
    const yanked = await runRealm(['yank', 'yanked-blog@1.0.0', '--reason', 'It does not start.'], { env });
    assert.equal(yanked.stdout, 'yanked-blog\t1.0.0\tyanked\n');
    const path = '/v1/realms/yanked-blog/versions/1.0.0';
    assert.equal((await catalog.ask(path)).body.reason, 'It does not start.');
    assert.equal((await runRealm(['unyank', 'yanked-blog@1.0.0'], { env })).code, 0);
    assert.equal((await catalog.ask(path)).body.yanked, false);
    assert.equal((await runRealm(['yank', 'yanked-blog'], { env })).code, 2);
    const newer = await runRealm(['yank', 'yanked-blog@9.9.9'], { env });
    assert.equal(newer.code, 3);
    assert.match(newer.stderr, /The newest version of yanked-blog is 1\.0\.0\./);
    for (const word of ['yank', 'unyank']) {
      const { code, stderr } = await runRealm([word, 'yanked-blgo@1.0.0'], { env });
      assert.equal(code, 3);
      assert.match(stderr, /Did you mean .*yanked-blog/);
    }
  });

  test('a realm is deprecated in favour of another, and that is taken back', async () => {
    assert.equal((await publish(blog('old-blog'))).code, 0);
    const words = ['deprecate', 'old-blog', '--message', 'Use the other.', '--successor', 'first-blog', '--json'];
    const { code, stdout, stderr } = await runRealm(words, { env });
    assert.equal(code, 0, stderr);
    assert.deepEqual(JSON.parse(stdout), {
      slug: 'old-blog',
      isDeprecated: true,
      message: 'Use the other.',
      successor: 'first-blog',
    });
    assert.equal((await runRealm(['deprecate', 'old-blog', '--undo'], { env })).stdout, 'old-blog\tcurrent\n');
    assert.equal((await runRealm(['deprecate', 'old-blog', '--undo', '--message', 'x'], { env })).code, 2);
  });
});

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
  ['collections'],
  ['stats'],
  ['stats', 'small-tool'],
  ['open', 'small-tool'],
  ['yank', 'small-tool@1.0.0'],
  ['unyank', 'small-tool@1.0.0'],
  ['deprecate', 'small-tool'],
  ['info', 'small-tool'],
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
  const settings = { cwd: project({ 'README.md': '# Mine' }), input: key, env: { ...env, HOME: ownHome.path } };
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
  assert.match(JSON.stringify(outputs.get('pack -o own.tar.gz')), /"warnings":\["own\.tar\.gz would be a part/);
  assert.match(JSON.stringify(outputs.get('get small-tool copy')), /"warnings":\["It is deprecated\."\]/);
});

test('a warning is shown beside the fields that were asked for', async () => {
  using ownHome = temporaryHome();
  const { stdout, stderr } = await runRealm(['logout', '--json=wasLoggedIn'], { env: { ...env, HOME: ownHome.path } });
  assert.deepEqual([JSON.parse(stdout), stderr], [{ wasLoggedIn: false, warnings: [WARNING] }, '']);
});

const WARNING = 'REALM_TOKEN is set, and commands go on using it.';

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
