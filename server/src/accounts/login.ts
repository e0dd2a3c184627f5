// Logging in: a name and a password against the account, with a limit to guessing that does not lock its owner out.
import type { Passwords } from './passwords.ts';
import type { Windows } from '../limits/windows.ts';
import type { Database } from '../db/database.ts';
import type { Account } from '@realm-catalog/contract';
import { newAuditEntry, type Actor } from '../audit/entry.ts';
import { insertAuditEntry } from '../audit/queries.ts';
import { hashSecret } from '../credentials/secrets.ts';
import { tooManyRequests } from '../http/problem.ts';
import { HOUR } from '../limits/limiter.ts';
import { findAccountByName, findPasswordHash } from './queries.ts';

const TRIES = 10;
const WITHIN = 300_000;
/** So many failures are noted in an hour, over all: a flood must not fill the audit, of which nothing is ever removed. */
const NOTED = 1_000;

export interface LoginServices {
  db: Database;
  windows: Windows;
  passwords: Passwords;
}

export interface Attempt {
  username: string;
  password: string;
  by: Actor;
  /** What it is for. */
  at: 'api' | 'page' | 'password';
}

/** An account, and the hash that the password fits. */
interface Login {
  account: Account;
  passwordHash: string;
}

/** Nothing where it is not right: whether the name or the password is wrong can be told neither from the answer nor from its time. */
export async function checkLogin(
  services: LoginServices,
  { username, password, by, at }: Attempt,
): Promise<Login | undefined> {
  const { db, windows, passwords } = services;
  const name = username.toLowerCase().slice(0, 65); // longer than any that there is
  // By address as well: whoever guesses elsewhere does not lock the owner out here.
  // By its hash: people type passwords into the wrong field, and open windows are written down.
  const bucket = `login ${hashSecret(name)} ${by.address}`;
  const { count, endsAt } = await windows.hit(bucket, TRIES, WITHIN);
  if (count > TRIES) throw tooManyRequests('There were too many tries to log in.', endsAt);

  const account = await findAccountByName(db, name);
  const passwordHash = await findPasswordHash(db, account?.id ?? '');
  const isRight = await passwords.matches(password, passwordHash);
  if (!account || !passwordHash || !isRight) {
    await noteFailure(services, by, account?.id, at);
    return undefined;
  }
  await windows.forget(bucket);
  return { account, passwordHash };
}

/** Of what was typed as a name nothing is kept, where no account has it: it may be a password. */
async function noteFailure(
  { db, windows }: LoginServices,
  by: Actor,
  accountId: string | undefined,
  at: string,
): Promise<void> {
  const { count } = await windows.hit('noted failures', NOTED, HOUR);
  if (count > NOTED + 1) return;
  const entry = count > NOTED ? newAuditEntry(by, 'login.flood') : newAuditEntry(by, 'login.fail', accountId, { at });
  await db.batch([insertAuditEntry(entry)]);
}
