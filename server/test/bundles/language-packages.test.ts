// The clients of Python and Go that a catalog serves: pip and the go command install them, and the programs of /docs/clients run with them.
// Run: one store, own process
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { hash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { fromBuffer, type Entry, type ZipFile } from 'yauzl';
import { anArchive, startReachableCatalog } from '../../../clients/typescript/test/support.ts';
import { openBundles } from '../../src/bundles/bundles.ts';
import { languageVersion } from '../../src/bundles/language-sources.ts';
import { create } from '../publishing/uploads.ts';
import { publishTree } from '../files/published-files.ts';
import { findProgram, without } from '../support/servers/debian.ts';
import { aKey, signUp, type TestCatalog } from '../support/harness.ts';

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'realm-catalog-packages-'));
after(() => rmSync(folder, { recursive: true }));
const GO = '/clients/go/realm-catalog.invalid/client';

let catalog: TestCatalog;
let key: string;
before(async () => {
  catalog = await startReachableCatalog();
  const alice = await signUp(catalog, { username: 'alice' });
  ({ key } = await aKey(catalog, alice.token));
  for (const slug of ['blog', 'my-blog'])
    await create(catalog, alice, { name: slug, slug, description: 'A blog.', category: 'blog', tags: ['api'] });
  await publishTree(catalog, alice, 'blog', { 'realm.json': '{ "version": "1.0.0" }', 'README.md': '# Blog\n' });
});
after(() => catalog[Symbol.asyncDispose]());

const urlsOnPage = async (pattern: RegExp) => pattern.exec((await catalog.ask('/docs/clients')).text)?.[1] ?? '';
const wheelUrl = () => urlsOnPage(/pip install (http\S+\.whl)/);
const goVersion = async () => (await catalog.ask(`${GO}/@v/list`)).text.trim();

async function fetched(url: string) {
  const { status, headers, body } = await fetch(url);
  return { status, headers, bytes: body ? await buffer(body) : Buffer.alloc(0) };
}

/** The files of a zip, with their times. */
async function filesIn(bytes: Buffer): Promise<Map<string, { content: Buffer; time: number }>> {
  const zip = await promisify<Buffer, object, ZipFile>(fromBuffer)(bytes, { autoClose: false, lazyEntries: false });
  const entries: Entry[] = [];
  await new Promise((resolve, reject) => {
    zip
      .on('entry', (entry: Entry) => void entries.push(entry))
      .on('end', resolve)
      .on('error', reject);
  });
  const read = promisify(zip.openReadStream.bind(zip) as never) as (entry: Entry) => Promise<NodeJS.ReadableStream>;
  const files = entries.map(async (entry) => {
    const content = await buffer(await read(entry));
    return [entry.fileName, { content, time: entry.lastModFileDate }] as const;
  });
  return new Map(await Promise.all(files));
}

describe('a wheel', () => {
  test('has the sources, what its format asks for, and nothing else', async () => {
    const url = await wheelUrl();
    const name = basename(url);
    const { headers, bytes } = await fetched(url);
    assert.equal(headers.get('content-type'), 'application/zip');
    assert.equal(headers.get('cache-control'), 'public, max-age=31536000, immutable');
    const [, version = ''] = /^realm_catalog-(\d+\.\d+\.\d+\+h[0-9a-f]{8})-py3-none-any\.whl$/.exec(name) ?? [];
    assert.ok(version, name);
    const files = await filesIn(bytes);
    const about = `realm_catalog-${version}.dist-info`;
    const paths = [...files.keys()];
    assert.ok(paths.includes('realm_catalog/__init__.py') && paths.includes('realm_catalog/py.typed'));
    const others = paths.filter((path) => !/^realm_catalog\/(?:\w+\/)*(?:\w+\.(?:py|txt)|py\.typed)$/.test(path));
    assert.deepEqual(
      others,
      ['LICENSE', 'METADATA', 'WHEEL', 'RECORD'].map((file) => `${about}/${file}`),
    );
    const textOf = (file: string) => String(files.get(`${about}/${file}`)?.content);
    assert.match(
      textOf('METADATA'),
      new RegExp(`^Metadata-Version: 2\\.1\nName: realm-catalog\nVersion: ${RegExp.escape(version)}\n`),
    );
    assert.match(textOf('METADATA'), /^Requires-Python: >=3\.10$/m);
    const expected = paths.map((path) => {
      const { content } = files.get(path) ?? assert.fail(path);
      return path.endsWith('/RECORD')
        ? `${path},,`
        : `${path},sha256=${hash('sha256', content, 'base64url')},${content.length}`;
    });
    assert.equal(textOf('RECORD'), `${expected.join('\n')}\n`);
  });

  test('of another version leads to the present one, and nothing else is beside it', async () => {
    const path = '/clients/python/realm_catalog-0.0.1+h00000000-py3-none-any.whl';
    const { status, headers } = await catalog.ask(path);
    assert.deepEqual([status, headers.get('location')], [302, await wheelUrl()]);
    for (const other of ['/clients/python/other-1.0.0-py3-none-any.whl', '/clients/python/simple/other'])
      assert.equal((await catalog.ask(other)).status, 404, other);
  });

  test('is in an index, with its digest', async () => {
    const url = await wheelUrl();
    const { bytes } = await fetched(url);
    for (const path of ['/clients/python/simple/realm-catalog', '/clients/python/simple/realm-catalog/']) {
      const { status, text } = await catalog.ask(path);
      assert.equal(status, 200, path);
      assert.ok(text.includes(`<a href="${url}#sha256=${hash('sha256', bytes)}">${basename(url)}</a>`), text);
    }
  });
});

describe('a Go module', () => {
  test('is served as a proxy of modules does, and its one version never changes', async () => {
    const version = await goVersion();
    assert.match(version, /^v\d+\.\d+\.\d+-h[0-9a-f]{8}$/);
    for (const path of ['@latest', `@v/${version}.info`])
      assert.deepEqual((await catalog.ask(`${GO}/${path}`)).body, { Version: version });
    assert.match((await catalog.ask(`${GO}/@v/${version}.mod`)).text, /^module realm-catalog\.invalid\/client$/m);
    for (const file of ['v0.0.1.zip', 'v0.0.1-h00000000.info', 'other'])
      assert.equal((await catalog.ask(`${GO}/@v/${file}`)).status, 404, file);
    assert.equal((await catalog.ask('/clients/go/realm-catalog.invalid/@v/list')).status, 404);
    const { bytes } = await fetched(`${catalog.url}${GO}/@v/${version}.zip`);
    const files = await filesIn(bytes);
    const start = `realm-catalog.invalid/client@${version}/`;
    const paths = [...files.keys()];
    assert.ok(paths.every((path) => path.startsWith(start)));
    for (const file of ['LICENSE', 'README.md', 'go.mod', 'client.go', 'generated.go'])
      assert.ok(files.has(start + file), file);
    assert.ok(!paths.some((path) => /_test\.go$|testdata|scenariorunner/.test(path)));
  });
});

describe('a package', () => {
  test('has the digest that /docs/clients names', async () => {
    const { text } = await catalog.ask('/docs/clients');
    for (const url of [await wheelUrl(), `${catalog.url}${GO}/@v/${await goVersion()}.zip`]) {
      assert.ok(text.includes(`href="${url}"`), url);
      assert.ok(text.includes(hash('sha256', (await fetched(url)).bytes)), url);
    }
  });

  test('is the same in every catalog: same bytes, and one time for all files', async () => {
    const places = await Promise.all(
      ['first', 'second'].map((name) => openBundles(`https://${name}.example`, join(folder, name))),
    );
    for (const name of ['python', 'go'] as const) {
      const made = await Promise.all(places.map((bundles) => bundles[name].read()));
      assert.equal(made[0]?.sha256, made[1]?.sha256);
      assert.equal(places[0]?.[name].version, languageVersion(name));
      const files = await filesIn(made[0]?.bytes ?? Buffer.alloc(0));
      assert.equal(new Set(files.values().map(({ time }) => time)).size, 1);
    }
  });
});

/** A program of the page, as it stands there. */
async function programOn(language: string): Promise<string> {
  const { text } = await catalog.ask('/docs/clients');
  const [, code = ''] = new RegExp(`aria-label="A program in ${language}"><code>([^]*?)</code>`).exec(text) ?? [];
  const characters: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', '#39': "'" };
  return code.replaceAll(/&(#39|\w+);/g, (whole, name: string) => characters[name] ?? whole);
}

/** A folder with the archive that the programs publish, under a version of its own. */
async function placeFor(language: string, version: string): Promise<string> {
  const place = join(folder, language);
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, 'my-blog.tar.gz'), await anArchive(version));
  return place;
}

/** What the programs print: the slugs, how many realms were found, and the version that was published. */
const printed = (version: string) => `my-blog\nblog\n2\n${version}\n`;
const environment = (own: Record<string, string>) => ({
  PATH: process.env['PATH'],
  HOME: folder,
  REALM_TOKEN: key,
  ...own,
});

describe('pip', { skip: without('python3') }, () => {
  const python = findProgram('python3');
  const env = (place: string) =>
    environment({
      ...python?.env,
      PYTHONPATH: place,
      PIP_DISABLE_PIP_VERSION_CHECK: '1',
      PIP_CONFIG_FILE: '/dev/null',
    });
  const pip = (place: string, ...words: string[]) =>
    run(python?.path ?? '', ['-m', 'pip', 'install', '--no-cache-dir', '--target', place, ...words], {
      env: env(folder),
    });

  test('installs the wheel by its address, and the program of the page runs', async () => {
    const place = await placeFor('python', '1.1.0');
    await pip(place, '--no-index', '--no-deps', await wheelUrl());
    writeFileSync(join(place, 'program.py'), await programOn('Python'));
    const { stdout } = await run(python?.path ?? '', ['program.py'], { cwd: place, env: env(place) });
    assert.equal(stdout, printed('1.1.0'));
    assert.equal(readFileSync(join(place, 'my-app/README.md'), 'utf8'), '# Blog\n');
  });

  test('finds it in the index, by the number of the version alone, and knows its whole version', async () => {
    const place = join(folder, 'indexed');
    const [number = '', build] = languageVersion('python').split('+');
    await pip(place, '--no-deps', '--index-url', `${catalog.url}/clients/python/simple`, `realm-catalog==${number}`);
    const asked = "import importlib.metadata as m; print(m.version('realm-catalog'))";
    const { stdout } = await run(python?.path ?? '', ['-c', asked], { env: env(place) });
    assert.equal(stdout, `${number}+${build}\n`);
  });

  test('follows an older address to the present wheel', async () => {
    const older = `${catalog.url}/clients/python/realm_catalog-0.0.1+h00000000-py3-none-any.whl`;
    await pip(join(folder, 'older'), '--no-index', '--no-deps', older);
  });
});

/** Its part of the page stands in a function, as the page says. */
const goProgram = (body: string) => `package main

import (
	"context"
	"fmt"
	"log"
	"os"

	realmcatalog "realm-catalog.invalid/client"
)

func program(ctx context.Context) error {
${body}
	return nil
}

func main() {
	if err := program(context.Background()); err != nil {
		log.Fatal(err)
	}
}
`;

describe('the go command', { skip: without('go') }, () => {
  const go = findProgram('go');
  const env = () =>
    environment({
      ...go?.env,
      GOPATH: join(folder, 'gopath'),
      GOCACHE: join(folder, 'gocache'),
      GOFLAGS: '-modcacherw',
      GOTOOLCHAIN: 'local',
      GOENV: 'off',
      // As the page says, but without "direct", which would ask other hosts.
      GOPROXY: `${catalog.url}/clients/go`,
      GONOSUMDB: 'realm-catalog.invalid',
    });

  test('gets the module from the catalog, and the program of the page runs', async () => {
    const place = await placeFor('go', '1.2.0');
    const inPlace = (...words: string[]) => run(go?.path ?? '', words, { cwd: place, env: env() });
    await inPlace('mod', 'init', 'example.com/program');
    await inPlace('get', 'realm-catalog.invalid/client');
    assert.ok(
      readFileSync(join(place, 'go.mod'), 'utf8').includes(`realm-catalog.invalid/client ${await goVersion()}`),
    );
    writeFileSync(join(place, 'main.go'), goProgram(await programOn('Go')));
    const { stdout } = await inPlace('run', '.');
    assert.equal(stdout, printed('1.2.0'));
    assert.equal(readFileSync(join(place, 'my-app/README.md'), 'utf8'), '# Blog\n');
  });
});

describe('npm', () => {
  test('has a client with which the program of the page runs', async () => {
    const place = await placeFor('typescript', '1.3.0');
    const installed = join(place, 'node_modules/@realm-catalog/client');
    mkdirSync(installed, { recursive: true });
    const url = await urlsOnPage(/npm install (http\S+\.tgz)/);
    writeFileSync(join(place, 'client.tgz'), (await fetched(url)).bytes);
    await run('tar', ['-xzf', join(place, 'client.tgz'), '-C', installed, '--strip-components=1']);
    writeFileSync(join(place, 'program.mts'), await programOn('TypeScript'));
    const { stdout } = await run(process.execPath, ['program.mts'], { cwd: place, env: environment({}) });
    assert.equal(stdout, printed('1.3.0'));
    assert.equal(readFileSync(join(place, 'my-app/README.md'), 'utf8'), '# Blog\n');
  });
});
