// Checks the code that a person types as the second factor: of the authenticator app, or a recovery code. Either is good once.
import type { SecretCipher } from '../credentials/secret-cipher.ts';
import type { Database } from '../db/database.ts';
import { acceptTotpStep, beginTotpCheck, takeRecoveryCode } from './queries.ts';
import { hashRecoveryCode } from './recovery-codes.ts';
import { stepOf } from './totp.ts';

const HOUR_MS = 3_600_000;
const TOTP_PATTERN = /^\d{3} ?\d{3}$/;

export type CodeKind = 'totp' | 'recovery-code';

/** Which kind of code it was; or why it is refused: it is wrong, or codes of the app are not taken at the moment. */
export type CodeCheck = { kind: CodeKind } | { refused: 'wrong' | 'blocked' };

export interface CodeServices {
  db: Database;
  keyring: { cipher: SecretCipher };
}

/** Codes of the app are limited over all addresses. Recovery codes cannot be guessed, so that the limit never locks the owner out. */
export async function checkCode(
  { db, keyring }: CodeServices,
  accountId: string,
  typed: string,
  now = Date.now(),
): Promise<CodeCheck> {
  const recoveryHash = hashRecoveryCode(accountId, typed);
  if (recoveryHash)
    return (await takeRecoveryCode(db, accountId, recoveryHash)) ? { kind: 'recovery-code' } : { refused: 'wrong' };
  if (!TOTP_PATTERN.test(typed)) return { refused: 'wrong' };
  const times = { now: new Date(now).toISOString(), hourLater: new Date(now + HOUR_MS).toISOString() };
  const encrypted = await beginTotpCheck(db, accountId, times);
  if (!encrypted) return { refused: 'blocked' };
  const step = stepOf(keyring.cipher.decrypt(encrypted, accountId), typed.replace(' ', ''), now);
  if (step === undefined || !(await acceptTotpStep(db, accountId, step))) return { refused: 'wrong' };
  return { kind: 'totp' };
}
