// Realms in the database, as they change: put in, changed, starred, deleted, and counted along the way.
import type { RealmDetail } from '@realm-catalog/contract';
import sql, { join, type Sql } from 'sql-template-tag';
import type { Entry } from '../audit/entry.ts';
import { noted } from '../audit/queries.ts';
import { UniqueError, type Database } from '../db/database.ts';
import { countOwnedRealm, uncountRealm } from '../quotas/queries.ts';
import { countRealm } from '../stats/queries.ts';
import { holdRealm } from './queries.ts';
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

/** The statements that put a realm in, for one batch. */
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

/** The statements that change what is given of a realm, for one batch, with what is noted of it. */
export function updateRealm(id: string, changes: RealmUpdate, now: string, notes: Sql[] = []): Sql[] {
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
    ...holdRealm(id),
    ...notes,
    ...countRealm(id, -1),
    sql`update realms set ${join(assignments)} where id = ${id}`,
    ...countRealm(id, 1),
  ];
}

/** The statements that delete a realm with all that is its own, for one batch, with what is noted of it. Its slug stays taken. */
export function deleteRealm(id: string, notes: Sql[] = []): Sql[] {
  return [
    ...holdRealm(id),
    ...notes,
    ...countRealm(id, -1),
    uncountRealm(id),
    sql`insert into retired_slugs (slug) select slug from realms where id = ${id}`,
    sql`delete from realms where id = ${id}`,
  ];
}

/** What is noted of a realm that is still there. */
export function noteRealm(id: string, entry: Entry): Sql {
  return noted(entry, sql`exists (select 1 from realms where id = ${id})`);
}

/** One of two: that others may see it than before, or that something else was changed. */
export function noteVisibility(id: string, visibility: string, ifChanged: Entry, ifNot: Entry): Sql[] {
  const realm = sql`select 1 from realms where id = ${id}`;
  return [
    noted(ifChanged, sql`exists (${realm} and visibility <> ${visibility})`),
    noted(ifNot, sql`exists (${realm} and visibility = ${visibility})`),
  ];
}

/** The statements that set or take back an account's star, for one batch: however often, it counts once. */
export function starRealm(accountId: string, realmId: string, starred: boolean): Sql[] {
  const star = sql`stars where account_id = ${accountId} and realm_id = ${realmId}`;
  return starred
    ? [
        ...holdRealm(realmId),
        sql`update realms set star_count = star_count + 1 where id = ${realmId} and not exists (select 1 from ${star})`,
        sql`insert into stars (account_id, realm_id) values (${accountId}, ${realmId}) on conflict do nothing`,
      ]
    : [
        ...holdRealm(realmId),
        sql`update realms set star_count = star_count - 1 where id = ${realmId} and exists (select 1 from ${star})`,
        sql`delete from ${star}`,
      ];
}

/** Puts a realm in, `also` with it; returns its slug, which has a number when the one it wants is taken. */
export async function createRealm(db: Database, realm: NewRealm, also: (slug: string) => Sql[]): Promise<string> {
  const slug = await freeSlug(db, realm.slug);
  try {
    await db.batch([...insertRealm({ ...realm, slug }), ...also(slug)]);
    return slug;
  } catch (error) {
    if (error instanceof UniqueError) return createRealm(db, realm, also); // another realm took the slug in between
    throw error;
  }
}

/** Slugs that are in use, or were. */
function taken(slug: Sql): Sql {
  return sql`(select slug from realms where slug = ${slug} union all select slug from retired_slugs where slug = ${slug}) taken`;
}

/** The slug itself, or the first of `-2`, `-3`, … that no realm has or has had. */
async function freeSlug(db: Database, slug: string): Promise<string> {
  if (!(await db.get(sql`select 1 from ${taken(sql`${slug}`)}`))) return slug;
  const base = numberedBase(slug);
  const row = await db.get<{ number: number }>(sql`with recursive numbers (number) as (
      select 2 union all select number + 1 from numbers
      where exists (select 1 from ${taken(sql`${base} || '-' || cast(number as text)`)})
    ) select max(number) as number from numbers`);
  return `${base}-${row?.number}`;
}

/** Says whether there is such a realm. */
export async function featureRealm(db: Database, slug: string, featured: boolean, entry: Entry): Promise<boolean> {
  const realm = await db.get<{ id: string }>(sql`select id from realms where slug = ${slug}`);
  if (!realm) return false;
  const other = sql`id = ${realm.id} and featured <> ${Number(featured)}`;
  await db.batch([
    ...holdRealm(realm.id),
    noted(entry, sql`exists (select 1 from realms where ${other})`),
    sql`update realms set featured = ${Number(featured)} where ${other}`,
  ]);
  return true;
}
