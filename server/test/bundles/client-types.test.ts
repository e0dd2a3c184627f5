// The types of the client that a catalog serves: a strict program compiles with them, and an editor shows their words.
// Needs: npm packages
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openBundles } from '../../src/bundles/bundles.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'realm-catalog-client-types-'));
after(() => rmSync(folder, { recursive: true }));

const PROGRAM = `import { createClient, type Collection, type Realm, type RealmSummary, type Version } from '@realm-catalog/client';

const client = createClient({ baseUrl: 'http://127.0.0.1:3000' });
export const realm: Realm = await client.realms.get('meadow');
export const series = client.realms.downloads('meadow');
export const csv: string = await client.realms.downloads('meadow', { format: 'csv' });
export const texts = (summary: RealmSummary, { sha256 }: Version, { slug }: Collection) => [summary.name, sha256, slug];
// @ts-expect-error -- it has no such field
export const nothing = realm.nothing;
// @ts-expect-error -- no realm can be ordered so
client.realms.list({ sort: 'colour' });
`;

before(async () => {
  const { client } = await openBundles('https://catalog.example', folder);
  const installed = join(folder, 'node_modules/@realm-catalog/client');
  mkdirSync(installed, { recursive: true });
  writeFileSync(join(folder, 'client.tgz'), (await client.read()).bytes);
  execFileSync('tar', ['-xzf', join(folder, 'client.tgz'), '-C', installed, '--strip-components=1']);
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(folder, 'program.ts'), PROGRAM);
});

test('a strict program compiles with the client that a catalog serves, and its mistakes are found', () => {
  copyFileSync(new URL('../../../clients/typescript/test/consumer.ts', import.meta.url), join(folder, 'consumer.ts'));
  const options = [
    '--noEmit',
    '--skipDefaultLibCheck',
    '--strict',
    '--exactOptionalPropertyTypes',
    '--target',
    'es2022',
    '--module',
    'nodenext',
  ];
  const types = ['--types', 'node', '--typeRoots', join(root, 'node_modules/@types')];
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  try {
    const files = ['program.ts', 'consumer.ts'];
    execFileSync(process.execPath, [compiler, ...options, ...types, ...files], { cwd: folder, encoding: 'utf8' });
  } catch (error) {
    assert.fail((error as { stdout: string }).stdout);
  }
});

test('an editor shows the words and the parameters of the client that a catalog serves', () => {
  const hover = editorOf(join(folder, 'program.ts'));
  assert.deepEqual(hover('Realm = await'), {
    text: '(alias) interface Realm\nimport Realm',
    words: 'A realm, with all its details and those of its newest version.',
    tags: '',
  });
  const get = hover("get('meadow')");
  assert.equal(get.text, '(method) RealmsMethods.get(slug: string, options?: CallOptions): Call<Realm>');
  assert.match(get.words, /^Read one realm: `GET \/v1\/api\/realms\/\{slug\}`\.\n\nAnyone who knows the slug can read/);
  assert.match(get.tags, /^param slug The realm’s slug\.\nthrows \{CatalogError\} `not_found`: nothing exists/);
  assert.match(
    hover("downloads('meadow');").text,
    /RealmsMethods\.downloads\(slug: string, query\?: GetDownloadsQuery /,
  );
  assert.equal(hover('sha256 }').words, 'The SHA-256 of the archive, in hexadecimal.');
});

/** What is used of TypeScript 5, which has an API. */
interface TypeScript {
  ScriptSnapshot: { fromString(text: string): object };
  createLanguageService(host: object): {
    getQuickInfoAtPosition(file: string, at: number): { displayParts: Part[]; documentation: Part[]; tags?: Tag[] };
  };
  displayPartsToString(parts: Part[] | undefined): string;
}
type Part = { text: string };
type Tag = { name: string; text?: Part[] };

const readText = (path: string) => readFileSync(path, 'utf8');

/** Gives what an editor shows for the first word of a text in the file. */
function editorOf(file: string) {
  const ts = createRequire(join(root, 'generators/package.json'))('typescript') as TypeScript;
  const service = ts.createLanguageService({
    getCompilationSettings: () => ({ strict: true, module: 199, target: 99, noLib: true }), // NodeNext, ESNext
    getCurrentDirectory: () => folder,
    getDefaultLibFileName: () => '',
    getScriptFileNames: () => [file],
    getScriptSnapshot: (path: string) => (existsSync(path) ? ts.ScriptSnapshot.fromString(readText(path)) : undefined),
    getScriptVersion: () => '1',
    fileExists: existsSync,
    readFile: readText,
  });
  return (text: string) => {
    const { displayParts, documentation, tags = [] } = service.getQuickInfoAtPosition(file, PROGRAM.indexOf(text));
    return {
      text: ts.displayPartsToString(displayParts),
      words: ts.displayPartsToString(documentation),
      tags: tags.map(({ name, text }) => `${name} ${ts.displayPartsToString(text)}`).join('\n'),
    };
  };
}
