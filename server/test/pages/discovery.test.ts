// What programs find the catalog by: sitemap, robots.txt, OpenSearch, llms.txt, Markdown, and data in the head of pages.
// Run: one store, shared process
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Site } from '@realm-catalog/web/site';
import { anonymous } from '../../src/credentials/caller.ts';
import type { PageFile, PageRequest } from '../../src/pages/page.ts';
import { createSitemapPages } from '../../src/pages/reading/sitemap-pages.ts';
import { fc } from '../support/fixed-seed.ts';
import {
  aCollection,
  anAccount,
  aRealm,
  json,
  PUBLIC_URL,
  signUp,
  startCatalog,
  type TestCatalog,
} from '../support/harness.ts';
import { attributesOf } from './documents.ts';
import { parseXml } from './xml.ts';

const HOSTILE = `</script><script>alert(1)</script><!-- "Ünï" 'x' & 東京 ]]> \u2028`;

const [alice, bob, hermit] = ['alice', 'bob', 'hermit'].map((username) => anAccount({ username })) as [
  ReturnType<typeof anAccount>,
  ReturnType<typeof anAccount>,
  ReturnType<typeof anAccount>,
];

const generated = fc
  .sample(fc.tuple(fc.constantFrom('public', 'public', 'private', 'unlisted'), fc.constantFrom(alice, bob)), 30)
  .map(([visibility, owner], at) =>
    aRealm(owner, {
      slug: `${visibility}-${at}`,
      name: `Name of ${visibility} ${at}`,
      description: `About ${visibility} ${at}.`,
      visibility,
      tags: [`${visibility}-tag`],
      createdAt: `2026-01-${String(1 + (at % 9)).padStart(2, '0')}T00:00:00.000Z`,
    }),
  );
const hostile = aRealm(alice, { slug: 'hostile', name: HOSTILE, description: HOSTILE, longDescription: '# Read <me>' });
const alone = aRealm(hermit, { slug: 'private-alone', name: 'Name of private alone', visibility: 'private' });
const realms = [...generated, hostile, alone];
const publicSlugs = realms.filter(({ visibility }) => visibility === 'public').map(({ slug }) => slug);
const collection = aCollection(bob, {
  slug: 'chosen',
  name: HOSTILE,
  realmIds: generated.slice(0, 12).map(({ id }) => id),
});

let catalog: TestCatalog;
before(async () => {
  catalog = await startCatalog({ accounts: [alice, bob, hermit], realms, collections: [collection] });
});
after(() => catalog[Symbol.asyncDispose]());

async function read(path: string, type: RegExp): Promise<string> {
  const { status, headers, text } = await catalog.ask(path);
  assert.equal(status, 200, `${path}: ${text}`);
  assert.match(headers.get('content-type') ?? '', type, path);
  return text;
}

/** The paths that a sitemap or its index names. */
const pathsIn = (xml: string): string[] =>
  parseXml(xml).children.map(({ children: [first] }) => {
    const address = first?.text ?? '';
    assert.ok(address.startsWith(`${PUBLIC_URL}/`), address);
    return address.slice(PUBLIC_URL.length);
  });

async function sitemapPaths(): Promise<string[]> {
  const parts = pathsIn(await read('/sitemap.xml', /^application\/xml/));
  const texts = await Promise.all(parts.map((part) => read(part, /^application\/xml/)));
  return texts.flatMap(pathsIn);
}

const isOf = (start: string) => (path: string) => path.startsWith(start) && path !== '/realms';

describe('the sitemap', () => {
  test('has exactly the public realms, their authors and the collections, and every address has a page', async () => {
    const paths = await sitemapPaths();
    assert.deepEqual(paths.filter(isOf('/realms')).toSorted(), publicSlugs.map((slug) => `/realms/${slug}`).toSorted());
    assert.deepEqual(paths.filter(isOf('/@')), ['/@alice', '/@bob']);
    assert.deepEqual(paths.filter(isOf('/collections/')), ['/collections/chosen']);
    for (const path of paths) assert.equal((await catalog.ask(path, { method: 'HEAD' })).status, 200, path);
  });

  test('says when a realm changed, and follows at once when it becomes private or public', async () => {
    const part = parseXml(await read('/sitemaps/realms-1.xml', /xml/));
    for (const { children } of part.children)
      assert.match(children[1]?.text ?? '', /^2026-01-0\dT00:00:00\.000Z$/, children[0]?.text);
    const { token } = await signUp(catalog, { username: 'carol' });
    const made = { name: 'Of Carol', description: 'x', category: 'api' };
    assert.equal((await catalog.ask('/v1/realms', json(made, token))).status, 201);
    for (const visibility of ['public', 'private', 'public', 'unlisted']) {
      await catalog.ask('/v1/realms/of-carol', json({ visibility }, token, 'PATCH'));
      const isListed = visibility === 'public';
      for (const path of ['/realms/of-carol', '/@carol'])
        assert.equal((await sitemapPaths()).includes(path), isListed, `${path} of a ${visibility} realm`);
    }
    await catalog.ask('/v1/realms/of-carol', { ...json({}, token, 'DELETE'), body: null });
  });

  test('has parts of a bounded size, which together have every realm once, the oldest first', async () => {
    const { services } = catalog;
    const pages = createSitemapPages({ catalog: services.catalog, reader: services.catalog.readerFor(anonymous) }, 4);
    const ask = async (file: string) => {
      const site = { publicUrl: PUBLIC_URL } as Site;
      const request = {
        params: { file },
        query: new URLSearchParams(),
        site,
        url: '',
        headers: {},
        ip: '',
        signal: AbortSignal.any([]),
      } as unknown as PageRequest;
      const result = await (file === '' ? pages.sitemap(request) : pages.sitemapPart(request));
      return pathsIn((result as PageFile).bytes.toString());
    };
    const parts = (await ask('')).filter((path) => path.includes('realms-'));
    assert.deepEqual(
      parts,
      Array.from({ length: Math.ceil(publicSlugs.length / 4) }, (_, at) => `/sitemaps/realms-${at + 1}.xml`),
    );
    const listed = await Promise.all(parts.map((path) => ask(path.replace('/sitemaps/', ''))));
    assert.ok(listed.every((one) => one.length <= 4));
    const oldestFirst = realms
      .filter(({ visibility }) => visibility === 'public')
      .toSorted((a, b) => Number(`${a.createdAt}${a.id}` > `${b.createdAt}${b.id}`) || -1);
    assert.deepEqual(
      listed.flat(),
      oldestFirst.map(({ slug }) => `/realms/${slug}`),
    );
  });

  test('has no other parts', async () => {
    for (const file of ['realms-2.xml', 'realms-0.xml', 'realms-01.xml', 'realms.xml', 'authors-9.xml', 'x', 'x-1.xml'])
      assert.equal((await catalog.ask(`/sitemaps/${file}`)).status, 404, file);
  });
});

test('robots.txt names the sitemap, and keeps robots from the API and from lists with filters', async () => {
  const lines = (await read('/robots.txt', /^text\/plain/)).split('\n');
  assert.equal(lines[0], 'User-agent: *');
  for (const line of [`Sitemap: ${PUBLIC_URL}/sitemap.xml`, 'Disallow: /v1/', 'Disallow: /realms?'])
    assert.ok(lines.includes(line), line);
});

describe('OpenSearch', () => {
  test('describes the search box', async () => {
    const { name, children } = parseXml(await read('/opensearch.xml', /^application\/opensearchdescription\+xml/));
    assert.equal(name, 'OpenSearchDescription');
    assert.equal(children.find((one) => one.name === 'ShortName')?.text, 'Realm Catalog');
    const templates = children.filter((one) => one.name === 'Url').map(({ attributes }) => attributes['template']);
    assert.ok(templates.includes(`${PUBLIC_URL}/realms?q={searchTerms}`));
    assert.match(await read('/', /^text\/html/), /rel="search"\s+type="application\/opensearchdescription\+xml"/);
  });

  test('suggests public realms, tags and authors as browsers read them', async () => {
    const { status, headers, body } = await catalog.ask('/suggest/opensearch?q=na');
    assert.deepEqual([status, headers.get('content-type')], [200, 'application/x-suggestions+json; charset=utf-8']);
    const [text, names, kinds, addresses] = body as [string, string[], string[], string[]];
    assert.equal(text, 'na');
    assert.ok(names.length > 0 && names.length === kinds.length && names.length === addresses.length);
    for (const name of names) assert.match(name, /^Name of public/);
    assert.deepEqual((await catalog.ask('/suggest/opensearch?q=private-t')).body, ['private-t', [], [], []]);
    assert.deepEqual((await catalog.ask('/suggest/opensearch')).body, ['', [], [], []]);
    assert.equal((await catalog.ask(`/suggest/opensearch?q=${'x'.repeat(3_000)}`)).status, 200);
  });
});

async function dataOf(path: string): Promise<Record<string, unknown>> {
  const html = await read(path, /^text\/html/);
  const blocks = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)];
  assert.equal(blocks.length, 1, path);
  assert.equal(html.match(/<script/g)?.length, 2, `${path} has this block and the script of the pages`);
  return JSON.parse(blocks[0]?.[1] ?? '') as Record<string, unknown>;
}

describe('data in the head of pages', () => {
  test('describes the site, realms, collections and authors', async () => {
    assert.equal((await dataOf('/'))['@type'], 'WebSite');
    const { '@type': type, name, alternateName } = await dataOf('/@alice');
    assert.deepEqual({ type, name, alternateName }, { type: 'Person', name: 'alice', alternateName: 'alice' });
  });

  test('survives hostile names', async () => {
    const realm = await dataOf('/realms/hostile');
    const { name, description } = (await catalog.ask('/v1/realms/hostile')).body;
    assert.deepEqual(
      [realm['@type'], realm['name'], realm['description'], realm['url']],
      ['SoftwareSourceCode', name, description, `${PUBLIC_URL}/realms/hostile`],
    );
    const chosen = await dataOf('/collections/chosen');
    assert.deepEqual([chosen['@type'], chosen['name']], ['CollectionPage', HOSTILE]);
    const { itemListElement } = chosen['mainEntity'] as { itemListElement: { url: string }[] };
    for (const { url } of itemListElement) assert.match(url, /\/realms\/public-/);
    assert.ok(itemListElement.length > 0);
  });

  test('has one canonical address, whatever the order and the page of a list', async () => {
    for (const [path, canonical] of [
      ['/realms/hostile?utm_source=x', '/realms/hostile'],
      ['/realms?sort=name', '/realms'],
      ['/@alice?offset=20', '/@alice'],
      ['/collections?offset=0', '/collections'],
    ] as const)
      assert.ok((await read(path, /html/)).includes(`<link rel="canonical" href="${PUBLIC_URL}${canonical}" />`), path);
    assert.match(await read('/realms?search=name', /html/), /<meta name="robots" content="noindex" \/>/);
  });
});

describe('a realm as Markdown', () => {
  test('has its facts, the commands to get it and its README, and the page leads to it', async () => {
    const text = await read('/realms/hostile.md', /^text\/markdown; charset=utf-8$/);
    assert.match(text, /^# \\<\/script>\\<script>alert\(1\)/);
    for (const part of ['- Category: saas', '## README\n\n# Read <me>\n']) assert.ok(text.includes(part), part);
    await catalog.insert({ realms: [aRealm(alice, { slug: 'given', visibility: 'unlisted', version: '1.0.0' })] });
    const given = await read('/realms/given.md', /markdown/);
    assert.ok(given.includes(`curl -sX POST ${PUBLIC_URL}/v1/realms/given/download`), given);
    const page = await read('/realms/hostile', /html/);
    assert.ok(attributesOf(page, 'href').includes('/realms/hostile.md'));
    assert.match(await read('/llms.txt', /^text\/plain/), /\/realms\/\{slug\}\.md/);
  });

  test('is not there for a private realm, and tells search engines to leave an unlisted one alone', async () => {
    const unlisted = realms.find(({ visibility }) => visibility === 'unlisted') ?? assert.fail();
    const { status, headers } = await catalog.ask(`/realms/${unlisted.slug}.md`);
    assert.deepEqual([status, headers.get('x-robots-tag')], [200, 'noindex']);
    assert.match(await read(`/realms/${unlisted.slug}`, /html/), /<meta name="robots" content="noindex" \/>/);
    for (const slug of [alone.slug, 'nothing', 'hostile.md', '%2e%2e'])
      assert.equal((await catalog.ask(`/realms/${slug}.md`)).status, 404, slug);
  });

  test('of an old slug leads to that of the new one', async () => {
    const { token } = await signUp(catalog, { username: 'dora' });
    await catalog.ask('/v1/realms', json({ name: 'Of Dora', description: 'x', category: 'api' }, token));
    await catalog.ask('/v1/realms/of-dora', json({ slug: 'of-dora-now' }, token, 'PATCH'));
    const { status, headers } = await catalog.ask('/realms/of-dora.md');
    assert.deepEqual([status, headers.get('location')], [308, `${PUBLIC_URL}/realms/of-dora-now.md`]);
  });
});

test('nothing of private and unlisted realms is in any document', async () => {
  const paths = ['/sitemap.xml', '/sitemaps/pages.xml', '/sitemaps/realms-1.xml', '/sitemaps/authors-1.xml'];
  paths.push(
    '/sitemaps/collections-1.xml',
    '/opensearch.xml',
    '/suggest/opensearch?q=name',
    '/robots.txt',
    '/llms.txt',
  );
  paths.push('/collections/chosen', ...publicSlugs.flatMap((slug) => [`/realms/${slug}`, `/realms/${slug}.md`]));
  for (const path of paths) {
    const { text } = await catalog.ask(path);
    assert.doesNotMatch(text, /private-|unlisted-|of private|of unlisted|hermit/, path);
  }
});
