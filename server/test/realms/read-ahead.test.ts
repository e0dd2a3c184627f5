// What is read beforehand for everyone: summaries and details of public realms alone, and no detail that shows more to some than to others.
// Run: both stores, shared process
import assert from 'node:assert/strict';
import { test } from 'node:test';
import sql from 'sql-template-tag';
import { findSummariesAndDetails } from '../../src/realms/queries.ts';
import { bearer, json, useCatalog, usePerson } from '../support/harness.ts';

const catalog = useCatalog();
const dora = usePerson(catalog, { username: 'dora' });
async function create(name: string, visibility = 'public'): Promise<string> {
  const fields = { name, description: 'x', category: 'sea', visibility };
  return (await catalog.ask('/v1/realms', json(fields, dora.token))).body.slug;
}

/** Of all realms there are. */
async function findShared() {
  const { db } = catalog.services;
  const seqs = await db.all<{ seq: number }>(sql`select seq from realms order by seq`);
  return findSummariesAndDetails(
    db,
    seqs.map(({ seq }) => seq),
  );
}

test('only realms that are not private are read for the cache, in both of their shapes', async () => {
  const slugs = [await create('Pier'), await create('Cove', 'unlisted')];
  await create('Cellar', 'private');
  const found = await findShared();
  assert.deepEqual(
    found.map(({ visibility, summary }) => [visibility, summary.slug]),
    [
      ['public', slugs[0]],
      ['unlisted', slugs[1]],
    ],
  );
  for (const { summary, detail } of found)
    assert.deepEqual(detail, (await catalog.ask(`/v1/realms/${summary.slug}`)).body);
});

test('a detail that names a successor is not read beforehand, since some may not see the successor', async () => {
  const [slug, next] = [await create('Old pier'), await create('New pier', 'private')];
  const successor = async (init = {}) => (await catalog.ask(`/v1/realms/${slug}`, init)).body.deprecated.successor;
  await catalog.ask(`/v1/realms/${slug}`, json({ deprecated: { successor: next } }, dora.token, 'PATCH'));
  const shared = (await findShared()).find(({ summary }) => summary.slug === slug);
  assert.deepEqual([shared?.summary.isDeprecated, shared?.detail], [true, undefined]);
  await catalog.restart(); // which warms the cache
  assert.deepEqual([await successor(), await successor(bearer(dora.token))], ['', next]);
});
