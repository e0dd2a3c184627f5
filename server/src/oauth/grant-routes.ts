// The HTTP routes of grants: an account lists what it has allowed applications, and revokes it.
import { actorOf, newAuditEntry } from '../audit/entry.ts';
import type { AddHandler } from '../api/api.ts';
import type { Config } from '../config/config.ts';
import type { Database } from '../db/database.ts';
import { pageLinks, pageOf } from '../http/paging.ts';
import { problem } from '../http/problem.ts';
import { deleteGrant, findGrantClient, listGrants } from './grant-queries.ts';

interface GrantServices {
  db: Database;
  config: Pick<Config, 'publicUrl'>;
}

export function addOAuthGrantHandlers(addHandler: AddHandler, { db, config }: GrantServices): void {
  addHandler('listGrants', async ({ caller, query }) => {
    const page = pageOf(query);
    const { grants, total } = await listGrants(db, caller.account.id, { ...page, now: new Date().toISOString() });
    const pagination = { total, ...page, hasMore: page.offset + grants.length < total };
    return {
      body: { grants, pagination },
      headers: pageLinks(`${config.publicUrl}/v1/api/me/grants`, query, pagination),
    };
  });

  addHandler('revokeGrant', async (call) => {
    const accountId = call.caller.account.id;
    const clientId = await findGrantClient(db, accountId, call.params.id);
    const entry = newAuditEntry(actorOf(call), 'consent.revoke', clientId, { account: accountId });
    if (!clientId || !(await deleteGrant(db, call.caller, call.params.id, entry)))
      throw problem('not_found', 'You have no grant with this id.');
  });
}
