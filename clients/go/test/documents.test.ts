// The examples in the document of the client in Go: each compiles, runs against a real catalog, and prints what stands beside it.
// Run: one store, own process
// Needs: Debian packages
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { aKey, signUp, type TestCatalog } from '../../../server/test/support/harness.ts';
import { without } from '../../../server/test/support/servers/debian.ts';
import { anArchive, startReachableCatalog } from '../../typescript/test/support.ts';
import { createClient } from '../../typescript/src/index.ts';
import { go, module } from './support.ts';

const ADDRESS = 'http://127.0.0.1:3000';
const skip = without('go');
const document = readFileSync(fileURLToPath(new URL('../../../docs/go.md', import.meta.url)), 'utf8');
const examples = Array.from(document.matchAll(/^```go\n(.*?)^```$/gms), ([, code = '']) => code);
const folder = mkdtempSync(join(tmpdir(), 'realm-catalog-go-documents-'));
let catalog: TestCatalog;
let key = '';

before(async () => {
  if (skip) return;
  catalog = await startReachableCatalog();
  const { token } = await signUp(catalog, { username: 'alice' });
  ({ key } = await aKey(catalog, token));
  const client = createClient({ baseUrl: catalog.url, token: key });
  const { slug, ...upload } = await client.realms.create({
    name: 'Markdown blog',
    description: 'A blog.',
    category: 'blog',
  });
  await client.realms.publish(slug, await anArchive('1.0.0', ['README.md', '# Blog']), { upload });
  mkdirSync(join(folder, 'my-realm'));
  writeFileSync(join(folder, 'my-realm/realm.json'), '{"version":"0.3.0"}');
  writeFileSync(join(folder, 'my-realm/README.md'), '# Mine');
  writeFileSync(
    join(folder, 'go.mod'),
    `module example.invalid/examples\n\ngo 1.19\n\nrequire realm-catalog.invalid/client v0.0.0\n\nreplace realm-catalog.invalid/client => ${module}\n`,
  );
});
after(async () => {
  rmSync(folder, { recursive: true, force: true });
  await catalog?.[Symbol.asyncDispose]();
});

const PACKAGES = ['bytes', 'context', 'errors', 'fmt', 'os', 'time'];
const SIGNATURE = /^func (\w+)\(ctx context\.Context(, client \*realmcatalog\.Client)?\) error/;

/** A file of a program; imports are named where an example does not. */
function fileOf(code: string): string {
  if (code.startsWith('package main')) return code;
  const used = PACKAGES.filter((name) => new RegExp(String.raw`\b${name}\.[A-Z]`).test(code));
  const imports = used.map((name) => `\t"${name}"\n`).join('');
  return `package main\n\nimport (\n${imports}\n\trealmcatalog "realm-catalog.invalid/client"\n)\n\n${code}`;
}

/** Calls the example that its argument names. One program of them all is linked once. */
function mainOf(codes: string[]): string {
  const calls = codes.map((code) => {
    const [, name = '', takesClient] = SIGNATURE.exec(code) ?? [];
    return `\tcase "${name}":\n\t\terr = ${name}(context.Background()${takesClient ? ', client' : ''})\n`;
  });
  return fileOf(`func main() {
	client, err := realmcatalog.New("${ADDRESS}", realmcatalog.WithToken(os.Getenv("REALM_TOKEN")))
	if err != nil {
		panic(err)
	}
	switch os.Args[1] {
${calls.join('')}	}
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
}
`);
}

const isProgram = (code: string) => SIGNATURE.exec(code) === null;
const programs = examples.filter((code) => isProgram(code));
const functions = examples.filter((code) => !isProgram(code));

test('every example compiles, and is as gofmt has it', { skip }, async () => {
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text.replaceAll(ADDRESS, catalog.url));
  };
  for (const [at, code] of programs.entries()) write(`program-${at}/main.go`, fileOf(code));
  for (const [at, code] of functions.entries()) write(`functions/example-${at}.go`, fileOf(code));
  write('functions/main.go', mainOf(functions));
  await go(['build', '-o', `${join(folder, 'bin')}/`, './...'], { folder });
  assert.equal(await go(['gofmt', '-l', '.'], { folder }), '');
  assert.ok(examples.length > 7);
});

for (const [at, code] of examples.entries())
  test(`example ${at + 1} prints what it says`, { skip }, async () => {
    const name = isProgram(code) ? `program-${programs.indexOf(code)}` : 'functions';
    const [, word = ''] = SIGNATURE.exec(code) ?? [];
    const env = { ...process.env, REALM_TOKEN: key };
    const { stdout } = await promisify(execFile)(join(folder, 'bin', name), [word], { cwd: folder, env });
    const said = Array.from(code.matchAll(/fmt\.Println\(.*\) +\/\/ (.*)$/gm), ([, text = '']) => text);
    assert.deepEqual(stdout.trim().split('\n'), said);
  });
