// The packages as they are published: what is in the tarballs, how large the client is, and that both run where they are installed.
// Run: one store, own process
// Needs: npm packages
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { startProxy } from '../../../cli/test/support/fake-server.ts';
import { declarationFolder, declarationsOf } from '../../../packing/declarations.ts';
import { publishedManifest, publishedPackages } from '../../../packing/packages.ts';
import { releaseFaults } from '../../../packing/release-faults.ts';
import { packAll } from '../../../packing/tarballs.ts';
import { aKey, signUp, type TestCatalog } from '../../../server/test/support/harness.ts';
import { isFull } from '../../../server/test/support/size.ts';
import { stages, startReachableCatalog } from './support.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../../', import.meta.url));
const tools = join(root, 'packing/node_modules');
const folder = mkdtempSync(join(tmpdir(), 'realm-catalog-tarballs-'));
after(() => {
  for (const one of [folder, stages]) rmSync(one, { recursive: true });
});

/** 8.5 KiB: what a page loads of the client, bundled, minified and compressed. */
const MAX_CORE_BYTES = 8_704;

let client: string;
let cli: string;
before(async () => {
  assert.ok(existsSync(tools), 'what checks the packages is not installed: node setup.js --all');
  [client = '', cli = ''] = (await packAll(folder, stages)).map(({ file }) => file);
});

const listed = async (tarball: string) => (await run('tar', ['-tzf', tarball])).stdout.trim().split('\n').toSorted();

describe('the tarballs', () => {
  test('have a README, the licences of all that is in them, and code: modules with source maps and types, or one file', async () => {
    const common = ['LICENSE', 'LICENSES-OF-OTHERS.txt', 'README.md', 'package.json'].map((path) => `package/${path}`);
    assert.deepEqual(await listed(cli), [...common, 'package/dist/realm.js'].toSorted());
    const paths = await listed(client);
    const bundled = ['package/dist/browser.js', 'package/dist/vendor/ignore.js'];
    for (const path of [...common, ...bundled]) assert.ok(paths.includes(path), path);
    const rest = paths.filter((path) => ![...common, ...bundled].includes(path));
    for (const path of rest) assert.match(path, /^package\/dist\/.*\.(?:js|js\.map|d\.ts)$/);
    for (const path of rest.filter((path) => path.endsWith('.js')))
      for (const beside of [`${path}.map`, path.replace(/js$/, 'd.ts')]) assert.ok(rest.includes(beside), beside);
  });

  test('have the declarations that the repository keeps for catalogs to serve', () => {
    const folder = join(root, declarationFolder);
    const compiled = declarationsOf(join(stages, 'clients/typescript/dist'));
    assert.deepEqual(globSync('**/*.d.ts', { cwd: folder }).toSorted(), [...compiled.keys()].toSorted());
    for (const [path, text] of compiled)
      assert.ok(readFileSync(join(folder, path), 'utf8') === text, `${path}: run npm run docs`);
  });

  test('need no package at all, so that no other package decides on which Node they run', async () => {
    for (const tarball of [client, cli]) {
      const manifest = JSON.parse((await run('tar', ['-xzOf', tarball, 'package/package.json'])).stdout) as Record<
        string,
        unknown
      >;
      for (const field of ['repository', 'private', 'dependencies']) assert.equal(manifest[field], undefined, field);
      assert.deepEqual(manifest['engines'], { node: '>=20.19.0' });
    }
    const options = ['-rlE', "@realm-catalog/(contract|archive)|from 'ignore'", '--include=*.js', '--include=*.ts'];
    const search = run('grep', [...options, join(stages, 'clients/typescript/dist')]);
    await assert.rejects(search, { code: 1, stdout: '' }); // 1: it found nothing; 2: it failed
  });

  test('name the repository that they are told', () => {
    for (const published of publishedPackages) {
      const { repository } = publishedManifest(published, 'https://example.com/catalog.git') as { repository: object };
      assert.deepEqual(repository, {
        type: 'git',
        url: 'https://example.com/catalog.git',
        directory: published.folder,
      });
    }
  });

  test('are not released with other versions, without a section of the changelog, or from changed files', () => {
    const state = {
      version: '0.2.0',
      versions: { client: '0.2.0' },
      changelog: '# Changelog\n\n## 0.2.0 (2026-12-01)\n',
      hasChanges: false,
    };
    assert.deepEqual(releaseFaults(state), []);
    for (const change of [{ versions: { client: '0.1.0' } }, { changelog: '## Unreleased\n' }, { hasChanges: true }])
      assert.equal(releaseFaults({ ...state, ...change }).length, 1, JSON.stringify(change));
  });

  test('are clean for publint, and the types for arethetypeswrong', async () => {
    for (const tarball of [client, cli])
      await run(process.execPath, [join(tools, 'publint/src/cli.js'), 'run', tarball, '--strict']);
    const types = join(tools, '@arethetypeswrong/cli/dist/index.js');
    await run(process.execPath, [types, client, '--profile', 'esm-only']);
  });

  test('keep the core of the client within 8.5 KB, and load SHA-256 with the first archive of a page alone', async () => {
    const bundle = join(folder, 'bundle');
    const entry = join(stages, 'clients/typescript/dist/index.js');
    const options = ['--bundle', '--minify', '--format=esm', '--splitting', `--outdir=${bundle}`];
    await run(join(tools, 'esbuild/bin/esbuild'), [entry, ...options]);
    const loadedLater = readdirSync(bundle).filter((name) => name !== 'index.js');
    assert.match(loadedLater.join(' '), /^own-sha256-\w+\.js$/);
    const bytes = gzipSync(readFileSync(join(bundle, 'index.js')), { level: 9 }).length;
    assert.ok(bytes <= MAX_CORE_BYTES, `${bytes} bytes`);
  });
});

/** The oldest Node that the packages run on, and that of the catalog. */
const nodes: Record<string, string> = {
  'Node 20.19': join(tools, `node-20-linux-${process.arch}/bin/node`),
  'Node 24': process.execPath,
};

/** Other runtimes, by a package of the registry, the program in it and its first arguments. They are fetched when they are tested. */
const runtimes: Record<string, [name: string, program: string, ...args: string[]]> = {
  'Node 22': [`node-linux-${process.arch}@22`, 'bin/node'],
  Deno: [`@deno/linux-${process.arch}-glibc`, 'deno', 'run', '--allow-all'],
  Bun: [`@oven/bun-linux-${process.arch === 'arm64' ? 'aarch64' : process.arch}`, 'bin/bun'],
};

/** What the program on the client has to print. */
const expected = {
  missing: 'not_found',
  version: '1.2.3',
  size: true,
  readme: '# Hello',
  isListed: true,
};

for (const [name, node] of Object.entries(nodes))
  describe(`on ${name}`, { skip: existsSync(node) ? false : `${name} is not to be had for this system` }, () => {
    const place = join(folder, name.replaceAll(/\W/g, '-'));
    const env = { ...process.env, PATH: dirname(node) + delimiter + (process.env['PATH'] ?? '') };
    let catalog: TestCatalog;
    let key: string;
    const realm = (args: string[], more: Record<string, string> = {}) =>
      run(join(place, 'node_modules/.bin/realm'), args, {
        cwd: place,
        env: { ...env, REALM_REGISTRY: catalog.url, ...more },
      });
    before(async () => {
      mkdirSync(place);
      writeFileSync(join(place, 'package.json'), '{ "type": "module" }');
      const options = ['--engine-strict', '--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts'];
      await run('npm', ['install', ...options, client, cli], { cwd: place, env });
      catalog = await startReachableCatalog();
      const { token } = await signUp(catalog, { username: 'alice' });
      ({ key } = await aKey(catalog, token));
    });
    after(() => catalog[Symbol.asyncDispose]());

    test('a program with the types of the client creates, publishes and downloads a realm', async () => {
      copyFileSync(new URL('consumer.ts', import.meta.url), join(place, 'consumer.ts'));
      const options = [
        '--strict',
        '--target',
        'es2022',
        '--module',
        'nodenext',
        '--typeRoots',
        join(root, 'node_modules/@types'),
        '--types',
        'node',
      ];
      await run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), ...options, 'consumer.ts'], {
        cwd: place,
      }).catch(({ stdout }: { stdout: string }) => assert.fail(stdout));
      const source = join(place, 'source');
      mkdirSync(source);
      writeFileSync(join(source, 'realm.json'), '{ "version": "1.2.3" }');
      writeFileSync(join(source, 'README.md'), '# Hello');
      const { stdout } = await run(node, ['consumer.js', catalog.url, key, source], { cwd: place });
      const { node: version, ...seen } = JSON.parse(stdout) as { node: string };
      assert.ok(version.startsWith(name.replace('Node ', '')), version);
      assert.deepEqual(seen, expected);
    });

    test('the command says its version and finds realms', async () => {
      assert.match((await realm(['--version'])).stdout, /^\d+\.\d+\.\d+\n$/);
      const found = JSON.parse((await realm(['search', 'consumer', '--json'])).stdout) as unknown;
      assert.match(JSON.stringify(found), /by-a-consumer/);
    });

    test('the command packs, publishes, fetches and verifies', async () => {
      const source = join(place, 'small-tool');
      mkdirSync(source);
      const about = {
        slug: 'small-tool',
        name: 'Small tool',
        description: 'A tool.',
        category: 'cli',
        version: '1.0.0',
      };
      writeFileSync(join(source, 'realm.json'), JSON.stringify(about));
      writeFileSync(join(source, 'README.md'), '# Small tool');
      const home = { HOME: join(place, 'home'), REALM_TOKEN: key };
      await realm(['publish', source, '--yes'], home);
      await realm(['get', 'small-tool', 'copy'], home);
      assert.equal((await realm(['verify', 'copy'], home)).stdout, '');
      assert.match((await realm(['info', 'small-tool@^1'], home)).stdout, /^version\t1\.0\.0$/m);
      assert.match(
        (await realm(['files', 'small-tool', '--show', 'realm.json'], home)).stdout,
        /^\{"slug":"small-tool"/,
      );
      assert.match((await realm(['complete', '--', 'info', 'small'], home)).stdout, /^small-tool\t/);
      assert.equal(readFileSync(join(place, 'copy/README.md'), 'utf8'), '# Small tool');
    });

    for (const [runtime, [spec, program, ...args]] of Object.entries(isFull && name === 'Node 24' ? runtimes : {}))
      test(`the same program runs on ${runtime}`, async (t) => {
        const home = join(folder, runtime.replaceAll(/\W/g, '-'));
        mkdirSync(home);
        writeFileSync(join(home, 'package.json'), '{}');
        const installed = await run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', spec], {
          cwd: home,
        }).catch(() => undefined);
        if (!installed) return t.skip(`the registry has no ${spec}`);
        rmSync(join(place, 'unpacked'), { recursive: true, force: true });
        const file = join(home, 'node_modules', spec.replace(/@\d+$/, ''), program);
        const { stdout } = await run(file, [...args, 'consumer.js', catalog.url, key, join(place, 'source')], {
          cwd: place,
        });
        const { node: _node, ...seen } = JSON.parse(stdout) as { node: string };
        assert.deepEqual(seen, expected);
      });

    test('the command goes through a proxy', async () => {
      const registry = 'http://catalog.example'; // of another machine: to this one there is no proxy
      await using proxy = await startProxy({ 'catalog.example': new URL(catalog.url).host });
      const proxied = { ...env, REALM_REGISTRY: registry, HTTP_PROXY: proxy.url };
      await run(join(place, 'node_modules/.bin/realm'), ['stats'], { cwd: place, env: proxied });
      assert.deepEqual(proxy.seen, [`GET ${registry}/v1/api/stats`]);
    });
  });
