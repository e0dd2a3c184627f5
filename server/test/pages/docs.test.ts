// The API reference at /docs/api: it says everything of every operation, and its examples are what this catalog answers.
// Run: one store, shared process
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { chapters, errors, errorsOf, openApiPath, specifications, type Specification } from '@realm-catalog/contract';
import { Ajv2020 } from 'ajv/dist/2020.js';
import {
  aCollection,
  aKey,
  anAccount,
  bearer,
  closeStore,
  json,
  PUBLIC_URL,
  signUp,
  startCatalog,
} from '../support/harness.ts';
import type { TestCatalog } from '../support/harness.ts';
import { publishTree } from '../files/published-files.ts';
import { create } from '../publishing/uploads.ts';
import { answerOf, attributesOf, commandOf, isShortFormOf, linksOf, sectionOf, textOf } from './documents.ts';

const MAX_GZIPPED_BYTES = 30_000;

const chapterPaths = chapters.map(({ name }) => `/docs/api/${name.toLowerCase().replaceAll(' ', '-')}`);
const allPaths = ['/docs/api', ...chapterPaths];
const all: [id: string, path: string, operation: Specification][] = chapters.flatMap(({ ids }, at) =>
  ids.map((id): [string, string, Specification] => [id, chapterPaths[at] ?? '', specifications[id]]),
);
const curator = anAccount({ username: 'carol' });

let catalog: TestCatalog;
/** The pages of a catalog without realms, and those of the same catalog with some. */
let emptyPages: Map<string, string>;
let pages: Map<string, string>;

async function readPages(): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for (const path of allPaths) {
    const { status, headers, text } = await catalog.ask(path);
    assert.equal(status, 200, `${path}: ${text}`);
    assert.match(headers.get('content-type') ?? '', /^text\/html\b/);
    texts.set(path, text);
  }
  return texts;
}

const pageOf = (path: string, from = pages): string => from.get(path) ?? assert.fail(path);

const isReal = (from: Map<string, string>, path: string, id: string) =>
  sectionOf(pageOf(path, from), id).includes('This catalog answers');

function shownCommand(id: keyof typeof specifications): string {
  const [, path = ''] = all.find(([one]) => one === id) ?? [];
  return commandOf(sectionOf(pageOf(path), id));
}

before(async () => {
  catalog = await startCatalog({ accounts: [curator] }, { RATE_LIMIT_AUTHENTICATED: '1234' });
  emptyPages = await readPages();
  const { token } = await signUp(catalog, { username: 'alice' });
  const owner = { token: (await aKey(catalog, token)).key };
  const { slug, id } = await create(catalog, owner, {
    name: 'Reading room',
    description: `A quiet place. ${'It has shelves. '.repeat(20)}`,
    tags: ['books', 'lamps', 'chairs'],
  });
  for (const text of ['One shelf.\n', `Two shelves.\n${'More. '.repeat(100)}`])
    await publishTree(catalog, owner, slug, { 'README.md': text, 'src/lamp.js': 'export const on = true;\n' });
  await catalog.ask(`/v1/realms/${slug}/download`, { method: 'POST' });
  await catalog.insert({ collections: [aCollection(curator, { name: 'Rooms', realmIds: [id] })] });
  for (const visibility of ['unlisted', 'private'])
    await catalog.ask(
      '/v1/realms',
      json({ name: `Hidden ${visibility}`, description: 'Hush.', category: 'hush', visibility }, owner.token),
    );
  assert.equal((await catalog.ask('/v1/realms/hidden-private', bearer(owner.token))).status, 200);
  await catalog.services.catalog.follow();
  pages = await readPages();
});
after(() => catalog[Symbol.asyncDispose]());

describe('an operation', () => {
  for (const [id, path, operation] of all)
    test(`${id} is shown with its address, its access, its parameters and its errors`, () => {
      const section = sectionOf(pageOf(path), id);
      const text = textOf(section);
      assert.ok(text.includes(operation.summary));
      assert.ok(text.includes(`${operation.method} ${openApiPath(operation)}`), text);
      const { access } = operation;
      if (access === 'public') assert.match(text, /Anyone may call it\./);
      else if (access === 'upload') assert.match(text, /needs the token of the upload/);
      else if (access === 'credential') assert.match(text, /needs a credential\./);
      else assert.ok(text.includes(`needs a credential with the scope ${access.scope}.`));

      for (const code of errorsOf(operation)) {
        assert.ok(text.includes(`${errors[code].status} ${code}`), code);
        assert.ok(section.includes(`href="/docs/api#${code}"`), code);
      }
      const places = {
        'In the path': operation.params,
        'In the query': operation.query,
        'In the body': operation.body,
      };
      for (const [title, fields] of Object.entries(places))
        for (const name of Object.keys(fields?.properties ?? {})) {
          const list = section.split('<h3>').find((part) => part.startsWith(title)) ?? assert.fail(title);
          const entry = new RegExp(`<code class="field-name">${name}</code>([\\s\\S]*?)(?:<p>|</li>)`).exec(list);
          const isMarked = /required/.test(entry?.[1] ?? assert.fail(name));
          assert.equal(isMarked, fields?.required.includes(name), `${name} is marked as required, or is not`);
        }
    });
});

describe('an example', () => {
  const formats = { uuid: true, 'date-time': true, uri: true, email: true, password: true, date: true } as const;
  const ajv = new Ajv2020({ strict: false, formats });
  const withJson = all.filter(([, , { reply }]) => 'schema' in reply && reply.mediaType === undefined);

  for (const [id, path, { reply }] of withJson)
    test(`of ${id} is JSON that fits the schema of its answer, with and without realms`, () => {
      const validate = ajv.compile('schema' in reply ? reply.schema : {});
      for (const from of [emptyPages, pages]) {
        const answer: unknown = JSON.parse(answerOf(sectionOf(pageOf(path, from), id)));
        assert.ok(validate(answer), ajv.errorsText(validate.errors));
      }
    });

  const reads = all.filter(
    ([, , { method, access, isAboutCaller }]) => method === 'GET' && access === 'public' && !isAboutCaller,
  );

  test('is real for every public read, and for no other operation', () => {
    const real = all.filter(([id, path]) => isReal(pages, path, id)).map(([id]) => id);
    assert.deepEqual(
      real,
      reads.map(([id]) => id),
    );
    assert.deepEqual(
      all.filter(([id, path]) => isReal(emptyPages, path, id)).map(([id]) => id),
      ['getStats'],
    );
  });

  for (const [id, path, { reply }] of reads)
    test(`of ${id} is what its command line answers`, async () => {
      const section = sectionOf(pageOf(path), id);
      const [, address = ''] = /^curl '([^']+)'$/.exec(commandOf(section)) ?? assert.fail(commandOf(section));
      const { status, text, body } = await catalog.ask(address.replace(PUBLIC_URL, ''));
      assert.equal(status, 200, address);
      const shown = answerOf(section);
      const isText = 'schema' in reply && reply.mediaType !== undefined;
      assert.ok(isText ? isShortFormOf(shown, text) : isShortFormOf(JSON.parse(shown), body), shown);
    });

  test('names no realm that is not public', () => {
    for (const [path, text] of pages) assert.doesNotMatch(text, /hidden-(?:unlisted|private)|hush/i, path);
  });

  test('of a write sends what is required, in quotes that a shell takes', () => {
    assert.match(
      shownCommand('createKey'),
      /^curl -X POST '.+\/v1\/api\/keys' \\\n {2}-H "Authorization: Bearer \$REALM_TOKEN" \\\n/,
    );
    assert.match(shownCommand('createKey'), /-d '\{"name":"laptop"\}'$/);
    assert.match(shownCommand('uploadArchive'), /^curl -X PUT .+\$UPLOAD_TOKEN.+-T my-realm\.tar\.gz$/s);
    assert.match(shownCommand('updateRealm'), /-d '\{"name":"My realm"\}'$/);
  });
});

describe('the first page', () => {
  test('explains credentials, scopes, limits and errors once', () => {
    const text = textOf(pageOf('/docs/api'));
    for (const scope of ['realms:read', 'realms:write', 'collections:write', 'account', 'admin'])
      assert.ok(text.includes(scope), scope);
    assert.match(text, /With a credential 1,234 requests an hour/);
    for (const [code, { status, title }] of Object.entries(errors))
      assert.ok(text.includes(`${status} ${code} ${title}`), code);
  });

  test('has the anchor of every operation, with a link to its chapter', () => {
    for (const [id, path] of all) {
      const [, entry = ''] =
        new RegExp(`<li\\s+id="${id}"\\s*>([\\s\\S]*?)</li>`).exec(pageOf('/docs/api')) ?? assert.fail(id);
      assert.deepEqual(linksOf(entry), [`${path}#${id}`]);
    }
  });
});

describe('every page', () => {
  for (const path of allPaths) {
    test(`${path} has unique ids and headings in order, after a menu that can be skipped`, () => {
      const text = pageOf(path);
      const ids = attributesOf(text, 'id');
      assert.deepEqual(ids, [...new Set(ids)]);
      const levels = [...text.matchAll(/<h([1-6])/g)].map(([, level]) => Number(level));
      assert.equal(levels[0], 1);
      for (const [at, level] of levels.entries()) assert.ok(level <= (levels[at - 1] ?? 0) + 1, `heading ${at}`);
      assert.ok(text.indexOf('href="#docs-content"') < text.indexOf('aria-label="Docs"'));
    });

    test(`${path} lets the keyboard reach what may scroll, under a name of its own`, () => {
      // A command is broken into lines.
      const scrolling = /(?<!class="command">\s*)<(?:pre|div class="table")([^>]*)>/g;
      const regions = [...pageOf(path).matchAll(scrolling)].map(([, attributes = '']) => attributes);
      const names = regions.map(
        (attributes) => /aria-label="([^"]+)"/.exec(attributes)?.[1] ?? assert.fail(attributes),
      );
      for (const attributes of regions) assert.match(attributes, /tabindex="0"[\s\S]*role="region"/);
      assert.deepEqual(names, [...new Set(names)]);
    });

    test(`${path} is small`, () => {
      const size = gzipSync(pageOf(path)).length;
      assert.ok(size <= MAX_GZIPPED_BYTES, `${size} bytes`);
    });
  }

  test('loads nothing from elsewhere, and everything that it refers to is there', async () => {
    const links = [...pages].flatMap(([path, text]) =>
      [...linksOf(text), ...attributesOf(text, 'src')].map((link) => new URL(link, PUBLIC_URL + path)),
    );
    const targets = new Map<string, Set<string>>();
    for (const { origin, pathname, hash } of links) {
      assert.equal(origin, PUBLIC_URL);
      targets.set(pathname, (targets.get(pathname) ?? new Set()).add(hash.slice(1)));
    }
    for (const [path, fragments] of targets) {
      const { status, text } = await catalog.ask(path);
      assert.equal(status, 200, path);
      if (path.endsWith('.css')) assert.doesNotMatch(text, /@import|url\((?!['"]?data:)/);
      for (const fragment of fragments)
        if (fragment) assert.ok(attributesOf(text, 'id').includes(fragment), `${path}#${fragment}`);
    }
  });

  test('is in the sitemap', async () => {
    const { text } = await catalog.ask('/sitemaps/pages.xml');
    for (const path of allPaths) assert.ok(text.includes(`<loc>${PUBLIC_URL}${path}</loc>`), path);
  });

  test('an unknown chapter is a page that says so', async () => {
    const { status, text } = await catalog.ask('/docs/api/nowhere', { headers: { accept: 'text/html' } });
    assert.equal(status, 404);
    assert.match(text, /The API reference has no such chapter\./);
  });
});

test('while the store is unavailable, the reference is there, with the examples of the contract', async () => {
  await using other = await startCatalog();
  await closeStore(other);
  for (const path of ['/docs/api', '/docs/api/files', '/docs/api/statistics']) {
    const { status, text } = await other.ask(path);
    assert.equal(status, 200, path);
    assert.doesNotMatch(text, /This catalog answers/);
  }
});
