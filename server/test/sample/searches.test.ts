// The sample catalog, filled over HTTP: the searches of people find every realm that they mean.
// Run: one store, shared process
import assert from 'node:assert/strict';
import { test } from 'node:test';
import sql from 'sql-template-tag';
import { fillCatalog, isFilled } from '../../sample/fill.ts';
import { operatorOf } from '../../sample/operator.ts';
import { prepare, useCatalog } from '../support/harness.ts';

const catalog = useCatalog();

prepare(() =>
  fillCatalog({
    url: catalog.url,
    operator: operatorOf(catalog.services.db),
    hasPictures: false,
    uploads: ['one-page', 'landing-zone'],
  }),
);

async function slugsOf(query: string): Promise<{ slugs: string[]; total: number }> {
  const { status, body, text } = await catalog.ask(`/v1/api/realms?limit=100&${query}`);
  assert.equal(status, 200, text);
  const { realms, pagination } = body as { realms: { slug: string }[]; pagination: { total: number } };
  return { slugs: realms.map(({ slug }) => slug).toSorted(), total: pagination.total };
}

const searches = {
  typescript:
    'corner-shop editor-extension extension-kit little-language plain-service pocket-notes quiet-blog svelte-board task-line team-desk workspace',
  python: 'forecast-api market-square model-server notebook-first tiny-flask typed-script',
  react: 'component-shelf corner-shop pocket-notes quiet-blog team-desk',
  postgres: 'forecast-api plain-service team-desk',
  nextjs: 'corner-shop quiet-blog',
  alice: 'corner-shop extension-kit idea-box plain-service quiet-blog team-desk workspace',
};
const totals = { typescript: 11, python: 6, react: 5, postgres: 3, nextjs: 2, alice: 7 };

for (const [q, found] of Object.entries(searches))
  test(`the search ${q} finds its realms, and no unlisted or private one`, async () => {
    const { slugs, total } = await slugsOf(`q=${q}`);
    assert.deepEqual(slugs, found.split(' '));
    assert.equal(total, totals[q as keyof typeof totals]);
  });

test('the sample has fifty realms, of which 46 are public', async () => {
  assert.equal((await slugsOf('')).total, 46);
  const { count } = (await catalog.services.db.get<{ count: number }>(sql`select count(*) as count from realms`)) ?? {};
  assert.equal(Number(count), 50);
});

test('each kind that pages must show is in the sample', async () => {
  for (const query of ['has=preview', 'has=demo', 'tags=c%2B%2B', 'tags=c%23', 'tags=next.js', 'license=MIT'])
    assert.ok((await slugsOf(query)).total > 0, query);
  const { body } = await catalog.ask('/v1/api/realms/gulp-start');
  assert.equal(body.deprecated.successor, 'one-page');
  const { versions } = (await catalog.ask('/v1/api/realms/landing-zone/versions')).body;
  assert.ok(versions.every(({ yanked }: { yanked: boolean }) => yanked));
  assert.equal((await catalog.ask('/v1/api/realms/idea-box')).body.version, '0.0.0');
});

test('a catalog knows when it is filled', async () => {
  assert.equal(await isFilled(catalog.url), true);
});
