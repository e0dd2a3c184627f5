// Checks a username, a password and a second factor against an account. It limits guessing, but the limit never locks the account's owner out.
import type { Account } from '@realm-catalog/contract';
import { join, type Sql } from 'sql-template-tag';
import type { Actor } from '../../audit/entry.ts';
import { auditFailure, type FailedAt } from '../../audit/failed-logins.ts';
import { requireNotSuspended } from '../../credentials/suspension.ts';
import { problem, tooManyRequests } from '../../http/problem.ts';
import type { ExceededLimit, Windows } from '../../limits/windows.ts';
import { checkCode, type CodeServices, type UsedFactor } from '../factors/check-code.ts';
import { findSecondFactors, withoutFactor, type SecondFactorState } from '../factors/queries.ts';
import type { Passwords } from './passwords.ts';
import { findAccountByName, findPasswordHash, findSuspendedAt, hasPassword } from '../queries.ts';

/** One character more than a username may have: longer text cannot match an account. */
const MAX_COMPARED_CHARACTERS = 65;

export interface LoginServices extends CodeServices {
  windows: Windows;
  passwords: Passwords;
}

export interface LoginAttempt {
  username: string;
  password: string;
  /** Of the second factor; empty if none was typed. */
  code?: string;
  actor: Actor;
  /** Where the password was sent to. */
  at: Exclude<FailedAt, 'code'>;
}

/** An account, and the hash that the password matched. */
interface PasswordLogin {
  account: Account;
  passwordHash: string;
}

export interface Login extends PasswordLogin {
  /** The second factor that was used; undefined if the account asks for none. */
  factor: UsedFactor | undefined;
}

/**
 * Returns undefined if the name or the password is wrong. Throws a problem if the account asks for a second factor and the code is not right.
 * No session begins without it.
 */
export async function checkLogin(services: LoginServices, attempt: LoginAttempt): Promise<Login | undefined> {
  const login = await checkPassword(services, attempt);
  if (!login) return undefined;
  const factor = await requireFactor(services, attempt, login.account.id);
  await forgetTries(services, attempt);
  return { ...login, factor };
}

/** Of whom tries are counted, and from where. */
type Trier = Pick<LoginAttempt, 'username' | 'actor'>;

const comparedName = (username: string): string => username.toLowerCase().slice(0, MAX_COMPARED_CHARACTERS);

/** Counts a try, of a password or of a second factor, before it is looked at. Returns undefined unless there were too many. */
export async function countTry(
  { windows }: LoginServices,
  { username, actor }: Trier,
): Promise<ExceededLimit | undefined> {
  const { exceeded } = await windows.logins.hit(comparedName(username), actor.address);
  // Somebody may try one password with many names, which the limit above does not notice.
  return exceeded ?? (await windows.wrongPasswords.peek(actor.address))?.exceeded;
}

/** Whoever has shown all that the account asks for has all tries again. A right password alone is not enough, else it would let codes be guessed. */
export function forgetTries({ windows }: LoginServices, { username, actor }: Trier): Promise<void> {
  return windows.logins.reset(comparedName(username), actor.address);
}

/** Counts a wrong password or second factor on the address, and in the audit. */
export async function recordFailure(
  services: LoginServices,
  actor: Actor,
  at: FailedAt,
  accountId: string | undefined,
): Promise<void> {
  await services.windows.wrongPasswords.hit(actor.address);
  await auditFailure(services, actor, at, accountId);
}

/**
 * The first step of a login. Returns undefined if the name or the password is wrong. Neither the result nor the time that it takes shows which
 * of the two is wrong.
 */
export async function checkPassword(
  services: LoginServices,
  attempt: LoginAttempt,
): Promise<PasswordLogin | undefined> {
  const { db, passwords } = services;
  const exceeded = await countTry(services, attempt);
  if (exceeded) throw tooManyRequests(exceeded.reason, exceeded.endsAt);
  const account = await findAccountByName(db, comparedName(attempt.username));
  const passwordHash = await findPasswordHash(db, account?.id ?? '');
  const isMatch = await passwords.matches(attempt.password, passwordHash, attempt.actor.address);
  if (!account || !passwordHash || !isMatch) {
    await recordFailure(services, attempt.actor, attempt.at, account?.id);
    return undefined;
  }
  requireNotSuspended(await findSuspendedAt(db, account.id));
  return { account, passwordHash };
}

/** A condition: what the person has proved is still true. A second factor that was turned on meanwhile was not asked for. */
export function hasLogin({ account: { id }, passwordHash, factor }: Login): Sql {
  const isSame = hasPassword(id, passwordHash);
  return factor ? join([isSame, factor.condition], ' and ') : withoutFactor(id, isSame);
}

/** The second step, for an account that asks for it. */
async function requireFactor(
  services: LoginServices,
  { actor, code = '' }: LoginAttempt,
  accountId: string,
): Promise<UsedFactor | undefined> {
  const factors = await findSecondFactors(services.db, accountId);
  if (!factors.isOn) return undefined;
  if (code === '') throw factorRequired(howToGetIn(factors));
  const check = await checkCode(services, accountId, code);
  if ('kind' in check) return check;
  await recordFailure(services, actor, 'code', accountId);
  const isBlocked = check.refused === 'blocked' && factors.hasTotp;
  throw factorRequired(
    isBlocked
      ? 'There were too many wrong codes within an hour. Until the hour ends, send a recovery code as `code`, or use a passkey in the ' +
          'browser.'
      : `The code is wrong or already used. ${howToGetIn(factors)}`,
  );
}

function howToGetIn({ hasTotp }: SecondFactorState): string {
  return hasTotp
    ? 'Send a code of the authenticator app, or a recovery code, as `code`.'
    : 'This account has a passkey, which needs a browser: use the device login (`realm login`), or send a recovery code as `code`.';
}

function factorRequired(detail: string): Error {
  return problem('second_factor_required', detail);
}
