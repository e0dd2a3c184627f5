// Stores the provider's records in the catalog's database. No credential is stored: only hashes, and the payloads without credentials.
import type { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUIDv7 } from 'node:crypto';
import { errors, Provider, type Adapter } from 'oidc-provider';
import type { Sql } from 'sql-template-tag';
import { accountActor, newAuditEntry, type RequestOrigin, type NewAuditEntry } from '../audit/entry.ts';
import { hashSecret } from '../credentials/secrets.ts';
import type { Database } from '../db/database.ts';
import { toMetadata } from './clients.ts';
import {
  consumeRecord,
  deleteRecord,
  deleteRecordsOfGrant,
  findClient,
  findGrant,
  findRecord,
  findRecordBySecondId,
  saveRecord,
  updateRecord,
  type FoundOAuthRecord,
} from './queries.ts';

interface RecordPayload extends Record<string, unknown> {
  clientId?: string;
  accountId?: string;
  grantId?: string;
  /** The id of a session for internal use. A browser never sends it. */
  uid?: string;
  userCode?: string;
  returnTo?: string;
  session?: { cookie?: string; accountId?: string };
  /** In an interaction: who has signed in. */
  result?: { login?: { accountId?: string } };
  /** In a grant: the scopes that were allowed. */
  openid?: { scope?: string };
  /** In a code or a token: the scopes that it has. */
  scope?: string;
  /** In the code of a device that nobody has allowed yet: what it asks for. */
  params?: { scope?: string };
}

/** Facts about the current request, which the provider does not pass to its store and its listeners. */
export interface RequestContext extends RequestOrigin {
  /** The error that the provider could not handle. */
  failure?: unknown;
  /** The hash of the id of the browser's session, once the provider has found the session. */
  sessionHash?: string;
  /** A condition for saving records. If it is false, saving throws a `ConditionError`. */
  saveCondition?: Sql | undefined;
}
export type RequestContexts = AsyncLocalStorage<RequestContext>;

export function oauthStore(db: Database, requests: RequestContexts): (kind: string) => Adapter {
  return (kind) => (kind === 'Client' ? clientStore(db) : recordStore(db, kind, requests));
}

/** Audit entries of grants, which say what a person allowed, and to whom. */
function grantAudit(db: Database, origin: () => RequestOrigin) {
  return {
    grantEntry({ clientId, accountId = '', openid }: RecordPayload): NewAuditEntry {
      const actor = accountActor(accountId, 'browser', origin());
      return newAuditEntry(actor, 'consent.grant', clientId, { scopes: openid?.scope ?? '' });
    },

    /** The actor of the entry is the client, since the request does not show who controls the client. */
    async findGrantEnd(idHash: string, action: 'consent.revoke' | 'consent.replay') {
      const grant = await findGrant(db, idHash);
      if (!grant) return undefined;
      const { grantHash, clientId, accountId } = grant;
      const entry = newAuditEntry(accountActor('', 'client', origin()), action, clientId, { account: accountId });
      return { grantHash, audit: { accountId, entry } };
    },
  };
}

function recordStore(db: Database, kind: string, requests: RequestContexts): Adapter {
  const origin = (): RequestOrigin => requests.getStore() ?? { ip: '', requestId: '' };

  const audit = grantAudit(db, origin);

  /** A client revokes a token, or the provider ends a grant because a code or a token of that grant was used twice. */
  async function destroy(id: string): Promise<void> {
    const idHash = hashOf(id);
    const isRevocation = Provider.ctx?.oidc.route === 'revocation';
    const isAudited = isRevocation ? kind === 'AccessToken' || kind === 'RefreshToken' : kind === 'Grant';
    const end = isAudited
      ? await audit.findGrantEnd(idHash, isRevocation ? 'consent.revoke' : 'consent.replay')
      : undefined;
    await deleteRecord(db, kind, idHash, end?.audit);
  }

  return {
    async upsert(id, payload: RecordPayload, expiresIn) {
      const { clientId, grantId, uid, userCode, session, result } = payload;
      // An interaction belongs to the account that has signed in, so that a new password ends the interaction as well.
      const accountId = payload.accountId ?? result?.login?.accountId ?? session?.accountId;
      const secondId = uid ?? userCode;
      const record = {
        idHash: hashOf(id),
        kind,
        clientId,
        accountId,
        grantHash: grantId && kind !== 'Interaction' ? hashSecret(grantId) : undefined,
        secondIdHash: secondId && hashSecret(secondId),
        payload: JSON.stringify(withoutCredentials(id, payload)),
        expiresAt: new Date(Date.now() + expiresIn * 1_000).toISOString(),
        scopes: scopesOf(payload),
        publicId: kind === 'Grant' ? randomUUIDv7() : undefined, // stays as it is when a grant is saved again
      };
      // The provider saves the session at the end of each request. The session may have been deleted since it was found, and must stay so.
      const { sessionHash, saveCondition: condition } = requests.getStore() ?? {};
      const entry = kind === 'Grant' ? audit.grantEntry(payload) : undefined;
      if (kind === 'Session' && sessionHash === record.idHash) await updateRecord(db, record);
      else await saveRecord(db, record, { entry, condition });
    },

    async find(id) {
      if (isHashedId(id) && Provider.ctx?.oidc.route !== 'device_resume') return undefined;
      const record = await findRecord(db, kind, hashOf(id));
      const request = requests.getStore();
      if (record && request && kind === 'Session') request.sessionHash = record.idHash;
      return record && restore(id, record);
    },

    async findByUid(uid) {
      const record = await findRecordBySecondId(db, kind, hashSecret(uid));
      return record && restore(hashedIdOf(record), record);
    },

    async findByUserCode(userCode) {
      const record = await findRecordBySecondId(db, kind, hashSecret(userCode));
      return record && { ...restore(hashedIdOf(record), record), userCode };
    },

    // The provider checks whether a code was used, and then uses it. Of two requests that check at once, one fails here. That is a replay
    // like any other: the grant ends, and so do the tokens that the other request receives (RFC 6749, 4.1.2).
    async consume(id) {
      if (await consumeRecord(db, kind, hashOf(id))) return;
      const end = await audit.findGrantEnd(hashOf(id), 'consent.replay');
      if (end) await deleteRecord(db, 'Grant', end.grantHash, end.audit);
      throw new errors.InvalidGrant('it was already used');
    },

    destroy,
    revokeByGrantId: (grantId) => deleteRecordsOfGrant(db, kind, hashSecret(grantId)),
  };
}

/**
 * Only the hash of an id is stored, so a record that was found by its uid or its user code has no id in clear text. The provider gets `=` and the
 * hash as its id instead. Such an id is accepted when the provider resumes a device page, and never from a client.
 */
const HASHED_ID_PREFIX = '=';
const isHashedId = (id: string): boolean => id.startsWith(HASHED_ID_PREFIX);
const hashedIdOf = ({ idHash }: FoundOAuthRecord): string => HASHED_ID_PREFIX + idHash;
const hashOf = (id: string): string => (isHashedId(id) ? id.slice(HASHED_ID_PREFIX.length) : hashSecret(id));

function scopesOf({ openid, scope, params }: RecordPayload): string {
  return openid?.scope ?? scope ?? params?.scope ?? '';
}

const ID_PLACEHOLDER = '{id}';

/** The id of a record is a credential. An interaction also contains the id of its session, and its own id in a URL. */
function withoutCredentials(id: string, payload: RecordPayload): RecordPayload {
  const { jti: _jti, userCode: _userCode, ...rest } = payload;
  if (rest.returnTo) rest.returnTo = rest.returnTo.replaceAll(id, ID_PLACEHOLDER);
  if (rest.session) rest.session = { ...rest.session, cookie: '' };
  return rest;
}

function restore(id: string, { payload, consumedAt }: FoundOAuthRecord): RecordPayload {
  const rest = JSON.parse(payload) as RecordPayload;
  if (rest.returnTo) rest.returnTo = rest.returnTo.replaceAll(ID_PLACEHOLDER, id);
  return { ...rest, jti: id, ...(consumedAt && { consumed: Math.floor(Date.parse(consumedAt) / 1_000) }) };
}

/** Accounts register clients through the API, so the provider only reads them. */
function clientStore(db: Database): Adapter {
  return {
    async find(id) {
      const client = await findClient(db, id);
      return client && toMetadata(client);
    },
    upsert: refuse,
    findByUid: refuse,
    findByUserCode: refuse,
    consume: refuse,
    destroy: refuse,
    revokeByGrantId: refuse,
  };
}

async function refuse(): Promise<never> {
  throw new Error('the provider only finds clients');
}
