// The examples in the documents of the client: each compiles, runs against a real catalog, and prints what stands beside it.
// Run: one store, own process
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { aKey, signUp, type TestCatalog } from '../../../server/test/support/harness.ts';
import { clientApi } from '../../generate/client-api.ts';
import { root } from '../../../packing/packages.ts';
import { createClient } from '../src/index.ts';
import { anArchive, stages, startReachableCatalog } from './support.ts';

const ADDRESS = 'http://127.0.0.1:3000';
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const examples = ['docs/client.md', 'clients/typescript/README.md'].flatMap((path) =>
  Array.from(read(path).matchAll(/^```ts\n(.*?)^```$/gms), ([, code = ''], at) => ({
    name: `${path}, example ${at + 1}`,
    code,
  })),
);

let catalog: TestCatalog;
const folder = mkdtempSync(join(tmpdir(), 'realm-catalog-documents-'));
const startedIn = process.cwd();

before(async () => {
  catalog = await startReachableCatalog();
  const { token } = await signUp(catalog, { username: 'alice' });
  const { key } = await aKey(catalog, token);
  const client = createClient({ baseUrl: catalog.url, token: key });
  const { slug, ...upload } = await client.realms.create({
    name: 'Markdown blog',
    description: 'A blog.',
    category: 'blog',
  });
  await client.realms.publish(slug, await anArchive('1.0.0', ['README.md', '# Blog']), { upload });
  mkdirSync(join(folder, 'my-realm'));
  writeFileSync(join(folder, 'my-realm/realm.json'), '{ "version": "0.3.0" }');
  writeFileSync(join(folder, 'my-realm/README.md'), '# Mine');
  mkdirSync(stages, { recursive: true });
  process.env['REALM_TOKEN'] = key;
  process.chdir(folder);
});
after(async () => {
  process.chdir(startedIn);
  for (const one of [folder, stages]) rmSync(one, { recursive: true, force: true });
  await catalog[Symbol.asyncDispose]();
});

const fileOf = (at: number) => join(stages, `example-${at}.ts`);

/** A program that compiles if the types of the client have its methods, and no others. */
function namingAllMethods(): string {
  const client = Object.entries(createClient({ baseUrl: ADDRESS })).filter(([, group]) => typeof group === 'object');
  const names = client.map(([group, methods]) => [
    group,
    Object.fromEntries(Object.keys(methods).map((name) => [name, 0])),
  ]);
  return `import type { Client } from '@realm-catalog/client';
type Groups = Omit<Client, 'downloadArchive' | 'request' | 'rateLimit'>;
export default ${JSON.stringify(Object.fromEntries(names))} satisfies { [Group in keyof Groups]: Record<keyof Groups[Group], 0> };`;
}

const computed = fileURLToPath(new URL('contract-types.ts', import.meta.url));

/** A program that compiles if what each method takes and gives is what the schemas of its operation stand for. */
function comparingAllTypes(): string {
  const { groups } = clientApi();
  const checks = groups.flatMap(({ name: group, methods }) =>
    methods.flatMap(({ id, name, input, reply }) => {
      const method = `Client['${group}']['${name}']`;
      const given = reply.kind === 'series' ? `client.${reply.type}` : `Awaited<ReturnType<${method}>>`;
      return [
        ...(reply.kind === 'response' || reply.kind === 'boolean' ? [] : [`Same<${given}, ReplyOf<'${id}'>>`]),
        ...(reply.kind === 'page' ? [`Same<client.${reply.item}, ItemOf<ReplyOf<'${id}'>>>`] : []),
        ...(input && 'type' in input ? [`Same<client.${input.type}, InputOf<'${id}'>>`] : []),
      ];
    }),
  );
  assert.ok(checks.length > 60);
  return `import type * as client from '@realm-catalog/client';
import type { InputOf, ItemOf, ReplyOf, Same } from '${relative(stages, computed)}';
type Client = client.Client;
${checks.map((check, at) => `export const check${at}: ${check} = true;`).join('\n')}`;
}

test('every example compiles, and the types have the methods that the client has, and the fields that the contract has', () => {
  for (const [at, { code }] of examples.entries()) writeFileSync(fileOf(at), code.replaceAll(ADDRESS, catalog.url));
  writeFileSync(join(stages, 'all-methods.ts'), namingAllMethods());
  writeFileSync(join(stages, 'all-types.ts'), comparingAllTypes());
  writeFileSync(join(stages, 'package.json'), '{ "type": "module" }');
  writeFileSync(
    join(stages, 'tsconfig.json'),
    JSON.stringify({ extends: join(root, 'tsconfig.json'), include: ['*.ts'], exclude: [] }),
  );
  const compiler = [join(root, 'node_modules/typescript/bin/tsc'), '-p', stages];
  execFileSync(process.execPath, compiler, { stdio: 'pipe', encoding: 'utf8' });
});

for (const [at, { name, code }] of examples.entries())
  test(`${name} prints what it says`, async (t) => {
    const printed: string[] = [];
    t.mock.method(console, 'log', (...values: unknown[]) => void printed.push(values.join(' ')));
    t.mock.method(process.stderr, 'write', () => true);
    await import(fileOf(at));
    const said = Array.from(code.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm), ([, text = '']) => text);
    assert.deepEqual(printed, said);
  });

test('there are examples', () => {
  assert.ok(examples.length > 8);
});
