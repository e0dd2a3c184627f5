// Asking again with the same `Idempotency-Key`: counted once within a day, by whichever process, and answered alike.
import { hash, randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Database } from '../db/database.ts';
import type { Counter } from './counter.ts';
import { findClaim, type StoredArchive } from './queries.ts';

/** What a key stands for: the first that was asked with it. */
interface Asked {
  realmId: string;
  /** The version that was named, or nothing. */
  version: string;
}

interface Kept {
  asked: Asked;
  /** Nothing where it was a generated one, which nobody keeps for a day. */
  archive?: StoredArchive;
}

const DAY = 86_400_000;

/** 1 to 255 visible characters. */
export function isIdempotencyKey(text: string): boolean {
  return /^[\x21-\x7e]{1,255}$/.test(text);
}

/**
 * Counts a download unless one was counted with this key; returns what was answered with first, or nothing when the key was used to
 * ask for something else. The link is not kept: it may be over, and a new one leads to the same archive.
 *
 * The first row with the hash wins, in the transaction that counts, and only its download is counted. So nothing is held in memory, and
 * two processes cannot both count: those that ask at the same time wait for the commit and read what it left.
 */
export async function recordOnce(
  { db, counter }: { db: Database; counter: Counter },
  realm: Parameters<Counter['record']>[0],
  { key, caller, ...download }: { key: string; caller: string } & Kept,
): Promise<Kept | undefined> {
  const now = Date.now();
  const keyHash = hash('sha256', JSON.stringify([key, caller]));
  const find = () => findClaim(db, keyHash, new Date(now).toISOString());
  let found = await find();
  if (found === undefined) {
    const answer = JSON.stringify({ ...download, claim: randomUUID() });
    await counter.record(realm, { hash: keyHash, answer, expiresAt: new Date(now + DAY).toISOString() });
    found = (await find()) ?? answer;
  }
  const first = JSON.parse(found) as Kept;
  return isDeepStrictEqual(first.asked, download.asked) ? first : undefined;
}
