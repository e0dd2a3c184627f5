// Tests caching: ETags and 304, what a CDN may keep, and that no change is hidden behind either.
// Run: one store, shared process
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import sql from 'sql-template-tag';
import { updateRealm } from '../../src/realms/writes.ts';
import {
  aCollection,
  anAccount,
  aRealm,
  bearer,
  signUp,
  startCatalog,
  type TestCatalog,
  useCatalog,
} from '../support/harness.ts';
import { ada, assertAtTheDoor, cacheable, known, seed } from './answers.ts';

const catalog = useCatalog(seed);

describe('caching', () => {
  const shared = 'public, max-age=0, must-revalidate';

  for (const path of cacheable)
    test(`${path} has a strong ETag and answers 304 to whoever holds it`, async () => {
      const fresh = await catalog.ask(path);
      const etag = fresh.headers.get('etag') ?? '';
      assert.match(etag, /^"[\x21\x23-\x7e]+"$/);
      assert.equal(fresh.headers.get('cache-control'), shared);
      for (const method of ['GET', 'HEAD'])
        for (const held of [
          etag,
          `W/${etag}`,
          `"other", ${etag}`,
          `W/"other",W/${etag} , "x"`,
          `"a,b", ${etag}`,
          '*',
        ]) {
          const reply = await catalog.ask(path, { method, headers: { 'if-none-match': held } });
          assert.equal(reply.status, 304, held);
          assert.equal(reply.text, '');
          assert.equal(reply.headers.get('etag'), etag);
          assert.equal(reply.headers.get('cache-control'), shared);
          assertAtTheDoor(reply.headers);
        }
      for (const held of ['"other"', 'W/"other"', etag.slice(1, -1), etag.toLowerCase().replace('"', '"x'), '""', '']) {
        const reply = await catalog.ask(path, { headers: { 'if-none-match': held } });
        assert.equal(reply.status, 200, held);
        assert.equal(reply.text, fresh.text);
      }
    });

  test('a CDN may answer public reads by itself for CDN_SECONDS, and nothing else', async () => {
    await using behindCdn = await startCatalog({}, { CDN_SECONDS: '30' });
    const { token } = await signUp(behindCdn, { username: 'alice' });
    const control = async (path: string, init?: RequestInit) =>
      (await behindCdn.ask(path, init)).headers.get('cache-control') ?? '';
    const kept = 'public, max-age=0, s-maxage=30, must-revalidate';
    for (let times = 0; times < 3; times += 1) assert.equal(await control('/v1/realms'), kept);
    const { headers } = await behindCdn.ask('/v1/stats');
    assert.equal(headers.get('vary'), 'authorization, accept-encoding');
    const held = { headers: { 'if-none-match': headers.get('etag') ?? '' } };
    assert.equal(await control('/v1/stats', held), kept, '304');
    for (const path of ['/v1/realms', '/v1/me']) assert.equal(await control(path, bearer(token)), 'private, no-store');
    for (const path of ['/v1/rate_limit', '/v1/realms/unknown', '/readyz', '/v1/realms?limit=0'])
      assert.doesNotMatch(await control(path), /s-maxage/, path);
  });

  test('different answers have different ETags', async () => {
    const replies = await Promise.all(
      ['/v1/realms', '/v1/realms?limit=1', '/v1/realms/known', '/v1/stats'].map((path) => catalog.ask(path)),
    );
    assert.equal(new Set(replies.map(({ headers }) => headers.get('etag'))).size, 4);
  });

  for (const path of ['/healthz', '/readyz'])
    test(`${path} is never kept`, async () => {
      assert.equal((await catalog.ask(path)).headers.get('cache-control'), 'no-store');
    });

  const writes: [what: string, write: (to: TestCatalog) => Promise<void>, changed: string[]][] = [
    [
      'a new realm',
      (to) => to.insert({ realms: [aRealm(ada, { name: 'Known too' })] }),
      ['/realms', '/realms?search=known&limit=1', '/stats'],
    ],
    [
      'a download',
      async (to) => assert.equal((await to.ask('/v1/realms/known/download', { method: 'POST' })).status, 200),
      ['/realms', '/realms/known', '/stats'],
    ],
    ['a new account', (to) => to.insert({ accounts: [anAccount()] }), ['/stats']],
    ['a new collection', (to) => to.insert({ collections: [aCollection(ada)] }), ['/collections']],
    [
      'a name that the author changes',
      (to) => to.services.db.batch([sql`update accounts set name = 'Ada' where username = 'ada'`]),
      ['/realms', '/realms/known'],
    ],
    [
      'a realm that goes private',
      (to) => to.services.db.batch(updateRealm(known.id, { visibility: 'private' }, new Date().toISOString())),
      ['/realms', '/realms/known', '/collections', '/stats'],
    ],
  ];
  for (const [what, write, changed] of writes)
    test(`${what} is never hidden behind a 304`, async () => {
      await using catalog = await startCatalog(seed);
      for (const prefix of ['/v1/api', '/v1']) await catalog.ask(`${prefix}/realms`);
      const paths = ['/v1/api', '/v1'].flatMap((prefix) => changed.map((path) => prefix + path));
      const held = await Promise.all(paths.map(async (path) => (await catalog.ask(path)).headers.get('etag') ?? ''));
      await write(catalog);
      for (const [at, path] of paths.entries()) {
        const etag = held[at] ?? '';
        const reply = await catalog.ask(path, { headers: { 'if-none-match': etag } });
        assert.notEqual(reply.status, 304, path);
        assert.notEqual(reply.headers.get('etag'), etag, path);
      }
    });
});
