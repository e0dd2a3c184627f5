// Docs at /docs: every document of docs/ that it shows is a whole page of this catalog, and its links lead somewhere.
// Run: one store, shared process
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { docsPages, docsPaths, documentPages } from '@realm-catalog/web/docs/contents';
import { useCatalog } from '../support/harness.ts';
import { attributesOf, linksOf, textOf } from './documents.ts';

/** Not the address that documents have for one. */
const PUBLIC_URL = 'https://realms.example.org';
const catalog = useCatalog({}, { PUBLIC_URL });

const pages = new Map<string, string>();

async function read(path: string): Promise<string> {
  const known = pages.get(path);
  if (known !== undefined) return known;
  const { status, text } = await catalog.ask(path, { headers: { accept: 'text/html' } });
  assert.equal(status, 200, path);
  pages.set(path, text);
  return text;
}

const headingOf = (markdown: string) => /^# (.+)$/m.exec(markdown)?.[1]?.replaceAll('`', '') ?? '';

describe('a document', () => {
  for (const { path, document } of documentPages)
    test(`${path} is docs/${document}.md, with one title and headings in order`, async () => {
      const markdown = readFileSync(new URL(`../../../docs/${document}.md`, import.meta.url), 'utf8');
      const text = await read(path);
      const [first = '', ...more] = [...text.matchAll(/<h1[^>]*>([^]*?)<\/h1>/g)].map(([, title = '']) =>
        textOf(title),
      );
      assert.deepEqual([first.trim(), more], [headingOf(markdown), []]);
      for (const [, heading = ''] of markdown.replaceAll(/^```[^]*?^```$/gm, '').matchAll(/^## (.+)$/gm)) {
        const plain = heading.replaceAll('`', '');
        assert.ok(textOf(text).includes(plain), plain);
      }
      const levels = [...text.matchAll(/<h([1-6])/g)].map(([, level]) => Number(level));
      for (const [at, level] of levels.entries()) assert.ok(level <= (levels[at - 1] ?? 0) + 1, `heading ${at}`);
      const ids = attributesOf(text, 'id');
      assert.deepEqual(ids, [...new Set(ids)]);
    });

  test('has the address of this catalog in place of an example', async () => {
    for (const { path } of documentPages) assert.doesNotMatch(await read(path), /https:\/\/catalog\.example/, path);
    const { headers } = await catalog.ask('/cli/realm.tgz');
    assert.ok((await read('/docs/start')).includes(`npm install --global ${headers.get('location')}`));
    assert.ok((await read('/docs/realm-json')).includes(`${PUBLIC_URL}/schemas/realm.json`));
  });

  test('that is not there is a page that says so', async () => {
    for (const name of ['nothing', 'api.md', '..%2Fpackage', 'decisions']) {
      const { status, text } = await catalog.ask(`/docs/${name}`, { headers: { accept: 'text/html' } });
      assert.equal(status, 404, name);
      assert.match(text, /<h1/);
    }
  });
});

describe('every page of Docs', () => {
  test('is in the menu, where it is the current one, and in the sitemap', async () => {
    const { text: sitemap } = await catalog.ask('/sitemaps/pages.xml');
    for (const path of docsPaths) {
      assert.ok(sitemap.includes(`<loc>${PUBLIC_URL}${path}</loc>`), path);
      const text = await read(path);
      const [, menu = ''] = /<nav[^>]*aria-label="Docs"[^>]*>([^]*?)<\/nav>/.exec(text) ?? assert.fail(path);
      for (const page of docsPages) assert.ok(linksOf(menu).includes(page.path), `${page.path} on ${path}`);
      const current = [...menu.matchAll(/<a\s+href="([^"]+)"\s+aria-current="page"/g)].map(([, href]) => href);
      assert.deepEqual(current, path === '/docs' ? [] : [path]);
    }
  });

  test('leads to pages and to places on them that are there', async () => {
    for (const from of docsPaths)
      for (const link of linksOf(await read(from))) {
        const { origin, pathname, hash } = new URL(link, PUBLIC_URL + from);
        if (origin !== PUBLIC_URL || !pathname.startsWith('/docs')) continue;
        const id = decodeURIComponent(hash.slice(1));
        const text = await read(pathname);
        if (id !== '') assert.ok(attributesOf(text, 'id').includes(id), `${from}: ${link}`);
      }
  });

  test('is named with a sentence on the front page and in llms.txt, and found by the search box', async () => {
    const [front, { text: llms }] = [await read('/docs'), await catalog.ask('/llms.txt')];
    for (const { path, title, about } of docsPages) {
      assert.ok(textOf(front).includes(`${title} ${about}`), title);
      assert.ok(llms.includes(`- [${title}](${PUBLIC_URL}${path}): ${about}`), title);
      const [word = ''] = title.toLowerCase().split(/[^a-z.]+/);
      const { text: suggested } = await catalog.ask(`/suggest?q=docs+${encodeURIComponent(word)}`);
      assert.ok(suggested.includes(`"${path}"`), `${word}: ${suggested}`);
    }
  });
});

test('the navigation of every page leads to Docs', async () => {
  for (const path of ['/', '/realms', '/docs/start']) {
    const [, navigation = ''] = /<nav[^>]*aria-label="Main"[^>]*>([^]*?)<\/nav>/.exec(await read(path)) ?? [];
    assert.match(navigation, /href="\/docs"[^>]*>Docs</, path);
  }
});
