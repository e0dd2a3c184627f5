// Checks a username and a password against an account. It limits guessing, but the limit never locks the account's owner out.
import type { Account } from '@realm-catalog/contract';
import { newAuditEntry, type Actor } from '../audit/entry.ts';
import { insertAuditEntry } from '../audit/queries.ts';
import { hashSecret } from '../credentials/secrets.ts';
import type { Database } from '../db/database.ts';
import { tooManyRequests } from '../http/problem.ts';
import { HOUR_MS } from '../limits/limiter.ts';
import type { WindowCounter } from '../limits/window-counter.ts';
import type { Passwords } from './passwords.ts';
import { findAccountByName, findPasswordHash } from './queries.ts';

const MAX_LOGIN_ATTEMPTS = 10;
const LOGIN_WINDOW_MS = 300_000;
/** The audit records this many failed logins in an hour, over all accounts. A flood must not fill it, since no entry is ever removed. */
const MAX_AUDITED_FAILURES = 1_000;
/** One character more than a username may have: longer text cannot match an account. */
const MAX_COMPARED_CHARACTERS = 65;

export interface LoginServices {
  db: Database;
  windowCounter: WindowCounter;
  passwords: Passwords;
}

export interface LoginAttempt {
  username: string;
  password: string;
  actor: Actor;
  /** Where the password was sent to: the API's login, the sign-in page, or a change of the password. */
  at: 'api' | 'page' | 'password';
}

/** An account, and the hash that the password matched. */
interface Login {
  account: Account;
  passwordHash: string;
}

/**
 * Returns undefined if the name or the password is wrong. Neither the result nor the time that it takes shows which of the two is wrong.
 */
export async function checkLogin(services: LoginServices, attempt: LoginAttempt): Promise<Login | undefined> {
  const { db, windowCounter, passwords } = services;
  const name = attempt.username.toLowerCase().slice(0, MAX_COMPARED_CHARACTERS);
  // The key includes the address, so that guesses from elsewhere do not lock the owner out.
  // It includes the name as a hash: people type passwords into the wrong field, and open windows are saved in the database.
  const windowKey = `login ${hashSecret(name)} ${attempt.actor.address}`;
  const { count, endsAt } = await windowCounter.hit(windowKey, MAX_LOGIN_ATTEMPTS, LOGIN_WINDOW_MS);
  if (count > MAX_LOGIN_ATTEMPTS) throw tooManyRequests('There were too many tries to log in.', endsAt);

  const account = await findAccountByName(db, name);
  const passwordHash = await findPasswordHash(db, account?.id ?? '');
  const isMatch = await passwords.matches(attempt.password, passwordHash, attempt.actor.address);
  if (!account || !passwordHash || !isMatch) {
    await auditFailure(services, attempt, account?.id);
    return undefined;
  }
  await windowCounter.reset(windowKey);
  return { account, passwordHash };
}

/** The entry names an account that exists, and never the text that was typed as a username: it may be a password. */
async function auditFailure(
  { db, windowCounter }: LoginServices,
  { actor, at }: LoginAttempt,
  accountId: string | undefined,
): Promise<void> {
  const { count } = await windowCounter.hit('audited login failures', MAX_AUDITED_FAILURES, HOUR_MS);
  if (count > MAX_AUDITED_FAILURES + 1) return;
  const isFlood = count > MAX_AUDITED_FAILURES;
  const entry = isFlood ? newAuditEntry(actor, 'login.flood') : newAuditEntry(actor, 'login.fail', accountId, { at });
  await db.batch([insertAuditEntry(entry)]);
}
