// Live previews over HTTP: what is served, in which box, by which address, and to whom.
// Run: both stores, shared process
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, test } from 'node:test';
import { readConfig } from '../../src/config/config.ts';
import { pack, publishTree, type Tree } from '../files/published-files.ts';
import { previewStartOf } from '../pages/documents.ts';
import { create, openUpload, upload } from '../publishing/uploads.ts';
import {
  bearer,
  json,
  PUBLIC_URL,
  signUp,
  startCatalog,
  useCatalog,
  type Person,
  type TestCatalog,
} from '../support/harness.ts';

const site: Tree = {
  'app/realm.json': JSON.stringify({ version: '1.0.0', preview: './site/' }),
  'app/README.md': '# App\n',
  'app/site/index.html': '<!doctype html><title>App</title><script src="app.js"></script>\n',
  'app/site/app.js': `document.title = 'ran'; // ${'x'.repeat(2_000)}\n`,
  'app/site/docs/index.html': '<!doctype html><title>Docs</title>\n',
  'app/site/logo.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>\n',
  'app/site/large.bin': randomBytes(1_200_000),
  'app/secret.html': 'not a part of the preview\n',
};

const catalog = useCatalog({}, { TRUST_PROXY: '127.0.0.1' });
const inFrame = { headers: { 'sec-fetch-dest': 'iframe' } };
let people = 0;

async function published(
  fields: object = {},
  into: TestCatalog = catalog,
  tree = site,
): Promise<{ slug: string; owner: Person }> {
  const owner = await signUp(into, { username: `alice-${(people += 1)}` });
  const { slug } = (await create(into, owner, { name: `App ${people}`, ...fields })) as { slug: string };
  await publishTree(into, owner, slug, tree);
  return { slug, owner };
}

const previewUrlOf = async (slug: string, owner?: Person, of: TestCatalog = catalog) =>
  (await of.ask(`/v1/realms/${slug}`, owner && bearer(owner.token))).body.previewUrl as string;

const policyFor = (base: string, sandbox = 'allow-scripts allow-forms') =>
  `sandbox ${sandbox}; default-src ${base} data: blob: 'unsafe-inline'; form-action 'none'; base-uri 'none'; frame-ancestors ${PUBLIC_URL}`;

describe('a preview', () => {
  test('is served from the folder that realm.json names, by true types, in its box', async () => {
    const { slug } = await published();
    const base = `${PUBLIC_URL}/preview/${slug}/1.0.0/`;
    assert.equal(await previewUrlOf(slug), base);
    const without = await published({}, catalog, { 'app/realm.json': '{}' });
    const { body } = await catalog.ask(`/v1/realms?has=preview&slugs=${slug},${without.slug}`);
    assert.deepEqual(
      body.realms.map(({ slug }: { slug: string }) => slug),
      [slug],
    );
    for (const [path, type] of [
      ['', 'text/html; charset=utf-8'],
      ['index.html', 'text/html; charset=utf-8'],
      ['app.js', 'text/javascript; charset=utf-8'],
      ['docs/', 'text/html; charset=utf-8'],
      ['logo.svg', 'image/svg+xml'],
      ['large.bin', 'application/octet-stream'],
    ]) {
      const { status, headers } = await catalog.ask(`/preview/${slug}/1.0.0/${path}`, inFrame);
      assert.equal(status, 200, path);
      assert.equal(headers.get('content-type'), type, path);
      assert.equal(headers.get('content-security-policy'), policyFor(base), path);
      assert.equal(headers.get('connection-allowlist'), '(response-origin)', path);
      assert.equal(headers.get('x-content-type-options'), 'nosniff');
      assert.equal(headers.get('strict-transport-security'), 'max-age=31536000');
      assert.equal(headers.get('access-control-allow-origin'), '*');
      assert.match(headers.get('vary') ?? '', /\bsec-fetch-dest\b/);
      assert.equal(headers.get('x-frame-options'), null);
      assert.match(headers.get('cache-control') ?? '', /^public, .*immutable$/);
    }
    const { text } = await catalog.ask(`/preview/${slug}/1.0.0/`, inFrame);
    assert.equal(text, site['app/site/index.html']);
  });

  test('has no file from outside of its folder', async () => {
    const { slug } = await published();
    for (const path of ['secret.html', '../secret.html', '..%2fsecret.html', 'realm.json', 'nothing', 'docs/nothing/'])
      assert.equal((await catalog.ask(`/preview/${slug}/1.0.0/${path}`, inFrame)).status, 404, path);
    assert.equal((await catalog.ask(`/preview/${slug}/9.9.9/`, inFrame)).status, 404);
  });

  test('leads folders to their slash, and old slugs to the new one, within /preview/', async () => {
    const { slug, owner } = await published();
    const locationOf = async (path: string) => (await catalog.ask(path, inFrame)).headers.get('location');
    const base = `${PUBLIC_URL}/preview/${slug}/1.0.0/`;
    assert.equal(await locationOf(`/preview/${slug}/1.0.0`), base);
    assert.equal(await locationOf(`/preview/${slug}/1.0.0/docs`), `${base}docs/`);
    await catalog.ask(`/v1/realms/${slug}`, json({ slug: `${slug}-new` }, owner.token, 'PATCH'));
    assert.equal(await locationOf(`/preview/${slug}/1.0.0/app.js`), `${PUBLIC_URL}/preview/${slug}-new/1.0.0/app.js`);
  });

  test('is our page with a frame for whoever visits its address, whatever cookie they send', async () => {
    const { slug } = await published();
    const visit = { headers: { 'sec-fetch-dest': 'document', cookie: 'theme=dark' } };
    const { status, headers, text } = await catalog.ask(`/preview/${slug}/1.0.0/docs/?a=1`, visit);
    assert.equal(status, 200);
    assert.equal(headers.get('cache-control'), 'no-store');
    assert.match(
      headers.get('content-security-policy') ?? '',
      new RegExp(`default-src 'none';.* frame-src ${PUBLIC_URL}/preview/; `),
    );
    assert.equal(previewStartOf(text), `${PUBLIC_URL}/preview/${slug}/1.0.0/docs/?a=1`);
    assert.match(text, /sandbox="allow-scripts allow-forms"/);
    assert.match(text, /made by <a href="\/@alice-/);
    assert.doesNotMatch(text, /data-theme/);
  });

  test('has a page of the realm around it, and realms without one have none', async () => {
    const { slug } = await published();
    const { status, headers, text } = await catalog.ask(`/realms/${slug}/preview`);
    assert.equal(status, 200);
    assert.match(headers.get('content-security-policy') ?? '', new RegExp(`frame-src ${PUBLIC_URL}/preview/; `));
    assert.equal(previewStartOf(text), `${PUBLIC_URL}/preview/${slug}/1.0.0/`);
    assert.match((await catalog.ask(`/realms/${slug}`)).text, /Live preview/);
    const plain = await published({}, catalog, { 'realm.json': '{ "version": "1.0.0" }' });
    assert.equal(await previewUrlOf(plain.slug), '');
    for (const path of [`/realms/${plain.slug}/preview`, `/preview/${plain.slug}/1.0.0/`])
      assert.equal((await catalog.ask(path)).status, 404, path);
    assert.doesNotMatch((await catalog.ask(`/realms/${plain.slug}`)).text, /Live preview/);
  });

  test('may be the whole realm', async () => {
    const { slug } = await published({}, catalog, {
      'realm.json': '{ "version": "1.0.0", "preview": "." }',
      'index.html': '<!doctype html><title>All</title>',
    });
    assert.equal((await catalog.ask(`/preview/${slug}/1.0.0/index.html`, inFrame)).status, 200);
  });

  test('must have an index.html: else the upload is a 422 that names the folder', async () => {
    const owner = await signUp(catalog, { username: `alice-${(people += 1)}` });
    const { slug } = (await create(catalog, owner)) as { slug: string };
    for (const preview of ['nothing', 'site/index.html', 'site/docs/../docs', 7]) {
      const tree = { ...site, 'app/realm.json': JSON.stringify({ version: '1.0.0', preview }) };
      const { status, body } = await upload(catalog, await openUpload(catalog, owner, slug), pack(tree, 'tar.gz'));
      assert.equal(status, 422, String(preview));
      assert.match(body.detail, /preview/);
    }
  });
});

describe('the preview of a private realm', () => {
  test('is for whoever has an address that was signed for its version, and for nobody else', async () => {
    const { slug, owner } = await published({ visibility: 'private' });
    const other = await published({ visibility: 'private' });
    const url = new URL(await previewUrlOf(slug, owner));
    assert.match(url.pathname, new RegExp(`^/preview/${slug}/1\\.0\\.0~\\d+\\.[\\w-]+\\.[\\w-]+/$`));
    const { status, headers } = await catalog.ask(`${url.pathname}app.js`, inFrame);
    assert.equal(status, 200);
    assert.match(headers.get('cache-control') ?? '', /^private, max-age=\d+, immutable$/);
    assert.equal(headers.get('content-security-policy'), policyFor(url.href));
    assert.equal(headers.get('connection-allowlist'), '(response-origin)');
    const unsigned = `/preview/${slug}/1.0.0/`;
    for (const path of [
      unsigned,
      url.pathname.replace(slug, other.slug),
      url.pathname.replace(/~\d+/, '~99999999999'),
      url.pathname.replace(/~.*/, '~/'),
      `${url.pathname.slice(0, -2)}x/`,
    ])
      assert.equal((await catalog.ask(path, inFrame)).status, 404, path);
    const page = await catalog.ask(url.pathname, { headers: { 'sec-fetch-dest': 'document' } });
    assert.equal(previewStartOf(page.text), url.href);
    assert.equal((await catalog.ask(`/realms/${slug}/preview`)).status, 404);
  });
});

test('previews have a window of their own', async () => {
  await using limited = await startCatalog({}, { RATE_LIMIT_PREVIEWS: '2', RATE_LIMIT_PAGES: '5' });
  const { slug } = await published({}, limited);
  const statuses = [];
  for (let n = 0; n < 3; n += 1) statuses.push((await limited.ask(`/preview/${slug}/1.0.0/`, inFrame)).status);
  assert.deepEqual(statuses, [200, 200, 429]);
  assert.equal((await limited.ask(`/realms/${slug}`)).status, 200);
});

test('without previews there is no address of one, and nothing answers there', async () => {
  await using without = await startCatalog({}, { PREVIEWS: 'off' });
  const { slug, owner } = await published({}, without);
  assert.equal(await previewUrlOf(slug, owner, without), '');
  for (const path of [`/preview/${slug}/1.0.0/`, `/realms/${slug}/preview`])
    assert.equal((await without.ask(path, inFrame)).status, 404, path);
});

const on = (host: string, dest = 'iframe') => ({ headers: { host, 'sec-fetch-dest': dest } });
const reading = (PREVIEW_URL: string) => () =>
  readConfig({ PUBLIC_URL: 'https://realms.catalog.example', PREVIEW_URL });

describe('with a host for each realm', () => {
  const hosted = useCatalog({}, { PREVIEW_URL: 'https://*.preview.test' });
  test('a preview is on the host of its realm, and may have storage there alone', async () => {
    const { slug, owner } = await published({}, hosted);
    const { id } = (await hosted.ask(`/v1/realms/${slug}`, bearer(owner.token))).body as { id: string };
    const host = `${id.replaceAll('-', '')}.preview.test`;
    const base = `https://${host}/preview/${slug}/1.0.0/`;
    assert.equal(await previewUrlOf(slug, undefined, hosted), base);
    const { status, headers } = await hosted.ask(`/preview/${slug}/1.0.0/`, on(host));
    assert.equal(status, 200);
    assert.equal(
      headers.get('content-security-policy'),
      policyFor(base, 'allow-scripts allow-forms allow-same-origin'),
    );
    assert.equal(headers.get('connection-allowlist'), '(response-origin)');
    const inFull = await hosted.ask(`/preview/${slug}/1.0.0/`, on(`${host}.:443`));
    assert.equal(inFull.headers.get('content-security-policy'), headers.get('content-security-policy'));
    const page = await hosted.ask(`/realms/${slug}/preview`);
    assert.match(page.headers.get('content-security-policy') ?? '', new RegExp(`frame-src https://${host}/preview/; `));
    assert.match(page.text, /sandbox="allow-scripts allow-forms allow-same-origin"/);
    const ofCatalog = await hosted.ask(`/preview/${slug}/1.0.0/`, inFrame);
    assert.equal(ofCatalog.headers.get('content-security-policy'), policyFor(`${PUBLIC_URL}/preview/${slug}/1.0.0/`));
  });

  test('such a host has nothing else: no other realm, no page, no API, and no document of its own', async () => {
    const [one, other] = [await published({}, hosted), await published({}, hosted)];
    const { id } = (await hosted.ask(`/v1/realms/${one.slug}`)).body as { id: string };
    const host = `${id.replaceAll('-', '')}.preview.test`;
    for (const path of [
      `/preview/${other.slug}/1.0.0/`,
      '/',
      '/realms',
      '/v1/realms',
      '/healthz',
      '/docs',
      '/cli/realm.tgz',
    ])
      for (const name of [host, host.toUpperCase(), `${host}.`, `${host}:443`, `${host}.:8443`]) {
        const { status, headers } = await hosted.ask(path, on(name));
        assert.equal(status, 404, `${path} on ${name}`);
        assert.equal(headers.get('strict-transport-security'), 'max-age=31536000');
      }
    const post = { ...on(host), method: 'POST' };
    assert.equal((await hosted.ask(`/realms/${one.slug}/download`, post)).status, 404);
    const visit = await hosted.ask(`/preview/${one.slug}/1.0.0/docs/`, on(host, 'document'));
    assert.deepEqual(
      [visit.status, visit.headers.get('location')],
      [302, `${PUBLIC_URL}/preview/${one.slug}/1.0.0/docs/`],
    );
  });

  test('a value that is none, or of the same site as the catalog, stops the start', () => {
    for (const bad of ['https://preview.test', '*.preview.test', 'https://*.preview.test/path', 'ftp://*.preview.test'])
      assert.throws(reading(bad), /PREVIEW_URL must be an address such as/, bad);
    for (const same of ['https://*.catalog.example', 'https://*.preview.catalog.example'])
      assert.throws(reading(same), /PREVIEW_URL must be of another site than PUBLIC_URL/, same);
    const full = { PUBLIC_URL: 'https://realms.catalog.example.', PREVIEW_URL: 'https://*.catalog.example' };
    assert.throws(() => readConfig(full), /of another site/);
    assert.doesNotThrow(reading('https://*.preview.test:8443'));
  });
});
