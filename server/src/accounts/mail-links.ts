// The links that mails bring: whose they are.
import type { Account } from '@realm-catalog/contract';
import { findOneTimeToken } from '../credentials/one-time-queries.ts';
import type { Database } from '../db/database.ts';
import { findAccount } from './queries.ts';

export type LinkKind = 'reset' | 'verify';

/** The account that a link was sent to, unless it has another address by now. */
export async function findAccountOfLink(
  db: Database,
  kind: LinkKind,
  token: string,
  now: string,
): Promise<Account | undefined> {
  const found = await findOneTimeToken(db, kind, token, now);
  const account = found?.accountId ? await findAccount(db, found.accountId) : undefined;
  return account?.email === found?.payload ? account : undefined;
}
