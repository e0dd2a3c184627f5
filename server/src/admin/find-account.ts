// Finds the account that an operator names.
import type { Account } from '@realm-catalog/contract';
import { findAccountByName } from '../accounts/queries.ts';
import { OperatorError } from '../config/config.ts';
import type { Database } from '../db/database.ts';

export async function findAccount(db: Database, username: string): Promise<Account> {
  const account = await findAccountByName(db, username.toLowerCase());
  if (!account) throw new OperatorError(`There is no account ${username}.`);
  return account;
}
