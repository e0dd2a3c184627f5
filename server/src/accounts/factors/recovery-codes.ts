// Recovery codes: each is good once instead of a code of the authenticator app, and cannot be guessed. Only their hashes are stored.
import { randomBytes } from 'node:crypto';
import { hashSecret } from '../../credentials/secrets.ts';

const RECOVERY_CODES = 8;
const CODE_BYTES = 8;
const CODE_PATTERN = /^[\da-f]{16}$/;
/** Of what is typed: a code with blanks and dashes is shorter. */
const MAX_TYPED_LENGTH = 64;

/** Such as `1f0a-93bc-77de-4210`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () =>
    randomBytes(CODE_BYTES)
      .toString('hex')
      .replaceAll(/.{4}(?=.)/g, '$&-'),
  );
}

/** Undefined if the text is no recovery code. The hash contains the account, so that equal codes of two accounts have different hashes. */
export function hashRecoveryCode(accountId: string, typed: string): string | undefined {
  const code = typed.slice(0, MAX_TYPED_LENGTH).toLowerCase().replaceAll(/[\s-]/g, '');
  return CODE_PATTERN.test(code) ? hashSecret(`${accountId} ${code}`) : undefined;
}
