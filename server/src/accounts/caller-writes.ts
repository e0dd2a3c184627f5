// Writes what a caller may do to an account, if what was checked before is still true when it is written.
import sql, { type Sql } from 'sql-template-tag';
import type { AccountCaller } from '../credentials/caller.ts';
import { isStillValid } from '../credentials/queries.ts';
import { ConditionError, GoneError, onlyIf, type Database } from '../db/database.ts';
import { revokedMeanwhile } from '../http/problem.ts';
import { lockAccount } from './queries.ts';

/** Something that was checked before a write: the condition that it is still true, and the problem if it is not. */
export interface Proof {
  condition: Sql;
  refusal: () => Error;
}

/**
 * Runs a batch that changes the account of the caller, and locks the account first. If the caller's credential has ended since it was checked,
 * or a proof does not hold any more, nothing is done, and a problem is thrown. Other conditions of the batch throw their `ConditionError`.
 */
export async function batchAs(
  db: Database,
  { account, source }: AccountCaller,
  statements: Sql[],
  proofs: Proof[] = [],
): Promise<void> {
  const checked = [{ condition: isStillValid(source), refusal: revokedMeanwhile }, ...proofs];
  try {
    await db.batch([lockAccount(account.id), ...checked.map(({ condition }) => onlyIf(condition)), ...statements]);
  } catch (error) {
    if (!(error instanceof ConditionError || error instanceof GoneError)) throw error;
    for (const { condition, refusal } of checked)
      if (!(await db.get(sql`select 1 where ${condition}`))) throw refusal();
    throw error;
  }
}
