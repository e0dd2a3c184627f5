// Asks for a sign-in of the last half hour before what would let a thief of a credential keep the account.
import type { AccountCaller } from '../../credentials/caller.ts';
import type { Reader } from '../../db/database.ts';
import { problem } from '../../http/problem.ts';
import { findSessionStart } from './session-queries.ts';

const RECENT_MS = 30 * 60_000;

/** Throws a problem unless the caller signed in lately. Keys and tokens of applications never did. */
export async function requireRecentSignIn(db: Reader, { source }: AccountCaller): Promise<void> {
  const startedAt = source.sessionId && (await findSessionStart(db, source.sessionId));
  if (startedAt && Date.now() - Date.parse(startedAt) <= RECENT_MS) return;
  throw needsRecentSignIn();
}

export function needsRecentSignIn(): Error {
  return problem('forbidden', 'This needs a login in the last 30 minutes. Log in again and use the new token.');
}
