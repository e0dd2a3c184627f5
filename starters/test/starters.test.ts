// Every starter is copied, started, asked and stopped, and what the catalog says about it is checked.
// Needs: minutes

import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { commandQuestions, commonQuestions, serverQuestions } from './questions.ts';
import { copyStarter, run, serve, startWords } from './running.ts';
import type { Copy, Server } from './running.ts';

type Collection = { slug: string; name: string; description: string; featured: boolean; realms: string[] };
type Catalog = { realms: string[]; featured: string[]; collections: Collection[] };
type Realm = {
  name: string;
  description: string;
  category: string;
  tags: string[];
  version: string;
  license: string;
  features: Record<string, unknown>;
  requirements: Record<string, unknown>;
  screenshots: { path: string; alt: string }[];
  preview?: string;
};
type Package = Record<string, unknown> & { scripts: Record<string, string> };

const startersFolder = join(import.meta.dirname, '..');
const read = <T>(...path: string[]): T => JSON.parse(readFileSync(join(startersFolder, ...path), 'utf8')) as T;

const catalog = read<Catalog>('catalog.json');
const slugs = readdirSync(startersFolder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== 'test')
  .map((entry) => entry.name)
  .toSorted();

const timeout = 180_000;

for (const slug of slugs) {
  describe(slug, { timeout }, () => {
    let copy: Copy;
    before(() => {
      copy = copyStarter(slug);
    });
    after(() => copy.remove());

    if (Object.hasOwn(serverQuestions, slug)) serverTests(slug, () => copy);
    else commandTests(slug, () => copy);

    test(`${slug} passes its own tests`, async () => {
      const { exitCode, stdout, stderr } = await run(copy, 'npm', ['test', '--silent']);
      assert.equal(exitCode, 0, stdout + stderr);
      assert.match(stdout, /pass [1-9]/);
    });

    test(`${slug} is described by a realm.json that obeys the rules`, () =>
      checkRealm(read<Realm>(slug, 'realm.json')));

    test(`${slug} brings two screenshots of moderate size, and a preview that needs no server`, () => {
      const { screenshots, preview } = read<Realm>(slug, 'realm.json');
      assert.equal(screenshots.length, 2);
      for (const { path, alt } of screenshots) {
        const bytes = readFileSync(join(startersFolder, slug, path));
        assert.equal(bytes.toString('latin1', 1, 4), 'PNG', path);
        assert.ok(bytes.length <= 60_000, `${path} has ${bytes.length} bytes`);
        assert.ok(alt !== '');
      }
      if (preview !== undefined) checkPreview(join(startersFolder, slug, preview));
    });

    test(`${slug} needs nothing but Node and says so in its package.json`, () => {
      const content = read<Package>(slug, 'package.json');
      assert.partialDeepStrictEqual(content, {
        name: slug,
        version: '1.0.0',
        license: 'MIT',
        private: true,
        type: 'module',
      });
      assert.deepEqual(
        Object.keys(content).filter((key) => key.toLowerCase().endsWith('dependencies')),
        [],
      );
      assert.match(content.scripts['start'] ?? '', /^node src\/[\w-]+\.js$/);
      assert.ok(content.scripts['test']);
    });

    test(`${slug} has a README of 30 to 80 lines`, () => {
      assert.ok(existsSync(join(startersFolder, slug, 'README.md')));
      const lines = readFileSync(join(startersFolder, slug, 'README.md'), 'utf8')
        .trimEnd()
        .split('\n');
      assert.match(lines[0] ?? '', /^# \S/);
      assert.ok(lines.length >= 30 && lines.length <= 80, `it has ${lines.length}`);
    });
  });
}

function serverTests(slug: string, copyOf: () => Copy): void {
  describe(`${slug}, started with npm`, { timeout }, () => {
    let server: Server | undefined;
    before(async () => {
      server = await serve(copyOf(), 'npm', ['start', '--silent']);
    });
    after(() => server?.stop());

    for (const [sentence, ask] of Object.entries({ ...serverQuestions[slug], ...commonQuestions })) {
      test(`${slug} ${sentence}`, async () => {
        assert.ok(server);
        await ask({ ...copyOf(), address: server.address });
      });
    }
  });

  test(`${slug} prints one line with its address, and stops with exit code 0 when asked to`, async () => {
    const { command, args } = startWords(copyOf());
    const server = await serve(copyOf(), command, args);
    const { exitCode, stdout, stderr } = await server.stop();
    assert.deepEqual({ exitCode, stderr }, { exitCode: 0, stderr: '' });
    assert.equal(stdout.split('\n').length, 2, stdout);
  });
}

function commandTests(slug: string, copyOf: () => Copy): void {
  for (const [sentence, ask] of Object.entries(commandQuestions[slug] ?? {})) {
    test(`${slug} ${sentence}`, () => ask(copyOf()));
  }
}

function checkRealm(realm: Realm): void {
  const keys = [
    'name',
    'description',
    'category',
    'tags',
    'version',
    'license',
    'features',
    'requirements',
    'screenshots',
  ];
  const more = new Set(['variables', 'parts', 'leaveOut', 'preview']);
  assert.deepEqual(
    Object.keys(realm)
      .filter((key) => !more.has(key))
      .toSorted(),
    keys.toSorted(),
  );
  assert.ok(realm.name.length >= 1 && realm.name.length <= 100);
  assert.ok(realm.description.length >= 1 && realm.description.length <= 500);
  assert.match(realm.category, /^[a-z0-9][a-z0-9-]{0,31}$/);
  assert.ok(realm.tags.length >= 3 && realm.tags.length <= 8);
  assert.equal(new Set(realm.tags).size, realm.tags.length);
  for (const tag of realm.tags) assert.match(tag, /^[a-z0-9][a-z0-9+.#-]{0,31}$/);
  assert.equal(realm.version, '1.0.0');
  assert.equal(realm.license, 'MIT');
  assert.deepEqual(Object.keys(realm.features).toSorted(), ['auth', 'database', 'payments']);
  for (const feature of Object.values(realm.features)) assert.equal(typeof feature, 'boolean');
  assert.deepEqual(realm.requirements, { node: '>=24', npm: '>=10' });
}

// Every address of its pages is relative, and leads to a file of the folder.
function checkPreview(folder: string): void {
  const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.html'));
  assert.ok(pages.includes('index.html'));
  for (const page of pages)
    for (const [, address = ''] of readFileSync(join(folder, page), 'utf8').matchAll(
      / (?:href|src|action)="([^"#]*)"/g,
    )) {
      if (/^https?:/.test(address)) continue;
      assert.doesNotMatch(address, /^\//, page);
      assert.ok(existsSync(join(folder, page, '..', address)), `${page} names ${address}`);
    }
}

describe('the catalog', () => {
  test('every starter folder is listed in catalog.json, and nothing else is', () => {
    assert.deepEqual(catalog.realms.toSorted(), slugs);
    for (const slug of slugs) assert.match(slug, /^[a-z0-9]+(-[a-z0-9]+)*$/);
  });

  test('every starter is asked questions', () => {
    assert.deepEqual(Object.keys({ ...serverQuestions, ...commandQuestions }).toSorted(), slugs);
  });

  test('at least four starters have a live preview', () => {
    assert.ok(slugs.filter((slug) => read<Realm>(slug, 'realm.json').preview !== undefined).length >= 4);
  });

  test('two or three starters are featured', () => {
    assert.ok(catalog.featured.length >= 2 && catalog.featured.length <= 3);
    assert.deepEqual(
      catalog.featured.filter((slug) => !slugs.includes(slug)),
      [],
    );
  });

  test('of its two collections one is featured, and both hold starters that exist', () => {
    assert.equal(catalog.collections.length, 2);
    assert.equal(catalog.collections.filter((collection) => collection.featured).length, 1);
    for (const { slug, name, description, realms } of catalog.collections) {
      assert.match(slug, /^[a-z0-9]+(-[a-z0-9]+)*$/);
      assert.ok(name.length >= 1 && name.length <= 100 && description.length >= 1 && description.length <= 500);
      assert.ok(realms.length > 0);
      assert.deepEqual(
        realms.filter((realm, index) => !slugs.includes(realm) || realms.indexOf(realm) !== index),
        [],
      );
    }
  });

  test('the categories that every catalog shows are all there', () => {
    const categories = new Set(slugs.map((slug) => read<Realm>(slug, 'realm.json').category));
    for (const category of ['saas', 'ecommerce', 'blog', 'api']) assert.ok(categories.has(category), category);
  });
});
