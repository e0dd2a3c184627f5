// Signs a person in to the web pages: by name and password, by another provider or by a passkey, and with a second step where the account asks
// for one.
import type { Sql } from 'sql-template-tag';
import { accountActor } from '../../audit/entry.ts';
import { auditFailure } from '../../audit/failed-logins.ts';
import type { Config } from '../../config/config.ts';
import type { AccountCaller } from '../../credentials/caller.ts';
import { findActiveAccount } from '../../credentials/queries.ts';
import { SuspendedError } from '../../credentials/suspension.ts';
import { CodedError } from '../../errors.ts';
import { hasIdentity } from '../identities/queries.ts';
import { hasPasskey } from '../factors/passkey-queries.ts';
import { checkPasskey, passkeySite } from '../factors/passkeys.ts';
import { findSecondFactors, withoutFactor } from '../factors/queries.ts';
import { checkPassword, forgetTries, type LoginServices } from './login.ts';
import { hasPassword } from '../queries.ts';
import { beginSecondStep, type SecondStep } from './second-step.ts';
import type { BrowserRequest, SignInProof, StartedSession, WebSessions } from './web-sessions.ts';

export interface SignInServices extends LoginServices {
  webSessions: WebSessions;
  config: Pick<Config, 'publicUrl' | 'site'>;
}

/** Why nobody was signed in, with the status of the page that says so. */
export interface SignInRefusal {
  status: 401 | 429;
  message: string;
}

/** A session; or what is asked next; or why there is neither. */
export type SignInResult = StartedSession | { secondStep: SecondStep } | { refusal: SignInRefusal };

const wrong: SignInRefusal = { status: 401, message: 'The username or the password is wrong.' };
export const tooMany: SignInRefusal = { status: 429, message: 'Too many tries. Wait a few minutes, then try again.' };
const wrongPasskey: SignInRefusal = { status: 401, message: 'This passkey does not sign in here. Try again.' };
const shut: SignInRefusal = {
  status: 401,
  message: 'This account cannot sign in. The operator of this catalog can say why.',
};
export const gone: SignInRefusal = { status: 401, message: 'That took too long. Sign in again.' };

/** The same answer, after the same time, for a name that is unknown and for a wrong password. */
export async function signIn(
  services: SignInServices,
  { username, password }: { username: string; password: string },
  request: BrowserRequest,
): Promise<SignInResult> {
  try {
    const actor = accountActor('', 'anonymous', request);
    const attempt = { username, password, actor, at: 'page' } as const;
    const login = await checkPassword(services, attempt);
    if (!login) return { refusal: wrong };
    const { account, passwordHash } = login;
    const proof = { how: 'password', passwordHash, condition: hasPassword(account.id, passwordHash) } as const;
    const result = await finishFirstStep(services, account.id, proof, request);
    if ('setCookie' in result) await forgetTries(services, attempt);
    return result;
  } catch (error) {
    if (error instanceof CodedError && error.public.code === 'rate_limited') return { refusal: tooMany };
    if (error instanceof SuspendedError) return { refusal: { status: 401, message: error.public.detail } };
    throw error;
  }
}

/** Signs in who comes from another provider. */
export async function signInByIdentity(
  services: SignInServices,
  { accountId, identityId }: { accountId: string; identityId: string },
  request: BrowserRequest,
): Promise<SignInResult> {
  const proof = { how: 'provider', identityId, condition: hasIdentity(accountId, identityId) } as const;
  return finishFirstStep(services, accountId, proof, request);
}

/** A passkey alone has checked who uses it, and is asked for nothing else. */
export async function signInByPasskey(
  services: SignInServices,
  { token, response }: { token: string; response: string },
  request: BrowserRequest,
): Promise<SignInResult> {
  const { db, config } = services;
  const site = passkeySite(config.publicUrl, config.site.name);
  const passkey = site && (await checkPasskey(db, site, { accountId: null, token, response }));
  if (!passkey) {
    // Nobody guesses a passkey, so wrong ones shut nobody out.
    await auditFailure(services, accountActor('', 'anonymous', request), 'code', undefined);
    return { refusal: wrongPasskey };
  }
  const condition = hasPasskey(passkey.accountId, passkey.id);
  return startSession(services, passkey.accountId, condition, request, { how: 'passkey' });
}

/** What somebody has shown in the first step. */
type FirstProof =
  | { how: 'password'; passwordHash: string; condition: Sql }
  | { how: 'provider'; identityId: string; condition: Sql };

async function finishFirstStep(
  services: SignInServices,
  accountId: string,
  proof: FirstProof,
  request: BrowserRequest,
): Promise<SignInResult> {
  const factors = await findSecondFactors(services.db, accountId);
  if (factors.isOn) return { secondStep: await beginSecondStep(services, accountId, proof, factors) };
  return startSession(services, accountId, withoutFactor(accountId, proof.condition), request, { how: proof.how });
}

/** Begins the session if the account is active, and what was shown is still true. */
export async function startSession(
  { db, webSessions }: SignInServices,
  accountId: string,
  condition: Sql,
  request: BrowserRequest,
  proof: SignInProof,
): Promise<StartedSession | { refusal: SignInRefusal }> {
  const account: AccountCaller['account'] | undefined = await findActiveAccount(db, accountId);
  if (!account) return { refusal: shut }; // whoever learns of it has shown that the account is theirs
  return (await webSessions.start(account, condition, request, proof)) ?? { refusal: wrong };
}
