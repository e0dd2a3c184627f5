// What operators do to realms, by a command or over HTTP: they feature them, quarantine them, and list those.
import type { QuarantinedRealm } from '@realm-catalog/contract';
import sql, { empty, type Sql } from 'sql-template-tag';
import type { NewAuditEntry } from '../audit/entry.ts';
import type { Reader } from '../db/database.ts';
import { isNotQuarantined, lockRealm } from './queries.ts';
import { auditRealm, countWithDownloads } from './writes.ts';

/** The realm that has this slug, or had it, whoever may see it. */
export async function findAnyRealm(db: Reader, slug: string): Promise<{ id: string; slug: string } | undefined> {
  const ofOldSlug = sql`select realm_id from old_slugs where slug = ${slug}`;
  return db.get(sql`select id, slug from realms where slug = ${slug} or id = (${ofOldSlug})`);
}

/** Quarantined realms, the newest first; those that are older than the realm with the id `before`. */
export async function listQuarantined(
  db: Reader,
  before: string | undefined,
  limit: number,
): Promise<QuarantinedRealm[]> {
  const isOlder = before ? sql`and realms.id < ${before.toLowerCase()}` : empty;
  const rows = await db.all<QuarantinedRealm>(sql`
    select realms.id, realms.slug, realms.name, accounts.username as owner, realms.quarantined_from as visibility,
      realms.quarantine_reason as reason, realms.quarantined_at as since
    from realms join accounts on accounts.id = realms.owner_id
    where realms.quarantined_from <> '' ${isOlder} order by realms.id desc limit ${limit}`);
  return rows.map((row) => ({ ...row })); // rows of SQLite have no prototype
}

/** The statements of a batch that features a realm, or ends that; they insert the entry if that changes anything. */
export function featureRealm(id: string, isFeatured: boolean, entry: NewAuditEntry): Sql[] {
  const isChanged = sql`featured <> ${Number(isFeatured)}`;
  return [
    ...lockRealm(id),
    auditRealm(id, entry, isChanged),
    sql`update realms set featured = ${Number(isFeatured)} where id = ${id} and ${isChanged}`,
  ];
}

/**
 * The statements of a batch that quarantines a realm: it becomes private, and so leaves every list and every count. The realm remembers what it was
 * before. If it is quarantined already, it gets the new reason.
 */
export function quarantineRealm(id: string, reason: string, entry: NewAuditEntry): Sql[] {
  return [
    ...lockRealm(id),
    auditRealm(id, entry, sql`(${isNotQuarantined} or quarantine_reason <> ${reason})`),
    ...countWithDownloads(id, -1),
    sql`update realms set quarantined_from = visibility, visibility = 'private', quarantined_at = ${entry.at}
      where id = ${id} and ${isNotQuarantined}`,
    sql`update realms set quarantine_reason = ${reason} where id = ${id}`,
    ...countWithDownloads(id, 1),
  ];
}

/** The statements of a batch that ends the quarantine of a realm, which gets its visibility back. */
export function releaseRealm(id: string, entry: NewAuditEntry): Sql[] {
  const isQuarantined = sql`not ${isNotQuarantined}`;
  return [
    ...lockRealm(id),
    auditRealm(id, entry, isQuarantined),
    ...countWithDownloads(id, -1),
    sql`update realms set visibility = quarantined_from, quarantined_from = '', quarantined_at = '', quarantine_reason = ''
      where id = ${id} and ${isQuarantined}`,
    ...countWithDownloads(id, 1),
  ];
}
