// The HTTP route that creates a realm, and issues the token for its first upload.
import type { RealmFields } from '@realm-catalog/contract';
import type { Sql } from 'sql-template-tag';
import type { AddHandler } from '../api/api.ts';
import { actorOf, newAuditEntry, type RequestOrigin } from '../audit/entry.ts';
import { insertAuditEntry } from '../audit/queries.ts';
import type { Config } from '../config/config.ts';
import type { AccountCaller } from '../credentials/caller.ts';
import { insertUploadToken } from '../credentials/queries.ts';
import { newUploadToken, uploadUrl } from '../credentials/upload-token.ts';
import { ConditionError, GoneError, onlyIf, UniqueError, type Database } from '../db/database.ts';
import { readIdempotencyKey } from '../http/idempotency-key.ts';
import { problem, revokedMeanwhile } from '../http/problem.ts';
import { stillRunning, withIdempotencyKey } from '../api/with-idempotency-key.ts';
import { isWithinQuota, readQuota } from '../quotas/queries.ts';
import { issueUploadToken } from './issue-upload-token.ts';
import { newRealm } from './new-realm.ts';
import { isTaken } from './slug-queries.ts';
import { requireManager } from './ownership.ts';
import { findRealmById, type RealmRef } from './queries.ts';
import { slugTaken } from './update-routes.ts';
import { createRealm, insertWithSlug } from './writes.ts';

interface CreationServices {
  db: Database;
  config: Pick<Config, 'publicUrl' | 'quotas'>;
}

export function addCreationHandler(addHandler: AddHandler, services: CreationServices): void {
  const { db, config } = services;
  addHandler('createRealm', async (call) => {
    const { caller, headers, body } = call;
    const key = readIdempotencyKey(headers);
    const request = { key, accountId: caller.account.id, operation: 'createRealm', content: body };
    const created = await withIdempotencyKey(db, request, {
      first: (keyStatements) => createWithToken(services, call, keyStatements),
      again: async (realmId, keyStatements) => {
        const realm = await realmOfKey(db, caller, realmId);
        return { realm, ...(await issueUploadToken(db, call, realm, keyStatements)) };
      },
    });
    const { id, slug } = created.realm;
    return {
      body: { id, slug, uploadUrl: uploadUrl(config, slug), uploadToken: created.uploadToken },
      headers: { location: `${config.publicUrl}/v1/api/realms/${slug}` },
    };
  });
}

/** The realm of an earlier request with the same idempotency key. */
async function realmOfKey(db: Database, caller: AccountCaller, realmId: string): Promise<RealmRef> {
  const realm = await findRealmById(db, realmId);
  if (!realm) throw problem('conflict', 'The realm of this Idempotency-Key was deleted. Send a new key.');
  requireManager(caller, realm);
  return realm;
}

interface CreationCall extends RequestOrigin {
  caller: AccountCaller;
  body: RealmFields;
}

/** Creates the realm and its upload token in one batch, with the statements of an idempotency key: see `withIdempotencyKey`. */
async function createWithToken(
  { db, config: { quotas } }: CreationServices,
  call: CreationCall,
  keyStatements: (realmId: string, tokenHash: string) => Sql[],
): Promise<{ realm: { id: string; slug: string }; uploadToken: string }> {
  const now = new Date();
  const realm = newRealm({ ...call.body, ownerId: call.caller.account.id, createdAt: now.toISOString() });
  const { id, ownerId, visibility } = realm;
  const hasFullQuota = () => isQuotaFull(db, ownerId, quotas);
  const { uploadToken, stored } = newUploadToken(id, call.caller, now);
  const ofKey = keyStatements(id, stored.hash);
  const statements = (slug: string) => [
    onlyIf(isWithinQuota(ownerId, 'realms', quotas)),
    insertUploadToken(stored),
    ...ofKey,
    insertAuditEntry(newAuditEntry(actorOf(call), 'realm.create', slug, { visibility })),
  ];
  // So that a refused request uses up no number. The condition in the batch is the one that decides.
  const beforeNumber = async () => {
    if (await hasFullQuota()) throw tooManyRealms();
  };
  const { slug: wanted } = call.body;
  const inserted = wanted ? insertWithSlug(db, realm, statements) : createRealm(db, realm, statements, beforeNumber);
  const slug = await inserted.catch(async (error: unknown) => {
    if (wanted && error instanceof UniqueError && (await isTaken(db, wanted))) throw slugTaken();
    // Without an idempotency key it was the quota, though it may have room again.
    throw await creationError(error, async () => ofKey.length === 0 || hasFullQuota());
  });
  return { realm: { id, slug }, uploadToken };
}

async function isQuotaFull(db: Database, ownerId: string, quotas: Config['quotas']): Promise<boolean> {
  const { used, limit } = (await readQuota(db, ownerId, quotas)).realms;
  return used >= limit;
}

/** Why the batch was undone: the caller's credential is gone, the quota is full, or another request has taken over the idempotency key. */
async function creationError(error: unknown, isOfQuota: () => Promise<boolean>): Promise<unknown> {
  if (error instanceof GoneError) return revokedMeanwhile();
  if (!(error instanceof ConditionError)) return error;
  return (await isOfQuota()) ? tooManyRealms() : stillRunning();
}

function tooManyRealms(): Error {
  return problem(
    'quota_exceeded',
    'This account owns as many realms as its plan allows. Delete one first. GET /me shows the quota.',
  );
}
