// The pages of one's own realms with their numbers, and of one's stars.
import { DEFAULT_LIMIT, type RealmSummary } from '@realm-catalog/contract';
import { offsetOf } from '@realm-catalog/web/list-state';
import type { Point } from '@realm-catalog/web/parts/charts';
import { dashboardPage, ownSorts, type OwnRealm, type Trend } from '@realm-catalog/web/pages/account/dashboard';
import { myStarsPage } from '@realm-catalog/web/pages/account/mine';
import type { AccountCaller } from '../../credentials/caller.ts';
import type { Reader } from '../../db/database.ts';
import { findOwnStates, listTrendDays, sumOwnRealms } from './dashboard-queries.ts';
import { lastDays } from '../intervals.ts';
import type { SignedPageHandler } from '../page.ts';

const TREND_DAYS = 90;
/** A point of the small lines: so many days make a calm line. */
const STEP_DAYS = 3;

const myStars: SignedPageHandler = async ({ query, perform, withStars }) => {
  const page = { limit: DEFAULT_LIMIT, offset: offsetOf(query) };
  const { realms, pagination } = await perform('listMyStars', { query: page });
  return { personalHtml: myStarsPage(await withStars(realms), { realms, total: pagination.total, ...page }) };
};

export function createMyPages({ db }: { db: Reader }) {
  const myRealms: SignedPageHandler = async ({ site, query, viewer: { caller }, perform }) => {
    const page = { limit: DEFAULT_LIMIT, offset: offsetOf(query) };
    const sort = ownSorts.find(({ value }) => value === query.get('sort'))?.value ?? 'updated';
    const { realms, pagination } = await perform('listMyRealms', { query: { sort, ...page } });
    const [sums, shown] = await Promise.all([sumOwnRealms(db, caller), withNumbers(db, caller, realms)]);
    const isDeleted = query.get('done') === 'deleted';
    return {
      personalHtml: dashboardPage(site, { realms: shown, sums, sort, isDeleted, total: pagination.total, ...page }),
    };
  };

  return { myRealms, myStars };
}

/** Two statements for all of them. */
async function withNumbers(db: Reader, caller: AccountCaller, realms: RealmSummary[]): Promise<OwnRealm[]> {
  if (realms.length === 0) return [];
  const ids = realms.map(({ id }) => id);
  const days = Array.from({ length: TREND_DAYS }, (_, at) => lastDays(TREND_DAYS + 1 - at));
  const period = { from: lastDays(2 * TREND_DAYS + 1), middle: days[0] ?? '', to: lastDays(1) };
  const [states, counts] = await Promise.all([findOwnStates(db, caller, ids), listTrendDays(db, caller, ids, period)]);
  const byRealm = Map.groupBy(counts ?? [], ({ id }) => id);
  return realms.map((realm) => ({
    realm,
    ...(states.get(realm.id) ?? { versionCount: 0, isQuarantined: false }),
    trend: counts && trendOf(byRealm.get(realm.id) ?? [], days),
  }));
}

function trendOf(counts: { day: string; downloads: number }[], days: string[]): Trend {
  const values = new Map(counts.map(({ day, downloads }) => [day, downloads]));
  const points = days.map((day) => ({ day, value: values.get(day) ?? 0 }));
  const steps = points.filter((_, at) => at % STEP_DAYS === 0);
  return {
    now: sumOf(points),
    before: values.get('') ?? 0,
    points: steps.map(({ day }, at) => ({ day, value: sumOf(points.slice(at * STEP_DAYS, (at + 1) * STEP_DAYS)) })),
  };
}

const sumOf = (points: Point[]): number => points.reduce((sum, { value }) => sum + value, 0);
