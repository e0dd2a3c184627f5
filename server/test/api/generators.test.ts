// Clients that generators make of the served OpenAPI document: they compile strictly, and list, create, upload and download.
// Run: one store, shared process
// Needs: npm packages
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { makeTar } from '../../src/archives/make-tar.ts';
import { freePort } from '../support/free-port.ts';
import { aKey, signUp, startCatalog, type TestCatalog } from '../support/harness.ts';

const run = promisify(execFile);
const source = fileURLToPath(new URL('../../../generators', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'realm-catalog-generators-'));

/** Runs a command of the packages that are installed beside the programs. */
const command = (name: string, ...args: string[]) =>
  run(process.execPath, [join(folder, 'node_modules/.bin', name), ...args], { cwd: folder });

const generators = {
  'openapi-typescript': () => command('openapi-typescript', 'openapi.json', '-o', 'generated/openapi-typescript.ts'),
  'hey-api': () =>
    command(
      'openapi-ts',
      '-i',
      'openapi.json',
      '-o',
      'generated/hey-api',
      '-p',
      '@hey-api/client-fetch',
      '-p',
      '@hey-api/typescript',
      '-p',
      '@hey-api/sdk',
    ),
  orval: () => command('orval', '--config', 'orval.config.mjs'),
};

let catalog: TestCatalog;
let key: string;
const archive = gzipSync(await makeTar('app', [['realm.json', '{"version":"1.2.3"}']]));

before(async () => {
  assert.ok(existsSync(join(source, 'node_modules')), 'the generators are not installed: node setup.js --all');
  for (const file of globSync('*.{ts,mjs,json}', { cwd: source })) cpSync(join(source, file), join(folder, file));
  symlinkSync(join(source, 'node_modules'), join(folder, 'node_modules'));
  const port = String(await freePort());
  catalog = await startCatalog({}, { PORT: port, PUBLIC_URL: `http://127.0.0.1:${port}` });
  const { token } = await signUp(catalog, { username: 'alice' });
  ({ key } = await aKey(catalog, token, {}));
  writeFileSync(join(folder, 'openapi.json'), (await catalog.ask('/v1/openapi.json')).text);
  writeFileSync(join(folder, 'archive.tar.gz'), archive);
});
after(async () => {
  await catalog[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

describe('generated clients', { concurrency: false }, () => {
  for (const [name, generate] of Object.entries(generators))
    test(`${name} makes a client of the document`, async () => void (await generate()));

  test('graphql-codegen makes types of the schema and of a query', async () => {
    const program = join(folder, 'graphql-codegen.mjs');
    await run(process.execPath, [program, `${catalog.url}/v1/graphql`], { cwd: folder });
  });

  test('compile with tsc --strict', async () => {
    await command('tsc', '-p', '.').catch(({ stdout }: { stdout: string }) => assert.fail(stdout));
  });

  for (const name of Object.keys(generators))
    test(`a program on the client of ${name} lists, creates, uploads and downloads`, async () => {
      const program = join(folder, 'out', `${name}.js`);
      const { stdout } = await run(process.execPath, [program, catalog.url, key, 'archive.tar.gz'], { cwd: folder });
      const done = JSON.parse(stdout) as object;
      assert.deepEqual(done, { total: 1, slug: `by-${name}`, version: '1.2.3', archive: archive.toString('base64') });
    });

  test('a program on the types of graphql-codegen lists what the others have created', async () => {
    const { stdout } = await run(
      process.execPath,
      [join(folder, 'out/graphql.js'), catalog.url, '', 'archive.tar.gz'],
      { cwd: folder },
    );
    const names = Object.keys(generators).map((name) => `By ${name} by alice`);
    assert.deepEqual(JSON.parse(stdout), { names: names.toSorted(), downloads: 3, total: 3, cost: 1 });
  });
});
