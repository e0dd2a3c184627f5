// What lists of realms show of each: the number and the date by which they are sorted.
// Run: both stores, shared process
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import sql from 'sql-template-tag';
import { foldAll } from '../../src/downloads/fold.ts';
import { lastDays } from '../../src/pages/intervals.ts';
import { publishTree } from '../files/published-files.ts';
import { create } from '../publishing/uploads.ts';
import { countDownloads } from '../support/count-downloads.ts';
import { json, signUp, useCatalog } from '../support/harness.ts';
import { until } from '../support/until.ts';
import { textOf } from './documents.ts';

const catalog = useCatalog();

/** The realms of a page, in its order. */
async function listed(path: string): Promise<string[]> {
  const { text } = await catalog.ask(path);
  const [, ...items] = text.split(/<li class="(?:card|row)"/);
  return items.map((item) => textOf(item.split('</li>')[0] ?? ''));
}

const firstBy = async (sort: string) => (await catalog.ask(`/v1/realms?sort=${sort}`)).body.realms[0];

const shown = async (path: string, value: RegExp) =>
  (await listed(path)).map((item) => `${/Classic|Fashion|Idea/.exec(item)?.[0]} ${value.exec(item)?.[0]}`);

const DOWNLOADS = /(?<=Downloads )\S+ in (?:90 days|total)/;
const today = new Date().toISOString().slice(0, 10);

describe('a list shows', () => {
  /** Two realms that were published long ago, the first one earlier and downloaded more; and one without an upload. */
  before(async () => {
    const { db, scoring, catalog: model } = catalog.services;
    const alice = await signUp(catalog, { username: 'alice' });
    const published = [
      { name: 'Classic', day: '2026-01-02', downloads: [999, 4] },
      { name: 'Fashion', day: '2026-03-04', downloads: [0, 20] },
    ];
    await create(catalog, alice, { name: 'Idea' });
    for (const { name, day, downloads } of published) {
      const { id } = await create(catalog, alice, { name });
      await publishTree(catalog, alice, name.toLowerCase(), { 'realm.json': '{"version":"1.0.0"}' });
      await db.batch([sql`update versions set created_at = ${`${day}T12:00:00.000Z`} where realm_id = ${id}`]);
      const at = [lastDays(101), lastDays(3)].map((one) => `${one}T12:00:00.000Z`);
      await countDownloads(
        db,
        at.map((time, which) => ({ id, version: '1.0.0', day: time, count: downloads[which] ?? 0 })),
      );
    }
    await catalog.ask('/v1/realms/classic', json({ description: 'Still the same files.' }, alice.token, 'PATCH'));
    // The catalog's own jobs fold and score meanwhile.
    await until('lists are sorted by these downloads', async () => {
      await foldAll(db);
      await db.batch([sql`update score_run set day = ''`]);
      await scoring.run();
      await model.follow();
      const [recent, most] = [await firstBy('recent'), await firstBy('downloads')];
      return recent.recentDownloads === 20 && most.slug === 'classic';
    });
  });

  for (const view of ['', '&view=rows']) {
    test(`the downloads by which it is sorted ${view}`, async () => {
      for (const path of ['/realms?', '/realms?sort=recent', '/@alice?'])
        assert.deepEqual(
          await shown(path + view, DOWNLOADS),
          ['Fashion 20 in 90 days', 'Classic 4 in 90 days', 'Idea 0 in 90 days'],
          path,
        );
      assert.deepEqual(await shown(`/realms?sort=downloads${view}`, DOWNLOADS), [
        'Classic 1k in total',
        'Fashion 20 in total',
        'Idea 0 in total',
      ]);
    });

    test(`the date of the newest version, and not of other changes ${view}`, async () => {
      assert.deepEqual(await shown(`/realms?sort=updated${view}`, /(?:Updated|Added) \S+/), [
        'Fashion Updated 2026-03-04',
        'Classic Updated 2026-01-02',
        `Idea Added ${today}`,
      ]);
      assert.deepEqual(await shown(`/realms?sort=newest${view}`, /(?:Updated|Added) \S+/), [
        `Fashion Added ${today}`,
        `Classic Added ${today}`,
        `Idea Added ${today}`,
      ]);
    });
  }

  test('in the API every change, and beside it the date of the newest version', async () => {
    const { body } = await catalog.ask('/v1/realms?sort=updated');
    assert.deepEqual(
      body.realms.map(({ slug, publishedAt }: Record<string, string>) => `${slug} ${publishedAt}`),
      ['classic 2026-01-02T12:00:00.000Z', 'fashion 2026-03-04T12:00:00.000Z', 'idea '],
    );
  });
});
