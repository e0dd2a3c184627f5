// What commands do with answers that are not as the contract describes them, and with those of older and newer catalogs.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { operations, type OperationId, type OperationRow } from '@realm-catalog/contract/operations';
import { answerFault } from '../src/catalog/answer-shape.ts';
import { answerOf } from './support/answers.ts';
import { startServer, type FakeServer } from './support/fake-server.ts';
import { runRealm, temporaryHome } from './support/run-realm.ts';

const JSON_TYPE = 'application/json';

const startAnswering = (body: string, type = JSON_TYPE): Promise<FakeServer> =>
  startServer((_, response) => response.writeHead(200, { 'content-type': type }).end(body));

/** Runs a command against such a server. */
async function run(words: string[], registry: string) {
  using home = temporaryHome();
  const env = { HOME: home.path, REALM_TOKEN: 'rlm_key_x', REALM_REGISTRY: registry };
  return runRealm(words, { cwd: home.path, env });
}

/** Of every command that asks the catalog. */
const asking: string[][] = [
  ['search', 'blog'],
  ['info', 'blog'],
  ['get', 'blog'],
  ['get', 'blog@1.0.0'],
  ['collections'],
  ['collections', 'business'],
  ['stats'],
  ['stats', 'blog'],
  ['list'],
  ['list', '--starred'],
  ['whoami'],
  ['yank', 'blog@1.0.0'],
  ['deprecate', 'blog'],
  ['diff', 'blog@1.0.0', '1.1.0'],
  ['versions', 'blog'],
  ['info', 'blog@1.0.0'],
  ['get', 'blog@^1'],
  ['files', 'blog'],
  ['files', 'blog@1.0.0'],
  ['keys'],
  ['keys', 'create', 'ci'],
  ['edit', 'blog', '--name', 'Blog'],
  ['delete', 'blog', '--yes'],
];

for (const [what, body, type] of [
  ['an empty object', '{}'],
  ['a list', '[]'],
  ['null', 'null'],
  ['a number', '7'],
  ['half of an object', '{"realms":'],
  ['another object', '{"message":"It works!","data":{"items":[]}}'],
  ['a page', '<h1>Log in to the guest network</h1>', 'text/html'],
  ['text', 'OK', 'text/plain'],
] as const)
  test(`${what} in place of an answer names the catalog, what was expected, and doctor, with exit code 8`, async () => {
    await using server = await startAnswering(body, type);
    const isCutOff = what === 'half of an object'; // which may pass, and is asked for again
    for (const words of isCutOff ? asking.slice(0, 1) : asking) {
      const { code, stdout, stderr } = await run(words, server.url);
      assert.deepEqual([code, stdout], [8, ''], `${words.join(' ')}: ${stderr}`);
      assert.match(stderr, /should be|is missing|instead of JSON|broken JSON/, words.join(' '));
      assert.ok(stderr.includes(`The catalog is ${server.url} (from REALM_REGISTRY)`), stderr);
      assert.match(stderr, /npx realm doctor finds out more\.\n$/);
    }
  });

test('with --json, the error is an object that says the same', async () => {
  await using server = await startAnswering('{}');
  const { code, stdout, stderr } = await run(['info', 'blog', '--json'], server.url);
  assert.deepEqual([code, stdout], [8, '']);
  const failure = JSON.parse(stderr);
  assert.equal(failure.error, 'unexpected_response');
  assert.equal(
    failure.message,
    `${server.url} does not respond like a catalog: in the response to getRealm, id is missing.`,
  );
});

test('a field that is missing or of another type is named, wherever it is', async () => {
  const author = { username: 'ada', name: '', image: '', bio: '' };
  const page = (realm: object) => ({
    realms: [{ ...good, ...realm }],
    pagination: { total: 1, limit: 20, offset: 0, hasMore: false },
  });
  const good = { ...answerOf('getRealm', { author }), isDeprecated: false };
  for (const [change, said] of [
    [{ slug: 7 }, 'realms[0].slug should be a text, but is a whole number'],
    [{ tags: 'a' }, 'realms[0].tags should be a list, but is a text'],
    [{ tags: ['a', null] }, 'realms[0].tags[1] should be a text, but is null'],
    [{ author: undefined }, 'realms[0].author is missing'],
    [{ author: { username: 'ada' } }, 'realms[0].author.name is missing'],
    [{ downloadCount: 1.5 }, 'realms[0].downloadCount should be a whole number, but is a number'],
    [{ isDeprecated: 'no' }, 'realms[0].isDeprecated should be true or false, but is a text'],
  ] as const) {
    await using server = await startAnswering(JSON.stringify(page(change)));
    const { code, stderr } = await run(['search'], server.url);
    assert.equal(code, 8);
    assert.ok(stderr.includes(`in the response to listRealms, ${said}.`), stderr);
  }
});

test('a newer catalog may say more: unknown fields, and words that are not known yet', async () => {
  const realm = answerOf('getRealm', { slug: 'blog', visibility: 'team', badges: [{ a: 1 }], mood: null });
  await using server = await startAnswering(JSON.stringify(realm));
  const { code, stdout, stderr } = await run(['info', 'blog'], server.url);
  assert.equal(code, 0, stderr);
  assert.match(stdout, /^visibility\tteam$/m);
});

test('an address that is none is not asked', async () => {
  const facts = { version: '1.0.0', sha256: 'a'.repeat(64), size: 3 };
  for (const downloadUrl of ['nowhere', 'file:///etc/passwd', '/relative']) {
    await using server = await startServer(({ url = '' }, response) => {
      const link = { ...answerOf('downloadRealm', facts), downloadUrl };
      const body = url.includes('/download') ? link : answerOf('getRealm', { slug: 'blog', ...facts });
      response.writeHead(200, { 'content-type': JSON_TYPE }).end(JSON.stringify(body));
    });
    const { code, stderr } = await run(['get', 'blog'], server.url);
    assert.equal(code, 8, stderr);
    assert.match(stderr, /downloadUrl should be an http or https address/);
  }
});

test('a problem whose parts are of another shape is shown as far as it is one', async () => {
  const problem = {
    code: 'invalid_request',
    detail: 'No.',
    status: 400,
    errors: [null, 7, { field: 'q', message: 'bad' }],
  };
  await using server = await startServer((_, response) =>
    response.writeHead(400, { 'content-type': 'application/problem+json' }).end(JSON.stringify(problem)),
  );
  const { code, stderr } = await run(['search'], server.url);
  assert.equal(code, 2);
  assert.equal(stderr, 'Error: No.\n  q: bad\n');
});

interface RecordedRead {
  path: string;
  status: number;
  body: unknown;
}

/** The operation that has a path. */
function operationAt(address: string): OperationId | undefined {
  const path = address.replace(/^\/v1/, '').replace(/\?.*/, '');
  return (Object.keys(operations) as OperationId[]).find((id) => {
    const row: OperationRow = operations[id];
    const pattern = row.path.replaceAll(/\{[^}]+\}/g, '[^/]+');
    return row.method === 'GET' && new RegExp(`^${pattern}$`).test(path);
  });
}

test('the answers of every release are understood', async () => {
  const root = fileURLToPath(new URL('../../server/test/releases/', import.meta.url));
  const files = globSync('*/expected.json', { cwd: root });
  assert.ok(files.length > 0);
  for (const file of files) {
    const { reads } = JSON.parse(readFileSync(root + file, 'utf8')) as { reads: RecordedRead[] };
    for (const { path, status, body } of reads.filter((read) => read.status === 200)) {
      const operation = operationAt(path);
      assert.ok(operation, path);
      assert.equal(await answerFault(operation, body), undefined, `${file}: ${path} ${status}`);
    }
  }
});
