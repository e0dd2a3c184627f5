// Tests the deprecation of realms: what is shown of it, and that a successor shows to those alone who may see it.
// Run: both stores, shared process
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { aKey, bearer, json, useCatalog, usePerson } from '../support/harness.ts';
import { create } from '../publishing/uploads.ts';

const catalog = useCatalog();
const alice = usePerson(catalog, { username: 'alice' });
const bob = usePerson(catalog, { username: 'bob' });
const root = usePerson(catalog, { username: 'root', role: 'admin' });
const patch = (slug: string, body: object, { token } = alice) =>
  catalog.ask(`/v1/realms/${slug}`, json(body, token, 'PATCH'));
const shown = async (slug: string, token?: string) =>
  (await catalog.ask(`/v1/realms/${slug}`, token ? bearer(token) : {})).body.deprecated;
const named = async (name: string, owner = alice, fields: object = {}): Promise<string> =>
  (await create(catalog, owner, { name, ...fields })).slug;

/** Whether the kiln of the first test is deprecated in a list. */
const listed = async () => (await catalog.ask('/v1/realms?search=kiln')).body.realms[0].isDeprecated;

describe('a deprecated realm', () => {
  test('says so in lists and details, with its message, until that is taken back', async () => {
    const slug = await named('Outdated kiln');
    assert.deepEqual(await shown(slug), { isDeprecated: false, message: '', successor: '' });
    assert.equal(await listed(), false);
    const { status, body } = await patch(slug, { deprecated: { message: '  Cafe\u0301 only. ' } });
    assert.equal(status, 200);
    assert.deepEqual(body.deprecated, { isDeprecated: true, message: 'Café only.', successor: '' });
    assert.deepEqual(await shown(slug), body.deprecated);
    assert.equal(await listed(), true);
    await patch(slug, { name: 'Outdated kiln, renamed' });
    assert.deepEqual(await shown(slug), body.deprecated, 'another change leaves it');
    await patch(slug, { deprecated: {} });
    assert.deepEqual(await shown(slug), { isDeprecated: true, message: '', successor: '' });
    await patch(slug, { deprecated: null });
    assert.deepEqual(await shown(slug), { isDeprecated: false, message: '', successor: '' });
    assert.equal(await listed(), false);
  });

  for (const deprecated of [
    true,
    'yes',
    [],
    { message: 7 },
    { message: 'x'.repeat(501) },
    { message: 'a\u0000b' },
    { message: `a${'\u0301'.repeat(31)}` },
    { successor: 'Not A Slug' },
    { successor: null },
    { successor: 'unknown' },
  ])
    test(`is not made by ${JSON.stringify(deprecated).slice(0, 40)}`, async () => {
      const slug = await named('Kept');
      const { status, body } = await patch(slug, { deprecated });
      assert.deepEqual([status, body.errors?.[0].field], [400, 'deprecated']);
      assert.equal((await shown(slug)).isDeprecated, false);
    });

  test('names another realm as its successor, by any slug of it, and never itself', async () => {
    const [slug, next] = [await named('Old mill'), await named('New mill')];
    assert.equal((await patch(slug, { deprecated: { successor: slug } })).status, 400);
    assert.equal((await patch(next, { slug: 'newest-mill' })).status, 200);
    const { body } = await patch(slug, { deprecated: { message: 'Grind elsewhere.', successor: next } });
    assert.equal(body.deprecated.successor, 'newest-mill');
    await patch('newest-mill', { slug: 'very-newest-mill' });
    assert.equal((await shown(slug)).successor, 'very-newest-mill', 'it follows a rename');
    await catalog.ask('/v1/realms/very-newest-mill', { method: 'DELETE', ...bearer(alice.token) });
    assert.deepEqual(await shown(slug), { isDeprecated: true, message: 'Grind elsewhere.', successor: '' });
  });
});

describe('a successor', () => {
  test('is shown to those who may see it, at once after each change of its visibility', async () => {
    const [slug, next] = [await named('Ferry'), await named('Bridge', bob)];
    assert.equal((await patch(slug, { deprecated: { successor: next } })).status, 200);
    const { key } = await aKey(catalog, bob.token, { scopes: ['realms:write'] });
    for (const visibility of ['private', 'unlisted', 'private', 'public', 'private']) {
      for (let n = 0; n < 3; n += 1) await shown(slug); // so that a response may be cached
      assert.equal((await patch(next, { visibility }, bob)).status, 200);
      const forAll = visibility === 'private' ? '' : next;
      assert.equal((await shown(slug)).successor, forAll);
      assert.equal((await shown(slug, alice.token)).successor, forAll);
      assert.equal((await shown(slug, key)).successor, forAll, 'a key that may not read');
      assert.equal((await shown(slug, bob.token)).successor, next);
      assert.equal((await shown(slug, root.token)).successor, next);
      assert.equal((await shown(slug)).successor, forAll, 'also after others have read it');
    }
  });

  test('that is private to another account is refused like one that never was', async () => {
    const [slug, hidden] = [await named('Tunnel'), await named('Burrow', bob, { visibility: 'private' })];
    const refusal = async (successor: string) => {
      const { status, text } = await patch(slug, { deprecated: { successor } });
      return [status, text.replace(/"requestId":"[^"]*"/, '').replaceAll(successor, '…')];
    };
    assert.deepEqual(await refusal(hidden), await refusal('burrows'));
    await patch(hidden, { slug: 'burrow-renamed' }, bob);
    assert.deepEqual(await refusal(hidden), await refusal('burrows'));
  });

  test('of one’s own that a key may not read does not show in its answer', async () => {
    const [slug, hidden] = [await named('Shed'), await named('Barn', alice, { visibility: 'private' })];
    const { key } = await aKey(catalog, alice.token, { scopes: ['realms:write'] });
    const { status, body } = await patch(slug, { deprecated: { successor: hidden } }, { ...alice, token: key });
    assert.deepEqual([status, body.deprecated.successor], [200, '']);
    assert.equal((await shown(slug, alice.token)).successor, hidden);
    assert.equal((await shown(slug)).successor, '');
  });
});
