// Rules of the repository that a program can check: where SQL, dialects and settings may appear, and what is documented.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { clientApi } from '../../../clients/generate/client-api.ts';
import { goOf } from '../../../clients/generate/go.ts';
import { pythonOf, pythonTypesOf } from '../../../clients/generate/python.ts';
import { goSecrets, pythonSecrets } from '../../../clients/generate/secrets.ts';
import { typescriptOf } from '../../../clients/generate/typescript.ts';
import { callsOf } from '../../../clients/generate/typescript-calls.ts';
import { withTables } from '../../../clients/generate/tables.ts';
import { exampleSettings, withSettings } from '../../docs/settings.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const filesOf = (...patterns: string[]) =>
  globSync(patterns, { cwd: root, exclude: ['**/node_modules/**'] }).toSorted();

/** The files that a file imports: of this repository by path, other packages by name. */
function importsOf(file: string): string[] {
  return [...read(file).matchAll(/(?<!\.)\b(?:from|import)\s*\(?\s*'([^']+)'/g)].map(([, target = '']) =>
    target.startsWith('.') ? relative(root, join(root, dirname(file), target)) : target,
  );
}

const STARTS_CATALOGS = /\b(?:useCatalog|start(?:Catalog|ReachableCatalog|BeforeTests))\(/;
const inside = (file: string) => file.replace('server/src/', '').replace(/\.(ts|js)$/, '');

test('the contract imports nothing of ours, and nothing at all when it runs', () => {
  const files = filesOf('contract/src/**/*.ts');
  assert.ok(files.length > 3);
  for (const file of files)
    for (const target of importsOf(file)) assert.match(target, /^contract\/src\//, `${file} imports ${target}`);
});

test('the core of the client imports nothing when it runs but its own files, the table of operations, the names of their methods and the size of archives', () => {
  const files = filesOf('clients/typescript/src/*.ts');
  assert.ok(files.length > 15);
  for (const file of files) {
    const running = read(file).replaceAll(/^(?:import|export) type [^;]*;/gm, '');
    for (const [, target = ''] of running.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g))
      assert.match(target, /^(?:\.\/[\w-]+\.ts|@realm-catalog\/contract\/(?:operations|archive-size))$/, file);
  }
});

test('the archive readers import nothing of ours but the contract, and need nothing that Node 20 lacks', () => {
  for (const file of filesOf('archive/src/**/*.ts')) {
    for (const target of importsOf(file))
      assert.match(
        target,
        /^(archive\/src\/|node:|@realm-catalog\/contract\/(archive-size|manifest|templates|text|validate)$)/,
        `${file} imports ${target}`,
      );
    assert.doesNotMatch(read(file), /\busing \w+ =|DisposableStack|withResolvers|fromAsync|Promise\.try/, file);
  }
});

test('SQL stands in queries and in the engines, and problems are raised by what answers requests', () => {
  const knowsSql =
    /(database|queries|writes|columns|search|keyring|starters|memory-window-counter|migrate|sqlite|copy|tables|health)\.ts$/;
  const raises =
    /(routes|login|interactions|forms|failures|ownership|upload|publish|capacity|sign-in|consent|interaction-step|redirect-page|find-index|find-preview|with-idempotency-key)\.ts$|\/(api|http|downloads|graphql|pages)\/|(app|health)\.ts$/;
  for (const file of filesOf('server/src/**/*.ts')) {
    const text = read(file);
    if (!knowsSql.test(file)) assert.doesNotMatch(text, /sql`/, file);
    if (!raises.test(file)) assert.doesNotMatch(text, /problem\(/, file);
  }
});

test('statements of requests name their columns: a prepared `select *` fails when an upgrade adds one', () => {
  for (const file of filesOf('server/src/**/queries.ts', 'server/src/**/writes.ts'))
    assert.doesNotMatch(read(file), /select \*|select \w+\.\*/, file);
});

test('a database is named only in its driver, its migrations, its settings and the files that open it', () => {
  const seam = new Set(
    [
      'db/sqlite.ts',
      'db/sqlite-checkpoint.ts',
      'db/sqlite-checkpoint-thread.ts',
      'db/sqlite-commits.ts',
      'db/sqlite-errors.ts',
      'db/postgres.ts',
      'db/postgres-errors.ts',
      'db/postgres-statements.ts',
      'db/postgres-transactions.ts',
      'db/database.ts',
      'store.ts',
      'ops/workers.ts',
      'config/config.ts',
      'runtime.js',
    ].map((file) => `server/src/${file}`),
  );
  for (const file of filesOf('server/src/**/*.{ts,js}').filter((file) => !seam.has(file))) {
    const code = read(file).replaceAll(/\/\/.*|\/\*[\s\S]*?\*\//g, '');
    assert.doesNotMatch(code, /sqlite|postgres/i, file);
  }
});

test('text is normalized in one place, and beyond it only where it is bounded', () => {
  const where = filesOf('{archive,cli,clients/typescript,contract,server,web}/src/**/*.ts').filter((file) =>
    read(file).includes('.normalize('),
  );
  assert.deepEqual(where.map(inside), [
    'archive/src/names', // a name of at most 255 bytes
    'archive/src/templates/values', // a value, cleaned and at most 100 characters, or a name of a folder, cut to 1,000
    'contract/src/slug', // a name, cleaned and at most 100 characters, or that of a folder of this machine
    'contract/src/text',
    'oauth/reserved-names', // a name, cleaned and at most 100 characters
    'realms/search', // a name, a description or a search, each cleaned and at most 500 characters
    'web/src/mails/quoted', // a name or a device, cut to 120
  ]);
});

test('what few requests need is loaded when one needs it: a start waits for none of it', () => {
  const late = new Set(['@simplewebauthn/server', 'nodemailer', 'openid-client', 'uqr']);
  for (const file of filesOf('server/src/**/*.ts')) {
    const running = read(file).replaceAll(/^import type [^;]*;/gm, '');
    for (const [, name = ''] of running.matchAll(/^import [^;(]*from '([^']+)'/gm))
      assert.ok(!late.has(name), `${file} imports ${name}`);
  }
});

test('programs are started in few files, and git in one, which never runs a program that a repository names', () => {
  const starters = filesOf(
    '{action,archive,cli,contract,server,web}/src/**/*.{ts,js}',
    'clients/*/src/**/*.{ts,js}',
  ).filter((file) => read(file).includes('child_process'));
  assert.deepEqual(starters, [
    'cli/src/browser.ts', // the browser of the user
    'cli/src/credentials/run-program.ts', // the keychain of the user
    'cli/src/getting/install-packages.ts', // what --install names
    'clients/typescript/src/node/git.ts',
    'server/src/concurrency/isolated-work.ts', // Node
  ]);
  for (const file of filesOf('{action,archive,cli,contract,server,web}/src/**/*.{ts,js}', 'clients/*/src/**/*.{ts,js}'))
    if (file !== 'clients/typescript/src/node/git.ts')
      assert.doesNotMatch(read(file), /\b(?:exec\w*|spawn\w*|fork|run\w*)\(\s*['"`]git['"`]/, file);
  const others = filesOf('clients/python/src/**/*.py', 'clients/go/**/*.go').filter(
    (file) =>
      /\bsubprocess\b|\bos\.(?:system|popen|exec|spawn)|"os\/exec"/.test(read(file)) && !file.endsWith('_test.go'),
  );
  assert.deepEqual(others, ['clients/go/git_files.go', 'clients/python/src/realm_catalog/_git_files.py']);
});

test('process.env is read where a program starts, in config.ts, and for git', () => {
  const starts = [
    'server/src/config/config.ts',
    'cli/src/main.ts',
    'cli/src/process.ts',
    'clients/typescript/src/node/git.ts',
  ];
  const shown = 'web/src/pages/client-examples.ts'; // as text of an example

  for (const file of filesOf('{archive,cli,clients/typescript,contract,server,web}/src/**/*.ts').filter(
    (file) => ![...starts, shown].includes(file),
  ))
    assert.doesNotMatch(read(file), /process\.env/, file);
});

test('every setting is in docs/self-hosting.md and .env.example, as `npm run docs` writes them', () => {
  const guide = read('docs/self-hosting.md');
  assert.equal(guide, withSettings(guide), 'run npm run docs');
  assert.equal(read('.env.example'), exampleSettings(), 'run npm run docs');
});

test('the tables in docs/ that are made from the contract are as `npm run docs` writes them', () => {
  const documents = filesOf('docs/*.md').filter((file) => read(file).includes('<!-- npm run docs writes:'));
  assert.deepEqual(documents.toSorted(), ['docs/api.md', 'docs/client.md']);
  for (const file of documents) assert.equal(read(file), withTables(read(file)), `${file}: run npm run docs`);
});

test('the types and the tables of secrets of the clients are as `npm run docs` writes them', () => {
  assert.equal(read('clients/typescript/src/generated.ts'), typescriptOf(clientApi()), 'run npm run docs');
  assert.equal(read('clients/typescript/src/generated-calls.ts'), callsOf(clientApi()), 'run npm run docs');
  assert.equal(read('clients/go/generated.go'), goOf(clientApi()), 'run npm run docs');
  const python = 'clients/python/src/realm_catalog/_generated';
  assert.equal(read(`${python}.py`), pythonOf(clientApi()), 'run npm run docs');
  assert.equal(read(`${python}_types.py`), pythonTypesOf(clientApi()), 'run npm run docs');
  assert.equal(read(`${python}_secrets.py`), pythonSecrets(), 'run npm run docs');
  assert.equal(read('clients/go/generated_secrets.go'), goSecrets(), 'run npm run docs');
});

test('every source file says in its first line what it does', () => {
  for (const file of filesOf(
    '{archive,cli,clients/typescript,contract,server,web}/{src,test}/**/*.{ts,js}',
    'packing/*.ts',
    'server/src/db/migrations/*.sql',
  ))
    assert.match(read(file), /^(?:#!.*\n)?(\/\/|--) [A-Z`].*\S/, file);
});

test('no file has a name that says nothing', () => {
  for (const file of filesOf('{archive,cli,clients/typescript,contract,server,web}/src/**/*.ts')) {
    assert.doesNotMatch(file, /\/(utils?|helpers?|common|manager|services?|base|types)\//, file);
    assert.doesNotMatch(file, /\/(utils?|helpers?|common|manager|service|base|types)\.ts$/, file);
  }
});

test('a file of tests awaits nothing after its first test, since its process may end when all tests so far have run', () => {
  const files = filesOf('{archive,contract,web,server,clients/*,cli,action,starters}/test/**/*.test.ts');
  assert.ok(files.length > 150);
  for (const file of files) {
    const [, ...afterFirst] = read(file).split(/^(?:for|test|describe)\b/m);
    assert.doesNotMatch(afterFirst.join(''), /^(?:await|(?:const|let)\b[^;=]*= await)\b/m, file);
  }
});

test('generated inputs have a fixed seed', () => {
  const users = filesOf('server/test/**/*.ts').filter((file) => /from '[./\w]*fixed-seed\.ts'/.test(read(file)));
  assert.ok(users.length > 5);
  for (const file of filesOf('server/test/**/*.ts').filter((file) => !file.endsWith('/fixed-seed.ts')))
    assert.ok(!importsOf(file).includes('fast-check'), file);
});

test('a file of tests that starts catalogs says on which stores and in which process it runs', () => {
  const files = filesOf('*/test/**/*.test.ts');
  assert.ok(files.length > 200);
  const silent = files.filter((file) => !/^\/\/ Run: /m.test(read(file)) && STARTS_CATALOGS.test(read(file)));
  assert.deepEqual(silent, []);
});
