// Dashboards and settings of accounts with as much as there can be: numbers of twenty realms on a page, and thousands of realms over all pages.
import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { create, expect, type Opened } from '../faults/visits.ts';
import { ask } from '../server/test/support/processes.ts';
import type { Target, Variant, WorstCase } from './case.ts';
import { requestBytes } from './request-bytes.ts';

const DAY_MS = 86_400_000;
const REALMS = 20;
const DAYS = 180;
/** More than twelve make more rows than a dashboard reads. */
const VERSIONS = 20;
const publisher = { username: 'publisher', password: 'correct horse' };

/** The cookie of a new session. */
export async function signInToWeb(url: string, account: { username: string; password: string }): Promise<string> {
  const headers = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/x-www-form-urlencoded' };
  const body = new URLSearchParams(account).toString();
  const reply = expect(303, await ask(`${url}/sign-in`, { method: 'POST', headers, body }));
  return (reply.headers.get('set-cookie') ?? '').replace(/;.*/, '');
}

/** A new account whose realms were downloaded on each day, in each of many versions. Returns the cookie of its session. */
export async function countManyDays(url: string, dataDir: string): Promise<string> {
  const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(publisher) };
  expect(201, await ask(`${url}/v1/auth/register`, post));
  const { token } = expect(200, await ask(`${url}/v1/auth/login`, post)).body as { token: string };
  const slugs: string[] = [];
  for (let at = 0; at < REALMS; at += 1)
    slugs.push((expect(201, await create(url, token, `Made ${at}`)).body as Opened).slug);
  using db = new DatabaseSync(join(dataDir, 'catalog.sqlite'), { timeout: 10_000 });
  db.exec('begin immediate');
  const insert = db.prepare(
    'insert into download_days (realm_id, day, version, count) select id, ?, ?, 1 from realms where slug = ?',
  );
  for (const slug of slugs)
    for (let day = 0; day < DAYS; day += 1)
      for (let version = 0; version < VERSIONS; version += 1)
        insert.run(new Date(Date.now() - (day + 1) * DAY_MS).toISOString().slice(0, 10), `1.${version}.0`, slug);
  db.exec('commit');
  return signInToWeb(url, publisher);
}

type CookieOf = (target: Target) => Promise<string>;

function personal(name: string, cookieOf: CookieOf, pathOf: (number: number) => string): Variant {
  return {
    name,
    bytes: async (target, number) => {
      const headers = { accept: 'text/html', cookie: await cookieOf(target) };
      return requestBytes(target, { path: pathOf(number), headers });
    },
  };
}

const dashboard = (name: string, cookieOf: CookieOf): Variant =>
  personal(name, cookieOf, (number) => `/me?sort=name&offset=${(number % 3) * REALMS}`);

/** The administrator has created all realms with many tags. */
const ownerOfMany: CookieOf = async (target) => {
  await target.manyTags();
  return target.administrator();
};

export const dashboardCases: WorstCase[] = [
  {
    name: 'Dashboard',
    variants: [
      dashboard('with more days and versions than it reads', (target) => target.manyDays()),
      dashboard('of 5,000 realms', ownerOfMany),
    ],
    statuses: [200],
    isLarge: true,
  },
  {
    name: 'Settings of an account with 5,000 realms',
    variants: [
      personal('all its data', ownerOfMany, () => '/settings/data.json'),
      personal('what its deletion means', ownerOfMany, () => '/settings/delete'),
    ],
    statuses: [200, 302], // the sign-in may be too long ago
    isLarge: true,
  },
];
