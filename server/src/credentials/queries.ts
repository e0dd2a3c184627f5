// Finds the account of a credential in the database, by the hash of the credential or the id of its session.
import type { Plan, Role, Scope } from '@realm-catalog/contract';
import sql, { join, type Sql } from 'sql-template-tag';
import type { Database } from '../db/database.ts';
import type { AccountCaller, CredentialSource } from './caller.ts';
import { hashSecret } from './secrets.ts';
import { requireNotSuspended } from './suspension.ts';

interface CallerAccountRow {
  account_id: string;
  username: string;
  role: Role;
  plan: Plan;
  suspended_at: string;
}

const accountColumns = sql`accounts.id as account_id, accounts.username, accounts.role, accounts.plan, accounts.suspended_at`;
/** An account that is suspended is found, so that `toAccount` can say so. */
const isKept = sql`accounts.removed_at = ''`;
/** The condition that an account may do anything: it is neither removed nor suspended. */
const isActive = sql`${isKept} and accounts.suspended_at = ''`;

/** The condition that the OAuth client of a grant belongs to a suspended account, which is found by primary keys. */
function isOfSuspendedClient(grantHash: Sql): Sql {
  return sql`(${grantHash} is not null and exists (select 1 from oauth_records client_grants
    join oauth_clients on oauth_clients.id = client_grants.client_id join accounts owners on owners.id = oauth_clients.owner_id
    where client_grants.id_hash = ${grantHash} and owners.suspended_at <> ''))`;
}

/** The account of a credential, and what the credential was issued from. */
interface FoundCredential {
  account: AccountCaller['account'];
  source: CredentialSource;
}

/** Like the other functions of this file that find an account, it throws a `SuspendedError` if that is suspended. */
export async function findKey(
  db: Database,
  hash: string,
  now: string,
): Promise<(FoundCredential & { scopes: Scope[]; source: { keyId: string } }) | undefined> {
  const row = await db.get<
    CallerAccountRow & { id: string; scopes: string; expires_at: string }
  >(sql`select api_keys.id, api_keys.scopes, api_keys.expires_at, ${accountColumns}
    from api_keys join accounts on accounts.id = api_keys.account_id
    where api_keys.hash = ${hash} and (api_keys.expires_at = '' or api_keys.expires_at > ${now}) and ${isKept}
      and not ${isOfSuspendedClient(sql`api_keys.grant_hash`)}`);
  if (!row) return undefined;
  const source = { keyId: row.id, expiresAt: row.expires_at };
  return { account: toAccount(row), scopes: row.scopes.split(' ') as Scope[], source };
}

export async function findSession(db: Database, sessionId: string, now: string): Promise<FoundCredential | undefined> {
  const row = await db.get<CallerAccountRow & { expires_at: string }>(sql`select sessions.expires_at, ${accountColumns}
    from sessions join accounts on accounts.id = sessions.account_id
    where sessions.id = ${sessionId} and sessions.expires_at > ${now} and ${isKept}`);
  return row && { account: toAccount(row), source: { sessionId, expiresAt: row.expires_at } };
}

/** The session of a browser at the web pages, by the hash of its cookie. */
export async function findWebSession(
  db: Database,
  tokenHash: string,
  now: string,
): Promise<
  (FoundCredential & { sessionId: string; signedInAt: string; lastUsedAt: string; image: string }) | undefined
> {
  const row = await db.get<
    CallerAccountRow & { id: string; created_at: string; last_used_at: string; expires_at: string; image: string }
  >(sql`select sessions.id, sessions.created_at, sessions.last_used_at, sessions.expires_at, accounts.image, ${accountColumns}
    from sessions join accounts on accounts.id = sessions.account_id
    where sessions.family_hash = ${tokenHash} and sessions.kind = 'web' and sessions.expires_at > ${now} and ${isActive}`);
  if (!row) return undefined;
  const { id: sessionId, created_at: signedInAt, last_used_at: lastUsedAt, expires_at: expiresAt, image } = row;
  return { account: toAccount(row), source: { sessionId, expiresAt }, sessionId, signedInAt, lastUsedAt, image };
}

/** Upload tokens whose account may still manage the realm: as its owner, or as an administrator. */
const uploadTokens = sql`upload_tokens join realms on realms.id = upload_tokens.realm_id
  join accounts on accounts.id = upload_tokens.opener_id and ${isKept}
    and (accounts.id = realms.owner_id or accounts.role = 'admin')
    and not ${isOfSuspendedClient(sql`upload_tokens.grant_hash`)}`;

/** Upload tokens by which a version may be published now. */
export const usableUploadTokens = sql`${uploadTokens} and ${isActive} and realms.quarantined_from = ''`;

/** The realm that an upload token is for, and the account that opened the upload. */
export async function findUploadToken(
  db: Database,
  tokenHash: string,
  now: string,
): Promise<{ realmId: string; account: AccountCaller['account'] } | undefined> {
  const row = await db.get<CallerAccountRow & { realm_id: string }>(sql`select upload_tokens.realm_id, ${accountColumns}
    from ${uploadTokens}
    where upload_tokens.hash = ${tokenHash} and upload_tokens.expires_at > ${now}`);
  return row && { realmId: row.realm_id, account: toAccount(row) };
}

/** The account that a credential belongs to. */
export async function findCallerAccount(
  db: Database,
  accountId: string,
): Promise<AccountCaller['account'] | undefined> {
  const row = await db.get<CallerAccountRow>(
    sql`select ${accountColumns} from accounts where accounts.id = ${accountId} and ${isKept}`,
  );
  return row && toAccount(row);
}

/** An account that is neither removed nor suspended. */
export async function findActiveAccount(
  db: Database,
  accountId: string,
): Promise<AccountCaller['account'] | undefined> {
  const row = await db.get<CallerAccountRow>(
    sql`select ${accountColumns} from accounts where accounts.id = ${accountId} and ${isActive}`,
  );
  return row && toAccount(row);
}

/** A grant is revoked by deleting its row: after that, these conditions find none of its codes and tokens. */
export const grantJoin = sql`left join oauth_records grants on grants.id_hash = records.grant_hash and grants.kind = 'Grant'`;
export const grantExists = sql`(records.grant_hash is null or grants.id_hash is not null)`;

interface AccessTokenRow {
  account_id: string;
  client_id: string;
  /** All that the client may have now, separated by blanks. */
  client_scopes: string;
  payload: string;
  /** Null if the client acts for its owner. */
  grant_hash: string | null;
  grant_expires_at: string;
  /** Of the client's owner; null if the client is the catalog's own. */
  owner_suspended_at: string;
}

/**
 * The account and the scopes of an opaque access token that is valid now. A client's own token acts for the client's owner. A scope that was
 * taken from the client is not among the scopes, even if the token was issued at the same moment.
 */
export async function findAccessToken(
  db: Database,
  token: string,
): Promise<{ accountId: string; scopes: Scope[]; source: CredentialSource } | undefined> {
  const row = await db.get<AccessTokenRow>(sql`
    select coalesce(records.account_id, oauth_clients.owner_id) as account_id, records.client_id,
      oauth_clients.scopes as client_scopes, records.payload, grants.id_hash as grant_hash, grants.expires_at as grant_expires_at,
      coalesce(owners.suspended_at, '') as owner_suspended_at
    from oauth_records records join oauth_clients on oauth_clients.id = records.client_id
    left join accounts owners on owners.id = oauth_clients.owner_id ${grantJoin}
    where records.id_hash = ${hashSecret(token)} and records.kind in ('AccessToken', 'ClientCredentials')
      and records.expires_at > ${new Date().toISOString()} and records.consumed_at = '' and ${grantExists}`);
  if (!row) return undefined;
  requireNotSuspended(row.owner_suspended_at, 'The account that registered this application');
  const { scope = '' } = JSON.parse(row.payload) as { scope?: string };
  const source = row.grant_hash
    ? { grantHash: row.grant_hash, expiresAt: row.grant_expires_at }
    : { clientId: row.client_id, expiresAt: '' };
  const clientScopes = row.client_scopes.split(' ');
  const scopes = scope.split(' ').filter((one) => clientScopes.includes(one)) as Scope[];
  return { accountId: row.account_id, scopes, source };
}

/**
 * The statement that ends every OAuth session, grant and token of an account, if the condition is true: after a new password, with the first second
 * factor, or when the account is removed.
 */
export function revokeAccountGrants(accountId: string, condition = sql`1 = 1`): Sql {
  return sql`delete from oauth_records where account_id = ${accountId} and ${condition}`;
}

/** A condition: the credential that a caller came with has not ended since. */
export function isStillValid({ keyId, sessionId, grantHash, clientId }: CredentialSource): Sql {
  if (keyId) return sql`exists (select 1 from api_keys where id = ${keyId})`;
  if (sessionId) return sql`exists (select 1 from sessions where id = ${sessionId})`;
  if (grantHash) return sql`exists (select 1 from oauth_records where id_hash = ${grantHash})`;
  return sql`exists (select 1 from oauth_clients where id = ${clientId})`;
}

/** The statement that ends the sessions of the OAuth pages of an account, which carry a flow from page to page. Its grants stay. */
export function deleteProviderSessions(accountId: string): Sql {
  return sql`delete from oauth_records where account_id = ${accountId} and kind = 'Session'`;
}

export interface StoredUploadToken {
  hash: string;
  realmId: string;
  openerId: string;
  source: CredentialSource;
  expiresAt: string;
}

/** The statement of a batch that inserts an upload token. */
export function insertUploadToken({ hash, realmId, openerId, source, expiresAt }: StoredUploadToken): Sql {
  const { keyId = null, sessionId = null, grantHash = null, clientId = null } = source;
  return sql`insert into upload_tokens
      (hash, realm_id, opener_id, key_id, session_id, grant_hash, client_id, expires_at, locked_until)
    values (${hash}, ${realmId}, ${openerId}, ${keyId}, ${sessionId}, ${grantHash}, ${clientId}, ${expiresAt}, '')`;
}

/** The sources of credentials that were used: keys and sessions by their ids, grants by their hashes. */
export type UsedSources = Record<'keys' | 'sessions' | 'grants', Set<string>>;

/** A statement has at most so many parameters. */
const TOUCH_BATCH_SIZE = 500;

/** Stores when these were last used. */
export async function touchSources(db: Database, { keys, sessions, grants }: UsedSources, now: string): Promise<void> {
  const statements = [
    ...inBatches(keys).map((ids) => sql`update api_keys set last_used_at = ${now} where id in (${ids})`),
    ...inBatches(sessions).map((ids) => sql`update sessions set last_used_at = ${now} where id in (${ids})`),
    ...inBatches(grants).map(
      (hashes) => sql`update oauth_records set last_used_at = ${now} where id_hash in (${hashes})`,
    ),
  ];
  for (const statement of statements) await db.batch([statement]);
}

function inBatches(ids: Set<string>): Sql[] {
  const sorted = [...ids].toSorted();
  return Array.from({ length: Math.ceil(sorted.length / TOUCH_BATCH_SIZE) }, (_, at) =>
    join(sorted.slice(at * TOUCH_BATCH_SIZE, (at + 1) * TOUCH_BATCH_SIZE)),
  );
}

/** Every credential of the API passes through here. */
function toAccount({ account_id, username, role, plan, suspended_at }: CallerAccountRow): AccountCaller['account'] {
  requireNotSuspended(suspended_at);
  return { id: account_id, username, role, plan };
}
