// Translates the errors of SQLite, and retries statements while another process writes.
import { setTimeout } from 'node:timers/promises';
import { ConditionError, DamagedDatabaseError, GoneError, StoreUnavailableError, UniqueError } from './database.ts';

/** How long a statement waits for another process that writes, such as an operator's command. */
export const BUSY_TIMEOUT_MS = 5_000;
export const RETRY_INTERVAL_MS = 20;

export async function retryWhileBusy<Result>(work: () => Result): Promise<Result> {
  for (const deadline = performance.now() + BUSY_TIMEOUT_MS; ;)
    try {
      return work();
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw toDatabaseError(error);
      await setTimeout(RETRY_INTERVAL_MS);
    }
}

export function isBusy(error: unknown): boolean {
  return (((error as { errcode?: number }).errcode ?? 0) & 0xff) === 5;
}

/** The codes are those of https://sqlite.org/rescode.html, where the last byte is the primary code. */
export function toDatabaseError(error: unknown): Error {
  const { errcode = 0, code } = error as { errcode?: number; code?: string };
  if (errcode === 1_555 || errcode === 2_067) return new UniqueError(undefined, { cause: error }); // a primary key, or unique
  if (errcode === 1_299 && (error as Error).message.includes('batch_conditions'))
    return new ConditionError(undefined, { cause: error });
  if (errcode === 787) return new GoneError({ cause: error }); // a foreign key
  // A damaged file, or one that is no database.
  if ([11, 26].includes(errcode & 0xff)) return new DamagedDatabaseError((error as Error).message, { cause: error });
  // Busy, locked, read-only, an I/O error, a full disk, a file that cannot be opened; or a closed connection.
  if ([5, 6, 8, 10, 13, 14].includes(errcode & 0xff) || code === 'ERR_INVALID_STATE')
    return new StoreUnavailableError('the database does not answer', { cause: error });
  return error as Error;
}
