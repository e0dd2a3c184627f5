// Failed logins in the audit. Anybody can fail, so they have budgets: one of each account and one of each address, which nobody else can use up.
// Failures beyond these are counted, and one entry for each hour says how many they were.
import type { Database } from '../db/database.ts';
import { HOUR_MS, MAX_OPEN_HOURS, type Windows } from '../limits/windows.ts';
import { catalogActor, newAuditEntry, type Actor } from './entry.ts';
import { insertAuditEntry } from './queries.ts';

/** An hour is closed so long after its end: the clocks of other processes may be behind, and their last failures still come. */
const CLOSING_DELAY_MS = 60_000;

export interface FailureServices {
  db: Database;
  windows: Windows;
}

/** Of the API's login, the sign-in page, a change of the password, the deletion of the account, or a second factor. */
export type FailedAt = 'api' | 'page' | 'password' | 'deletion' | 'code';

/** The entry names an account that exists, and never the text that was typed as a username: it may be a password. */
export async function auditFailure(
  { db, windows }: FailureServices,
  actor: Actor,
  at: FailedAt,
  accountId: string | undefined,
): Promise<void> {
  if (await hasBudget(windows, actor.address, accountId))
    return db.batch([insertAuditEntry(newAuditEntry(actor, 'login.fail', accountId, { at }))]);
  await windows.failuresLeftOut.hit(hourOf(Date.now()));
}

/** The first failure of an account in an hour always has an entry, and the first of an address while all have room. */
async function hasBudget(windows: Windows, address: string, accountId: string | undefined): Promise<boolean> {
  const [ofAddress, ofAccount] = await Promise.all([
    windows.failuresOfAddress.hit(address),
    accountId === undefined ? undefined : windows.failuresOfAccount.hit(accountId),
  ]);
  if (ofAccount?.count === 1) return true;
  if (ofAddress.count > 1 && (ofAddress.exceeded ?? ofAccount?.exceeded)) return false;
  return !(await windows.failuresOfAll.hit()).exceeded;
}

/** Closes hours that have ended. Every process does so; one of them writes the entry, or each its own where each counts by itself. */
export async function closeHours(services: FailureServices, now = Date.now()): Promise<void> {
  const current = hourOf(now - CLOSING_DELAY_MS);
  const ended = Array.from({ length: MAX_OPEN_HOURS }, (_, at) => current - (MAX_OPEN_HOURS - at) * HOUR_MS);
  await Promise.all(ended.map((hour) => closeHour(services, hour)));
}

async function closeHour({ db, windows }: FailureServices, hour: number): Promise<void> {
  const leftOut = await windows.failuresLeftOut.peek(hour);
  if (!leftOut || (await windows.failureClosings.hit(hour)).exceeded) return;
  const details = { failures: String(leftOut.count), hour: new Date(hour).toISOString() };
  try {
    await db.batch([insertAuditEntry(newAuditEntry(catalogActor, 'login.flood', '', details))]);
  } catch (error) {
    await windows.failureClosings.reset(hour); // it is tried again
    throw error;
  }
  await windows.failuresLeftOut.reset(hour);
}

/** When the hour of UTC began. */
const hourOf = (time: number): number => Math.floor(time / HOUR_MS) * HOUR_MS;
