// The client against a real catalog: methods, pages, responses, rate limits, errors, and where its token goes.
// Run: one store, shared process
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { aKey, anAccount, aRealm, signUp, type TestCatalog } from '../../../server/test/support/harness.ts';
import { createClient, isCatalogError, type Client } from '../src/index.ts';
import { anArchive, startReachableCatalog } from './support.ts';

let catalog: TestCatalog;
let anonymous: Client;
let alice: Client;

before(async () => {
  const owner = anAccount({ username: 'bob' });
  const realms = Array.from({ length: 205 }, (_, at) =>
    aRealm(owner, { slug: `numbered-${at}`, name: `Numbered ${at}` }),
  );
  catalog = await startReachableCatalog({ accounts: [owner], realms });
  const { token } = await signUp(catalog, { username: 'alice' });
  const { key } = await aKey(catalog, token, { scopes: ['realms:read', 'realms:write', 'account'] });
  anonymous = createClient({ baseUrl: catalog.url });
  alice = createClient({ baseUrl: catalog.url, token: async () => key });
});
after(() => catalog[Symbol.asyncDispose]());

describe('methods', () => {
  test('take path parameters, then the query or the body, then options', async () => {
    const { id, slug } = await alice.realms.create({
      name: 'My blog',
      description: 'A blog.',
      category: 'blog',
      tags: ['a', 'b'],
    });
    assert.match(id, /^[\da-f-]{36}$/);
    const changed = await alice.realms.update(slug, { description: 'Another.' }, { timeout: 10_000 });
    assert.deepEqual([changed.description, changed.tags], ['Another.', ['a', 'b']]);
    const { realms, pagination } = await anonymous.realms.list({
      search: 'my blog',
      tags: ['a', 'b'],
      featured: undefined,
    });
    assert.deepEqual([realms.map((realm) => realm.slug), pagination.total], [[slug], 1]);
    assert.equal(await alice.realms.isStarred(slug), false);
    assert.equal(await alice.realms.star(slug), undefined);
    assert.equal(await alice.realms.isStarred(slug), true);
    assert.deepEqual(
      (await alice.account.stars()).realms.map((realm) => realm.slug),
      [slug],
    );
    await alice.realms.delete(slug);
    await assert.rejects(anonymous.realms.get(slug), { name: 'NotFoundError', kind: 'not_found', status: 404 });
  });

  test('send an archive and read its files, text and bytes', async () => {
    const { slug, uploadToken } = await alice.realms.create({ name: 'Files', description: 'Files.', category: 'api' });
    const archive = await anArchive('1.2.0', ['docs/read me.md', '# Hello'], ['a#b.txt', 'x']);
    const uploaded = await alice.realms.upload(slug, archive, { token: uploadToken });
    assert.deepEqual([uploaded.slug, uploaded.version, uploaded.size], [slug, '1.2.0', archive.length]);
    const response = await anonymous.realms.file(slug, '1.2.0', 'docs/read me.md');
    assert.equal(await response.text(), '# Hello');
    assert.equal(await (await anonymous.realms.file(slug, '1.2.0', 'a#b.txt')).text(), 'x');
    assert.deepEqual(
      (await anonymous.realms.versions(slug)).versions.map(({ version }) => version),
      ['1.2.0'],
    );
  });

  test('give a series as an object, or as CSV', async () => {
    await anonymous.realms.download('numbered-0');
    const day = new Date().toISOString().slice(0, 10);
    assert.deepEqual(await anonymous.realms.downloads('numbered-0'), { total: 1, days: [{ day, downloads: 1 }] });
    assert.equal(await anonymous.realms.downloads('numbered-0', { format: 'csv' }), `day,downloads\r\n${day},1\r\n`);
  });

  test('refuse a path parameter that would lead elsewhere', async () => {
    for (const slug of ['', '.', '..'])
      await assert.rejects(anonymous.realms.get(slug), {
        kind: 'invalid_request',
        status: 0,
        code: 'invalid_request',
      });
    await assert.rejects(anonymous.realms.file('numbered-0', '1.0.0', 'a/../b'), { kind: 'invalid_request' });
    await assert.rejects(anonymous.realms.get('a/b'), { kind: 'not_found' });
  });

  test('ask any path of the API by request', async () => {
    for (const path of ['/realms', '/v1/realms', '/v1/api/realms', 'realms']) {
      const page = (await anonymous.request('GET', path, { query: { limit: 1 } })) as { realms: object[] };
      assert.equal(page.realms.length, 1, path);
    }
    const made = await alice.request('POST', '/keys', { body: { name: 'by request' } }).withResponse();
    assert.equal(made.status, 201);
  });
});

describe('lists', () => {
  test('are all items when they are iterated, each once, with few requests', async () => {
    const requests: string[] = [];
    const client = createClient({ baseUrl: catalog.url, hooks: { onRequest: ({ url }) => requests.push(url) } });
    const slugs: string[] = [];
    for await (const realm of client.realms.list({ author: 'bob', sort: 'name' })) slugs.push(realm.slug);
    assert.equal(new Set(slugs).size, 205);
    assert.equal(slugs.length, 205);
    assert.equal(requests.length, 3);
  });

  test('give at most max items', async () => {
    for (const max of [0, 1, 150]) {
      const slugs: string[] = [];
      for await (const realm of anonymous.realms.list({ author: 'bob' }, { max })) slugs.push(realm.slug);
      assert.equal(slugs.length, max);
    }
  });

  test('give an item once that moves to the next page while they are read', async () => {
    const client = createClient({
      baseUrl: catalog.url,
      hooks: { onResponse: () => void (inserted ??= catalog.insert({ realms: [aRealm(carol, { slug: 'newest' })] })) },
    });
    const carol = anAccount({ username: 'carol' });
    const createdAt = '2025-01-01T00:00:00.000Z';
    const realms = Array.from({ length: 4 }, () => aRealm(carol, { createdAt }));
    await catalog.insert({ accounts: [carol], realms });
    let inserted: Promise<void> | undefined;
    const slugs: string[] = [];
    for await (const realm of client.realms.list({ author: 'carol', limit: 2 })) {
      slugs.push(realm.slug);
      await inserted;
    }
    assert.deepEqual(slugs.toSorted(), realms.map(({ slug }) => slug).toSorted());
  });

  test('and other answers go through the hook for data, which may refuse them', async () => {
    const seen: string[] = [];
    const refusal = new Error('Not like this.');
    const hooks = {
      async onData({ method, data }: { method: string; data: unknown }) {
        seen.push(method);
        if (method === 'stats.get') throw refusal;
        assert.ok(typeof data === 'object');
      },
    };
    const client = createClient({ baseUrl: catalog.url, hooks });
    const { headers } = await client.realms.list({ limit: 1 }).withResponse();
    for await (const _ of client.realms.list({ author: 'bob' }));
    await assert.rejects(client.stats.get(), refusal);
    await client.realms.list({ limit: 1 }, { headers: { 'if-none-match': headers.get('etag') ?? '' } }).withResponse();
    assert.deepEqual(seen, [...Array.from({ length: 4 }, () => 'realms.list'), 'stats.get'], 'a 304 has no data');
  });

  test('send nothing until they are awaited or iterated, and one request for all that await', async () => {
    let requests = 0;
    const client = createClient({ baseUrl: catalog.url, hooks: { onRequest: () => void requests++ } });
    const list = client.realms.list({ limit: 1 });
    await new Promise(setImmediate);
    assert.equal(requests, 0);
    const [page, { data }] = await Promise.all([list, list.withResponse()]);
    assert.equal(page, data);
    assert.equal(requests, 1);
  });
});

describe('responses', () => {
  test('have a status, headers and the rate limit', async () => {
    const { data, status, headers, rateLimit } = await anonymous.realms.get('numbered-1').withResponse();
    assert.equal(data?.slug, 'numbered-1');
    assert.equal(status, 200);
    assert.ok(headers.get('etag'));
    assert.equal(rateLimit?.limit, 1_000_000);
    assert.deepEqual(anonymous.rateLimit, rateLimit);
  });

  test('a 304 has no data: withResponse() says so, and who asks for the data alone gets an error', async () => {
    const { headers } = await anonymous.realms.get('numbered-1').withResponse();
    const again = { headers: { 'If-None-Match': headers.get('etag') ?? '' } };
    const { status, data } = await anonymous.realms.get('numbered-1', again).withResponse();
    assert.deepEqual([status, data], [304, undefined]);
    // @ts-expect-error -- the compiler knows it as well
    void (() => data.slug);
    const unchanged = { kind: 'unexpected_response', status: 304 };
    await assert.rejects(async () => anonymous.realms.get('numbered-1', again), unchanged);
    const any = { headers: { 'if-none-match': '*' } };
    const items = anonymous.realms.list({}, any)[Symbol.asyncIterator]();
    await assert.rejects(items.next(), unchanged);
  });

  test('an error has a class, a code, a request id and the fields', async () => {
    const error: unknown = await anonymous.realms.list({ limit: 0 }).then(
      () => assert.fail('it is refused'),
      (reason: unknown) => reason,
    );
    assert.ok(isCatalogError(error, 'invalid_request'));
    assert.deepEqual(
      error.errors.map(({ field }) => field),
      ['limit'],
    );
    assert.deepEqual([error.code, error.status], ['invalid_request', 400]);
    assert.match(error.requestId, /^[\da-f-]{36}$/);
    assert.ok(!isCatalogError(error, 'conflict'));
    await assert.rejects(anonymous.account.get(), { name: 'UnauthorizedError', status: 401 });
    await assert.rejects(alice.audit.list(), { name: 'ForbiddenError', status: 403 });
  });
});
