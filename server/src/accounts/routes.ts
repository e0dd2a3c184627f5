// The HTTP routes of accounts: registration, and reading and changing one's own account.
import { actorOf, newAuditEntry } from '../audit/entry.ts';
import type { AddHandler } from '../api/api.ts';
import type { Config } from '../config.ts';
import { problem, tooManyRequests } from '../http/problem.ts';
import type { Limiter } from '../limits/limiter.ts';
import { readQuota } from '../quotas/queries.ts';
import { checkLogin, type LoginServices } from './login.ts';
import { newAccount } from './new-account.ts';
import { auditAccount, createAccount, findAccount, updateAccount } from './queries.ts';

interface AccountServices extends LoginServices {
  limiter: Limiter;
  config: Pick<Config, 'quotas'>;
}

export function addAccountHandlers(addHandler: AddHandler, services: AccountServices): void {
  const { db, limiter, passwords, config } = services;

  addHandler('register', async (call) => {
    const { password, ...fields } = call.body;
    const exceeded = await limiter.countRegistration(call.ip); // a name that is taken counts too: else anyone could list the names
    if (exceeded) throw tooManyRequests(exceeded.reason, exceeded.endsAt);
    const actor = actorOf(call);
    const passwordHash = await passwords.hash(password, actor.address);
    const { passwordHash: _, ...account } = newAccount(fields);
    const entry = newAuditEntry(actor, 'account.create', account.id);
    if (!(await createAccount(db, { ...account, passwordHash }, entry)))
      throw problem('conflict', 'This username is taken.');
    return { body: account };
  });

  addHandler('getMe', async ({ caller }) => {
    const account = await findAccount(db, caller.account.id);
    if (!account) throw accountGone();
    const quota = await readQuota(db, account.id, config.quotas);
    const { kind, scopes, source } = caller;
    return { body: { ...account, credential: { kind, scopes: [...scopes], expiresAt: source.expiresAt }, quota } };
  });

  addUpdateMeHandler(addHandler, services);
}

function addUpdateMeHandler(addHandler: AddHandler, services: LoginServices): void {
  const { db, passwords } = services;

  addHandler('updateMe', async (call) => {
    const { caller } = call;
    const { password, currentPassword, ...profile } = call.body;
    const { id, username } = caller.account;
    const actor = actorOf(call);
    const attempt = { username, password: currentPassword ?? '', actor, at: 'password' } as const;
    if (password !== undefined && !(await checkLogin(services, attempt)))
      throw problem('invalid_request', 'The current password is needed to change it.', {
        errors: [{ field: 'currentPassword', message: 'is not the current password' }],
      });
    const passwordHash = password === undefined ? {} : { passwordHash: await passwords.hash(password, actor.address) };
    const fields = Object.keys(profile);
    const entries = [
      ...(fields.length > 0 ? [newAuditEntry(actor, 'account.update', id, { fields })] : []),
      ...(password === undefined ? [] : [newAuditEntry(actor, 'account.password', id)]),
    ];
    const changes = updateAccount(id, { ...profile, ...passwordHash }, caller.source.sessionId);
    await db.batch([...auditAccount(id, entries), ...changes]);
    const account = await findAccount(db, id);
    if (!account) throw accountGone();
    return { body: account };
  });
}

function accountGone(): Error {
  return problem('unauthorized', 'The account is gone.');
}
