// Realms in the database: who may see them, how they are found, how they are put in.
import type { RealmDetail, RealmSummary, Sort } from '@realm-catalog/contract';
import sql, { empty, join, type Sql } from 'sql-template-tag';
import { may, type Caller } from '../credentials/caller.ts';
import { UniqueError, type Database } from '../db/database.ts';
import { fold, matches, rank, type SearchTerm } from './search.ts';
import { numberedBase } from './slug.ts';

type Visibility = 'public' | 'unlisted' | 'private';

/**
 * The realms that a caller may see, as part of every statement that reads realms. Those that are found on a list,
 * in a search or a count are `listed`; those that answer to whoever knows their slug are `named`.
 */
export function visibleTo(caller: Caller, how: 'listed' | 'named'): Sql {
  const forAll =
    how === 'listed' ? sql`realms.visibility = 'public'` : sql`realms.visibility in ('public', 'unlisted')`;
  if (caller.kind === 'anonymous') return forAll;
  if (may(caller, 'admin')) return sql`(${forAll} or realms.visibility = 'private')`;
  if (may(caller, 'realms:read'))
    return sql`(${forAll} or (realms.visibility = 'private' and realms.owner_id = ${caller.account.id}))`;
  return forAll;
}

export interface RealmFilter {
  category?: string | undefined;
  tags: string[];
  featured: boolean;
  search?: SearchTerm | undefined;
}

interface SummaryRow {
  id: string;
  slug: string;
  name: string;
  description: string;
  category: string;
  tags: string;
  download_count: number;
  star_count: number;
  created_at: string;
  updated_at: string;
  author_username: string;
  author_name: string;
  author_image: string;
}

interface DetailRow extends SummaryRow {
  long_description: string;
  version: string;
  license: string;
  has_auth: number;
  has_payments: number;
  has_database: number;
  requires_node: string;
  requires_npm: string;
  repository: string;
  demo: string;
  author_bio: string;
}

const summaryColumns = sql`realms.id, realms.slug, realms.name, realms.description, realms.category, realms.tags,
  realms.download_count, realms.star_count, realms.created_at, realms.updated_at,
  accounts.username as author_username, accounts.name as author_name, accounts.image as author_image`;

const detailColumns = sql`${summaryColumns}, realms.long_description, realms.version, realms.license,
  realms.has_auth, realms.has_payments, realms.has_database, realms.requires_node, realms.requires_npm,
  realms.repository, realms.demo, accounts.bio as author_bio`;

/** The most tags that a realm has; a filter for more finds nothing. */
const MAX_TAGS = 20;

export async function listRealms(
  db: Database,
  caller: Caller,
  filter: RealmFilter,
  page: { sort: Sort; limit: number; offset: number },
): Promise<{ realms: RealmSummary[]; total: number }> {
  const where = filtered(caller, filter);
  const [rows, count] = await Promise.all([
    db.all<SummaryRow>(sql`select ${summaryColumns} from realms join accounts on accounts.id = realms.owner_id
      where ${where} order by ${order(page.sort, filter.search)} limit ${page.limit} offset ${page.offset}`),
    db.get<{ total: number }>(sql`select count(*) as total from realms where ${where}`),
  ]);
  return { realms: rows.map(toRealmSummary), total: count?.total ?? 0 };
}

function filtered(caller: Caller, { category, tags, featured, search }: RealmFilter): Sql {
  return join(
    [
      visibleTo(caller, 'listed'),
      category ? sql`realms.category = ${category}` : empty,
      featured ? sql`realms.featured = 1` : empty,
      tags.length > 0 ? tagged(tags) : empty,
      search ? matches(search) : empty,
    ].filter((condition) => condition !== empty),
    ' and ',
  );
}

function tagged(tags: string[]): Sql {
  if (tags.length > MAX_TAGS) return sql`1 = 0`;
  return sql`realms.id in (select realm_id from realm_tags where tag in (${join(tags)})
    group by realm_id having count(*) = ${tags.length})`;
}

const newest = sql`realms.created_at desc, realms.id desc`;
const popular = sql`realms.download_count desc, ${newest}`;

function order(sort: Sort, search: SearchTerm | undefined): Sql {
  switch (sort) {
    case 'relevance':
      return search ? sql`${rank(search)}, ${popular}` : newest;
    case 'newest':
      return newest;
    case 'downloads':
      return popular;
    case 'stars':
      return sql`realms.star_count desc, ${newest}`;
    case 'updated':
      return sql`realms.updated_at desc, realms.id desc`;
    case 'name':
      return sql`realms.name_folded, realms.id`;
  }
}

export async function getRealm(db: Database, caller: Caller, slug: string): Promise<RealmDetail | undefined> {
  const row = await db.get<DetailRow>(sql`select ${detailColumns} from realms
    join accounts on accounts.id = realms.owner_id
    where realms.slug = ${slug} and ${visibleTo(caller, 'named')}`);
  return row && toRealmDetail(row);
}

function toRealmSummary(row: SummaryRow): RealmSummary {
  return {
    id: row.id,
    name: row.name,
    slug: row.slug,
    description: row.description,
    category: row.category,
    tags: JSON.parse(row.tags) as string[],
    downloadCount: row.download_count,
    starCount: row.star_count,
    author: { username: row.author_username, name: row.author_name, image: row.author_image },
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

function toRealmDetail(row: DetailRow): RealmDetail {
  const { author, createdAt, updatedAt, ...summary } = toRealmSummary(row);
  return {
    ...summary,
    longDescription: row.long_description,
    version: row.version,
    license: row.license,
    author: { ...author, bio: row.author_bio },
    features: {
      auth: row.has_auth === 1,
      payments: row.has_payments === 1,
      database: row.has_database === 1,
    },
    requirements: { node: row.requires_node, npm: row.requires_npm },
    repository: row.repository,
    demo: row.demo,
    createdAt,
    updatedAt,
  };
}

export interface NewRealm {
  id: string;
  slug: string;
  ownerId: string;
  visibility: Visibility;
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
    ...realm.tags.map((tag) => sql`insert into realm_tags (tag, realm_id) values (${tag}, ${realm.id})`),
  ];
}

export interface NewUploadToken {
  hash: string;
  realmId: string;
  expiresAt: string;
}

/** Puts a realm in and opens its upload; returns its slug, which has a number when the one it wants is taken. */
export async function createRealm(db: Database, realm: NewRealm, token: NewUploadToken): Promise<string> {
  const slug = await freeSlug(db, realm.slug);
  try {
    await db.batch([
      ...insertRealm({ ...realm, slug }),
      sql`insert into upload_tokens (hash, realm_id, expires_at) values (${token.hash}, ${token.realmId}, ${token.expiresAt})`,
    ]);
    return slug;
  } catch (error) {
    if (error instanceof UniqueError) return createRealm(db, realm, token); // another realm took the slug in between
    throw error;
  }
}

/** The slug itself, or the first of `-2`, `-3`, … that no realm has. */
async function freeSlug(db: Database, slug: string): Promise<string> {
  if (!(await db.get(sql`select 1 from realms where slug = ${slug}`))) return slug;
  const base = numberedBase(slug);
  const row = await db.get<{ number: number }>(sql`with recursive numbers (number) as (
      select 2 union all select number + 1 from numbers
      where exists (select 1 from realms where slug = ${base} || '-' || cast(number as text))
    ) select max(number) as number from numbers`);
  return `${base}-${row?.number}`;
}

/** Says whether there is such a realm. */
export async function featureRealm(db: Database, slug: string, featured: boolean): Promise<boolean> {
  const row = await db.get(sql`update realms set featured = ${Number(featured)} where slug = ${slug} returning id`);
  return row !== undefined;
}

/** The ids of realms by their slugs, for curators; slugs that no realm has are left out. */
export async function findRealmIds(db: Database, slugs: string[]): Promise<Map<string, string>> {
  if (slugs.length === 0) return new Map();
  const rows = await db.all<{ slug: string; id: string }>(
    sql`select slug, id from realms where slug in (${join(slugs)})`,
  );
  return new Map(rows.map(({ slug, id }) => [slug, id]));
}
