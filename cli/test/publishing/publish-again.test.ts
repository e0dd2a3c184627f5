// `realm publish` after a break, and after the realm was deleted.
// Run: one store, shared process
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { bearer } from '../../../server/test/support/harness.ts';
import type { Loss } from '../support/request-proxy.ts';
import { blog, catalog, key, ownSlugs, proxy, publish, startBeforeTests } from './projects.ts';

startBeforeTests();

/** Every request of a kind is lost, until the test lets them through. */
const losing = (pattern: RegExp, how: Loss) => (method: string, path: string) =>
  pattern.test(`${method} ${path}`) ? how : undefined;

describe('after a break', () => {
  test('an upload that did not arrive is sent again, into the realm that was created', async () => {
    const folder = blog('cut-upload');
    proxy.loses = losing(/^PUT /, 'request');
    assert.equal((await publish(folder)).code, 8);
    proxy.loses = () => undefined;
    const { code, record } = await publish(folder);
    assert.deepEqual([code, record.status, record.isNewRealm], [0, 'published', false]);
  });

  test('an upload that arrived, without an answer, is found published', async () => {
    const folder = blog('cut-answer');
    let cuts = 0;
    proxy.loses = (method) => (method === 'PUT' && cuts++ === 0 ? 'answer' : undefined);
    const { code, record, stderr } = await publish(folder);
    assert.equal(code, 0, stderr);
    assert.equal(record.version, '1.0.0');
    assert.equal((await catalog.ask('/v1/realms/cut-answer/versions')).body.versions.length, 1);
  });

  test('a realm that was created, without an answer, is not created again', async () => {
    const folder = blog('cut-creation');
    proxy.loses = losing(/^POST .*\/realms$/, 'answer');
    assert.equal((await publish(folder)).code, 8);
    proxy.loses = () => undefined;
    assert.equal((await publish(folder)).code, 0);
    assert.deepEqual(
      (await ownSlugs()).filter((slug) => slug.startsWith('cut-creation')),
      ['cut-creation'],
    );
  });

  test('a realm whose name would give another slug has that of realm.json from the beginning', async () => {
    assert.equal((await publish(blog('cut-name', { name: 'Renaming' }))).code, 0);
    const slugs = await ownSlugs();
    assert.ok(slugs.includes('cut-name') && !slugs.some((slug) => slug.startsWith('renaming')), slugs.join());
    const { status } = await catalog.ask('/v1/realms/renaming');
    assert.equal(status, 404, 'it never had another slug, which would lead to it');
  });
});

describe('after the realm was deleted', () => {
  test('its slug is said to be taken, as often as it is tried, and another slug is published', async () => {
    const folder = blog('deleted-blog');
    assert.equal((await publish(folder)).code, 0);
    assert.equal((await catalog.ask('/v1/realms/deleted-blog', { method: 'DELETE', ...bearer(key) })).status, 204);
    for (const time of ['once', 'twice']) {
      const { code, record } = await publish(folder);
      assert.deepEqual([code, record.error], [6, 'slug_taken'], time);
    }
    assert.equal((await publish(folder, ['--slug', 'deleted-blog-next'])).code, 0);
    assert.deepEqual(
      (await ownSlugs()).filter((slug) => slug.startsWith('deleted-blog')),
      ['deleted-blog-next'],
    );
  });
});
