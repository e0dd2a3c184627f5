// Accounts over HTTP: opening one, logging in and out, and one's own account.
import type { Limiter } from '../limits/limiter.ts';
import type { Config } from '../config.ts';
import { randomUUIDv7 } from 'node:crypto';
import { accountActor, actorOf, newAuditEntry, type RequestOrigin } from '../audit/entry.ts';
import { TOKEN_SECONDS, type Tokens } from '../credentials/jwt.ts';
import { beginningOf, hashSecret, isSecret, makeSecret } from '../credentials/secrets.ts';
import type { Serve } from '../api/api.ts';
import { problem, tooManyRequests } from '../http/problem.ts';
import { readQuota } from '../quotas/queries.ts';
import { checkLogin, type LoginServices } from './login.ts';
import { newAccount } from './new-account.ts';
import {
  createAccount,
  createSession,
  deleteSession,
  findAccount,
  findFamily,
  auditAccount,
  rotateSession,
  updateAccount,
} from './queries.ts';

const SESSION_DAYS = 30;
const DAY = 86_400_000;

interface AccountServices extends LoginServices {
  limiter: Limiter;
  tokens: Tokens;
  config: Pick<Config, 'quotas'>;
}

export function accounts(serve: Serve, services: AccountServices): void {
  const { db, limiter, passwords, tokens, config } = services;

  serve('register', async (call) => {
    const { password, ...said } = call.body;
    const exceeded = await limiter.countRegistration(call.ip); // also for a name that is taken: else names could be tried without end
    if (exceeded) throw tooManyRequests(exceeded.why, exceeded.endsAt);
    const passwordHash = await passwords.hash(password);
    const { passwordHash: _, ...account } = newAccount(said);
    const entry = newAuditEntry(actorOf(call), 'account.create', account.id);
    if (!(await createAccount(db, { ...account, passwordHash }, entry)))
      throw problem('conflict', 'This username is taken.');
    return { body: account };
  });

  serve('login', async (call) => {
    const login = await checkLogin(services, { ...call.body, by: actorOf(call), at: 'api' });
    if (!login) throw wrongLogin();
    const now = Date.now();
    const [sessionId, accountId] = [randomUUIDv7(), login.account.id];
    const refreshToken = makeSecret('refresh', beginningOf(makeSecret('refresh')));
    const session = {
      id: sessionId,
      accountId,
      familyHash: hashSecret(beginningOf(refreshToken)),
      refreshHash: hashSecret(refreshToken),
      createdAt: new Date(now).toISOString(),
      expiresAt: new Date(now + SESSION_DAYS * DAY).toISOString(),
    };
    const entry = newAuditEntry(accountActor(accountId, 'password', call), 'login.succeed', accountId, { at: 'api' });
    if (!(await createSession(db, session, login.passwordHash, entry))) throw wrongLogin();
    return { body: await sessionOf({ accountId, sessionId }, refreshToken) };
  });

  serve('refresh', async (call) => {
    const { body } = call;
    const used = isSecret('refresh', body.refreshToken) ? body.refreshToken : '';
    const refreshToken = makeSecret('refresh', beginningOf(used));
    const hashes = { usedHash: hashSecret(used), refreshHash: hashSecret(refreshToken) };
    const session = await rotateSession(db, { ...hashes, now: new Date().toISOString() });
    if (session) return { body: await sessionOf(session, refreshToken) };
    // If it was good once, somebody holds a copy, and nobody can say who is the thief.
    await endFamily(used, 'login.replay', call);
    throw problem('unauthorized', 'The refresh token is mistyped or used, or its session has ended.');
  });

  serve('logout', async (call) => {
    const { caller, body } = call;
    const { refreshToken } = body;
    if (refreshToken && isSecret('refresh', refreshToken)) return endFamily(refreshToken, 'login.end', call);
    if (caller.kind === 'jwt' && caller.source.sessionId && !refreshToken)
      return deleteSession(db, caller.source.sessionId, newAuditEntry(actorOf(call), 'login.end', caller.account.id));
    throw problem('unauthorized', 'Send the JWT or the refresh token of the session to end.');
  });

  serve('getMe', async ({ caller }) => {
    const account = await findAccount(db, caller.account.id);
    if (!account) throw problem('unauthorized', 'The account is gone.');
    const quota = await readQuota(db, account.id, config.quotas);
    return { body: { ...account, credential: { kind: caller.kind, scopes: [...caller.scopes] }, quota } };
  });

  serve('updateMe', async (call) => {
    const { caller } = call;
    const { password, currentPassword, ...profile } = call.body;
    const { id } = caller.account;
    const by = actorOf(call);
    const attempt = { username: caller.account.username, password: currentPassword ?? '', by, at: 'password' } as const;
    if (password !== undefined && !(await checkLogin(services, attempt)))
      throw problem('invalid_request', 'The current password is needed to change it.', {
        errors: [{ field: 'currentPassword', message: 'is not the current password' }],
      });
    const passwordHash = password === undefined ? {} : { passwordHash: await passwords.hash(password) };
    const fields = Object.keys(profile);
    const entries = [
      ...(fields.length > 0 ? [newAuditEntry(by, 'account.update', id, { fields })] : []),
      ...(password === undefined ? [] : [newAuditEntry(by, 'account.password', id)]),
    ];
    const changes = updateAccount(id, { ...profile, ...passwordHash }, caller.source.sessionId);
    await db.batch([...auditAccount(id, entries), ...changes]);
    const account = await findAccount(db, id);
    if (!account) throw problem('unauthorized', 'The account is gone.');
    return { body: account };
  });

  /** Whoever holds a refresh token speaks for its session, whatever else they are. */
  async function endFamily(
    refreshToken: string,
    action: 'login.end' | 'login.replay',
    asked: RequestOrigin,
  ): Promise<void> {
    const session = await findFamily(db, hashSecret(beginningOf(refreshToken)), new Date().toISOString());
    if (!session) return;
    const { id, accountId } = session;
    await deleteSession(db, id, newAuditEntry(accountActor(accountId, 'refresh', asked), action, accountId));
  }

  async function sessionOf(subject: { accountId: string; sessionId: string }, refreshToken: string) {
    return { token: await tokens.sign(subject), tokenType: 'Bearer', expiresIn: TOKEN_SECONDS, refreshToken } as const;
  }
}

function wrongLogin(): Error {
  return problem('unauthorized', 'The username or the password is wrong.');
}
