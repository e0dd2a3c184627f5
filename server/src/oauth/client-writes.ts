// The statements that change OAuth clients: their fields, and their secrets.
import { scopes as allScopes, type OAuthClient } from '@realm-catalog/contract';
import sql, { join, type Sql } from 'sql-template-tag';
import { batchAs } from '../accounts/caller-writes.ts';
import type { NewAuditEntry } from '../audit/entry.ts';
import { hasAuditEntry, insertAuditEntry } from '../audit/queries.ts';
import type { AccountCaller } from '../credentials/caller.ts';
import type { Database } from '../db/database.ts';
import type { StoredClient } from './queries.ts';

type ClientFields = Pick<OAuthClient, 'name' | 'redirectUris' | 'grantTypes' | 'scopes'>;

/**
 * Changes a client, and ends what has a scope that the client then lacks. Returns false, and changes nothing, if the client is not as it was
 * read: another request has changed or removed it.
 */
export async function updateClient(
  db: Database,
  caller: AccountCaller,
  read: StoredClient,
  fields: ClientFields,
  entry: NewAuditEntry,
): Promise<boolean> {
  const { id, ownerId } = read;
  const { name, redirectUris, grantTypes, scopes } = fields;
  const isAsRead = sql`id = ${id} and owner_id = ${ownerId} and name = ${read.name}
    and redirect_uris = ${JSON.stringify(read.redirectUris)} and grant_types = ${read.grantTypes.join(' ')}
    and scopes = ${read.scopes.join(' ')}`;
  await batchAs(db, caller, [
    insertAuditEntry(entry, sql`exists (select 1 from oauth_clients where ${isAsRead})`),
    sql`update oauth_clients set name = ${name}, redirect_uris = ${JSON.stringify(redirectUris)},
      grant_types = ${grantTypes.join(' ')}, scopes = ${scopes.join(' ')} where ${isAsRead}`,
    ...endScopes(id, entry, scopes),
  ]);
  return hasAuditEntry(db, entry);
}

/**
 * The statements that end everything of a client that has a scope beyond these: grants, with all that depends on them; codes and tokens;
 * and what the client has made for its owner without a grant. They do nothing unless the entry was inserted.
 */
function endScopes(clientId: string, entry: NewAuditEntry, kept: OAuthClient['scopes']): Sql[] {
  const ended = allScopes.filter((scope) => !kept.includes(scope));
  if (ended.length === 0) return [];
  const hasEnded = join(
    ended.map((scope) => sql`' ' || scopes || ' ' like ${`% ${scope} %`}`),
    ' or ',
  );
  const ofClient = sql`client_id = ${clientId} and exists (select 1 from audit where id = ${entry.id})`;
  return [
    sql`delete from oauth_records where ${ofClient} and (${hasEnded})`,
    sql`delete from api_keys where ${ofClient} and (${hasEnded})`,
    ...(ended.includes('realms:write') ? [sql`delete from upload_tokens where ${ofClient}`] : []),
  ];
}

/** Replaces the secret of a client. The former one is valid until `formerEndsAt`, which is empty if it ends at once. */
export async function replaceSecret(
  db: Database,
  caller: AccountCaller,
  { id, ownerId }: StoredClient,
  { secretHash, formerEndsAt }: { secretHash: string; formerEndsAt: string },
  entry: NewAuditEntry,
): Promise<boolean> {
  const client = sql`id = ${id} and owner_id = ${ownerId}`;
  await batchAs(db, caller, [
    insertAuditEntry(entry, sql`exists (select 1 from oauth_clients where ${client})`),
    sql`update oauth_clients set secret_hash = ${secretHash}, former_secret_ends_at = ${formerEndsAt},
      former_secret_hash = ${formerEndsAt === '' ? sql`''` : sql`secret_hash`} where ${client}`,
  ]);
  return hasAuditEntry(db, entry);
}
