// The dashboard of an account: its realms with their numbers, sums over all of them, and what to do next.
// Run: both stores, shared process
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import sql from 'sql-template-tag';
import type { NewAccount } from '../../src/accounts/queries.ts';
import { foldAll } from '../../src/downloads/fold.ts';
import { listTrendDays, sumOwnRealms } from '../../src/pages/account/dashboard-queries.ts';
import { lastDays } from '../../src/pages/intervals.ts';
import { publishTree } from '../files/published-files.ts';
import { create } from '../publishing/uploads.ts';
import { countDownloads } from '../support/count-downloads.ts';
import { aRealm, json, signUp, useCatalog, type Person } from '../support/harness.ts';
import { signInToWeb } from '../support/web-session.ts';

const catalog = useCatalog();
const daysAgo = (count: number): string => lastDays(count + 1);

/** The rows of the table, each as its text without blanks at the ends of lines. */
const rowsOf = (html: string): string[] =>
  Array.from(html.matchAll(/<tr>\s*<th scope="row">[\s\S]*?<\/tr>/g), ([row]) =>
    row
      .replaceAll(/<svg[\s\S]*?<\/svg>/g, '~')
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  );

const sumsOf = (html: string): string[] =>
  Array.from(html.matchAll(/<dt>([^<]*)<\/dt>\s*<dd[^>]*>([\s\S]*?)<\/dd>/g), ([, name, value = '']) =>
    `${name} ${value.replaceAll(/<[^>]*>/g, '')}`.replaceAll(/\s+/g, ' ').trim(),
  );

/** The numbers in the names of bob’s realms. */
const namesOf = (text: string) => rowsOf(text).map((row) => /Of bob \d+/.exec(row)?.[0].slice(-3));

/** Scores are computed once a day: this day again. */
async function score(): Promise<void> {
  const { db, scoring, catalog: model } = catalog.services;
  await foldAll(db);
  await db.batch([sql`update score_run set day = ''`]);
  await scoring.run();
  await model.follow();
}

/** Realms of one who has published, of every kind, with downloads in this period of 90 days and in the one before. */
async function publishAll(owner: Person): Promise<string> {
  const { id } = await create(catalog, owner, { name: 'Popular one' });
  for (const version of ['1.0.0', '1.1.0'])
    await publishTree(catalog, owner, 'popular-one', { 'realm.json': JSON.stringify({ version }), 'a.txt': version });
  await create(catalog, owner, { name: 'Not yet' });
  for (const visibility of ['private', 'unlisted']) {
    await create(catalog, owner, { name: `The ${visibility} one`, visibility });
    await publishTree(catalog, owner, `the-${visibility}-one`, { 'realm.json': '{"version":"0.1.0"}' });
  }
  const path = '/v1/realms/the-unlisted-one/versions/0.1.0';
  await catalog.ask(path, json({ yanked: true, reason: 'Broken.' }, owner.token, 'PATCH'));
  const days: [ago: number, version: string, count: number][] = [
    [181, '1.0.0', 999], // in neither period
    [180, '1.0.0', 10],
    [91, '1.0.0', 10],
    [90, '1.0.0', 4],
    [2, '1.0.0', 1],
    [2, '1.1.0', 20],
    [0, '1.1.0', 7], // today is no whole day
  ];
  const counted = days.map(([ago, version, count]) => ({ id, version, day: `${daysAgo(ago)}T12:00:00.000Z`, count }));
  await countDownloads(catalog.services.db, counted);
  await score();
  return id;
}

describe('the dashboard', () => {
  test('has each realm with its trend against the 90 days before, versions and marks, and sums over all', async () => {
    const ada = await signUp(catalog, { username: 'ada' });
    const eve = await signUp(catalog, { username: 'eve' });
    const id = await publishAll(ada);
    await catalog.ask('/v1/realms/popular-one/star', json({}, eve.token, 'PUT'));
    const { status, headers, text } = await (await signInToWeb(catalog, 'ada')).get('/me?sort=name');
    assert.equal(status, 200);
    assert.equal(headers.get('cache-control'), 'private, no-store');
    const today = new Date().toISOString().slice(0, 10);
    const next = `Nothing is uploaded yet. Upload its files , or in their folder: npx REALM publish --slug not-yet`;
    assert.deepEqual(
      rowsOf(text).map((row) => row.replaceAll(/https:\S+/g, 'REALM').replaceAll(today, 'TODAY')),
      [
        `~ Not yet draft Changed TODAY · Manage ${next}`,
        '~ Popular one 1.1.0 Changed TODAY · Manage ~ 25 downloads in 90 days +25% against 20 in the 90 days before , statistics of Popular one 1,051 1 2',
        '~ The private one 0.1.0 private Changed TODAY · Manage ~ 0 downloads in 90 days , statistics of The private one 0 0 1',
        '~ The unlisted one all versions yanked unlisted Changed TODAY · Manage ~ 0 downloads in 90 days , statistics of The unlisted one 0 0 1',
      ],
    );
    assert.match(text, /<h2>4 realms, 1 draft<\/h2>/);
    assert.deepEqual(sumsOf(text), ['Downloads 1,051', 'In the last 90 days 25', 'Stars 1']);
    assert.doesNotMatch((await (await signInToWeb(catalog, 'eve')).get('/me')).text, /opular|1,051/);
    await trendsAreOwn(id, ada, eve);
  });

  test('marks a realm that an operator has withdrawn', async () => {
    const fay = await signUp(catalog, { username: 'fay' });
    const admin = await signUp(catalog, { username: 'operator', role: 'admin' });
    await create(catalog, fay, { name: 'Withdrawn' });
    const body = { quarantined: true, reason: 'It harms people.' };
    assert.equal((await catalog.ask('/v1/admin/realms/withdrawn', json(body, admin.token, 'PATCH'))).status, 200);
    const [row = ''] = rowsOf((await (await signInToWeb(catalog, 'fay')).get('/me')).text);
    assert.match(row, /^~ Withdrawn draft quarantined Changed/);
  });

  test('is sorted as its address says, page by page, with sums over all pages and as many statements as for one realm', async (t) => {
    const { account } = await signUp(catalog, { username: 'bob' });
    const owner: NewAccount = { ...account, passwordHash: '' };
    const realms = Array.from({ length: 300 }, (_, at) =>
      aRealm(owner, {
        slug: `of-bob-${at}`,
        name: `Of bob ${String(at).padStart(3, '0')}`,
        starCount: at,
        downloadCount: 2,
      }),
    );
    await catalog.insert({ realms });
    await catalog.services.catalog.follow();
    const browser = await signInToWeb(catalog, 'bob');
    const { db } = catalog.services;
    const statements = [t.mock.method(db, 'all'), t.mock.method(db, 'get')];
    const { text } = await browser.get('/me?sort=stars&offset=40');
    const count = statements.reduce((sum, { mock }) => sum + mock.callCount(), 0);
    assert.ok(count <= 10, `${count} statements`);
    assert.deepEqual(
      namesOf(text),
      Array.from({ length: 20 }, (_, at) => String(259 - at)),
    );
    assert.match(text, /<option value="stars"\s+selected>/);
    assert.match(text, /href="\/me\?sort=stars&amp;offset=60"\s+rel="next"/);
    assert.match(text, /<h2>300 realms, 300 drafts<\/h2>/);
    assert.deepEqual(sumsOf(text), ['Downloads 600', 'In the last 90 days 0', 'Stars 44,850']);
    assert.deepEqual(namesOf((await browser.get('/me?sort=name')).text).slice(0, 2), ['000', '001']);
    assert.match((await browser.get('/me?sort=nonsense')).text, /<option value="updated"\s+selected>/);
  });

  test('of a new account says what to do first', async () => {
    await signUp(catalog, { username: 'new' });
    const { status, text } = await (await signInToWeb(catalog, 'new')).get('/me');
    assert.equal(status, 200);
    for (const words of ['init my-template', 'login', 'publish my-template'])
      assert.match(text, new RegExp(`npx https://catalog\\.example/cli/[^<]* ${words}</code>`));
    assert.match(text, /href="\/docs\/publish"/);
    assert.doesNotMatch(text, /<table/);
  });
});

const callerOf = ({ account }: Person) => ({ kind: 'browser', account, sessionId: '' }) as never;

/** What is read of a realm is read for its owner alone, and of few rows. */
async function trendsAreOwn(id: string, owner: Person, other: Person): Promise<void> {
  const { db } = catalog.services;
  const period = { from: daysAgo(180), middle: daysAgo(90), to: daysAgo(0) };
  const rows = (await listTrendDays(db, callerOf(owner), [id], period, 5)) ?? [];
  assert.deepEqual(Object.fromEntries(rows.map(({ day, downloads }) => [day, downloads])), {
    '': 20,
    [daysAgo(90)]: 4,
    [daysAgo(2)]: 21,
  });
  assert.equal(await listTrendDays(db, callerOf(owner), [id], period, 4), undefined, 'it would be too many');
  assert.deepEqual(await listTrendDays(db, callerOf(other), [id], period), []);
  assert.equal((await sumOwnRealms(db, callerOf(other))).downloads, 0);
}
