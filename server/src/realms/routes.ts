// Realms over HTTP: list, create, read, update, delete and star them.
import type { RealmFields } from '@realm-catalog/contract';
import type { Sql } from 'sql-template-tag';
import { actorOf, newAuditEntry, type RequestOrigin } from '../audit/entry.ts';
import { insertAuditEntry } from '../audit/queries.ts';
import { ConditionError, GoneError, onlyIf, type Database } from '../db/database.ts';
import type { Serve } from '../api/api.ts';
import { pageLinks } from '../http/paging.ts';
import { problem, revokedMeanwhile } from '../http/problem.ts';
import type { AccountCaller } from '../credentials/caller.ts';
import { readIdempotencyKey } from '../http/idempotency-key.ts';
import { stillRunning, withIdempotencyKey } from '../idempotency/with-idempotency-key.ts';
import { newUploadToken, uploadUrl } from '../credentials/upload-token.ts';
import { insertUploadToken } from '../credentials/queries.ts';
import { isWithinQuota, readQuota } from '../quotas/queries.ts';
import type { Config } from '../config.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { realmQuery } from './list-query.ts';
import { newRealm } from './new-realm.ts';
import { openUpload, realmOfKey } from './open-upload.ts';
import { noRealm, findManagedRealm } from './ownership.ts';
import { findRealm } from './queries.ts';
import { oneRealm, realmPage } from './realm-json.ts';
import { serveUpdate } from './update-routes.ts';
import { createRealm, deleteRealm, auditRealm, starRealm } from './writes.ts';

interface RealmServices {
  db: Database;
  catalog: Catalog;
  config: Config;
}

export function realms(serve: Serve, services: RealmServices): void {
  serveReads(serve, services);
  serveCreation(serve, services);
  serveUpdate(serve, services.db);
  serveDeletion(serve, services);
  serveStars(serve, services);
}

function serveReads(serve: Serve, { catalog, config }: RealmServices): void {
  serve('listRealms', async ({ caller, query }) => {
    const listQuery = realmQuery(query);
    const { realms, ...rest } = await catalog.listJson(caller, listQuery);
    return {
      ...realmPage('{"realms":[', realms, `],${JSON.stringify(rest).slice(1)}`),
      headers: pageLinks(`${config.publicUrl}/v1/api/realms`, { ...query, tags: listQuery.tags }, rest.pagination),
    };
  });

  serve('getRealm', async ({ caller, params }) => {
    const realm = await catalog.getJson(caller, params.slug);
    if (!realm) throw noRealm();
    return oneRealm(realm);
  });
}

function serveCreation(serve: Serve, services: RealmServices): void {
  const { db, config } = services;
  serve('createRealm', async (call) => {
    const { caller, headers, body } = call;
    const key = readIdempotencyKey(headers);
    const request = { key, accountId: caller.account.id, operation: 'createRealm', content: body };
    const created = await withIdempotencyKey(db, request, {
      first: (statements) => createFirst(services, call, statements),
      again: async (realmId, statements) => {
        const realm = await realmOfKey(db, caller, realmId);
        return { realm, ...(await openUpload(db, call, realm, statements)) };
      },
    });
    const { id, slug } = created.realm;
    return {
      body: { id, slug, uploadUrl: uploadUrl(config, slug), uploadToken: created.uploadToken },
      headers: { location: `${config.publicUrl}/v1/api/realms/${slug}` },
    };
  });
}

interface CreationCall extends RequestOrigin {
  caller: AccountCaller;
  body: RealmFields;
}

/** `statements` belong into the batch, with the id of the realm and the hash of the upload token. */
async function createFirst(
  { db, config }: RealmServices,
  call: CreationCall,
  statements: (realmId: string, tokenHash: string) => Sql[],
): Promise<{ realm: { id: string; slug: string }; uploadToken: string }> {
  const now = new Date();
  const realm = newRealm({ ...call.body, ownerId: call.caller.account.id, createdAt: now.toISOString() });
  const isFull = async () => {
    const { used, limit } = (await readQuota(db, realm.ownerId, config.quotas)).realms;
    return used >= limit;
  };
  // Before a slug is searched, which may use up a number. The condition in the batch is the one that decides.
  if (await isFull()) throw tooManyRealms();
  const { uploadToken, stored } = newUploadToken(realm.id, call.caller, now);
  const { visibility } = realm;
  const slug = await createRealm(db, realm, (slug) => [
    onlyIf(isWithinQuota(realm.ownerId, 'realms', config.quotas)),
    insertUploadToken(stored),
    ...statements(realm.id, stored.hash),
    insertAuditEntry(newAuditEntry(actorOf(call), 'realm.create', slug, { visibility })),
  ]).catch(async (error: unknown) => {
    if (error instanceof GoneError) throw revokedMeanwhile();
    if (!(error instanceof ConditionError)) throw error;
    throw (await isFull()) ? tooManyRealms() : stillRunning(); // another request has taken over the idempotency key
  });
  return { realm: { id: realm.id, slug }, uploadToken };
}

function serveDeletion(serve: Serve, { db }: RealmServices): void {
  serve('deleteRealm', async (call) => {
    const { id, slug } = await findManagedRealm(db, call.caller, call.params.slug);
    await db.batch(deleteRealm(id, [auditRealm(id, newAuditEntry(actorOf(call), 'realm.delete', slug))]));
  });
}

function serveStars(serve: Serve, { db }: RealmServices): void {
  for (const [id, isStarred] of [
    ['starRealm', true],
    ['unstarRealm', false],
  ] as const)
    serve(id, async ({ caller, params }) => {
      const realm = await findRealm(db, caller, params.slug);
      if (!realm) throw noRealm();
      await db.batch(starRealm(caller.account.id, realm.id, isStarred));
    });
}

function tooManyRealms(): Error {
  return problem(
    'quota_exceeded',
    'This account owns as many realms as its plan allows; GET /me shows its quota. Delete one first.',
  );
}
