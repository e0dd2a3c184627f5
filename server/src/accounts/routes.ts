// Accounts over HTTP: opening one, logging in and out, and one's own account.
import { randomUUIDv7 } from 'node:crypto';
import { operations } from '@realm-catalog/contract';
import { TOKEN_SECONDS } from '../credentials/jwt.ts';
import { hashSecret, isSecret, makeSecret } from '../credentials/secrets.ts';
import type { Serve } from '../http/operation.ts';
import { problem } from '../http/problem.ts';
import type { Services } from '../services.ts';
import { busy, checkLogin } from './login.ts';
import { newAccount } from './new-account.ts';
import {
  createAccount,
  deleteSession,
  findAccount,
  findPasswordHash,
  insertSession,
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
    const account = await checkLogin(services, { ...body, ip });
    if (!account) throw unauthorized('The username or the password is wrong.');
    const now = Date.now();
    const session = { id: randomUUIDv7(), accountId: account.id };
    const refreshToken = newRefreshToken(session.id);
    await db.batch(
      insertSession({
        ...session,
        refreshHash: hashSecret(refreshToken),
        createdAt: new Date(now).toISOString(),
        expiresAt: new Date(now + SESSION_DAYS * DAY).toISOString(),
      }),
    );
    return { body: await sessionOf({ accountId: account.id, sessionId: session.id }, refreshToken) };
  });

  serve(operations.refresh, async ({ body }) => {
    const sessionId = sessionIdOf(body.refreshToken);
    const refreshToken = newRefreshToken(sessionId ?? '');
    const rotated =
      sessionId &&
      (await rotateSession(db, {
        id: sessionId,
        usedHash: hashSecret(body.refreshToken),
        refreshHash: hashSecret(refreshToken),
        now: new Date().toISOString(),
      }));
    if (rotated) return { body: await sessionOf({ accountId: rotated.accountId, sessionId }, refreshToken) };
    // It was good once: somebody holds a copy, and nobody can say who is the thief.
    if (sessionId) await deleteSession(db, sessionId);
    throw unauthorized('The refresh token is not good: it is mistyped, used, or its session has ended.');
  });

  serve(operations.logout, async ({ caller, body }) => {
    const sessionId = body.refreshToken
      ? sessionIdOf(body.refreshToken)
      : caller.kind !== 'anonymous' && caller.sessionId;
    if (!sessionId) throw unauthorized('Send the JWT or the refresh token of the session to end.');
    await deleteSession(db, sessionId);
  });

  serve(operations.getMe, async ({ caller }) => {
    const account = await findAccount(db, caller.account.id);
    if (!account) throw problem('unauthorized', 'The account is gone.');
    return { body: { ...account, credential: { kind: caller.kind, scopes: [...caller.scopes] } } };
  });

  serve(operations.updateMe, async ({ caller, body }) => {
    const { password, currentPassword, ...profile } = body;
    const { id } = caller.account;
    if (
      password !== undefined &&
      !(await passwords.matches(currentPassword ?? '', await findPasswordHash(db, id)).catch(busy))
    )
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

function unauthorized(detail: string): Error {
  return problem('unauthorized', detail, { headers: { 'www-authenticate': 'Bearer' } });
}

/** The session's id stands before the secret, so that a used token still says which session it belonged to. */
function newRefreshToken(sessionId: string): string {
  return `${sessionId}.${makeSecret('refresh')}`;
}

function sessionIdOf(refreshToken: string): string | undefined {
  const [, sessionId, secret = ''] = /^([0-9a-f-]{36})\.(\S+)$/.exec(refreshToken) ?? [];
  return isSecret('refresh', secret) ? sessionId : undefined;
}
