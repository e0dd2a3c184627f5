// What it costs to find out whether somebody is signed in: for everyone else, one look for the name of a cookie.
// Run: both stores, own process
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { preparations } from '../../src/telemetry.ts';
import { signUp, useCatalog } from '../support/harness.ts';
import { signInToWeb } from '../support/web-session.ts';

const catalog = useCatalog();

const PATHS = ['/', '/realms', '/collections', '/stats', '/docs', '/sign-in', '/nothing-here'];

/** Cookies of others, and the cookies of other catalogs on this host. */
const others = [
  '',
  'theme=dark',
  `realm-00000000=${'a'.repeat(43)}`,
  `__Host-realm-00000000=${'a'.repeat(43)}`,
  'a=b; '.repeat(500),
];

test('a page asks the database who is signed in only if the cookie of this catalog is there', async (t) => {
  const asked: string[] = [];
  const listen = (text: string) => void (/\bfrom sessions\b/.test(text) && asked.push(text));
  preparations.subscribe(listen);
  t.after(() => preparations.unsubscribe(listen));
  for (const path of PATHS)
    for (const cookie of others)
      await catalog.ask(path, { headers: { accept: 'text/html', ...(cookie && { cookie }) } });
  assert.deepEqual(asked, []);
  const [plain, cookied] = [
    await catalog.ask('/'),
    await catalog.ask('/', { headers: { cookie: others.at(-1) ?? '' } }),
  ];
  assert.deepEqual([cookied.text, cookied.headers.get('etag')], [plain.text, plain.headers.get('etag')]);

  await signUp(catalog, { username: 'alice' });
  const browser = await signInToWeb(catalog, 'alice');
  assert.match((await browser.get('/')).text, /Account of alice/);
  assert.notEqual(asked.length, 0, 'or this test would notice nothing');
});
