// Realms in the database, as they change: created, updated, starred and deleted, with the counts that follow.
import type { RealmChanges } from '@realm-catalog/contract';
import sql, { type Sql } from 'sql-template-tag';
import { newAuditEntry, type Actor, type NewAuditEntry } from '../audit/entry.ts';
import { insertAuditEntry } from '../audit/queries.ts';
import { onlyIf, UniqueError, type Database } from '../db/database.ts';
import { countOwnedRealm, uncountRealm } from '../quotas/queries.ts';
import { countDownloadsOfRealm, countRealm } from '../stats/queries.ts';
import { insertFields, updateFields, type NewRealm, type StoredFields } from './columns.ts';
import { refuseOldSlug, keepOldSlug } from './old-slug-queries.ts';
import { isListed, isNotQuarantined, lockRealm, type RealmRef } from './queries.ts';
import { findFreeSlug } from './slug-queries.ts';

/** The statements that insert a realm, for one batch. */
export function insertRealm(realm: NewRealm): Sql[] {
  return [
    insertFields(realm),
    ...countRealm(realm.id, isListed, 1),
    countOwnedRealm(realm.ownerId),
    ...insertDownloads(realm),
  ];
}

/** Downloads that a realm brings with it count on the day of its creation: the days of a realm sum to its count. */
function insertDownloads({ id, version, downloadCount, createdAt }: NewRealm): Sql[] {
  const day = downloadCount > 0 ? createdAt.slice(0, 10) : '';
  return [
    sql`insert into download_counts (realm_id, count, last_day) values (${id}, ${downloadCount}, ${day})`,
    ...(downloadCount > 0
      ? [
          sql`insert into download_days (realm_id, day, version, count) values (${id}, ${day}, ${version}, ${downloadCount})`,
          ...countDownloadsOfRealm(id, isListed, 1),
        ]
      : []),
  ];
}

/** The statements that add what a realm has in the totals, or subtract it: before and after a change of who sees it listed. */
export function countWithDownloads(id: string, sign: 1 | -1): Sql[] {
  return [...countRealm(id, isListed, sign), ...countDownloadsOfRealm(id, isListed, sign)];
}

export type RealmUpdate = Pick<StoredFields, Exclude<keyof RealmChanges, 'deprecated'> | 'deprecation'>;

/**
 * The statements that update these fields of a realm, for one batch. `auditing` are the statements that insert its audit entries. With a new slug
 * the batch throws the errors of `keepOldSlug`, and a `UniqueError` if another realm has this slug. It throws a `ConditionError` if the realm is
 * quarantined.
 */
export function updateRealm(id: string, changes: RealmUpdate, now: string, auditing: Sql[] = []): Sql[] {
  const { category, visibility, slug } = changes;
  // What a realm has in the totals is subtracted and added again only where it changes: a realm may have downloads of very many days.
  const isMoved = category !== undefined || visibility !== undefined;
  return [
    ...lockRealm(id),
    onlyIf(sql`not exists (select 1 from realms where id = ${id} and not ${isNotQuarantined})`),
    ...auditing,
    ...(slug === undefined ? [] : keepOldSlug(id, slug)),
    ...(isMoved ? countWithDownloads(id, -1) : []),
    updateFields(id, { ...changes, updatedAt: now }),
    ...(isMoved ? countWithDownloads(id, 1) : []),
  ];
}

/** The statements that delete a realm and all rows that belong to it, for one batch. Its slugs stay taken. */
export function deleteRealm(id: string, auditing: Sql[] = []): Sql[] {
  return [
    ...lockRealm(id),
    ...auditing,
    ...countWithDownloads(id, -1),
    uncountRealm(id),
    sql`insert into old_slugs (slug, realm_id) select slug, id from realms where id = ${id}`,
    sql`delete from realms where id = ${id}`,
  ];
}

/** Inserts an audit entry if the realm still exists, and meets a further condition. */
export function auditRealm(id: string, entry: NewAuditEntry, condition = sql`1 = 1`): Sql {
  return insertAuditEntry(entry, sql`exists (select 1 from realms where id = ${id} and ${condition})`);
}

/**
 * The statements that insert the audit entries of an update, before it: one for a new slug, one for another visibility, and one with the names of
 * all fields that were sent. The last is left out where the first two say everything.
 */
export function auditUpdate(actor: Actor, { id, slug }: Pick<RealmRef, 'id' | 'slug'>, body: RealmChanges): Sql[] {
  const fields = Object.keys(body);
  const isRenamed = body.slug === undefined ? sql`1 = 0` : sql`slug <> ${body.slug}`;
  const isShownOtherwise = body.visibility === undefined ? sql`1 = 0` : sql`visibility <> ${body.visibility}`;
  const hasOtherFields = fields.some((field) => field !== 'slug' && field !== 'visibility');
  const isNeeded = hasOtherFields ? sql`1 = 1` : sql`not (${isRenamed} or ${isShownOtherwise})`;
  return [
    auditRealm(id, newAuditEntry(actor, 'realm.rename', slug, { to: body.slug ?? '' }), isRenamed),
    auditRealm(id, newAuditEntry(actor, 'realm.visibility', slug, { to: body.visibility ?? '' }), isShownOtherwise),
    auditRealm(id, newAuditEntry(actor, 'realm.update', slug, { fields }), isNeeded),
  ];
}

/** The statements that add or remove an account's star, for one batch. A star that is added twice counts once. */
export function starRealm(accountId: string, realmId: string, isStarred: boolean): Sql[] {
  const star = sql`stars where account_id = ${accountId} and realm_id = ${realmId}`;
  return isStarred
    ? [
        ...lockRealm(realmId),
        sql`update realms set star_count = star_count + 1 where id = ${realmId} and not exists (select 1 from ${star})`,
        sql`insert into stars (account_id, realm_id, created_at)
          values (${accountId}, ${realmId}, ${new Date().toISOString()}) on conflict do nothing`,
      ]
    : [
        ...lockRealm(realmId),
        sql`update realms set star_count = star_count - 1 where id = ${realmId} and exists (select 1 from ${star})`,
        sql`delete from ${star}`,
      ];
}

/** An attempt fails only if another realm takes the slug after it was found free. */
const MAX_ATTEMPTS = 20;

/**
 * Inserts a realm, with the statements of `also` in the same batch. Returns its slug, which ends with a number if the wanted one is taken: see
 * `findFreeSlug`.
 */
export async function createRealm(
  db: Database,
  realm: NewRealm,
  also: (slug: string) => Sql[],
  beforeNumber = async () => {},
): Promise<string> {
  for (let attempt = 1; ; attempt += 1) {
    const slug = await findFreeSlug(db, realm.slug, beforeNumber);
    try {
      await insertWithSlug(db, { ...realm, slug }, also);
      return slug;
    } catch (error) {
      if (!(error instanceof UniqueError) || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

/** Inserts a realm with just this slug. Throws a `UniqueError` if another realm has the slug, or had it. */
export async function insertWithSlug(db: Database, realm: NewRealm, also: (slug: string) => Sql[]): Promise<string> {
  const { slug } = realm;
  await db.batch([...insertRealm(realm), refuseOldSlug(slug), ...also(slug)]);
  return slug;
}
