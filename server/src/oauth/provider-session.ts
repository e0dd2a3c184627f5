// The provider's own session of a browser. It carries a flow from page to page, and signs nobody in: its account is the one that is signed in to
// the web pages, or else the session ends before anything uses it.
import { hashSecret } from '../credentials/secrets.ts';
import type { Database } from '../db/database.ts';
import type { Exchange } from '../http/response.ts';
import type { OpenProvider } from './open.ts';
import { deleteRecord } from './queries.ts';

/** Ends the provider's session of this browser if it has an account, and that is not `accountId`. */
export async function endSessionOfOthers(
  db: Database,
  open: OpenProvider,
  { request, response }: Exchange,
  accountId: string | undefined,
): Promise<void> {
  const provider = await open();
  const session = await provider.Session.get({ req: request, res: response }); // the one that the browser's cookie names, or a new one
  if (session.accountId !== undefined && session.accountId !== accountId)
    await deleteRecord(db, 'Session', hashSecret(session.id));
}
