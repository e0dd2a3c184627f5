// Pages of the largest archives: each shows a bounded part, and says how to get the rest.
// Run: one store, shared process
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { publishTree } from '../files/published-files.ts';
import { create } from '../publishing/uploads.ts';
import { insertVersion } from '../../src/publishing/queries.ts';
import { anAccount, aRealm, signUp, startCatalog, type Person, type TestCatalog } from '../support/harness.ts';

let catalog: TestCatalog;
let alice: Person;
before(async () => {
  catalog = await startCatalog();
  alice = await signUp(catalog, { username: 'alice' });
});
after(() => catalog[Symbol.asyncDispose]());

const files = (count: number, content: string) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`many/${String(n).padStart(4, '0')}.txt`, content]));

async function read(path: string): Promise<string> {
  const { status, text } = await catalog.ask(path);
  assert.equal(status, 200, path);
  return text;
}

const times = (text: string, part: string) => text.split(part).length - 1;

describe('a page of files', () => {
  before(async () => {
    await create(catalog, alice, { name: 'Large' });
    const many = files(1_201, 'a\n');
    const lines = {
      'short.txt': 'line\n'.repeat(5_000),
      'long.txt': 'line\n'.repeat(5_001),
      'wide.txt': 'x'.repeat(300_000),
    };
    await publishTree(catalog, alice, 'large', {
      'realm.json': '{"version": "1.0.0"}',
      ...many,
      ...lines,
      'a.constructor': 'text',
      'b.__proto__': 'text',
    });
    await publishTree(catalog, alice, 'large', {
      'realm.json': '{"version": "2.0.0"}',
      ...files(1_201, 'b\n'),
      ...lines,
      'short.txt': 'other\n'.repeat(5_000),
    });
  });

  test('shows 5,000 lines, and nothing of a file that has more, or more than 256 KiB', async () => {
    assert.equal(times(await read('/realms/large/files/1.0.0/short.txt'), '<li id="L'), 5_000);
    for (const name of ['long.txt', 'wide.txt']) {
      const text = await read(`/realms/large/files/1.0.0/${name}`);
      assert.equal(times(text, '<li id="L'), 0);
      assert.match(text, /too large to show/);
    }
  });

  test('shows 200 entries of a folder, and leads to the others', async () => {
    const names = new Set<string>();
    for (let offset = 0; offset < 1_201; offset += 200) {
      const text = await read(`/realms/large/files/1.0.0/many${offset ? `?offset=${offset}` : ''}`);
      const listing = text.slice(text.indexOf('class="file-bar"')); // the tree beside it has the first 200 on each page
      const found = [...listing.matchAll(/href="\/realms\/large\/files\/1\.0\.0\/many\/(\d+)\.txt"/g)];
      assert.equal(found.length, Math.min(200, 1_201 - offset));
      for (const [, name = ''] of found) names.add(name);
      assert.match(text, /many\?offset=/);
    }
    assert.equal(names.size, 1_201);
  });

  test('shows the changes of 50 files, at most 5,000 lines, and leads to the others', async () => {
    const first = await read('/realms/large/diff/1.0.0...2.0.0');
    assert.equal(times(first, '<details class="file"'), 50);
    assert.match(first, /diff\/1\.0\.0\.\.\.2\.0\.0\?offset=50/);
    const last = await read('/realms/large/diff/1.0.0...2.0.0?offset=1200');
    assert.match(last, /short\.txt[\s\S]*too large to show here/);
  });

  test('of two versions needs both in its address', async () => {
    for (const range of ['1.0.0', '1.0.0...', '...2.0.0', '1.0.0...9.9.9'])
      assert.equal((await catalog.ask(`/realms/large/diff/${range}`)).status, 404, range);
  });

  test('sends text as text, whatever the name of the file is', async () => {
    for (const name of ['a.constructor', 'b.__proto__', 'short.txt']) {
      const { status, headers } = await catalog.ask(`/realms/large/raw/1.0.0/${name}`);
      assert.deepEqual([status, headers.get('content-type')], [200, 'text/plain; charset=utf-8'], name);
      assert.match(headers.get('content-security-policy') ?? '', /sandbox/);
    }
  });
});

describe('a page of versions', () => {
  before(async () => {
    const realm = aRealm(anAccount({ id: alice.account.id }), { slug: 'often-published' });
    await catalog.insert({ realms: [realm] });
    const facts = { digest: '0'.repeat(64), size: 10, format: 'tar.gz' as const, fileCount: 1, unpackedSize: 10 };
    const made = { realmId: realm.id, publishedBy: realm.ownerId, manifest: realm, createdAt: realm.createdAt };
    const numbers = Array.from({ length: 101 }, (_, number) => number);
    await catalog.services.db.batch(
      numbers.flatMap((number) => insertVersion({ ...facts, ...made, version: `1.${number}.0` })),
    );
  });

  test('shows 100 versions, each with the one before it, and leads to the others', async () => {
    const first = await read('/realms/often-published/versions');
    const last = await read('/realms/often-published/versions?offset=100');
    assert.deepEqual([times(first, '<h3>'), times(last, '<h3>')], [100, 1]);
    assert.match(first, /versions\?offset=100"/);
    assert.match(first, /diff\/1\.0\.0\.\.\.1\.1\.0/);
    assert.match(last, /versions"/);
    assert.doesNotMatch(last, /Changes since/);
  });
});

describe('a stylesheet', () => {
  test('is stored for a year at the address with its digest, and not at any other', async () => {
    const [, path = ''] = /<link rel="stylesheet" href="([^"]+)"/.exec(await read('/')) ?? [];
    const current = await catalog.ask(path);
    assert.match(current.headers.get('cache-control') ?? '', /max-age=31536000, immutable/);
    const other = await catalog.ask(path.replace(/assets\/[^/]+/, 'assets/abcdefghijkl'));
    assert.equal(other.text, current.text);
    assert.equal(other.headers.get('cache-control'), 'no-cache');
  });
});
