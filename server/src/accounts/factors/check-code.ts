// Checks the code that a person types as the second factor: of the authenticator app, or a recovery code. Either is good once.
import type { Sql } from 'sql-template-tag';
import type { SecretCipher } from '../../credentials/secret-cipher.ts';
import type { Database } from '../../db/database.ts';
import { acceptTotpStep, beginTotpCheck, hasRecoveryCodes, hasTotp, takeRecoveryCode } from './queries.ts';
import { hashRecoveryCode } from './recovery-codes.ts';
import { stepOf } from './totp.ts';

const HOUR_MS = 3_600_000;
const TOTP_PATTERN = /^\d{3} ?\d{3}$/;

/** A second factor that was shown, and the condition that the account still has it. */
export interface UsedFactor {
  kind: 'totp' | 'recovery-code' | 'passkey';
  condition: Sql;
}

/** Which code it was; or why it is refused: it is wrong, or codes of the app are not taken at the moment. */
export type CodeCheck = UsedFactor | { refused: 'wrong' | 'blocked' };

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
  if (recoveryHash) {
    const savedAt = await takeRecoveryCode(db, accountId, recoveryHash);
    if (savedAt === undefined) return { refused: 'wrong' };
    return { kind: 'recovery-code', condition: hasRecoveryCodes(accountId, savedAt) };
  }
  if (!TOTP_PATTERN.test(typed)) return { refused: 'wrong' };
  const times = { now: new Date(now).toISOString(), hourLater: new Date(now + HOUR_MS).toISOString() };
  const encrypted = await beginTotpCheck(db, accountId, times);
  if (!encrypted) return { refused: 'blocked' };
  const step = stepOf(keyring.cipher.decrypt(encrypted, accountId), typed.replace(' ', ''), now);
  if (step === undefined || !(await acceptTotpStep(db, accountId, step))) return { refused: 'wrong' };
  return { kind: 'totp', condition: hasTotp(accountId, encrypted) };
}
