// Tests what is shown of a realm, in the list and by its slug: every field of the specification, and nothing of realms that the caller may not see.
// Run: both stores, shared process
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { aCollection, anAccount, aRealm, useCatalog } from '../support/harness.ts';
import { ada, uuid } from './listed-realms.ts';

const nobody = anAccount({ username: 'nobody' });

describe('the fields of a realm', () => {
  const full = aRealm(ada, {
    id: uuid(1),
    slug: 'full',
    featured: true,
    name: 'Full Realm',
    description: 'Has everything.',
    category: 'blog',
    tags: ['zod', 'c++', 'auth'],
    longDescription: '# Full\n\nAll of it.',
    version: '2.1.0',
    license: 'MIT',
    features: { auth: true, payments: false, database: true },
    requirements: { node: '>=24', npm: '>=10' },
    repository: 'https://git.example/full',
    demo: 'https://demo.example/full',
    downloadCount: 1280,
    starCount: 64,
    createdAt: '2026-11-15T09:30:00.000Z',
    updatedAt: '2026-11-16T10:31:01.002Z',
  });
  const bare = aRealm(nobody, { id: uuid(2), slug: 'bare', name: 'Bare', description: 'Has nothing else.' });
  const hidden = aRealm(ada, { slug: 'hidden', name: 'Hidden', visibility: 'unlisted' });
  const secret = aRealm(ada, { slug: 'secret', name: 'Secret', visibility: 'private' });

  const catalog = useCatalog({ accounts: [ada, nobody], realms: [full, bare, hidden, secret] });

  test('a list holds summaries with every field of the specification and no other', async () => {
    const { status, headers, body } = await catalog.ask('/v1/api/realms');
    assert.equal(status, 200);
    assert.match(headers.get('content-type') ?? '', /^application\/json\b/);
    assert.deepEqual(body, {
      realms: [
        {
          id: uuid(1),
          name: 'Full Realm',
          slug: 'full',
          description: 'Has everything.',
          category: 'blog',
          tags: ['zod', 'c++', 'auth'],
          downloadCount: 1280,
          recentDownloads: 0,
          starCount: 64,
          version: '2.1.0',
          license: 'MIT',
          visibility: 'public',
          featured: true,
          isDeprecated: false,
          coverUrl: '',
          author: { username: 'ada', name: 'Ada Lovelace', image: 'https://ada.example/me.png' },
          publishedAt: '',
          createdAt: '2026-11-15T09:30:00.000Z',
          updatedAt: '2026-11-16T10:31:01.002Z',
        },
        {
          id: uuid(2),
          name: 'Bare',
          slug: 'bare',
          description: 'Has nothing else.',
          category: 'saas',
          tags: [],
          downloadCount: 0,
          recentDownloads: 0,
          starCount: 0,
          version: '0.0.0',
          license: '',
          visibility: 'public',
          featured: false,
          isDeprecated: false,
          coverUrl: '',
          author: { username: 'nobody', name: '', image: '' },
          publishedAt: '',
          createdAt: '2026-01-01T00:00:00.000Z',
          updatedAt: '2026-01-01T00:00:00.000Z',
        },
      ],
      pagination: { total: 2, limit: 20, offset: 0, hasMore: false },
    });
  });

  test('one realm is read with every field of the specification and no other', async () => {
    const { status, headers, body } = await catalog.ask('/v1/api/realms/full');
    assert.equal(status, 200);
    assert.match(headers.get('content-type') ?? '', /^application\/json\b/);
    assert.deepEqual(body, {
      id: uuid(1),
      name: 'Full Realm',
      slug: 'full',
      description: 'Has everything.',
      longDescription: '# Full\n\nAll of it.',
      category: 'blog',
      tags: ['zod', 'c++', 'auth'],
      downloadCount: 1280,
      recentDownloads: 0,
      starCount: 64,
      version: '2.1.0',
      license: 'MIT',
      author: {
        username: 'ada',
        name: 'Ada Lovelace',
        image: 'https://ada.example/me.png',
        bio: 'Wrote the first program.',
      },
      features: { auth: true, payments: false, database: true },
      requirements: { node: '>=24', npm: '>=10' },
      repository: 'https://git.example/full',
      demo: 'https://demo.example/full',
      coverUrl: '',
      screenshots: [],
      previewUrl: '',
      visibility: 'public',
      featured: true,
      deprecated: { isDeprecated: false, message: '', successor: '' },
      size: 0,
      sha256: '',
      fileCount: 0,
      publishedAt: '',
      variables: {},
      parts: {},
      createdAt: '2026-11-15T09:30:00.000Z',
      updatedAt: '2026-11-16T10:31:01.002Z',
    });
  });

  test('what nobody has set is empty text, an empty list or false, never null or absent', async () => {
    const { body } = await catalog.ask('/v1/api/realms/bare');
    assert.deepEqual(body, {
      id: uuid(2),
      name: 'Bare',
      slug: 'bare',
      description: 'Has nothing else.',
      longDescription: '',
      category: 'saas',
      tags: [],
      downloadCount: 0,
      recentDownloads: 0,
      starCount: 0,
      version: '0.0.0',
      license: '',
      author: { username: 'nobody', name: '', image: '', bio: '' },
      features: { auth: false, payments: false, database: false },
      requirements: { node: '', npm: '' },
      repository: '',
      demo: '',
      coverUrl: '',
      screenshots: [],
      previewUrl: '',
      visibility: 'public',
      featured: false,
      deprecated: { isDeprecated: false, message: '', successor: '' },
      size: 0,
      sha256: '',
      fileCount: 0,
      publishedAt: '',
      variables: {},
      parts: {},
      createdAt: '2026-01-01T00:00:00.000Z',
      updatedAt: '2026-01-01T00:00:00.000Z',
    });
  });

  for (const feature of ['auth', 'payments', 'database'] as const)
    test(`the feature ${feature} is told from the other two`, async () => {
      const features = { auth: false, payments: false, database: false, [feature]: true };
      const realm = aRealm(ada, { visibility: 'unlisted', features });
      await catalog.insert({ realms: [realm] });
      assert.deepEqual((await catalog.ask(`/v1/realms/${realm.slug}`)).body.features, features);
    });

  test('an unlisted realm is read by its slug', async () => {
    const { status, body } = await catalog.ask('/v1/api/realms/hidden');
    assert.equal(status, 200);
    assert.equal(body.name, 'Hidden');
  });

  for (const slug of [
    'unknown',
    'FULL',
    'full-2',
    '%20full',
    'full%00',
    'a%2Fb',
    '%25',
    "'",
    '..%2Ffull',
    'x'.repeat(65),
  ])
    test(`the slug ${slug.slice(0, 20)} is unknown and answers 404`, async () => {
      const { status, body } = await catalog.ask(`/v1/api/realms/${slug}`);
      assert.equal(status, 404);
      assert.equal(body.code, 'not_found');
    });

  for (const method of ['GET', 'HEAD', 'OPTIONS', 'POST', 'DELETE'])
    for (const prefix of ['/v1/api', '/v1'])
      test(`a private realm answers ${method} ${prefix} as an unknown slug does, byte for byte`, async () => {
        const answers = await Promise.all(
          ['secret', 'unheard-of'].map(async (slug) => {
            const headers = { 'x-request-id': 'test-1', 'if-none-match': '*' };
            const reply = await catalog.ask(`${prefix}/realms/${slug}`, { method, headers });
            const compared = new Headers(reply.headers);
            for (const name of ['date', 'x-ratelimit-remaining', 'x-ratelimit-reset']) compared.delete(name);
            return { status: reply.status, headers: Object.fromEntries(compared), text: reply.text };
          }),
        );
        assert.deepEqual(answers[0], answers[1]);
        if (method === 'GET') assert.equal(answers[0]?.status, 404);
      });

  test('both spellings, with and without a slash at the end, are one resource with one ETag', async () => {
    await catalog.insert({ collections: [aCollection(ada, { realmIds: [full.id] })] });
    for (const [path, query] of [
      ['/realms', ''],
      ['/realms', '?limit=1&offset=1&search=a'],
      ['/realms/full', ''],
      ['/collections', ''],
      ['/collections', '?featured'],
      ['/stats', ''],
    ]) {
      const [reference, ...others] = await Promise.all(
        [`/v1/api${path}${query}`, `/v1${path}${query}`, `/v1/api${path}/${query}`, `/v1${path}/${query}`].map(
          (address) => catalog.ask(address),
        ),
      );
      assert.equal(reference?.status, 200);
      for (const other of others) {
        assert.equal(other.status, 200);
        assert.equal(other.text, reference.text);
        assert.equal(other.headers.get('etag'), reference.headers.get('etag'));
        assert.equal(other.headers.get('link'), reference.headers.get('link'));
      }
    }
  });

  test('Content-Type: application/json on a request without a body is no error', async () => {
    for (const path of ['/realms', '/realms/full', '/collections', '/stats']) {
      const { status } = await catalog.ask(`/v1/api${path}`, { headers: { 'content-type': 'application/json' } });
      assert.equal(status, 200, path);
    }
  });
});
