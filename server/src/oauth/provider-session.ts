// The provider's own session of a browser. It carries a flow from page to page, and signs nobody in: its account is the one that is signed in to
// the web pages, or else the session ends before anything uses it.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Session } from 'oidc-provider';
import { hashSecret } from '../credentials/secrets.ts';
import type { Database } from '../db/database.ts';
import type { OpenProvider } from './open.ts';
import { deleteRecord } from './queries.ts';

/** Ends the provider's session of this browser if it has an account, and that is not `accountId`. */
export async function endSessionOfOthers(
  db: Database,
  open: OpenProvider,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  accountId: string | undefined,
): Promise<void> {
  const session = await browserSession(open, request, reply);
  if (session.accountId !== undefined && session.accountId !== accountId)
    await deleteRecord(db, 'Session', hashSecret(session.id));
}

/** The session that the browser's cookie names, or a new one. */
async function browserSession(open: OpenProvider, request: FastifyRequest, reply: FastifyReply): Promise<Session> {
  const provider = await open();
  return provider.Session.get({ req: request.raw, res: reply.raw });
}
