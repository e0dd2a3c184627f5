// The text that callers send: how many combining marks it may hold in a row, and what a name must not hold.
// Run: one store, shared process
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { tarEntry, targz } from '../../../server/test/archives/archive-writers.ts';
import { bearer, json, PASSWORD, type Reply, useCatalog, usePerson } from '../../../server/test/support/harness.ts';
import { assertRefused } from '../../../server/test/support/replies.ts';

const catalog = useCatalog();
const alice = usePerson(catalog, { username: 'alice', role: 'curator', plan: 'premium' });
const marks = (count: number) => `e${'\u{301}\u{316}'.repeat(count).slice(0, count)}`;
const search = (text: string) => catalog.ask(`/v1/realms?search=${encodeURIComponent(text)}`);
let slugs = 0;

/** Every name that people read, by the call that sets it. */
const names: Record<string, (name: string) => Promise<Reply>> = {
  'of a new account': (name) =>
    post('/v1/auth/register', { username: `user-${(slugs += 1)}`, password: PASSWORD, name }),
  'of an account': (name) => catalog.ask('/v1/me', json({ name }, alice.token, 'PATCH')),
  'of a new realm': (name) => post('/v1/realms', { name, description: 'A realm.', category: 'api' }),
  'of a new realm, in the query': (name) =>
    post(`/v1/realms?name=${encodeURIComponent(name)}`, { description: 'A realm.', category: 'api' }),
  'of a realm': async (name) => {
    const made = await post('/v1/realms', { name: 'A realm', description: 'A realm.', category: 'api' });
    return catalog.ask(`/v1/realms/${made.body.slug}`, json({ name }, alice.token, 'PATCH'));
  },
  'of a key': (name) => post('/v1/keys', { name }),
  'of an OAuth client': (name) => post('/v1/oauth/clients', { name, redirectUris: ['http://127.0.0.1/callback'] }),
  'of a new collection': (name) =>
    post('/v1/collections', { slug: `c-${(slugs += 1)}`, name, description: '', realms: [] }),
  'of a collection': async (name) => {
    const slug = `c-${(slugs += 1)}`;
    await post('/v1/collections', { slug, name: 'A collection', description: '', realms: [] });
    return catalog.ask(`/v1/collections/${slug}`, json({ name }, alice.token, 'PATCH'));
  },
};
const post = (path: string, body: object) => catalog.ask(path, json(body, alice.token));

describe('a name', () => {
  const unwanted = [
    0x00, 0x09, 0x0a, 0x1b, 0x7f, 0x85, 0xad, 0x34f, 0x61c, 0x115f, 0x1160, 0x180e, 0x200b, 0x200e, 0x200f,
  ]
    .concat([0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2060, 0x2066, 0x2069, 0x3164, 0xfeff, 0xffa0])
    .map((point) => String.fromCodePoint(point));
  for (const [whose, set] of Object.entries(names)) {
    test(`${whose} with a character that is invisible or turns the direction is a 400`, async () => {
      const some = whose === 'of a new realm' ? unwanted : ['\u{202e}', '\u{200b}', '\u{ad}'];
      for (const character of some) assertRefused(await set(`A${character}b`), 'name');
    });

    test(`${whose} with more than 30 combining marks in a row is a 400, with 30 it is not`, async () => {
      assertRefused(await set(marks(31)), 'name');
      assert.ok([200, 201].includes((await set(marks(30))).status));
    });

    test(`${whose} may hold joiners, variation selectors and tags of emoji`, async () => {
      const name = 'می\u{200c}خواهم 👩\u{200d}🚀 ❤\u{fe0f} 🏴\u{e0067}\u{e0062}\u{e007f}';
      const { status, text } = await set(name);
      assert.ok([200, 201].includes(status), text);
      if (whose !== 'of a new realm' && whose !== 'of a new realm, in the query')
        assert.equal((JSON.parse(text) as { name: string }).name, name);
    });
  }
});

describe('combining marks', () => {
  test('a login with 64 KiB of them is a 400 that names the field', async () => {
    const username = `a${'\u{344}'.repeat(16_200)}${'\u{316}'.repeat(16_200)}`;
    assertRefused(await catalog.ask('/v1/auth/login', json({ username, password: 'x' })), 'username');
  });

  test('64 KiB of them in a field without a length of its own are a 400 as well', async () => {
    const refreshToken = `a${'\u{344}'.repeat(16_200)}${'\u{316}'.repeat(16_200)}`;
    assertRefused(await catalog.ask('/v1/auth/refresh', json({ refreshToken })), 'refreshToken');
    assertRefused(await post('/v1/realms', { name: 'A', description: 'B', category: refreshToken }), 'category');
  });

  test('starters that combine with each other, for 64 KiB, are answered', async () => {
    assert.equal(
      (await catalog.ask('/v1/auth/refresh', json({ refreshToken: '\u{16126}'.repeat(16_000) }))).status,
      401,
    );
  });

  test('in a list, each item is held to the bound, and the answer names the list', async () => {
    const fields = { name: 'A', description: 'B', category: 'api' };
    assertRefused(await post('/v1/realms', { ...fields, tags: ['good', marks(31)] }), 'tags');
    const many = await post('/v1/realms', { ...fields, tags: Array.from({ length: 700 }, () => marks(31)) });
    assertRefused(many, 'tags');
    assert.ok(many.text.length < 3_000, 'a short answer');
  });

  for (const field of ['search', 'category', 'tags', 'sort'])
    test(`more than 30 in a row in ?${field}= are a 400 that names it`, async () => {
      assertRefused(await catalog.ask(`/v1/realms?${field}=${encodeURIComponent(marks(31))}`), field);
    });

  test('30 in a row are searched for, and accents are alike in any form', async () => {
    const { status } = await post('/v1/realms', { name: 'Crème brûlée', description: 'Sweet.', category: 'api' });
    assert.equal(status, 201);
    for (const term of ['crème', 'cre\u{300}me', 'CREME', `cr${marks(30)}me brulee`]) {
      const { body } = await search(term);
      const found = (body.realms as { name: string }[]).map(({ name }) => name);
      assert.deepEqual(found, ['Crème brûlée'], term);
    }
  });

  test('a search is as long as its NFC: 200 letters with accents, in two characters each, are not too long', async () => {
    assert.equal((await search('e\u{301}'.repeat(200))).status, 200);
    assertRefused(await search('e\u{301}'.repeat(201)), 'search');
  });

  const MANY = `${'\u{344}'.repeat(16_000)}${'\u{316}'.repeat(16_000)}`;
  for (const [what, name, content] of [
    ['README.md', 'README.md', `# Ca${MANY}fe\u{301}`],
    ['longDescription', 'realm.json', JSON.stringify({ longDescription: `# Ca${MANY.slice(8_000, 24_000)}fe\u{301}` })],
  ] as const)
    test(`of a ${what} are dropped beyond 30 in a row, and the archive is published`, async () => {
      const made = await post('/v1/realms', { name: 'Marks', description: 'Many.', category: 'api' });
      const { slug, uploadToken } = made.body as { slug: string; uploadToken: string };
      const uploaded = await catalog.ask(`/v1/realms/${slug}/upload`, {
        method: 'PUT',
        headers: { 'content-type': 'application/gzip', ...bearer(uploadToken).headers },
        body: new Uint8Array(targz(tarEntry(name, content))),
      });
      assert.equal(uploaded.status, 201, uploaded.text);
      const { longDescription } = (await catalog.ask(`/v1/realms/${slug}`)).body;
      assert.equal(longDescription, `# Ca${'\u{344}'.repeat(15)}fé`.normalize('NFC'));
    });

  test('of a password are its owner’s business', async () => {
    const password = `secret${marks(200)}`;
    const opened = await catalog.ask('/v1/auth/register', json({ username: 'marks', password }));
    assert.equal(opened.status, 201, opened.text);
    assert.equal((await catalog.ask('/v1/auth/login', json({ username: 'marks', password }))).status, 200);
    const composed = json({ username: 'marks', password: password.normalize('NFC') });
    assert.equal((await catalog.ask('/v1/auth/login', composed)).status, 401);
  });

  test('text is kept in NFC, and only its marks and blanks change', async () => {
    const { body } = await catalog.ask('/v1/me', json({ bio: ' Cafe\u{301} ' }, alice.token, 'PATCH'));
    assert.equal(body.bio, 'Café');
    assert.equal((await catalog.ask('/v1/me', bearer(alice.token))).body.bio, 'Café');
  });
});
