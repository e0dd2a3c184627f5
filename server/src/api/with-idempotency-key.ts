// `Idempotency-Key`: a request that is sent again within a day is done once, by any process. Nothing is kept in memory.
import { hash, randomUUID } from 'node:crypto';
import type { Sql } from 'sql-template-tag';
import type { Database } from '../db/database.ts';
import { problem } from '../http/problem.ts';
import {
  claimKey,
  completeKey,
  findKey,
  releaseKey,
  replaceToken,
  type IdempotencyKey,
} from './idempotency-queries.ts';

/** Keys are of one account and one operation: another account, or another operation, may use the same text. */
export interface IdempotentRequest {
  /** Without a key, the request is done each time. */
  key: string | undefined;
  accountId: string;
  operation: string;
  /** What a later request with this key must be equal to. */
  content: unknown;
}

/**
 * What a request does: `first` for the first request with a key, `again` for a later one. Both store a new upload token, in a batch. Into the same
 * batch they put the statements that `keyStatements` returns for the hash of this token: these store with the key what was done.
 */
interface Work<Result> {
  first(keyStatements: (realmId: string, tokenHash: string) => Sql[]): Promise<Result>;
  /** `realmId` is the realm of the first request. The token that was issued before ends. */
  again(realmId: string, keyStatements: (tokenHash: string) => Sql[]): Promise<Result>;
}

const KEY_TTL_MS = 86_400_000;
/** A process may stop in the midst of a request. After this time, another request does the work. */
const CLAIM_MS = 60_000;

/** Another owner may use the same text as a key. */
export function idempotencyKey(
  key: string,
  owner: string[],
  request: string,
  done = { realmId: '', result: '' },
): IdempotencyKey {
  const now = Date.now();
  const after = (ms: number) => new Date(now + ms).toISOString();
  const times = { now: after(0), claimedUntil: after(CLAIM_MS), expiresAt: after(KEY_TTL_MS) };
  return { hash: hashOf([key, ...owner]), request, claim: randomUUID(), ...times, ...done };
}

/** What was done for the first request with a key. If that was another request, this is a 422. */
export async function findFirst(db: Database, key: IdempotencyKey, noun: 'request' | 'download') {
  const first = await findKey(db, key);
  if (first && first.request !== key.request)
    throw problem('unprocessable', `This Idempotency-Key was used for another ${noun}. Send a new one.`);
  return first;
}

/** For work of several steps: while the first request runs, another one gets a 409. */
export async function withIdempotencyKey<Result>(
  db: Database,
  request: IdempotentRequest,
  work: Work<Result>,
): Promise<Result> {
  const { key, accountId, operation, content } = request;
  if (key === undefined) return work.first(() => []);
  const claim = idempotencyKey(key, [accountId, operation], hashOf(content));
  if (await claimKey(db, claim)) {
    try {
      return await work.first((realmId, tokenHash) => completeKey(claim, realmId, tokenHash));
    } catch (error) {
      await releaseKey(db, claim).catch(() => undefined); // if the store is unavailable, the claim ends by itself
      throw error;
    }
  }
  const done = await findFirst(db, claim, 'request');
  if (!done?.realmId) throw stillRunning();
  return work.again(done.realmId, (tokenHash) => replaceToken(claim.hash, tokenHash));
}

export function stillRunning(): Error {
  return problem('conflict', 'A request with this Idempotency-Key is in progress. Send it again in a moment.');
}

function hashOf(value: unknown): string {
  return hash('sha256', JSON.stringify(value));
}
