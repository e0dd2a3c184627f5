// Logging in: a name and a password against the account, with a limit to guessing that does not lock its owner out.
import type { Account } from '@realm-catalog/contract';
import { hashSecret } from '../credentials/secrets.ts';
import { busy, tooMany } from '../http/problem.ts';
import { clientAddress } from '../limits/address.ts';
import type { Services } from '../services.ts';
import { findAccountByName, findPasswordHash } from './queries.ts';

const TRIES = 10;
const WITHIN = 300_000;

export interface Attempt {
  username: string;
  password: string;
  ip: string;
}

/** An account, and the hash that the password fits. */
interface Login {
  account: Account;
  passwordHash: string;
}

/** Nothing where it is not right: whether the name or the password is wrong can be told neither from the answer nor from its time. */
export async function checkLogin(
  { db, windows, passwords }: Services,
  { username, password, ip }: Attempt,
): Promise<Login | undefined> {
  const name = username.toLowerCase().slice(0, 65); // longer than any that there is
  // By address as well: whoever guesses elsewhere does not lock the owner out here.
  // By its hash: people type passwords into the wrong field, and open windows are written down.
  const bucket = `login ${hashSecret(name)} ${clientAddress(ip)}`;
  const { count, endsAt } = await windows.hit(bucket, TRIES, WITHIN);
  if (count > TRIES) throw tooMany('There were too many tries to log in.', endsAt / 1_000);

  const account = await findAccountByName(db, name);
  const passwordHash = await findPasswordHash(db, account?.id ?? '');
  const isRight = await passwords.matches(password, passwordHash).catch(busy);
  if (!account || !passwordHash || !isRight) return undefined;
  await windows.forget(bucket);
  return { account, passwordHash };
}
