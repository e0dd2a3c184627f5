// The statements of OAuth: the clients that accounts register, and the provider's records, which are found by a hash.
import type { OAuthClient, Scope } from '@realm-catalog/contract';
import sql, { type Sql } from 'sql-template-tag';
import { batchAs } from '../accounts/caller-writes.ts';
import { lockAccount } from '../accounts/queries.ts';
import type { NewAuditEntry } from '../audit/entry.ts';
import { hasAuditEntry, insertAuditEntry } from '../audit/queries.ts';
import type { AccountCaller } from '../credentials/caller.ts';
import { grantJoin, grantExists } from '../credentials/queries.ts';
import { onlyIf, type Database } from '../db/database.ts';
import { sweep } from '../db/sweep.ts';

export type GrantType = OAuthClient['grantTypes'][number];

/** `secretHash` is empty for a public client. */
export interface StoredClient extends OAuthClient {
  /** Empty for the catalog's own client, which no account can change. */
  ownerId: string;
  secretHash: string;
  /** The secret before the present one, and until when it is valid; both empty if there is none. */
  formerSecret: { hash: string; endsAt: string };
}

interface ClientRow {
  id: string;
  owner_id: string | null;
  name: string;
  type: OAuthClient['type'];
  secret_hash: string;
  former_secret_hash: string;
  former_secret_ends_at: string;
  redirect_uris: string;
  grant_types: string;
  scopes: string;
  created_at: string;
}

export interface FoundClient extends StoredClient {
  /** The owner's username; empty for the catalog's own client. */
  ownerName: string;
}

interface FoundClientRow extends ClientRow {
  username: string | null;
}

/** A record of the provider, such as a grant or a token. It stores credentials as hashes only. */
export interface OAuthRecord {
  idHash: string;
  kind: string;
  clientId: string | undefined;
  accountId: string | undefined;
  grantHash: string | undefined;
  /** A second way to find a record: the hash of the uid of a session, or of the user code of a device code. Its column is `other_hash`. */
  secondIdHash: string | undefined;
  payload: string;
  expiresAt: string;
  /** The scopes that a grant or a token has, or a code asks for; separated by blanks. */
  scopes: string;
  /** The id under which an account finds its grant; undefined for other records. */
  publicId?: string | undefined;
}

export interface FoundOAuthRecord {
  idHash: string;
  payload: string;
  consumedAt: string;
}

interface RecordRow {
  id_hash: string;
  payload: string;
  consumed_at: string;
}

/** Inserts a client. Returns false if its owner already has `maxClients`, also when many requests arrive at once. */
export async function createClient(
  db: Database,
  caller: AccountCaller,
  client: StoredClient,
  maxClients: number,
  entry: NewAuditEntry,
): Promise<boolean> {
  await batchAs(db, caller, [
    sql`insert into oauth_clients (id, owner_id, name, type, secret_hash, redirect_uris, grant_types, scopes, created_at)
      select ${client.id}, ${client.ownerId}, ${client.name}, ${client.type}, ${client.secretHash},
        ${JSON.stringify(client.redirectUris)}, ${client.grantTypes.join(' ')}, ${client.scopes.join(' ')}, ${client.createdAt}
      where (select count(*) from oauth_clients where owner_id = ${client.ownerId}) < ${maxClients}`,
    insertAuditEntry(entry, sql`exists (select 1 from oauth_clients where id = ${client.id})`),
  ]);
  return hasAuditEntry(db, entry);
}

const clientColumns = sql`oauth_clients.id, owner_id, oauth_clients.name, type, secret_hash,
  former_secret_hash, former_secret_ends_at, redirect_uris, grant_types, scopes, oauth_clients.created_at`;

/** Not of an account that is removed or suspended. */
export async function findClient(db: Database, id: string): Promise<FoundClient | undefined> {
  const row = await db.get<FoundClientRow>(sql`select ${clientColumns}, accounts.username from oauth_clients
    left join accounts on accounts.id = oauth_clients.owner_id
    where oauth_clients.id = ${id} and coalesce(accounts.removed_at, '') = '' and coalesce(accounts.suspended_at, '') = ''`);
  return row && { ...toClient(row), ownerName: row.username ?? '' };
}

export async function listClients(db: Database, ownerId: string): Promise<StoredClient[]> {
  const rows = await db.all<ClientRow>(
    sql`select ${clientColumns} from oauth_clients where owner_id = ${ownerId} order by created_at desc, id desc`,
  );
  return rows.map(toClient);
}

/** Deletes a client of the caller, and all its grants and tokens. Returns false if there is none. */
export async function deleteClient(
  db: Database,
  caller: AccountCaller,
  id: string,
  entry: NewAuditEntry,
): Promise<boolean> {
  const client = sql`oauth_clients where id = ${id} and owner_id = ${caller.account.id}`;
  await batchAs(db, caller, [
    insertAuditEntry(entry, sql`exists (select 1 from ${client})`),
    sql`delete from ${client}`,
  ]);
  return hasAuditEntry(db, entry);
}

function toClient(row: ClientRow): StoredClient {
  return {
    id: row.id,
    ownerId: row.owner_id ?? '',
    name: row.name,
    type: row.type,
    secretHash: row.secret_hash,
    formerSecret: { hash: row.former_secret_hash, endsAt: row.former_secret_ends_at },
    redirectUris: JSON.parse(row.redirect_uris) as string[],
    grantTypes: row.grant_types.split(' ') as GrantType[],
    scopes: row.scopes.split(' ') as Scope[],
    createdAt: row.created_at,
  };
}

/** Inserts or updates a record. The entry is inserted only for a new record. Throws a `ConditionError` if the condition is false. */
export async function saveRecord(
  db: Database,
  record: OAuthRecord,
  { entry, condition }: { entry?: NewAuditEntry | undefined; condition?: Sql | undefined } = {},
): Promise<void> {
  const {
    idHash,
    kind,
    clientId = null,
    accountId = null,
    grantHash = null,
    secondIdHash = null,
    payload,
    expiresAt,
    scopes,
    publicId = null,
  } = record;
  await db.batch([
    ...(condition && accountId ? [lockAccount(accountId), onlyIf(condition)] : []),
    ...(entry
      ? [insertAuditEntry(entry, sql`not exists (select 1 from oauth_records where id_hash = ${idHash})`)]
      : []),
    sql`insert into oauth_records
        (id_hash, kind, client_id, account_id, grant_hash, other_hash, payload, consumed_at, expires_at, scopes,
        public_id)
      values (${idHash}, ${kind}, ${clientId}, ${accountId}, ${grantHash}, ${secondIdHash}, ${payload}, '', ${expiresAt},
        ${scopes}, ${publicId})
      on conflict (id_hash) do update set account_id = excluded.account_id, grant_hash = excluded.grant_hash,
        other_hash = coalesce(excluded.other_hash, oauth_records.other_hash),
        payload = excluded.payload, expires_at = excluded.expires_at, scopes = excluded.scopes`,
  ]);
}

/** Updates a record if it still exists. A record that was deleted in the meantime stays deleted. */
export async function updateRecord(db: Database, record: OAuthRecord): Promise<void> {
  const { idHash, kind, accountId = null, payload, expiresAt } = record;
  await db.batch([
    sql`update oauth_records set account_id = ${accountId}, payload = ${payload}, expires_at = ${expiresAt}
      where id_hash = ${idHash} and kind = ${kind}`,
  ]);
}

/** Also finds a record that expired a short time ago, so that the provider can report that. */
export async function findRecord(db: Database, kind: string, idHash: string): Promise<FoundOAuthRecord | undefined> {
  return firstRecord(db, kind, sql`records.id_hash = ${idHash}`);
}

export async function findRecordBySecondId(
  db: Database,
  kind: string,
  secondIdHash: string,
): Promise<FoundOAuthRecord | undefined> {
  return firstRecord(db, kind, sql`records.other_hash = ${secondIdHash}`);
}

async function firstRecord(db: Database, kind: string, condition: Sql): Promise<FoundOAuthRecord | undefined> {
  const row = await db.get<RecordRow>(sql`select records.id_hash, records.payload, records.consumed_at
    from oauth_records records ${grantJoin} where ${condition} and records.kind = ${kind} and ${grantExists}`);
  return row && { idHash: row.id_hash, payload: row.payload, consumedAt: row.consumed_at };
}

/** Marks a record as used. Of many requests at once, one gets true. */
export async function consumeRecord(db: Database, kind: string, idHash: string): Promise<boolean> {
  const row = await db.get(sql`update oauth_records set consumed_at = ${new Date().toISOString()}
    where id_hash = ${idHash} and kind = ${kind} and consumed_at = '' returning id_hash`);
  return row !== undefined;
}

/** Deletes a record. The audit entry, about the consent of this account, is inserted only if the record existed. */
export async function deleteRecord(
  db: Database,
  kind: string,
  idHash: string,
  audit?: { accountId: string; entry: NewAuditEntry },
): Promise<void> {
  const record = sql`oauth_records where id_hash = ${idHash} and kind = ${kind}`;
  await db.batch([
    ...(audit
      ? [lockAccount(audit.accountId), insertAuditEntry(audit.entry, sql`exists (select 1 from ${record})`)]
      : []),
    sql`delete from ${record}`,
  ]);
}

export async function deleteRecordsOfGrant(db: Database, kind: string, grantHash: string): Promise<void> {
  await db.batch([sql`delete from oauth_records where grant_hash = ${grantHash} and kind = ${kind}`]);
}

/** The grant with this hash, or the grant of the record with this hash. Deleting a grant ends everything that was issued for one consent. */
export async function findGrant(
  db: Database,
  idHash: string,
): Promise<{ grantHash: string; clientId: string; accountId: string } | undefined> {
  const row = await db.get<{ id_hash: string; client_id: string; account_id: string }>(sql`
    select grants.id_hash, grants.client_id, grants.account_id from oauth_records grants
    where grants.kind = 'Grant'
      and grants.id_hash in (select coalesce(grant_hash, id_hash) from oauth_records where id_hash = ${idHash})`);
  return row && { grantHash: row.id_hash, clientId: row.client_id, accountId: row.account_id };
}

/** Deletes records that expired more than an hour ago. */
export async function sweepOAuth(db: Database): Promise<void> {
  const hourAgo = new Date(Date.now() - 3_600_000).toISOString();
  await sweep(
    db,
    (rows) => sql`delete from oauth_records where id_hash in
      (select id_hash from oauth_records where expires_at < ${hourAgo} order by expires_at limit ${rows}) returning id_hash`,
  );
}
