// Statements that create, change, star, feature and delete realms, and keep the counts of them.
import type { RealmDetail } from '@realm-catalog/contract';
import sql, { join, type Sql } from 'sql-template-tag';
import type { NewAuditEntry } from '../audit/entry.ts';
import { insertAuditEntry } from '../audit/queries.ts';
import { UniqueError, type Database } from '../db/database.ts';
import { countOwnedRealm, uncountRealm } from '../quotas/queries.ts';
import { countRealm } from '../stats/queries.ts';
import { lockRealm } from './queries.ts';
import { fold } from './search.ts';
import { numberedBase } from './slug.ts';

export interface NewRealm {
  id: string;
  slug: string;
  ownerId: string;
  visibility: 'public' | 'unlisted' | 'private';
  featured: boolean;
  name: string;
  description: string;
  category: string;
  tags: string[];
  longDescription: string;
  version: string;
  license: string;
  features: RealmDetail['features'];
  requirements: RealmDetail['requirements'];
  repository: string;
  demo: string;
  downloadCount: number;
  starCount: number;
  createdAt: string;
  updatedAt: string;
}

/** The statements that insert a realm, for one batch. */
export function insertRealm(realm: NewRealm): Sql[] {
  const { features, requirements } = realm;
  return [
    sql`insert into realms (id, slug, owner_id, visibility, featured, name, description, category, tags,
        long_description, version, license, has_auth, has_payments, has_database, requires_node, requires_npm,
        repository, demo, download_count, star_count, created_at, updated_at, name_folded, description_folded)
      values (${realm.id}, ${realm.slug}, ${realm.ownerId}, ${realm.visibility}, ${Number(realm.featured)},
        ${realm.name}, ${realm.description}, ${realm.category}, ${JSON.stringify(realm.tags)},
        ${realm.longDescription}, ${realm.version}, ${realm.license},
        ${Number(features.auth)}, ${Number(features.payments)}, ${Number(features.database)},
        ${requirements.node}, ${requirements.npm}, ${realm.repository}, ${realm.demo},
        ${realm.downloadCount}, ${realm.starCount}, ${realm.createdAt}, ${realm.updatedAt},
        ${fold(realm.name)}, ${fold(realm.description)})`,
    sql`insert into download_counts (realm_id, count) values (${realm.id}, ${realm.downloadCount})`,
    ...countRealm(realm.id, 1),
    countOwnedRealm(realm.ownerId),
  ];
}

export type RealmUpdate = Partial<
  Pick<NewRealm, 'name' | 'description' | 'category' | 'tags' | 'visibility' | 'license' | 'repository' | 'demo'>
>;

/** The statements that change the given fields of a realm, for one batch. `entries` insert the audit entries of it. */
export function updateRealm(id: string, changes: RealmUpdate, now: string, entries: Sql[] = []): Sql[] {
  const { name, description, category, tags, visibility, license, repository, demo } = changes;
  const columns: [column: Sql, value: string | undefined][] = [
    [sql`name`, name],
    [sql`name_folded`, name === undefined ? undefined : fold(name)],
    [sql`description`, description],
    [sql`description_folded`, description === undefined ? undefined : fold(description)],
    [sql`category`, category],
    [sql`tags`, tags && JSON.stringify(tags)],
    [sql`visibility`, visibility],
    [sql`license`, license],
    [sql`repository`, repository],
    [sql`demo`, demo],
    [sql`updated_at`, now],
  ];
  const assignments = columns.flatMap(([column, value]) => (value === undefined ? [] : [sql`${column} = ${value}`]));
  return [
    ...lockRealm(id),
    ...entries,
    ...countRealm(id, -1),
    sql`update realms set ${join(assignments)} where id = ${id}`,
    ...countRealm(id, 1),
  ];
}

/** The statements that delete a realm and everything of it, for one batch. Its slug is not assigned again. */
export function deleteRealm(id: string, entries: Sql[] = []): Sql[] {
  return [
    ...lockRealm(id),
    ...entries,
    ...countRealm(id, -1),
    uncountRealm(id),
    sql`insert into retired_slugs (slug) select slug from realms where id = ${id}`,
    sql`delete from realms where id = ${id}`,
  ];
}

/** Inserts an audit entry, if the realm still exists. */
export function auditRealm(id: string, entry: NewAuditEntry): Sql {
  return insertAuditEntry(entry, sql`exists (select 1 from realms where id = ${id})`);
}

/** Inserts one of two audit entries: the visibility of the realm changes, or only other fields do. */
export function auditVisibility(id: string, visibility: string, ifChanged: NewAuditEntry, ifNot: NewAuditEntry): Sql[] {
  const realm = sql`select 1 from realms where id = ${id}`;
  return [
    insertAuditEntry(ifChanged, sql`exists (${realm} and visibility <> ${visibility})`),
    insertAuditEntry(ifNot, sql`exists (${realm} and visibility = ${visibility})`),
  ];
}

/** The statements that set or remove the star of an account, for one batch. An account counts once, however often it does so. */
export function starRealm(accountId: string, realmId: string, starred: boolean): Sql[] {
  const star = sql`stars where account_id = ${accountId} and realm_id = ${realmId}`;
  return starred
    ? [
        ...lockRealm(realmId),
        sql`update realms set star_count = star_count + 1 where id = ${realmId} and not exists (select 1 from ${star})`,
        sql`insert into stars (account_id, realm_id) values (${accountId}, ${realmId}) on conflict do nothing`,
      ]
    : [
        ...lockRealm(realmId),
        sql`update realms set star_count = star_count - 1 where id = ${realmId} and exists (select 1 from ${star})`,
        sql`delete from ${star}`,
      ];
}

/** A try fails only if another realm has taken the slug since it was found to be free. */
const MAX_TRIES = 20;

/** Inserts a realm, in one batch with the statements of `also`. Returns its slug, which ends with a number if the wanted one is taken. */
export async function createRealm(db: Database, realm: NewRealm, also: (slug: string) => Sql[]): Promise<string> {
  for (let tries = 1; ; tries += 1) {
    const slug = await freeSlug(db, realm.slug);
    try {
      await db.batch([...insertRealm({ ...realm, slug }), ...also(slug)]);
      return slug;
    } catch (error) {
      if (!(error instanceof UniqueError) || tries === MAX_TRIES) throw error;
    }
  }
}

/** A row, if a realm has the slug or has had it. */
function slugInUse(slug: Sql): Sql {
  return sql`(select slug from realms where slug = ${slug} union all select slug from retired_slugs where slug = ${slug}) taken`;
}

/** The slug itself, or with the first of `-2`, `-3`, … that no realm has or has had. */
async function freeSlug(db: Database, slug: string): Promise<string> {
  const base = numberedBase(slug);
  let candidate = slug;
  while (await db.get(sql`select 1 from ${slugInUse(sql`${candidate}`)}`))
    candidate = `${base}-${await takeNumber(db, base)}`;
  return candidate;
}

/** How many numbers one statement tries. A longer run of taken numbers needs several statements, once. */
const NUMBER_BATCH_SIZE = 1_000;

/**
 * Takes the next number of a base, which no other caller gets: the first free one, or the last one that was tried. Of callers at the same
 * time, those that had to wait get a number that may be taken.
 */
async function takeNumber(db: Database, base: string): Promise<number | undefined> {
  const row = await db.get<{ number: number }>(sql`with recursive
    begin_at (number) as (select coalesce((select next from slug_numbers where base = ${base}), 2)),
    numbers (number) as (
      select number from begin_at
      union all select numbers.number + 1 from numbers, begin_at where numbers.number < begin_at.number + ${NUMBER_BATCH_SIZE}
        and exists (select 1 from ${slugInUse(sql`${base} || '-' || cast(numbers.number as text)`)})
    )
    insert into slug_numbers (base, next) select cast(${base} as text), max(number) + 1 from numbers where 1 = 1
    on conflict (base) do update
      set next = case when excluded.next > slug_numbers.next then excluded.next else slug_numbers.next + 1 end
    returning next - 1 as number`);
  return row?.number;
}

/** Returns false if there is no such realm. */
export async function featureRealm(
  db: Database,
  slug: string,
  featured: boolean,
  entry: NewAuditEntry,
): Promise<boolean> {
  const realm = await db.get<{ id: string }>(sql`select id from realms where slug = ${slug}`);
  if (!realm) return false;
  const isChanged = sql`id = ${realm.id} and featured <> ${Number(featured)}`;
  await db.batch([
    ...lockRealm(realm.id),
    insertAuditEntry(entry, sql`exists (select 1 from realms where ${isChanged})`),
    sql`update realms set featured = ${Number(featured)} where ${isChanged}`,
  ]);
  return true;
}
