// The page to sign out. It ends the session of this browser, and revokes nothing that applications were allowed.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Session } from 'oidc-provider';
import { accountActor, newAuditEntry, type RequestOrigin } from '../audit/entry.ts';
import { findActiveAccount } from '../credentials/queries.ts';
import { hashSecret } from '../credentials/secrets.ts';
import type { Database } from '../db/database.ts';
import type { Config } from '../config.ts';
import { cookieNames, sessionCookie, signOutPath } from './addresses.ts';
import { addFormHooks } from './forms.ts';
import type { OpenProvider } from './open.ts';
import { sendPage, type Render } from './pages.ts';
import { deleteRecord } from './queries.ts';

export function signOut(
  app: FastifyInstance,
  { db, config }: { db: Database; config: Config },
  open: OpenProvider,
  render: Render,
): void {
  const { publicUrl, basePath: base } = config;
  addFormHooks(app, publicUrl, cookieNames.session);

  app.get(signOutPath, async (request, reply) => {
    const { accountId = '' } = await browserSession(open, request, reply);
    const account = await findActiveAccount(db, accountId);
    return sendPage(render, request, reply, (web, site) => web.signOutPage(site, account?.username));
  });

  app.post(signOutPath, async (request, reply) => {
    await endBrowserSession(db, await browserSession(open, request, reply), { ip: request.ip, requestId: request.id });
    const provider = await open();
    provider.createContext(request.raw, reply.raw).cookies.set(cookieNames.session, null, sessionCookie(base));
    return reply.redirect(publicUrl + signOutPath, 303);
  });
}

/** The session that the browser's cookie names, or a new one. */
export async function browserSession(
  open: OpenProvider,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Session> {
  const provider = await open();
  return provider.Session.get({ req: request.raw, res: reply.raw });
}

/** Ends a session if somebody is signed in, and records that in the audit. */
export async function endBrowserSession(
  db: Database,
  { id, accountId }: Session,
  origin: RequestOrigin,
): Promise<void> {
  if (accountId === undefined) return;
  const entry = newAuditEntry(accountActor(accountId, 'browser', origin), 'login.end', accountId);
  await deleteRecord(db, 'Session', hashSecret(id), { accountId, entry });
}
