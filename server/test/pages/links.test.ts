// Every link of the web pages leads somewhere: a walk from the home page over all of them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PUBLIC_URL } from '../support/harness.ts';
import { attributesOf } from './documents.ts';
import { openSampleSite } from './sample-site.ts';

const MAX_PAGES = 1_000;
/** Of pages that differ only in what was chosen there, so many are looked at. */
const MAX_ALIKE = 25;

test('no link that can be reached from the home page is dead', async () => {
  await using site = await openSampleSite();
  const { url } = site.catalog;
  const seen = new Map<string, string>([['/', 'nothing']]);
  const alike = new Map<string, number>();
  const idsOf = new Map<string, Set<string>>();
  const fragments: [path: string, id: string, from: string][] = [];

  function note(href: string, from: string): void {
    const { origin, pathname, search, hash } = new URL(href, url + from);
    if (origin !== url && origin !== PUBLIC_URL) return;
    const path = pathname + search;
    if (hash.length > 1) fragments.push([path, decodeURIComponent(hash.slice(1)), from]);
    if (seen.has(path)) return;
    const count = (alike.get(pathname) ?? 0) + 1;
    alike.set(pathname, count);
    if (search === '' || count <= MAX_ALIKE) seen.set(path, from);
  }

  const dead: string[] = [];
  for (const [path, from] of seen) {
    const response = await fetch(url + path, { headers: { accept: 'text/html, */*' }, redirect: 'manual' });
    const text = await response.text();
    if (response.status !== 200) dead.push(`${response.status} ${path} from ${from}`);
    if (!(response.headers.get('content-type') ?? '').startsWith('text/html')) continue;
    idsOf.set(path, new Set(attributesOf(text, 'id')));
    for (const href of [...attributesOf(text, 'href'), ...attributesOf(text, 'src')]) note(href, path);
  }
  assert.deepEqual(dead, []);
  for (const [path, id, from] of fragments) {
    const ids = idsOf.get(path);
    assert.ok(!ids || ids.has(id), `${path} has no #${id}, to which ${from} leads`);
  }
  assert.ok(seen.size > 100 && seen.size < MAX_PAGES, `${seen.size} addresses`);
});
