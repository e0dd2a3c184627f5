// The HTTP routes of accounts: registration, and reading and changing one's own account.
import type { Sql } from 'sql-template-tag';
import { actorOf, newAuditEntry, type RequestOrigin } from '../audit/entry.ts';
import { insertAuditEntry } from '../audit/queries.ts';
import type { AddHandler } from '../api/api.ts';
import type { Config } from '../config/config.ts';
import type { AccountCaller } from '../credentials/caller.ts';
import { ConditionError } from '../db/database.ts';
import { findOneTimeToken, spendOneTimeToken } from '../credentials/one-time-queries.ts';
import { problem } from '../http/problem.ts';
import { isEmailVerified, isUnverified } from '../mail/queries.ts';
import { readQuota } from '../quotas/queries.ts';
import { batchAs, type Proof } from './caller-writes.ts';
import { checkPassword, forgetTries, type LoginServices } from './sign-in/login.ts';
import { newAccount } from './new-account.ts';
import { hashNewPassword } from './sign-in/new-password.ts';
import { createAccount, findAccount, findPasswordHash, hasPassword, updateAccount } from './queries.ts';
import { needsRecentSignIn, requireRecentSignIn } from './sign-in/recent-sign-in.ts';

interface AccountServices extends LoginServices {
  config: Pick<Config, 'quotas' | 'registration'>;
}

export function addAccountHandlers(addHandler: AddHandler, services: AccountServices): void {
  const { db, windows, passwords, config } = services;

  addHandler('register', async (call) => {
    const { password, invitation = '', ...fields } = call.body;
    const others = await admitRegistration(services, invitation);
    await windows.registrations.admit(call.ip); // a name that is taken counts too: else anyone could list the names
    const actor = actorOf(call);
    const passwordHash = await hashNewPassword(passwords, password, actor.address);
    const { passwordHash: _, ...account } = newAccount(fields);
    const entry = newAuditEntry(actor, 'account.create', account.id);
    if (!(await createAccount(db, { ...account, passwordHash }, entry, others).catch(rethrowUsedInvitation)))
      throw problem('conflict', 'This username is taken.');
    return { body: account };
  });

  addHandler('getMe', async ({ caller }) => {
    const account = await findAccount(db, caller.account.id);
    if (!account) throw accountGone();
    const quota = await readQuota(db, account.id, config.quotas);
    const isVerified = account.email !== '' && (await isEmailVerified(db, account.id));
    const { scopes, source } = caller;
    const kind = caller.kind === 'browser' ? 'jwt' : caller.kind; // pages call this, too, and show nothing of it
    const credential = { kind, scopes: [...scopes], expiresAt: source.expiresAt };
    return { body: { ...account, isEmailVerified: isVerified, credential, quota } };
  });

  addUpdateMeHandler(addHandler, services);
}

function addUpdateMeHandler(addHandler: AddHandler, services: LoginServices): void {
  const { db, passwords } = services;

  addHandler('updateMe', async (call) => {
    const { caller } = call;
    const { password, currentPassword, ...profile } = call.body;
    const { id } = caller.account;
    const actor = actorOf(call);
    const proofs = [
      ...(profile.email === undefined ? [] : await checkEmailChange(services, caller)),
      ...(password === undefined ? [] : [await requirePassword(services, call, currentPassword)]),
    ];
    const passwordHash =
      password === undefined ? {} : { passwordHash: await hashNewPassword(passwords, password, actor.address) };
    const fields = Object.keys(profile);
    const entries = [
      ...(fields.length > 0 ? [newAuditEntry(actor, 'account.update', id, { fields })] : []),
      ...(password === undefined ? [] : [newAuditEntry(actor, 'account.password', id)]),
    ];
    const changes = updateAccount(id, { ...profile, ...passwordHash }, caller.source.sessionId);
    await batchAs(db, caller, [...entries.map((entry) => insertAuditEntry(entry)), ...changes], proofs);
    const account = await findAccount(db, id);
    if (!account) throw accountGone();
    return { body: account };
  });
}

/** Who reads the mails of a verified address can set a new password, so another address then needs a sign-in of late. */
async function checkEmailChange({ db }: LoginServices, caller: AccountCaller): Promise<Proof[]> {
  const { id } = caller.account;
  if (!(await isEmailVerified(db, id))) return [{ condition: isUnverified(id), refusal: needsRecentSignIn }];
  await requireRecentSignIn(db, caller);
  return [];
}

/** An account without a password, which signs in with another provider or a passkey, needs a sign-in of late instead. */
async function requirePassword(
  services: LoginServices,
  call: RequestOrigin & { caller: AccountCaller },
  currentPassword = '',
): Promise<Proof> {
  const { id, username } = call.caller.account;
  if ((await findPasswordHash(services.db, id)) === '') {
    await requireRecentSignIn(services.db, call.caller);
    return { condition: hasPassword(id, ''), refusal: wrongPassword };
  }
  const attempt = { username, password: currentPassword, actor: actorOf(call), at: 'password' } as const;
  const login = await checkPassword(services, attempt);
  if (!login) throw wrongPassword();
  await forgetTries(services, attempt);
  return { condition: hasPassword(id, login.passwordHash), refusal: wrongPassword };
}

function wrongPassword(): Error {
  return problem('invalid_request', 'Send the current password to change it.', {
    errors: [{ field: 'currentPassword', message: 'is not the current password' }],
  });
}

/** The statements that a registration needs beside its own: they end the invitation. Throws a problem if the catalog refuses it. */
async function admitRegistration({ db, config }: AccountServices, invitation: string): Promise<Sql[]> {
  if (config.registration === 'closed')
    throw problem('forbidden', 'This catalog is closed. Ask its operator for an account.');
  if (config.registration === 'open' && invitation === '') return [];
  const now = new Date().toISOString();
  if (!(await findOneTimeToken(db, 'invite', invitation, now))) throw wrongInvitation();
  return spendOneTimeToken('invite', invitation, now);
}

/** Another registration may have used it a moment ago. */
function rethrowUsedInvitation(error: unknown): never {
  throw error instanceof ConditionError ? wrongInvitation() : error;
}

function wrongInvitation(): Error {
  return problem('forbidden', 'The invitation is missing, already used or expired. Ask the operator for one.');
}

function accountGone(): Error {
  return problem('unauthorized', 'The account no longer exists.');
}
