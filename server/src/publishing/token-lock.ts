// Locks an upload token while its upload runs, so that a token is used by one upload at a time.
import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Database } from '../db/database.ts';
import { unlockToken, type TokenLock } from './queries.ts';

/** Longer than the server lets a request take. After a crash the token can be used again when this time is over. */
const TOKEN_LOCK_MS = 15 * 60_000;
const UNLOCK_RETRY_MS = 200;

/** The random part makes the lock of each upload unique. */
export function newTokenLock(tokenHash: string): TokenLock {
  return { tokenHash, lockedUntil: `${new Date(Date.now() + TOKEN_LOCK_MS).toISOString()} ${randomUUID()}` };
}

/**
 * Unlocks the token of a refused upload, so that the client can send the upload again. If the database accepts no writes, this is tried again
 * in the background.
 */
export async function releaseToken(db: Database, lock: TokenLock): Promise<void> {
  const unlock = () =>
    unlockToken(db, lock).then(
      () => true,
      () => false,
    );
  if (!(await unlock())) void retryUntilUnlocked(unlock);
}

async function retryUntilUnlocked(unlock: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + TOKEN_LOCK_MS;
  do await setTimeout(UNLOCK_RETRY_MS, undefined, { ref: false });
  while (!(await unlock()) && performance.now() < end);
}
