// Related realms on the page of a realm.
// Run: one store, shared process
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { anAccount, aRealm, json, signUp, startCatalog, type TestCatalog } from '../support/harness.ts';
import { linksOf } from './documents.ts';

const alice = anAccount({ username: 'alice' });
const tagged = (slug: string, tags: string[], fields = {}) => aRealm(alice, { slug, name: slug, tags, ...fields });
const realms = [
  tagged('one', ['rare', 'common', 'frequent']),
  tagged('two-rare', ['rare', 'common']),
  tagged('two-frequent', ['frequent', 'common']),
  tagged('popular', ['common'], { downloadCount: 50 }),
  tagged('other', ['elsewhere']),
  tagged('more-frequent', ['frequent'], { downloadCount: 9 }),
  tagged('hidden-private', ['rare', 'common', 'frequent'], { visibility: 'private' }),
  tagged('hidden-unlisted', ['rare', 'common', 'frequent'], { visibility: 'unlisted' }),
  ...Array.from({ length: 9 }, (_, at) => tagged(`common-${at}`, ['common'])),
  ...Array.from({ length: 3 }, (_, at) => tagged(`frequent-${at}`, ['frequent'])),
];

let catalog: TestCatalog;
before(async () => {
  catalog = await startCatalog({ accounts: [alice], realms });
});
after(() => catalog[Symbol.asyncDispose]());

/** The slugs below the heading, in their order. */
async function relatedTo(slug: string): Promise<string[]> {
  const { status, text } = await catalog.ask(`/realms/${slug}`);
  assert.equal(status, 200, text);
  const [section = ''] = /<h2>Related<\/h2>[\s\S]*?<\/section>/.exec(text) ?? [];
  return linksOf(section).map((link) => link.replace('/realms/', ''));
}

test('the page of a realm shows the realms that share the rarest and the most tags with it, six at most', async () => {
  const found = await relatedTo('one');
  assert.deepEqual(found.slice(0, 3), ['two-rare', 'two-frequent', 'more-frequent']);
  assert.equal(found.length, 6);
  assert.deepEqual(await relatedTo('other'), []);
});

test('private and unlisted realms are on no page, and the page of an unlisted one shows public ones', async () => {
  for (const { slug } of realms.filter(({ visibility }) => visibility === 'public'))
    assert.doesNotMatch((await relatedTo(slug)).join(' '), /hidden/, slug);
  assert.equal((await relatedTo('hidden-unlisted'))[0], 'one');
});

test('the page follows at once when a related realm becomes private', async () => {
  const { token } = await signUp(catalog, { username: 'bob' });
  const made = { name: 'Twin', description: 'x', category: 'api', tags: ['rare', 'common', 'frequent'] };
  assert.equal((await catalog.ask('/v1/realms', json(made, token))).status, 201);
  for (const visibility of ['public', 'private', 'public', 'unlisted']) {
    await catalog.ask('/v1/realms/twin', json({ visibility }, token, 'PATCH'));
    const [first] = await relatedTo('one');
    assert.equal(first === 'twin', visibility === 'public', visibility);
    await relatedTo('one'); // the second time it is cached
  }
});

test('a related realm that is deprecated has its badge', async () => {
  const { token } = await signUp(catalog, { username: 'carol' });
  const made = { name: 'Old twin', description: 'x', category: 'api', tags: ['elsewhere'] };
  assert.equal((await catalog.ask('/v1/realms', json(made, token))).status, 201);
  const badge = /Old twin<\/bdi><span class="badge danger">deprecated/;
  assert.doesNotMatch((await catalog.ask('/realms/other')).text, badge);
  await catalog.ask('/v1/realms/old-twin', json({ deprecated: { message: 'Take one.' } }, token, 'PATCH'));
  assert.match((await catalog.ask('/realms/other')).text, badge);
});
