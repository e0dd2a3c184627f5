// The command line and the client that a catalog serves: as tarballs without dependencies, which run where no registry can be reached.
// Run: one store, own process
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { hash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { openBundles } from '../../src/bundles/bundles.ts';
import { bundleVersion } from '../../src/bundles/sources.ts';
import { freePort } from '../support/free-port.ts';
import { signUp, startCatalog, type TestCatalog } from '../support/harness.ts';
import { create } from '../publishing/uploads.ts';
import { signInToWeb } from '../support/web-session.ts';
import { publishTree } from '../files/published-files.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'realm-catalog-bundles-'));
after(() => rmSync(folder, { recursive: true }));

let catalog: TestCatalog;
let publicUrl: string;
before(async () => {
  const port = String(await freePort());
  publicUrl = `http://127.0.0.1:${port}`;
  catalog = await startCatalog({}, { PORT: port, PUBLIC_URL: publicUrl });
  const alice = await signUp(catalog, { username: 'alice' });
  await create(catalog, alice, { name: 'Meadow', description: 'Flowers.' });
  await publishTree(catalog, alice, 'meadow', { 'realm.json': '{ "version": "1.0.0" }', 'README.md': '# Meadow\n' });
});
after(() => catalog[Symbol.asyncDispose]());

const locationOf = async (path: string) => {
  const { status, headers } = await catalog.ask(path);
  assert.equal(status, 302, path);
  return headers.get('location') ?? '';
};
const tarballOf = async (url: string) => {
  const response = await fetch(url);
  return { response, bytes: Buffer.from(await response.arrayBuffer()) };
};

describe('a tarball', () => {
  test('is at an address with the version, to which every other version leads', async () => {
    for (const [path, other] of [
      ['/cli/realm.tgz', '/cli/0.0.1-00000000/realm.tgz'],
      ['/clients/typescript/realm-catalog-client.tgz', '/clients/typescript/0.0.1-00000000/realm-catalog-client.tgz'],
    ] as const) {
      const url = await locationOf(path);
      assert.match(url.slice(publicUrl.length), /\/\d+\.\d+\.\d+-[\da-f]{8}\/[\w-]+\.tgz$/);
      assert.equal(await locationOf(other), url);
      const { response } = await tarballOf(url);
      assert.equal(response.status, 200);
      assert.equal(response.headers.get('content-type'), 'application/gzip');
      assert.equal(response.headers.get('cache-control'), 'public, max-age=31536000, immutable');
    }
  });

  test('has one file of code for each entry, no dependency, and the licences of what is in it', async () => {
    for (const [path, code] of [
      ['/cli/realm.tgz', ['realm.js']],
      [
        '/clients/typescript/realm-catalog-client.tgz',
        ['browser.js', 'index.js', 'node.js', 'oauth.js', 'packing.js', 'templates.js'],
      ],
    ] as const) {
      const file = join(folder, 'listed.tgz');
      const { bytes } = await tarballOf(await locationOf(path));
      writeFileSync(file, bytes);
      const paths = (await run('tar', ['-tzf', file])).stdout.trim().split('\n').toSorted();
      const listed = paths.filter((path) => !/\.(?:d\.ts|map)$/.test(path));
      const maps = paths.filter((path) => path.endsWith('.map')).length;
      assert.deepEqual(
        [maps, listed.length + maps < paths.length],
        code.length > 1 ? [code.length, true] : [0, false],
        path,
      );
      const others = ['', 'LICENSE', 'README.md', 'package.json', 'LICENSES-OF-OTHERS.txt'];
      const expected = [...others, ...code.map((name) => `dist/${name}`)].map((name) => `package/${name}`);
      assert.deepEqual(listed, expected.toSorted());
      const manifest = JSON.parse((await run('tar', ['-xzOf', file, 'package/package.json'])).stdout) as object;
      assert.ok(!('dependencies' in manifest) && !('scripts' in manifest));
    }
  });

  test('has the digest that the page about it names', async () => {
    for (const [page, path] of [
      ['/docs/cli', '/cli/realm.tgz'],
      ['/docs/clients', '/clients/typescript/realm-catalog-client.tgz'],
    ] as const) {
      const { text } = await catalog.ask(page);
      const url = await locationOf(path);
      const { bytes } = await tarballOf(url);
      assert.ok(text.includes(hash('sha256', bytes)), path);
      assert.ok(text.includes(url), path);
    }
  });
});

/** What Node prints of an error that nobody catches. */
async function printed(words: string[], cwd: string): Promise<string> {
  const failed = await run(process.execPath, words, { cwd }).then(
    () => assert.fail('it is caught'),
    (error: unknown) => error as { stderr: string },
  );
  return failed.stderr;
}

describe('an error that nobody catches', () => {
  test('in the command line prints a short line, too: it has no long ones', async () => {
    const file = join(folder, 'lines.tgz');
    writeFileSync(file, (await tarballOf(await locationOf('/cli/realm.tgz'))).bytes);
    const { stdout } = await run('tar', ['-xzOf', file, 'package/dist/realm.js'], { maxBuffer: 2 ** 24 });
    const longest = Math.max(...stdout.split('\n').map((line) => line.length));
    assert.ok(stdout.length > 1_000_000 && longest < 1_000, `${longest} characters`);
  });

  test('in a program with the client prints short lines, and the places in its source where source maps are read', async () => {
    const program = `import { createClient } from '@realm-catalog/client';
      await createClient({ baseUrl: ${JSON.stringify(publicUrl)} }).realms.get('nope');`;
    const words = ['--input-type=module', '-e', program];
    const place = join(folder, 'uncaught');
    const installed = join(place, 'node_modules/@realm-catalog/client');
    mkdirSync(installed, { recursive: true });
    const { bytes } = await tarballOf(await locationOf('/clients/typescript/realm-catalog-client.tgz'));
    writeFileSync(join(place, 'client.tgz'), bytes);
    await run('tar', ['-xzf', join(place, 'client.tgz'), '-C', installed, '--strip-components=1']);
    const plain = await printed(words, place);
    assert.match(plain, /No realm has this slug/);
    const longest = Math.max(...plain.split('\n').map((line) => line.length));
    assert.ok(longest < 300, `${longest} characters`);
    const mapped = await printed(['--enable-source-maps', ...words], place);
    assert.match(mapped, /clients\/typescript\/src\/[\w/-]+\.ts:\d+:\d+/);
    assert.doesNotMatch(mapped, new RegExp(RegExp.escape(root)));
  });
});

describe('the script of the pages that publish', () => {
  test('is one file with the rules of packing and the licence of what is in it, kept for good at its address alone', async () => {
    await signUp(catalog, { username: 'bob' });
    const { text } = await (await signInToWeb(catalog, 'bob')).get('/publish');
    const path = /src="(\/assets\/[^/]+\/publish\.js)"/.exec(text)?.[1] ?? assert.fail(text);
    const script = await catalog.ask(path);
    assert.equal(script.headers.get('content-type'), 'text/javascript; charset=utf-8');
    assert.equal(script.headers.get('cache-control'), 'public, max-age=31536000, immutable');
    for (const part of ['upload-form', '.realmignore', 'Permission is hereby granted'])
      assert.ok(script.text.includes(part), part);
    assert.doesNotMatch(script.text, /^import /m);
    const other = await catalog.ask('/assets/0.0.1-00000000/publish.js');
    assert.equal(other.text, script.text);
    assert.equal(other.headers.get('cache-control'), 'no-cache');
  });
});

describe('bundling', () => {
  test('happens once for requests at the same time and for the next start, and gives the same bytes again', async () => {
    const places = ['first', 'second'].map((name) => join(folder, name));
    const [first, second] = await Promise.all(places.map((place) => openBundles('https://catalog.example', place)));
    const made = await Promise.all([first?.cli.read(), first?.cli.read(), second?.cli.read()]);
    assert.equal(made[0], made[1]);
    assert.equal(made[2]?.sha256, made[0]?.sha256);
    const [file = ''] = readdirSync(join(places[0] ?? '', 'bundles'));
    assert.equal(file, `cli-${first?.cli.version}.tgz`);
    // A later process takes the file as it is.
    const changed = join(places[0] ?? '', 'bundles', file);
    writeFileSync(changed, 'as it is');
    const later = await openBundles('https://catalog.example', places[0] ?? '');
    assert.equal((await later.cli.read()).bytes.toString(), 'as it is');
  });

  test('is tried again after it has failed', async () => {
    const place = join(folder, 'unwritable');
    writeFileSync(place, ''); // a file, where a folder is needed
    const { cli } = await openBundles('https://catalog.example', place);
    await assert.rejects(cli.read());
    rmSync(place);
    assert.ok((await cli.read()).bytes.length > 100_000);
  });

  test('has another version for another address of the catalog', () => {
    const urls = ['https://catalog.example', 'https://other.example'];
    const versions = urls.map((url) => bundleVersion('cli', url));
    assert.notEqual(versions[0], versions[1]);
    assert.equal(bundleVersion('cli', 'https://other.example'), versions[1]);
  });
});

/** The oldest Node that the command line runs on, and that of the catalog. */
const nodes: Record<string, string> = {
  'Node 20.19': join(root, `packing/node_modules/node-20-linux-${process.arch}/bin/node`),
  'Node 24': process.execPath,
};

for (const [name, node] of Object.entries(nodes))
  describe(`on ${name}`, { skip: existsSync(node) ? false : `${name} is not to be had for this system` }, () => {
    const place = join(folder, name.replaceAll(/\W/g, '-'));
    const home = join(place, 'home');
    before(() => mkdirSync(home, { recursive: true }));
    /** No registry can be reached: nothing listens on its port. npm finds nothing that it has fetched before. */
    const env = {
      PATH: dirname(node) + delimiter + (process.env['PATH'] ?? ''),
      HOME: home,
      npm_config_cache: join(place, 'cache'),
      npm_config_registry: 'http://127.0.0.1:9/',
      npm_config_fetch_retries: '0',
      npm_config_update_notifier: 'false',
    };

    test('npx runs it by its address, and it asks the catalog that it came from', async () => {
      const url = await locationOf('/cli/realm.tgz');
      const npx = (...words: string[]) => run('npx', ['--yes', url, ...words], { cwd: place, env });
      await npx('get', 'meadow');
      assert.equal(readFileSync(join(place, 'meadow/README.md'), 'utf8'), '# Meadow\n');
      const { stdout } = await npx('--help');
      assert.ok(stdout.includes(`npx ${url} `), stdout);
      assert.match((await npx('--version')).stdout, /^\d+\.\d+\.\d+\n$/);
    });

    test('npm installs the client, which reads the catalog', async () => {
      const app = join(place, 'app');
      mkdirSync(app);
      await run(
        'npm',
        ['install', '--no-audit', '--no-fund', await locationOf('/clients/typescript/realm-catalog-client.tgz')],
        {
          cwd: app,
          env,
        },
      );
      const program = `import { createClient } from '@realm-catalog/client';
        import { packFolder } from '@realm-catalog/client/node';
        const { name } = await createClient({ baseUrl: ${JSON.stringify(publicUrl)} }).realms.get('meadow');
        console.log(process.version, name, typeof packFolder);`;
      const { stdout } = await run(node, ['--input-type=module', '-e', program], { cwd: app, env });
      assert.match(stdout, new RegExp(`^v${name.replace('Node ', '').replace('.', '\\.')}\\S* Meadow function\n$`));
    });
  });
