// What docs/security.md says is tested: every test that it names is there, and every risk, chapter and requirement names one.
import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const rows = read('docs/security.md')
  .split('\n')
  .filter((line) => /^\| (API|V)\d+ /.test(line))
  .map((line) => line.split(' | '));

/** The requirements of level 1 of ASVS 5.0, of the chapters V6, V7 and V8. */
const LEVEL_1 =
  '6.1.1 6.2.1 6.2.2 6.2.3 6.2.4 6.2.5 6.2.6 6.2.7 6.2.8 6.3.1 6.3.2 6.4.1 6.4.2 7.2.1 7.2.2 7.2.3 7.2.4 7.4.1 7.4.2 8.1.1 8.2.1 8.2.2 8.3.1'.split(
    ' ',
  );
const requirements = read('docs/security.md')
  .split('\n')
  .filter((line) => /^\| \d+\.\d+\.\d+ /.test(line))
  .map((line) => line.split(' | '));

const numbered = (letters: string, most: number) => Array.from({ length: most }, (_, at) => `${letters}${at + 1}`);

test('every risk and every chapter has its row, and each row a test', () => {
  const numbers = rows.map(([name = '']) => /(API|V)\d+/.exec(name)?.[0]);
  assert.deepEqual(numbers, [...numbered('API', 10), ...numbered('V', 16)]);
  for (const [name, , shown = ''] of rows) assert.match(shown, /`[\w/-]+\.test\.ts` “/, name);
});

test('every requirement of level 1 has its row, and each row a test, or why it does not apply', () => {
  assert.deepEqual(
    requirements.map(([number = '']) => number.replace('| ', '')),
    LEVEL_1,
  );
  for (const [number, , shown = ''] of requirements)
    assert.match(shown, /^(?:(`[\w/-]+\.test\.ts` “[^”]+”(, “[^”]+”)*(; | \|$))+|does not apply: .+ \|)$/, number);
});

/** A file is named by its path below `server/test`, or by its whole path. */
const pathOf = (file: string) =>
  ['server/test/', ''].map((folder) => folder + file).find((path) => existsSync(root + path));

/** A file of tests, and what it imports of its own tool or folder: tests that several files have stand there. */
function testsIn(file: string): string {
  const text = read(file);
  const imported = [...text.matchAll(/from '(\.\.?\/[\w-]+\.ts)'/g)].map(([, name = '']) =>
    read(join(dirname(file), name)),
  );
  return [text, ...imported].join('\n');
}

test('every test that is named is there, by its title or a part of it', () => {
  const named = /`([\w/-]+\.test\.ts)`\s((?:“[^”]+”(?:,\s)?)+)/g;
  const found = [...read('docs/security.md').matchAll(named)];
  assert.ok(found.length > 80);
  for (const [, file = '', titles = ''] of found) {
    const text = testsIn(pathOf(file) ?? assert.fail(file));
    for (const [, title = ''] of titles.matchAll(/“([^”]+)”/g))
      assert.ok(text.includes(title.replaceAll('\n', ' ')), `${file}: ${title}`);
  }
});

test('nothing else stands where tests are named', () => {
  for (const [name, , shown = ''] of rows)
    assert.match(shown, /^(`[\w/-]+\.test\.ts` “[^”]+”(, “[^”]+”)*(; | \|$))+$/, name);
});

const withoutComments = (text: string) => text.replaceAll(/\/\/.*|\/\*[\s\S]*?\*\//g, '');

test('the server asks addresses over HTTP in one place, which bounds the answers', () => {
  const asks =
    /(?<![\w.'-])(?:globalThis\.)?fetch(?![\w'-])|\b(?:WebSocket|EventSource|createRemoteJWKSet)\(|\bhttps?\.(get|request)\(|\b(net|tls|http2)\.connect\(|from '(undici|node-fetch|axios|got)'/;
  const importsIt =
    /import \{[^}]*\b(request|get|connect|createConnection)\b[^}]*\} from 'node:(http|https|http2|net|tls)'/;
  const whole = /import (?!type\b|\{)[^;]* from 'node:(http|https|http2)'/;
  const files = globSync('server/src/**/*.{ts,js}', { cwd: root }).toSorted();
  assert.ok(files.length > 50);
  const found = files.filter((file) => {
    const code = withoutComments(read(file));
    return [asks, importsIt, whole].some((pattern) => pattern.test(code));
  });
  // That of the OAuth server is an option, which refuses.
  assert.deepEqual(found, ['server/src/http/outgoing.ts', 'server/src/oauth/provider.ts']);
});

/** Packages that would ask by themselves: what opens each, where alone that stands, and what keeps the package within bounds. */
const askingPackages: [opens: RegExp, file: string, bound: RegExp][] = [
  [/new (?:\w+\.)?S3Client\(/, 'server/src/archives/s3-client.ts', /streamCollector: .*readWhole\(/],
  [
    /\bdiscovery\(|new (?:\w+\.)?Configuration\(/,
    'server/src/accounts/identities/provider.ts',
    /customFetch\]: [^;]*\bask\(/,
  ],
  [/new Provider\(/, 'server/src/oauth/provider.ts', /fetch: refuseToFetch,/],
  [/\bcreateTransport\(/, 'server/src/mail/transport.ts', /disableUrlAccess: true/],
  [/\bverifyRegistrationResponse\(/, 'server/src/accounts/factors/passkeys.ts', /!\(await hasNoCertificates\(/],
];

test('packages that ask addresses by themselves are opened in one place each, within bounds', () => {
  const files = globSync('server/src/**/*.ts', { cwd: root });
  for (const [opens, file, bound] of askingPackages) {
    assert.deepEqual(
      files.filter((one) => opens.test(withoutComments(read(one)))),
      [file],
    );
    assert.match(read(file), bound);
  }
});
