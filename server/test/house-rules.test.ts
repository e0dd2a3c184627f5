// The rules of the house that a machine can see: who imports whom, where dialects and settings may appear, what is documented.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { operations, errors } from '@realm-catalog/contract';
import { settings } from '../src/config.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const filesOf = (...patterns: string[]) =>
  globSync(patterns, { cwd: root, exclude: ['**/node_modules/**'] }).toSorted();

/** The files that a file imports: of this repository by path, other packages by name. */
function importsOf(file: string): string[] {
  return [...read(file).matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(([, target = '']) =>
    target.startsWith('.') ? relative(root, join(root, dirname(file), target)) : target,
  );
}

const rooms = ['accounts', 'collections', 'realms', 'stats'];
const engines = ['db'];

/** For each part of the server, what of the server it may import. */
const arrows: [from: RegExp, to: RegExp][] = [
  [/^server\/src\/(main|app|services|starters|log|config)\.ts$/, /.*/],
  [/^server\/src\/http\//, /^server\/src\/(http\/|credentials\/|(services|config)\.ts)/],
  [/^server\/src\/credentials\//, /^server\/src\/credentials\//],
  [/^server\/src\/\w+\/routes\.ts$/, /^server\/src\/(http\/|services\.ts|\w+\/queries\.ts)/],
  [/^server\/src\/\w+\/queries\.ts$/, /^server\/src\/(db\/database\.ts|credentials\/|\w+\/queries\.ts)/],
];

test('arrows inside the server point only where the plan says', () => {
  const files = filesOf('server/src/**/*.ts');
  assert.ok(files.length > 20);
  for (const file of files) {
    const own = dirname(file);
    for (const target of importsOf(file).filter((path) => path.startsWith('server/'))) {
      const isEngine = engines.some((engine) => own === `server/src/${engine}`);
      const allowed = isEngine ? dirname(target) === own : dirname(target) === own || mayImport(file, target);
      assert.ok(allowed, `${file} imports ${target}`);
    }
  }
});

function mayImport(file: string, target: string): boolean {
  return arrows.some(([from, to]) => from.test(file) && to.test(target));
}

test('the contract imports nothing of ours, and nothing at all when it runs', () => {
  const files = filesOf('contract/src/**/*.ts');
  assert.ok(files.length > 3);
  for (const file of files)
    for (const target of importsOf(file)) assert.match(target, /^contract\/src\//, `${file} imports ${target}`);
});

test('a room keeps its HTTP in routes.ts and its SQL in queries.ts', () => {
  for (const file of filesOf(...rooms.map((room) => `server/src/${room}/*.ts`))) {
    const text = read(file);
    if (!/(queries|search)\.ts$/.test(file)) assert.doesNotMatch(text, /sql`/, file);
    if (!file.endsWith('routes.ts')) assert.doesNotMatch(text, /problem\(|http\//, file);
  }
});

test('a database is named only in its driver, its migrations and the file that chooses it', () => {
  const seam = [
    'server/src/db/sqlite.ts',
    'server/src/db/database.ts',
    'server/src/services.ts',
    'server/src/runtime.js',
  ];
  const code = (file: string) => read(file).replaceAll(/\/\/.*|\/\*[\s\S]*?\*\//g, '');
  for (const file of filesOf('server/src/**/*.{ts,js}').filter((file) => !seam.includes(file)))
    assert.doesNotMatch(code(file), /sqlite|postgres/i, file);
});

test('process.env is read in config.ts alone', () => {
  for (const file of filesOf('{contract,server}/src/**/*.ts').filter((file) => !file.endsWith('server/src/config.ts')))
    assert.doesNotMatch(read(file), /process\.env/, file);
});

test('every setting is in docs/self-hosting.md and .env.example with its default, and no other is', () => {
  const guide = read('docs/self-hosting.md');
  const example = read('.env.example');
  for (const [name, { default: fallback, about }] of Object.entries(settings)) {
    const row = guide.split('\n').find((line) => line.startsWith(`| \`${name}\` |`));
    assert.ok(row?.includes(fallback ? `\`${fallback}\`` : 'empty'), `${name} in docs/self-hosting.md`);
    assert.ok(row?.includes(about), `the meaning of ${name} in docs/self-hosting.md`);
    assert.ok(example.includes(`# ${about}\n# ${name}=${fallback}\n`), `${name} in .env.example`);
  }
  const named = [...example.matchAll(/^# ([A-Z0-9_]+)=/gm)].map(([, name]) => name);
  assert.deepEqual(named, Object.keys(settings));
});

test('every operation and every error code is in docs/api.md', () => {
  const guide = read('docs/api.md');
  for (const { method, path } of Object.values(operations)) assert.ok(guide.includes(`\`${method} ${path}\``), path);
  for (const [code, { status }] of Object.entries(errors))
    assert.ok(guide.includes(`| ${status} | \`${code}\` |`), code);
});

test('every source file says in its first line what it keeps', () => {
  for (const file of filesOf('{contract,server}/{src,test}/**/*.{ts,js}', 'server/src/db/migrations/*.sql'))
    assert.match(read(file), /^(\/\/|--) [A-Z`].*\S/, file);
});

test('no file has a name that could hold anything', () => {
  for (const file of filesOf('{contract,server}/src/**/*.ts')) {
    assert.doesNotMatch(file, /\/(utils?|helpers?|common|manager|services?|base|types)\//, file);
    assert.doesNotMatch(file, /\/(utils?|helpers?|common|manager|service|base|types)\.ts$/, file);
  }
});
