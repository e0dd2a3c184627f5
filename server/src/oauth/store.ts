// What the provider remembers, kept in the catalog's database without a single credential: hashes, and the rest of each payload.
import type { AsyncLocalStorage } from 'node:async_hooks';
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
  findRecordByOther,
  saveRecord,
  updateRecord,
  type FoundRecord,
} from './queries.ts';

interface Payload extends Record<string, unknown> {
  clientId?: string;
  accountId?: string;
  grantId?: string;
  /** Of a session, for our own use: no browser sends it. */
  uid?: string;
  userCode?: string;
  returnTo?: string;
  session?: { cookie?: string; accountId?: string };
  /** Of a page: who has signed in to it. */
  result?: { login?: { accountId?: string } };
  /** Of a grant: what was allowed. */
  openid?: { scope?: string };
}

/** The request that is being answered, which the provider does not hand on, and what the provider could not answer. */
export interface Answering extends RequestOrigin {
  failure?: unknown;
  /** The hash of the id of the browser's session, once the provider has found it. */
  sessionHash?: string;
  /** What must hold when a page is saved; else it is not, with a `ConditionError`. */
  pageCondition?: Sql;
}
export type Asking = AsyncLocalStorage<Answering>;

export function oauthStore(db: Database, asking: Asking): (kind: string) => Adapter {
  return (kind) => (kind === 'Client' ? clientStore(db) : recordStore(db, kind, asking));
}

function recordStore(db: Database, kind: string, asking: Asking): Adapter {
  const asked = (): RequestOrigin => asking.getStore() ?? { ip: '', requestId: '' };

  function granted({ clientId, accountId = '', openid }: Payload): NewAuditEntry {
    const by = accountActor(accountId, 'browser', asked());
    return newAuditEntry(by, 'consent.grant', clientId, { scopes: openid?.scope ?? '' });
  }

  /** It is the client that did it, whoever is behind that. */
  async function ended(idHash: string, action: 'consent.revoke' | 'consent.replay') {
    const grant = await findGrant(db, idHash);
    if (!grant) return undefined;
    const { grantHash, clientId, accountId } = grant;
    const entry = newAuditEntry(accountActor('', 'client', asked()), action, clientId, { account: accountId });
    return { grantHash, note: { accountId, entry } };
  }

  /** A client gives a token back, or the provider ends a grant since a code or a token of it came twice. */
  async function destroy(id: string): Promise<void> {
    const idHash = hashOf(id);
    const isRevocation = Provider.ctx?.oidc.route === 'revocation';
    const isNoted = isRevocation ? kind === 'AccessToken' || kind === 'RefreshToken' : kind === 'Grant';
    const end = isNoted ? await ended(idHash, isRevocation ? 'consent.revoke' : 'consent.replay') : undefined;
    await deleteRecord(db, kind, idHash, end?.note);
  }

  return {
    async upsert(id, payload: Payload, expiresIn) {
      const { clientId, grantId, uid, userCode, session, result } = payload;
      // A page belongs to whoever has signed in, so that a new password ends it as well.
      const accountId = payload.accountId ?? result?.login?.accountId ?? session?.accountId;
      const other = uid ?? userCode;
      const record = {
        idHash: hashOf(id),
        kind,
        clientId,
        accountId,
        grantHash: grantId && kind !== 'Interaction' ? hashSecret(grantId) : undefined,
        otherHash: other && hashSecret(other),
        payload: JSON.stringify(withoutCredentials(id, payload)),
        expiresAt: new Date(Date.now() + expiresIn * 1_000).toISOString(),
      };
      // The provider saves the session that it has found at the end of each request, when the login may have ended meanwhile.
      if (kind === 'Session' && asking.getStore()?.sessionHash === record.idHash) await updateRecord(db, record);
      else if (kind === 'Interaction') await saveRecord(db, record, { condition: asking.getStore()?.pageCondition });
      else await saveRecord(db, record, { entry: kind === 'Grant' ? granted(payload) : undefined });
    },

    async find(id) {
      if (isHandle(id) && Provider.ctx?.oidc.route !== 'device_resume') return undefined;
      const record = await findRecord(db, kind, hashOf(id));
      const answering = asking.getStore();
      if (record && answering && kind === 'Session') answering.sessionHash = record.idHash;
      return record && restore(id, record);
    },

    async findByUid(uid) {
      const record = await findRecordByOther(db, kind, hashSecret(uid));
      return record && restore(handleOf(record), record);
    },

    async findByUserCode(userCode) {
      const record = await findRecordByOther(db, kind, hashSecret(userCode));
      return record && { ...restore(handleOf(record), record), userCode };
    },

    // The provider looks whether a code was used before it uses it; of two that look at once, one loses here. Losing is
    // a replay like any other: the family ends, and what the winner is given is dead when it arrives (RFC 6749, 4.1.2).
    async consume(id) {
      if (await consumeRecord(db, kind, hashOf(id))) return;
      const end = await ended(hashOf(id), 'consent.replay');
      if (end) await deleteRecord(db, 'Grant', end.grantHash, end.note);
      throw new errors.InvalidGrant('it was already used');
    },

    destroy,
    revokeByGrantId: (grantId) => deleteRecordsOfGrant(db, kind, hashSecret(grantId)),
  };
}

/**
 * A device code that is found by what its user typed cannot be told in clear, since only its hash is kept. To the provider
 * it has this name instead, which is believed when it comes from a record of ours, and never when a client sends it.
 */
const HANDLE = '=';
const isHandle = (id: string): boolean => id.startsWith(HANDLE);
const handleOf = ({ idHash }: FoundRecord): string => HANDLE + idHash;
const hashOf = (id: string): string => (isHandle(id) ? id.slice(HANDLE.length) : hashSecret(id));

const ID = '{id}';

/** The id of a record is its credential; a page's record also holds the session's, and its own in an address. */
function withoutCredentials(id: string, payload: Payload): Payload {
  const { jti: _jti, userCode: _userCode, ...rest } = payload;
  if (rest.returnTo) rest.returnTo = rest.returnTo.replaceAll(id, ID);
  if (rest.session) rest.session = { ...rest.session, cookie: '' };
  return rest;
}

function restore(id: string, { payload, consumedAt }: FoundRecord): Payload {
  const rest = JSON.parse(payload) as Payload;
  if (rest.returnTo) rest.returnTo = rest.returnTo.replaceAll(ID, id);
  return { ...rest, jti: id, ...(consumedAt && { consumed: Math.floor(Date.parse(consumedAt) / 1_000) }) };
}

/** Clients are registered by their owners, never through the provider. */
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
