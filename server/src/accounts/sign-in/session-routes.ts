// The HTTP routes of sessions: login, refresh and logout of programs, and the list of one's sessions.
import { randomUUIDv7 } from 'node:crypto';
import { accountActor, actorOf, newAuditEntry, type RequestOrigin } from '../../audit/entry.ts';
import { hasAuditEntry } from '../../audit/queries.ts';
import type { AddHandler } from '../../api/api.ts';
import type { Config } from '../../config/config.ts';
import { TOKEN_LIFETIME_SECONDS, type Tokens } from '../../credentials/jwt.ts';
import { familyPartOf, hashSecret, isSecret, makeSecret } from '../../credentials/secrets.ts';
import { requireNotSuspended } from '../../credentials/suspension.ts';
import type { Database } from '../../db/database.ts';
import { pageLinks, pageOf } from '../../http/paging.ts';
import { problem } from '../../http/problem.ts';
import { batchAs } from '../caller-writes.ts';
import { deviceOf } from '../../http/client-address.ts';
import { checkLogin, hasLogin, type LoginServices } from './login.ts';
import {
  createSession,
  deleteSession,
  findSessionByFamily,
  listSessions,
  rotateSession,
  SESSION_LIFETIME_MS,
  type NewSession,
  type SessionStore,
  type SessionUse,
} from './session-queries.ts';

interface SessionServices extends LoginServices, SessionStore {
  tokens: Tokens;
  config: Pick<Config, 'publicUrl'>;
}

export function addSessionHandlers(addHandler: AddHandler, services: SessionServices): void {
  addTokenHandlers(addHandler, services);
  addOwnSessionHandlers(addHandler, services);
}

function addTokenHandlers(addHandler: AddHandler, services: SessionServices): void {
  const { db, tokens } = services;

  addHandler('login', async (call) => {
    const login = await checkLogin(services, { ...call.body, actor: actorOf(call), at: 'api' });
    if (!login) throw wrongLogin();
    const accountId = login.account.id;
    const { refreshToken, session } = newSession(accountId, deviceOf(call), Date.now());
    const details = { at: 'api', ...(login.factor && { factor: login.factor.kind }) };
    const entry = newAuditEntry(accountActor(accountId, 'password', call), 'login.succeed', accountId, details);
    const condition = hasLogin(login);
    if (!(await createSession(services, session, condition, entry))) throw wrongLogin();
    return { body: await sessionBody(tokens, { accountId, sessionId: session.id }, refreshToken) };
  });

  addHandler('refresh', async (call) => {
    const { body } = call;
    const used = isSecret('refresh', body.refreshToken) ? body.refreshToken : '';
    const family = await findSessionByFamily(db, hashSecret(familyPartOf(used)), new Date().toISOString());
    requireNotSuspended(family?.suspendedAt ?? ''); // before the token is used up
    const refreshToken = makeSecret('refresh', familyPartOf(used));
    const hashes = { usedHash: hashSecret(used), refreshHash: hashSecret(refreshToken) };
    const session = await rotateSession(db, { ...hashes, now: new Date().toISOString() }, deviceOf(call));
    if (session) return { body: await sessionBody(tokens, session, refreshToken) };
    // An earlier token of a session was sent a second time: two parties have it, and one of them is a thief. The session ends for both.
    await endSession(db, used, 'login.replay', call);
    throw problem('unauthorized', 'The refresh token is wrong or already used, or its session has ended.');
  });

  addHandler('logout', async (call) => {
    const { caller, body } = call;
    const { refreshToken } = body;
    if (refreshToken && isSecret('refresh', refreshToken)) return endSession(db, refreshToken, 'login.end', call);
    if (caller.kind === 'jwt' && caller.source.sessionId && !refreshToken) {
      const entry = newAuditEntry(actorOf(call), 'login.end', caller.account.id);
      await db.batch(deleteSession(caller.source.sessionId, entry));
      return;
    }
    throw problem('unauthorized', 'Send the JWT or the refresh token of the session to end.');
  });
}

function addOwnSessionHandlers(addHandler: AddHandler, { db, config }: SessionServices): void {
  addHandler('listSessions', async ({ caller, query }) => {
    const page = pageOf(query);
    const { sessions, total } = await listSessions(db, caller.account.id, { ...page, now: new Date().toISOString() });
    const pagination = { total, ...page, hasMore: page.offset + sessions.length < total };
    const { sessionId } = caller.source;
    return {
      body: { sessions: sessions.map((session) => ({ ...session, isCurrent: session.id === sessionId })), pagination },
      headers: pageLinks(`${config.publicUrl}/v1/api/me/sessions`, query, pagination),
    };
  });

  addHandler('endSession', async (call) => {
    const { caller, params } = call;
    const entry = newAuditEntry(actorOf(call), 'login.end', caller.account.id, { session: params.id });
    await batchAs(db, caller, deleteSession(params.id, entry));
    if (!(await hasAuditEntry(db, entry))) throw problem('not_found', 'You have no session with this id.');
  });
}

function newSession(accountId: string, use: SessionUse, now: number): { refreshToken: string; session: NewSession } {
  const refreshToken = makeSecret('refresh', familyPartOf(makeSecret('refresh')));
  const session = {
    ...use,
    id: randomUUIDv7(),
    accountId,
    kind: 'login' as const,
    familyHash: hashSecret(familyPartOf(refreshToken)),
    refreshHash: hashSecret(refreshToken),
    createdAt: new Date(now).toISOString(),
    expiresAt: new Date(now + SESSION_LIFETIME_MS).toISOString(),
  };
  return { refreshToken, session };
}

async function sessionBody(tokens: Tokens, subject: { accountId: string; sessionId: string }, refreshToken: string) {
  const token = await tokens.sign(subject);
  return { token, tokenType: 'Bearer', expiresIn: TOKEN_LIFETIME_SECONDS, refreshToken } as const;
}

/** A refresh token is enough to end its session, whichever other credential the request carries. */
async function endSession(
  db: Database,
  refreshToken: string,
  action: 'login.end' | 'login.replay',
  origin: RequestOrigin,
): Promise<void> {
  const session = await findSessionByFamily(db, hashSecret(familyPartOf(refreshToken)), new Date().toISOString());
  if (!session) return;
  const { id, accountId } = session;
  await db.batch(deleteSession(id, newAuditEntry(accountActor(accountId, 'refresh', origin), action, accountId)));
}

function wrongLogin(): Error {
  return problem('unauthorized', 'The username or the password is wrong.');
}
