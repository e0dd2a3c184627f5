// Accounts over HTTP: opening one, logging in and out, and one's own account.
import { randomUUIDv7 } from 'node:crypto';
import { operations } from '@realm-catalog/contract';
import { TOKEN_SECONDS } from '../credentials/jwt.ts';
import { beginningOf, hashSecret, isSecret, makeSecret } from '../credentials/secrets.ts';
import type { Serve } from '../http/operation.ts';
import { busy, problem } from '../http/problem.ts';
import type { Services } from '../services.ts';
import { checkLogin } from './login.ts';
import { newAccount } from './new-account.ts';
import {
  createAccount,
  createSession,
  deleteFamily,
  deleteSession,
  findAccount,
  rotateSession,
  updateAccount,
} from './queries.ts';

const SESSION_DAYS = 30;
const DAY = 86_400_000;

export function accounts(serve: Serve, services: Services): void {
  const { db, passwords, tokens } = services;

  serve(operations.register, async ({ body }) => {
    const { password, ...said } = body;
    const passwordHash = await passwords.hash(password).catch(busy);
    const { passwordHash: _, ...account } = newAccount(said);
    if (!(await createAccount(db, { ...account, passwordHash }))) throw problem('conflict', 'This username is taken.');
    return { body: account };
  });

  serve(operations.login, async ({ body, ip }) => {
    const login = await checkLogin(services, { ...body, ip });
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
    if (!(await createSession(db, session, login.passwordHash))) throw wrongLogin();
    return { body: await sessionOf({ accountId, sessionId }, refreshToken) };
  });

  serve(operations.refresh, async ({ body }) => {
    const used = isSecret('refresh', body.refreshToken) ? body.refreshToken : '';
    const refreshToken = makeSecret('refresh', beginningOf(used));
    const hashes = { usedHash: hashSecret(used), refreshHash: hashSecret(refreshToken) };
    const session = await rotateSession(db, { ...hashes, now: new Date().toISOString() });
    if (session) return { body: await sessionOf(session, refreshToken) };
    // If it was good once, somebody holds a copy, and nobody can say who is the thief.
    await deleteFamily(db, hashSecret(beginningOf(used)));
    throw problem('unauthorized', 'The refresh token is mistyped or used, or its session has ended.');
  });

  serve(operations.logout, async ({ caller, body: { refreshToken } }) => {
    if (refreshToken && isSecret('refresh', refreshToken))
      return deleteFamily(db, hashSecret(beginningOf(refreshToken)));
    if (caller.kind === 'jwt' && caller.sessionId && !refreshToken) return deleteSession(db, caller.sessionId);
    throw problem('unauthorized', 'Send the JWT or the refresh token of the session to end.');
  });

  serve(operations.getMe, async ({ caller }) => {
    const account = await findAccount(db, caller.account.id);
    if (!account) throw problem('unauthorized', 'The account is gone.');
    return { body: { ...account, credential: { kind: caller.kind, scopes: [...caller.scopes] } } };
  });

  serve(operations.updateMe, async ({ caller, body, ip }) => {
    const { password, currentPassword, ...profile } = body;
    const { id } = caller.account;
    const attempt = { username: caller.account.username, password: currentPassword ?? '', ip };
    if (password !== undefined && !(await checkLogin(services, attempt)))
      throw problem('invalid_request', 'The current password is needed to change it.', {
        errors: [{ field: 'currentPassword', message: 'is not the current password' }],
      });
    const passwordHash = password === undefined ? {} : { passwordHash: await passwords.hash(password).catch(busy) };
    await db.batch(updateAccount(id, { ...profile, ...passwordHash }, caller.sessionId));
    const account = await findAccount(db, id);
    if (!account) throw problem('unauthorized', 'The account is gone.');
    return { body: account };
  });

  async function sessionOf(subject: { accountId: string; sessionId: string }, refreshToken: string) {
    return { token: await tokens.sign(subject), tokenType: 'Bearer', expiresIn: TOKEN_SECONDS, refreshToken } as const;
  }
}

function wrongLogin(): Error {
  return problem('unauthorized', 'The username or the password is wrong.');
}
