// The second step of a sign-in at the web pages: a code, a recovery code or a passkey. A token, good once, says what the first step has shown.
import { join, type Sql } from 'sql-template-tag';
import { accountActor } from '../../audit/entry.ts';
import { auditFailure } from '../../audit/failed-logins.ts';
import type { Config } from '../../config/config.ts';
import {
  findOneTimeToken,
  insertOneTimeToken,
  makeOneTimeToken,
  takeOneTimeToken,
} from '../../credentials/one-time-queries.ts';
import { hashSecret } from '../../credentials/secrets.ts';
import type { Database } from '../../db/database.ts';
import { hasIdentity } from '../identities/queries.ts';
import { checkCode, type UsedFactor } from '../factors/check-code.ts';
import { hasPasskey } from '../factors/passkey-queries.ts';
import { askForPasskey, checkPasskey, passkeySite, type PasskeyQuestion } from '../factors/passkeys.ts';
import { findSecondFactors, type SecondFactorState } from '../factors/queries.ts';
import { countTry, forgetTries, recordFailure, type LoginServices } from './login.ts';
import { findAccount, findPasswordHash, hasPassword } from '../queries.ts';
import type { BrowserRequest } from './web-sessions.ts';

const STEP_LIFETIME_MS = 10 * 60_000;

interface StepServices extends LoginServices {
  config: Pick<Config, 'publicUrl' | 'site'>;
}

/** What a page asks in the second step. */
export interface SecondStep {
  token: string;
  hasTotp: boolean;
  /** Undefined if the account has no passkey, or the address allows none. */
  passkey: PasskeyQuestion | undefined;
}

/** What the first step has shown. It is checked again at the end; of a password only a hash of its hash is kept. */
interface FirstStep {
  how: 'password' | 'provider';
  passwordProof?: string;
  identityId?: string;
}

type ShownProof = { how: 'password'; passwordHash: string } | { how: 'provider'; identityId: string };

export async function beginSecondStep(
  services: StepServices,
  accountId: string,
  proof: ShownProof,
  factors: SecondFactorState,
): Promise<SecondStep> {
  const token = makeOneTimeToken();
  const expiresAt = new Date(Date.now() + STEP_LIFETIME_MS).toISOString();
  const shown: FirstStep =
    proof.how === 'password'
      ? { how: 'password', passwordProof: hashSecret(proof.passwordHash) }
      : { how: 'provider', identityId: proof.identityId };
  const payload = JSON.stringify(shown);
  await services.db.batch([insertOneTimeToken(token, { kind: 'second-step', accountId, payload, expiresAt })]);
  return askSecondStep(services, accountId, token, factors);
}

async function askSecondStep(
  { db, config }: StepServices,
  accountId: string,
  token: string,
  { hasTotp, passkeys }: SecondFactorState,
): Promise<SecondStep> {
  const site = passkeySite(config.publicUrl, config.site.name);
  const passkey = site && passkeys > 0 ? await askForPasskey(db, site, accountId) : undefined;
  return { token, hasTotp, passkey };
}

export interface StepAnswer {
  token: string;
  code: string;
  /** Of the question for a passkey, and what the browser answered; empty if a code was typed. */
  passkeyToken: string;
  passkeyResponse: string;
}

/** `gone`: the first step was too long ago. `too-many`: too many codes were wrong. `again`: the answer was wrong, and is asked for once more. */
export type StepResult =
  | {
      accountId: string;
      condition: Sql;
      how: FirstStep['how'];
      factor: UsedFactor['kind'];
    }
  | { again: SecondStep; message: string }
  | 'gone'
  | 'too-many';

export async function finishSecondStep(
  services: StepServices,
  answer: StepAnswer,
  request: BrowserRequest,
): Promise<StepResult> {
  const { db } = services;
  const now = new Date().toISOString();
  const found = await findOneTimeToken(db, 'second-step', answer.token, now);
  if (!found?.accountId) return 'gone';
  const account = await findAccount(db, found.accountId);
  if (!account) return 'gone';
  const { id: accountId, username } = account;
  const trier = { username, actor: accountActor('', 'anonymous', request) };
  const isTyped = answer.passkeyResponse === ''; // nobody guesses a passkey, so wrong ones shut nobody out
  if (isTyped && (await countTry(services, trier))) return 'too-many';
  const factors = await findSecondFactors(db, accountId);
  const checked = await checkAnswer(services, accountId, answer, factors.hasTotp);
  if ('message' in checked) {
    await (isTyped ? recordFailure : auditFailure)(services, trier.actor, 'code', accountId);
    return { again: await askSecondStep(services, accountId, answer.token, factors), message: checked.message };
  }
  const taken = await takeOneTimeToken(db, 'second-step', answer.token, now);
  const first = taken && (JSON.parse(taken.payload) as FirstStep);
  const condition = first && (await conditionOf(db, accountId, first));
  if (!condition) return 'gone';
  await forgetTries(services, trier);
  return { accountId, condition: join([condition, checked.condition], ' and '), how: first.how, factor: checked.kind };
}

async function checkAnswer(
  services: StepServices,
  accountId: string,
  { code, passkeyToken: token, passkeyResponse: response }: StepAnswer,
  hasTotp: boolean,
): Promise<UsedFactor | { message: string }> {
  if (response !== '') {
    const { publicUrl, site: named } = services.config;
    const site = passkeySite(publicUrl, named.name);
    const passkey = site && (await checkPasskey(services.db, site, { accountId, token, response }));
    if (!passkey) return { message: 'The passkey was not right. Try again.' };
    return { kind: 'passkey', condition: hasPasskey(accountId, passkey.id) };
  }
  const check = await checkCode(services, accountId, code);
  if ('kind' in check) return check;
  return {
    message:
      check.refused === 'blocked' && hasTotp
        ? 'After too many wrong codes, codes from the app are refused for up to an hour. Use a recovery code or a passkey.'
        : 'The code is wrong or already used.',
  };
}

/** Undefined if the password was changed, or the identity unlinked, since the first step. */
async function conditionOf(db: Database, accountId: string, { how, passwordProof, identityId = '' }: FirstStep) {
  if (how === 'provider') return hasIdentity(accountId, identityId);
  const passwordHash = (await findPasswordHash(db, accountId)) ?? '';
  return hashSecret(passwordHash) === passwordProof ? hasPassword(accountId, passwordHash) : undefined;
}
