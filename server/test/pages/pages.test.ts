// The web pages over HTTP: what they answer, to whom, how long they are kept, and what they cost.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { bearer, json, PUBLIC_URL, request, send, type Reply } from '../support/harness.ts';
import { testOnce } from '../support/once.ts';
import { attributesOf, linksOf, textOf } from './documents.ts';
import { documents, openSampleSite, otherFiles, type SampleSite } from './sample-site.ts';

let site: SampleSite;
before(async () => {
  site = await openSampleSite({ TRUST_PROXY: '127.0.0.1', RATE_LIMIT_PAGES: '300', RATE_LIMIT_FREE: '200' });
});
after(() => site[Symbol.asyncDispose]());

const asBrowser = { accept: 'text/html,application/xhtml+xml' };
let visitors = 0;

/** Each test has an address of its own. */
function visitor(): (path: string, init?: RequestInit) => Promise<Reply> {
  visitors += 1;
  const address = `203.0.113.${visitors}`;
  return (path, { headers, ...init } = {}) => {
    const own = Object.fromEntries(new Headers(headers));
    return site.catalog.ask(path, { ...init, headers: { ...asBrowser, 'x-forwarded-for': address, ...own } });
  };
}

const headingOf = ({ text }: Reply) =>
  /<h1[^>]*>([\s\S]*?)<\/h1>/
    .exec(text)?.[1]
    ?.replaceAll(/<[^>]*>/g, '')
    .trim();

const CSP =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

describe('every page', () => {
  for (const [id, path] of Object.entries(documents))
    test(`${id} is a document that loads nothing from elsewhere and fits its budget`, async () => {
      const ask = visitor();
      const { status, headers, text } = await ask(path);
      assert.equal(status, 200, text);
      assert.match(text, /^<!doctype html>/);
      assert.equal(headers.get('content-type'), 'text/html; charset=utf-8');
      assert.equal(headers.get('content-security-policy'), CSP);
      assert.equal(headers.get('x-content-type-options'), 'nosniff');
      assert.equal(headers.get('strict-transport-security'), 'max-age=31536000');
      assert.equal(headers.get('vary'), 'accept-encoding, cookie');
      assert.doesNotMatch(text, /<style|\sstyle=|<script(?![^>]* (?:src|type="application\/ld\+json"))/);
      for (const address of [...attributesOf(text, 'src'), ...attributesOf(text, 'srcset')])
        assert.match(address, /^\//, `${path} loads ${address}`);
      assert.ok(gzipSync(text).length <= 30_000, `${path} has ${gzipSync(text).length} bytes`);
    });

  test('has one stylesheet and one script, within their budgets and kept for good', async () => {
    const ask = visitor();
    const { text } = await ask('/');
    const stylesheet = linksOf(text).find((link) => link.endsWith('.css')) ?? '';
    const script = attributesOf(text, 'src').find((link) => link.endsWith('.js')) ?? '';
    for (const [path, type, budget] of [
      [stylesheet, 'text/css', 12_000],
      [script, 'text/javascript', 15_000],
    ] as const) {
      const asset = await ask(path);
      assert.equal(asset.status, 200, path);
      assert.equal(asset.headers.get('content-type'), `${type}; charset=utf-8`);
      assert.equal(asset.headers.get('cache-control'), 'public, max-age=31536000, immutable');
      assert.ok(gzipSync(asset.text).length <= budget, `${path} has ${gzipSync(asset.text).length} bytes`);
    }
  });

  test('of the start shows what is featured, popular and new, each realm once, and collections', async () => {
    const { text } = await visitor()('/');
    const titles = [...text.matchAll(/<h2>([^<]+)<\/h2>/g)].map(([, title]) => title);
    assert.deepEqual(titles, ['Featured', 'Popular', 'New', 'Collections']);
    const shelves = text.split('<h2>').map((shelf) => linksOf(shelf).filter((link) => /^\/realms\/[^/]+$/.test(link)));
    // The others have no upload, or are not public.
    assert.deepEqual(shelves.slice(1, 4), [['/realms/garden-5'], ['/realms/meadow'], ['/realms/fallow']]);
    assert.match(text.split('<h2>New')[1] ?? '', /badge danger">deprecated/);
    assert.match(text, /29 realms<\/span>[\s\S]*<footer/);
  });

  test('of a realm shows how to start a project of it, and how to keep that up to date', async () => {
    const { text } = await visitor()('/realms/meadow');
    assert.match(textOf(text), /npx http\S+\/realm\.tgz new meadow .*realm update keeps it up to date/);
    for (const guide of ['/docs/start', '/docs/update']) assert.ok(linksOf(text).includes(guide), guide);
  });

  test('answers HEAD with the same headers, and what is known already with 304', async () => {
    const ask = visitor();
    for (const path of [...Object.values(documents), ...Object.values(otherFiles)]) {
      const found = await ask(path);
      assert.equal(found.status, 200, `${path}: ${found.text.slice(0, 200)}`);
      const head = await ask(path, { method: 'HEAD' });
      assert.equal(head.status, 200);
      assert.equal(head.text, '');
      for (const name of ['content-type', 'etag', 'cache-control', 'content-security-policy'])
        assert.equal(head.headers.get(name), found.headers.get(name), `${name} of ${path}`);
      const known = await ask(path, { headers: { 'if-none-match': found.headers.get('etag') ?? '' } });
      assert.equal(known.status, 304, path);
    }
  });

  testOnce('is the same with and without a body in the request', async () => {
    for (const path of [...Object.values(documents), '/realms/nothing', '/realms/meadow/raw/1.1.0/src/app.ts']) {
      const headers = { ...asBrowser, 'x-request-id': 'compared', 'x-forwarded-for': '203.0.113.250' };
      const fast = await send(site.catalog, request('GET', path, headers));
      const slow = await send(site.catalog, `${request('GET', path, { ...headers, 'content-length': '2' })}{}`);
      const comparable = (reply: typeof fast) => [
        reply.status,
        reply.text,
        [...reply.headers].filter(([name]) => name !== 'date'),
      ];
      assert.deepEqual(comparable(slow), comparable(fast), path);
    }
  });

  testOnce('is one line of the access log', async () => {
    const ask = visitor();
    for (const [path, status] of [
      ['/realms/meadow', 200],
      ['/favicon.svg', 200],
      ['/realms/nothing', 404],
      ['/no/such/page', 404],
    ] as const) {
      const id = `line${path.replaceAll(/\W/g, '-')}`;
      await ask(`${path}?x=secret`, { headers: { 'x-request-id': id } });
      const lines = site.catalog.logged.filter((line) => line.includes(id));
      assert.equal(lines.length, 1, path);
      const entry = JSON.parse(lines[0] ?? '') as Record<string, unknown>;
      assert.deepEqual([entry['path'], entry['status'], entry['msg']], [path, status, 'request']);
    }
  });
});

describe('the limit of pages', () => {
  test('counts documents of an address, not what they consist of, and nothing of the limit of the API', async () => {
    const ask = visitor();
    const statuses = new Map<number, number>();
    for (let times = 0; times < 299; times += 1) await ask('/docs/counting');
    for (const path of [
      '/favicon.svg',
      '/assets/any/site.css',
      '/assets/any/site.js',
      '/robots.txt',
      '/docs/counting',
    ]) {
      const { status } = await ask(path);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    assert.deepEqual([...statuses], [[200, 5]]);
    const refused = await ask('/docs/counting');
    assert.equal(refused.status, 429);
    assert.match(refused.headers.get('content-type') ?? '', /^text\/html/);
    assert.match(refused.text, /The limit of 300 pages an hour from one address is used up/);
    assert.ok(Number(refused.headers.get('retry-after')) >= 1);
    assert.equal(refused.headers.get('cache-control'), 'no-store');
    assert.equal((await ask('/favicon.svg')).status, 200);
    assert.equal((await ask('/no/such/page')).status, 429);
    const api = await ask('/v1/rate_limit');
    assert.equal(api.status, 200);
    assert.equal(api.headers.get('x-ratelimit-remaining'), '200');
    assert.equal((await visitor()('/docs/counting')).status, 200);
  });
});

describe('an address without a page', () => {
  test('is a page for a browser and a problem for everyone else', async () => {
    const ask = visitor();
    const page = await ask('/no/such/page');
    assert.equal(page.status, 404);
    assert.equal(headingOf(page), 'There is nothing here');
    assert.match(page.text, /name="robots" content="noindex"/);
    assert.match(page.text, new RegExp(page.headers.get('x-request-id') ?? 'none'));
    const other = await ask('/no/such/page', { headers: { accept: '*/*' } });
    assert.equal(other.status, 404);
    assert.equal(other.headers.get('content-type'), 'application/problem+json; charset=utf-8');
    assert.equal(
      (await ask('/no/such/page', { method: 'POST' })).headers.get('content-type'),
      other.headers.get('content-type'),
    );
  });

  test('is said in the same words for a realm that is private and one that never was', async () => {
    const ask = visitor();
    const below = ['', '.md', '/og.png', '/versions', '/stats', '/files/1.0.0', '/files/1.0.0/README.md'];
    for (const path of [...below, '/versions/1.0.0', '/find/1.0.0', '/raw/1.0.0/README.md', '/diff/1.0.0...1.0.0']) {
      const headers = { 'x-request-id': 'same', ...bearer(site.bob.token).headers };
      const [hidden, never] = await Promise.all(
        ['the-private-one', 'the-nothing-one'].map((slug) => ask(`/realms/${slug}${path}`, { headers })),
      );
      assert.equal(hidden?.status, 404, path);
      assert.equal(hidden.text.replaceAll('private', 'nothing'), never?.text, path);
    }
  });
});

describe('a realm', () => {
  test('that is unlisted is shown to those who know its address, and not to search engines', async () => {
    const ask = visitor();
    const pages = [
      '',
      '/versions',
      '/versions/1.0.0',
      '/stats',
      '/find/1.0.0',
      '/files/1.0.0',
      '/files/1.0.0/src/app.ts',
    ];
    for (const path of pages) {
      const { status, text } = await ask(`/realms/the-unlisted-one${path}`);
      assert.equal(status, 200);
      assert.match(text, /<meta name="robots" content="noindex" \/>/, path);
      assert.doesNotMatch(text, /rel="canonical"/, path);
    }
    for (const path of ['/', '/realms', '/realms?q=unlisted', '/@bob', '/sitemaps/realms-1.xml', '/suggest?q=the'])
      assert.doesNotMatch((await ask(path)).text.replaceAll(/value="[^"]*"|“[^”]*”/g, ''), /the-unlisted-one/, path);
  });

  test('that was renamed leads to its new address, with the rest of the address', async () => {
    const ask = visitor();
    const rename = json({ slug: 'moss' }, site.bob.token, 'PATCH');
    assert.equal(
      (await ask('/v1/realms', json({ name: 'Lichen', description: 'Grey.', category: 'api' }, site.bob.token))).status,
      201,
    );
    assert.equal((await ask('/v1/realms/lichen', rename)).status, 200);
    for (const path of ['', '/versions', '/stats?interval=day']) {
      const { status, headers } = await ask(`/realms/lichen${path}`);
      assert.equal(status, 308, path);
      assert.equal(headers.get('location'), `${PUBLIC_URL}/realms/moss${path}`);
      assert.equal((await ask(`/realms/moss${path}`)).status, 200);
    }
  });

  test('is found by its slug in capitals, on every page, and never on another site', async () => {
    const ask = visitor();
    const of = async (path: string) => {
      const { status, headers } = await ask(path);
      return [status, headers.get('location')];
    };
    for (const below of ['', '/versions?offset=100&x=%2F%2Fevil.test', '.md', '/files/1.1.0/README.md', '/stats.csv'])
      assert.deepEqual(await of(`/realms/MEAdow${below}`), [308, `${PUBLIC_URL}/realms/meadow${below}`]);
    const unknown = await of('/realms/NO-Such-Realm');
    assert.deepEqual(unknown, [308, `${PUBLIC_URL}/realms/no-such-realm`], 'whether it is there is not said');
    assert.deepEqual(await of('/realms/The-Private-One'), [308, `${PUBLIC_URL}/realms/the-private-one`]);
    for (const slug of ['Mea_dow', 'MEADOW-', '%2F%2FEVIL.test', 'É', `A${'a'.repeat(64)}`])
      assert.deepEqual(await of(`/realms/${slug}`), [404, null], slug);
    assert.equal((await ask('/v1/realms/MEADOW')).status, 404, 'the API knows slugs alone');
  });

  test('shows its pictures with their texts, its license with its text, and features and requirements where it has them', async () => {
    const ask = visitor();
    const { text } = await ask('/realms/meadow');
    const slides = [...text.matchAll(/<a id="picture-(\d)" href="([^"]+)"[\s\S]*?alt="([^"]*)"/g)];
    assert.deepEqual(
      slides.map(([, number, , alt]) => [number, alt]),
      [
        ['1', 'Screenshot 1 of Meadow'],
        ['2', 'On a phone'],
        ['3', 'Screenshot 3 of Meadow'],
      ],
    );
    for (const [, , href = ''] of slides) assert.equal((await ask(href)).status, 200, href);
    assert.match(text, /<a href="\/realms\/meadow\/files\/1\.1\.0\/LICENSE">MIT/);
    assert.match(text, /<dt>Node<\/dt>\s*<dd>&gt;=24<\/dd>/);
    assert.doesNotMatch(text, /<dt>Payments/);
    const bare = await ask('/realms/garden-7');
    assert.doesNotMatch(bare.text, /<dt>|picture-1/);
    assert.match(bare.text, /class="cover drawn/);
  });

  test('has its files as they are, which no browser runs', async () => {
    const ask = visitor();
    for (const [path, type] of [
      ['src/page.html', 'text/plain; charset=utf-8'],
      ['docs/picture.png', 'image/png'],
      ['src/data.bin', 'application/octet-stream'],
    ] as const) {
      const { status, headers } = await ask(`/realms/meadow/raw/1.1.0/${path}`);
      assert.equal(status, 200, path);
      assert.equal(headers.get('content-type'), type);
      assert.equal(headers.get('x-content-type-options'), 'nosniff');
      assert.equal(headers.get('strict-transport-security'), 'max-age=31536000');
      assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'.*; sandbox$/);
    }
  });
});

describe('the theme', () => {
  test('that a visitor chose is in the page, and anything else in the cookie is not', async () => {
    const ask = visitor();
    const themeIn = async (cookie: string) => /<html[^>]*>/.exec((await ask('/', { headers: { cookie } })).text)?.[0];
    assert.match((await themeIn('a=b; theme=dark')) ?? '', /data-theme="dark"/);
    assert.match((await themeIn('theme=light; c=d')) ?? '', /data-theme="light"/);
    for (const cookie of ['theme=blue', 'theme="><script>', 'xtheme=dark', ''])
      assert.equal((await themeIn(cookie))?.replaceAll(/\s+/g, ' ').trim(), '<html lang="en" >', cookie);
  });
});

/** How many tags are among the filters of a list. */
const tagsIn = ({ text }: Reply) => linksOf(text.split('<h2>Tags')[1]?.split('</ul>')[0] ?? '').length;

const totalIn = (text = '') => Number(/<h1[^>]*>(\d+) realms?</.exec(text)?.[1]);

describe('the list', () => {
  test('answers whatever is typed into its box', async () => {
    const ask = visitor();
    for (const q of [
      'category:"no such" tag:%00',
      `author:${'x'.repeat(500)}`,
      'license:"\\"',
      '\u0000',
      '💩',
      `category:api ${'x'.repeat(199)}💩`, // cut in its midst
      '%',
      '"',
    ])
      assert.equal((await ask(`/realms?q=${encodeURIComponent(q)}`)).status, 200, q);
    for (const query of ['sort=nothing', 'limit=0', 'offset=-1', 'limit=abc&offset=1e9', 'license=', 'tags=,,'])
      assert.equal((await ask(`/realms?${query}`)).status, 200, query);
  });

  test('keeps what was chosen in every link, with its order only where it is not the usual one', async () => {
    const ask = visitor();
    const { text } = await ask('/realms?q=garden+license:MIT&sort=name&limit=5');
    const links = linksOf(text).filter((link) => link.includes('offset='));
    assert.ok(links.length > 0);
    for (const link of links) assert.match(link, /^\/realms\?search=garden&license=MIT&sort=name&limit=5&offset=\d+$/);
    assert.deepEqual(
      linksOf((await ask('/realms?sort=recent')).text).filter((link) => link.includes('sort=')),
      [],
    );
    assert.match(text, /<option\s+value="name"\s+selected>/);
    assert.match(text, /value="license:MIT garden"/);
  });

  test('has the realms of each license that was chosen, and forms that keep all of them', async () => {
    const ask = visitor();
    const [mit, apache, both] = await Promise.all(
      ['license=MIT', 'license=Apache-2.0', 'license=MIT&license=apache-2.0'].map(
        async (query) => (await ask(`/realms?${query}`)).text,
      ),
    );
    assert.equal(totalIn(both), totalIn(mit) + totalIn(apache));
    assert.deepEqual(
      [...(both ?? '').matchAll(/type="hidden" name="license" value="([^"]*)"/g)].map(([, value]) => value),
      ['MIT', 'apache-2.0'],
    );
    assert.match(both ?? '', /value="license:MIT license:apache-2.0"/);
  });

  test('is a grid of cards with covers, and rows where the address says so, which every link then keeps', async () => {
    const ask = visitor();
    const [grid, rows] = [await ask('/realms'), await ask('/realms?view=rows')];
    assert.equal(grid.text.match(/<li class="card"/g)?.length, 20);
    assert.equal(rows.text.match(/<li class="row"/g)?.length, 20);
    for (const { text } of [grid, rows]) {
      assert.equal(text.match(/class="cover/g)?.length, 20);
      for (const [image] of text.matchAll(/<img[^>]*>/g)) assert.match(image, /width="480"\s+height="300"/);
    }
    const ofList = linksOf(rows.text.split('id="results"')[1] ?? '').filter((link) => link.includes('offset='));
    for (const link of ofList) assert.match(link, /view=rows/);
    assert.ok(ofList.length > 0);
  });

  test('loads the covers of its first three cards at once, and the others when they come into sight', async () => {
    const { text } = await visitor()('/realms?q=tag:flowers');
    assert.doesNotMatch(/<img[^>]*>/.exec(text)?.[0] ?? '', /loading/);
    const { text: rows } = await visitor()('/realms?q=tag:flowers&view=rows');
    assert.match(/<img[^>]*>/.exec(rows)?.[0] ?? '', /loading="lazy"/);
  });

  test('shows eight values of a facet, more of them on request, and leads to all tags and categories', async () => {
    const ask = visitor();
    const few = await ask('/realms');
    assert.equal(tagsIn(few), 8);
    const more = linksOf(few.text).find((link) => link.includes('more=tags')) ?? '';
    const many = await ask(more);
    assert.ok(tagsIn(many) > 20);
    assert.ok(linksOf(many.text).includes('/tags'));
    const { text } = await ask('/tags');
    const { body } = await ask('/v1/tags?limit=100');
    const links = linksOf(text).filter((link) => link.startsWith('/realms?tags='));
    assert.deepEqual(
      links,
      body.tags.map(({ value }: { value: string }) => `/realms?tags=${value}`),
    );
    assert.ok(linksOf((await ask('/categories')).text).includes('/realms?category=ecommerce'));
  });

  test('that finds nothing says what was perhaps meant', async () => {
    const { text } = await visitor()('/realms?q=gardn');
    assert.match(text, /Did you mean/);
    assert.ok(linksOf(text).includes('/realms?search=garden'));
  });
});
