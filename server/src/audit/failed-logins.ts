// Failed logins in the audit. Anybody can fail, so they have budgets: one of each account and one of each address, which nobody else can use up.
// Failures beyond these are counted, and one entry for each hour says how many they were.
import type { Logger } from 'pino';
import type { Database } from '../db/database.ts';
import { everyInterval } from '../jobs.ts';
import { HOUR_MS } from '../limits/limiter.ts';
import type { WindowCounter } from '../limits/window-counter.ts';
import { catalogActor, newAuditEntry, type Actor } from './entry.ts';
import { insertAuditEntry } from './queries.ts';

/** Entries an hour of one account, and of one address. */
export const MAX_FAILURES_OF_ONE = 20;
/** Entries an hour of all, beside the first of each account: no entry is ever removed, and addresses are cheap. */
export const MAX_FAILURES_OF_ALL = 1_000;

const CLOSING_INTERVAL_MS = 60_000;
/** An hour is closed so long after its end: the clocks of other processes may be behind, and their last failures still come. */
const CLOSING_DELAY_MS = 60_000;
/** Hours that are closed by a process which did not run when they ended. */
const MAX_OPEN_HOURS = 24;
const COUNT_LENGTH_MS = (MAX_OPEN_HOURS + 2) * HOUR_MS;

export interface FailureServices {
  db: Database;
  windowCounter: WindowCounter;
}

/** Of the API's login, the sign-in page, a change of the password, the deletion of the account, or a second factor. */
export type FailedAt = 'api' | 'page' | 'password' | 'deletion' | 'code';

/** The entry names an account that exists, and never the text that was typed as a username: it may be a password. */
export async function auditFailure(
  { db, windowCounter }: FailureServices,
  actor: Actor,
  at: FailedAt,
  accountId: string | undefined,
): Promise<void> {
  if (await hasBudget(windowCounter, actor.address, accountId))
    return db.batch([insertAuditEntry(newAuditEntry(actor, 'login.fail', accountId, { at }))]);
  await windowCounter.hit(leftOutKey(hourOf(Date.now())), 0, COUNT_LENGTH_MS);
}

/** The first failure of an account in an hour always has an entry, and the first of an address while all have room. */
async function hasBudget(
  windowCounter: WindowCounter,
  address: string,
  accountId: string | undefined,
): Promise<boolean> {
  const hit = (whose: string, limit: number) => windowCounter.hit(`failed logins of ${whose}`, limit, HOUR_MS);
  const [ofAddress, ofAccount] = await Promise.all([
    hit(`address ${address}`, MAX_FAILURES_OF_ONE),
    accountId === undefined ? undefined : hit(`account ${accountId}`, MAX_FAILURES_OF_ONE),
  ]);
  if (ofAccount?.count === 1) return true;
  const most = Math.max(ofAddress.count, ofAccount?.count ?? 0);
  if (ofAddress.count > 1 && most > MAX_FAILURES_OF_ONE) return false;
  return (await hit('all', MAX_FAILURES_OF_ALL)).count <= MAX_FAILURES_OF_ALL;
}

/** Closes hours that have ended. Every process does so; one of them writes the entry, or each its own where each counts by itself. */
export function openFailureClosing(services: FailureServices, log?: Logger): { close(): Promise<void> } {
  const job = everyInterval('the count of failed logins', CLOSING_INTERVAL_MS, () => closeHours(services), log);
  void job.run();
  return { close: () => job.stop() };
}

export async function closeHours({ db, windowCounter }: FailureServices, now = Date.now()): Promise<void> {
  const current = hourOf(now - CLOSING_DELAY_MS);
  const ended = Array.from({ length: MAX_OPEN_HOURS }, (_, at) => current - (MAX_OPEN_HOURS - at) * HOUR_MS);
  await Promise.all(ended.map((hour) => closeHour({ db, windowCounter }, hour)));
}

async function closeHour({ db, windowCounter }: FailureServices, hour: number): Promise<void> {
  const leftOut = await windowCounter.peek(leftOutKey(hour));
  if (!leftOut) return;
  const closingKey = `closing of ${leftOutKey(hour)}`;
  const { isTaken } = await windowCounter.take(closingKey, 1, COUNT_LENGTH_MS, 1);
  if (!isTaken) return;
  const details = { failures: String(leftOut.count), hour: new Date(hour).toISOString() };
  try {
    await db.batch([insertAuditEntry(newAuditEntry(catalogActor, 'login.flood', '', details))]);
  } catch (error) {
    await windowCounter.reset(closingKey); // it is tried again
    throw error;
  }
  await windowCounter.reset(leftOutKey(hour));
}

/** When the hour of UTC began. */
const hourOf = (time: number): number => Math.floor(time / HOUR_MS) * HOUR_MS;

const leftOutKey = (hour: number): string => `failed logins without an entry ${hour}`;
