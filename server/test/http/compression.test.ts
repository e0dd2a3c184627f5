// Compressed responses: which coding a client gets, and that each is a representation of its own, with its own ETag.
// Run: one store, shared process
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { Writable } from 'node:stream';
import { after, describe, test } from 'node:test';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { CODINGS, readAcceptEncoding, type Coding } from '../../src/http/accept-encoding.ts';
import { compressor } from '../../src/http/compression.ts';
import { anAccount, aRealm, bearer, json, signUp, startCatalog } from '../support/harness.ts';
import { fc } from '../support/fixed-seed.ts';

const ada = anAccount({ username: 'ada' });
const long = 'A line of a very long description. '.repeat(100);
const huge = Array.from({ length: 60_000 }, (_, n) => `Line ${n} of this description.`).join('\n');
const realms = [
  aRealm(ada, { slug: 'long', longDescription: long, description: long.slice(0, 500) }),
  aRealm(ada, { slug: 'huge', longDescription: huge }),
  aRealm(ada, { slug: 'small', name: 'Small' }),
];
const catalog = await startCatalog({ accounts: [ada], realms }, { RATE_LIMIT_FREE: '100000' });
after(() => catalog[Symbol.asyncDispose]());
await catalog.services.catalog.follow(); // what was inserted is in the lists from now on

const decode: Record<string, (bytes: Buffer) => Buffer> = {
  zstd: zstdDecompressSync,
  br: brotliDecompressSync,
  gzip: gunzipSync,
  identity: (bytes) => bytes,
};

interface Got {
  status: number | undefined;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
  text: string;
}

/** Not with fetch, which sends an Accept-Encoding of its own and decodes the body. */
async function get(path: string, headers: Record<string, string> = {}, method = 'GET', body?: string): Promise<Got> {
  const asked = request(catalog.url + path, { method, headers }).end(body);
  const [reply] = (await once(asked, 'response')) as [IncomingMessage];
  const bytes = Buffer.concat(await reply.toArray());
  const coding = reply.headers['content-encoding'] ?? 'identity';
  const text = bytes.length > 0 ? (decode[coding]?.(bytes) ?? assert.fail(coding)).toString() : '';
  return { status: reply.statusCode, headers: reply.headers, bytes, text };
}
const as = (coding: string) => ({ 'accept-encoding': coding });

const reads = ['/v1/realms/long', '/v1/realms?sort=name', '/v1/openapi.json', '/docs', '/assets/any/site.css'];
const documents = ['/schemas/realm.json', '/.well-known/oauth-authorization-server'];

describe('what a client gets', () => {
  test('text of 1 KiB and more comes in each coding that is asked for, at the first time and from the cache', async () => {
    for (const path of [...reads, ...documents]) {
      const plain = await get(path);
      assert.equal(plain.headers['content-encoding'], undefined);
      assert.match(plain.headers.vary ?? '', /accept-encoding/);
      for (const coding of CODINGS)
        for (let time = 0; time < 4; time += 1) {
          const { status, headers, bytes, text } = await get(path, as(coding));
          assert.equal(status, 200);
          assert.equal(headers['content-encoding'], coding, path);
          assert.match(headers.vary ?? '', /accept-encoding/);
          assert.equal(headers['content-length'], String(bytes.length));
          assert.ok(bytes.length < plain.bytes.length, `${path} ${coding}: ${bytes.length} of ${plain.bytes.length}`);
          assert.equal(text, plain.text);
        }
    }
  });

  test('smaller text comes as it is, unless the client does not take that', async () => {
    for (const path of ['/v1/realms/small', '/v1/stats', '/v1/rate_limit']) {
      const plain = await get(path, as('gzip, br, zstd'));
      assert.ok(plain.bytes.length < 1_024);
      assert.equal(plain.headers['content-encoding'], undefined, path);
      const forced = await get(path, as('gzip, identity;q=0'));
      assert.equal(forced.headers['content-encoding'], 'gzip', path);
      assert.equal((await get(path, as('*;q=0'))).headers['content-encoding'], undefined); // nothing else is there
    }
  });

  test('a large body is streamed in each coding, and HEAD has the same headers', async () => {
    const plain = await get('/v1/realms/huge');
    assert.ok(plain.bytes.length > 1_024 * 1_024);
    for (const coding of CODINGS) {
      const reply = await get('/v1/realms/huge', as(coding));
      assert.equal(reply.headers['content-encoding'], coding);
      assert.equal(reply.headers['transfer-encoding'], 'chunked');
      assert.equal(reply.text, plain.text);
      const head = await get('/v1/realms/huge', as(coding), 'HEAD');
      assert.deepEqual(
        [head.status, head.headers['content-encoding'], head.headers.etag],
        [200, coding, reply.headers.etag],
      );
    }
  });

  test('a client that goes away in the midst of a large body leaves the catalog at work', async () => {
    for (let time = 0; time < 10; time += 1) {
      const asked = request(`${catalog.url}/v1/realms/huge`, { headers: as('br') }).end();
      await once(asked, 'response');
      asked.destroy();
      await once(asked, 'close');
    }
    assert.equal((await get('/v1/realms/huge', as('br'))).status, 200);
  });

  test('answers that hold a secret are not compressed, and a change of what a read shows is', async () => {
    const { token } = await signUp(catalog, { username: 'bob' });
    const forced = { ...as('gzip, identity;q=0'), 'content-type': 'application/json' };
    const credential = bearer(token).headers;
    const post = (path: string, body: object, headers = credential) =>
      get(path, { ...forced, ...headers }, 'POST', JSON.stringify(body));
    const realm = { name: 'Mine', description: 'x', category: 'saas' };
    const created = await post('/v1/realms', realm);
    const { slug } = JSON.parse(created.text) as { slug: string };
    for (const reply of [
      created,
      await post('/v1/keys', { name: 'laptop' }),
      await post('/v1/oauth/clients', { name: 'app', type: 'confidential', redirectUris: ['https://app.example/'] }),
      await post(`/v1/realms/${slug}/versions`, {}),
      await post(`/v1/realms/${slug}/download`, {}),
      await post('/v1/auth/login', { username: 'bob', password: 'correct horse battery staple' }, {} as never),
    ]) {
      assert.ok((reply.status ?? 0) < 300, reply.text);
      assert.equal(reply.headers['content-encoding'], undefined, reply.text);
    }
    const changed = await get(
      `/v1/realms/${slug}`,
      { ...forced, ...credential },
      'PATCH',
      JSON.stringify({ name: 'M' }),
    );
    assert.deepEqual([changed.status, changed.headers['content-encoding']], [200, 'gzip']);
    const refused = await post('/v1/realms', {});
    assert.deepEqual([refused.status, refused.headers['content-encoding']], [400, 'gzip']);
  });

  test('archives, and parts of anything, are never compressed', async () => {
    const { body } = await catalog.ask('/v1/realms/long/download', json({}));
    const { pathname, search } = new URL(body.downloadUrl);
    const archive = await get(pathname + search, as('gzip, br, zstd'));
    assert.equal(archive.headers['content-encoding'], undefined);
    const part = await get(pathname + search, { ...as('gzip'), range: 'bytes=0-9' });
    assert.deepEqual([part.status, part.headers['content-encoding'], part.bytes.length], [206, undefined, 10]);
    for (const path of reads) {
      const { status, headers } = await get(path, { ...as('gzip'), range: 'bytes=0-9' });
      assert.deepEqual([status, headers['content-encoding']], [200, undefined]); // these have no parts
    }
  });
});

describe('ETags', () => {
  test('differ by coding, and each is answered by a 304 of its own coding', async () => {
    for (const path of [...reads, ...documents]) {
      const tags = new Set<string>();
      for (const coding of ['identity', ...CODINGS]) {
        const { headers } = await get(path, as(coding));
        const etag = headers.etag ?? '';
        assert.match(etag, /^"[\w-]+"$/);
        tags.add(etag);
        for (const held of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
          const same = await get(path, { ...as(coding), 'if-none-match': held });
          assert.deepEqual(
            [same.status, same.headers.etag, same.bytes.length],
            [304, etag, 0],
            `${path} ${coding} ${held}`,
          );
          assert.match(same.headers.vary ?? '', /accept-encoding/);
        }
      }
      assert.equal(tags.size, 4, path);
    }
  });

  test('of another coding are no match, except that of the plain form, where the client takes it', async () => {
    for (const path of ['/v1/realms/long', '/docs']) {
      const etagOf = async (coding: string) => (await get(path, as(coding))).headers.etag ?? '';
      const [plain, gzip] = [await etagOf('identity'), await etagOf('gzip')];
      assert.equal((await get(path, { ...as('br'), 'if-none-match': gzip })).status, 200);
      assert.equal((await get(path, { ...as('identity'), 'if-none-match': gzip })).status, 200);
      const { status, headers } = await get(path, { ...as('br'), 'if-none-match': plain });
      assert.deepEqual([status, headers.etag], [304, plain]);
      assert.equal((await get(path, { ...as('br, identity;q=0'), 'if-none-match': plain })).status, 200);
    }
  });

  test('and lengths of HEAD are those of GET in the same coding', async () => {
    for (const path of reads)
      for (const coding of CODINGS) {
        const [head, whole] = [await get(path, as(coding), 'HEAD'), await get(path, as(coding))];
        for (const name of ['etag', 'content-encoding', 'content-length', 'vary', 'content-type'])
          assert.equal(head.headers[name], whole.headers[name], `${path} ${name}`);
        assert.equal(head.bytes.length, 0);
      }
  });

  test('change in every coding when the content changes, and the cache sends no old form', async () => {
    const { token } = await signUp(catalog, { username: 'carol' });
    const { body } = await catalog.ask(
      '/v1/realms',
      json({ name: 'Carol', description: 'x'.repeat(400), category: 'api' }, token),
    );
    const path = `/v1/realms/${body.slug}`;
    const forced = as('zstd, identity;q=0');
    for (const name of ['First', 'Second', 'Third']) {
      const before = [await get(path, forced), await get(path, forced), await get(path, forced)];
      await catalog.ask(path, json({ name }, token, 'PATCH'));
      const now = await get(path, { ...forced, 'if-none-match': before[2]?.headers.etag ?? '' });
      assert.equal(now.status, 200);
      assert.equal((JSON.parse(now.text) as { name: string }).name, name);
    }
  });
});

/** What RFC 9110 says, in its own order: the weight of each coding, and then the best of those that have one. */
function oracle(elements: { name: string; weight: number | undefined }[]): {
  coding: Coding | undefined;
  identity: boolean;
} {
  const named = (name: string) => elements.findLast((one) => one.name === name)?.weight;
  const weightOf = (name: string) => named(name) ?? named('*');
  const ranked = CODINGS.map((coding) => ({ coding, weight: weightOf(coding) ?? 0 }))
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight);
  const [best] = ranked;
  const identity = weightOf('identity');
  const isLiked = best && (identity === undefined || best.weight >= identity);
  return { coding: isLiked ? best.coding : undefined, identity: identity !== 0 };
}

describe('Accept-Encoding', () => {
  const weights = fc.constantFrom(undefined, 0, 1, 0.5, 0.001, 0.999);
  const element = fc.record({
    name: fc.constantFrom('gzip', 'br', 'zstd', 'identity', '*', 'deflate', 'compress'),
    weight: weights,
    blanks: fc.constantFrom('', ' ', '\t '),
    isUpper: fc.boolean(),
  });

  test('is read as a plain reading of RFC 9110 says', () => {
    fc.assert(
      fc.property(fc.array(element, { maxLength: 8 }), (elements) => {
        const header = elements.map(({ name, weight, blanks, isUpper }) => {
          const text = weight === undefined ? name : `${name}${blanks};${blanks}q=${weight}`;
          return blanks + (isUpper ? text.toUpperCase() : text) + blanks;
        });
        const expected = oracle(elements.map(({ name, weight = 1 }) => ({ name, weight })));
        const { coding, takesIdentity } = readAcceptEncoding(header.join(','));
        assert.deepEqual({ coding, identity: takesIdentity }, expected, header.join(','));
      }),
      { numRuns: 5_000 },
    );
  });

  test('of any text is read, and what is no element of it is ignored', () => {
    const cases: [string, Coding | undefined, boolean][] = [
      ['', undefined, true],
      ['gzip', 'gzip', true],
      ['x-gzip', 'gzip', true],
      ['deflate', undefined, true],
      ['gzip, deflate, br, zstd', 'zstd', true],
      ['gzip;q=1.0, br;q=0.9', 'gzip', true],
      ['identity', undefined, true],
      ['identity;q=0', undefined, false],
      ['*;q=0', undefined, false],
      ['*;q=0, gzip;q=0.1', 'gzip', false],
      ['*', 'zstd', true],
      ['identity;q=0.5, gzip;q=0.2', undefined, true],
      ['gzip;q=2, br;q=x, zstd;q=0.1234', undefined, true],
      [',,;q=1, gzip', 'gzip', true],
      [`${'x,'.repeat(5_000)}gzip`, undefined, true],
    ];
    for (const [header, coding, takesIdentity] of cases)
      assert.deepEqual(
        { coding: undefined, ...readAcceptEncoding(header) },
        { coding, takesIdentity },
        header.slice(0, 50),
      );
    fc.assert(
      fc.property(fc.string(), (text) => void readAcceptEncoding(text)),
      { numRuns: 1_000 },
    );
  });
});

test('while too many bodies wait to be compressed, further ones are sent as they are', async () => {
  const { compress } = compressor();
  const bytes = Buffer.alloc(100_000, 'text that repeats');
  const made = await Promise.all(Array.from({ length: 100 }, () => compress(bytes, 'gzip')));
  assert.equal(made.filter(Boolean).length, 66);
  assert.ok(made.every((one) => one === undefined || gunzipSync(one).equals(bytes)));
});

/** Each address has two. */
const destination = (at: number, response = new Writable()) => ({ response, ip: `192.0.2.${at >> 1}` });

test('clients that do not read keep no other response from being compressed, and further streams are sent as they are', async () => {
  const { compress, stream } = compressor();
  const bytes = randomBytes(1_000_000);
  const stalled = Array.from({ length: 8 }, () => new Writable({ write: () => undefined })); // the first chunk is never done
  const begin = (at: number) => stream(bytes, 'gzip', destination(at, stalled[at]), () => ({ bytes: 0 }));
  const streams = [begin(0), begin(1)];
  const isRefused = async (at: number) =>
    !(await stream(bytes, 'gzip', destination(at), () => assert.fail('it began')));
  assert.ok(await isRefused(0), 'an address has two places');
  streams.push(...stalled.slice(2).map((_, at) => begin(at + 2)));
  assert.ok(await isRefused(8), 'all have eight');
  assert.ok(gunzipSync((await compress(bytes, 'gzip')) ?? assert.fail('it was not compressed')).equals(bytes));
  for (const to of stalled) to.destroy();
  assert.ok((await Promise.all(streams)).every((sent) => sent !== undefined));
});
