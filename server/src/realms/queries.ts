// Statements that read realms, and the one rule of who may see them.
import type { RealmDetail, RealmSummary } from '@realm-catalog/contract';
import sql, { join, type Sql } from 'sql-template-tag';
import { anonymous, may, type AccountCaller, type Caller } from '../credentials/caller.ts';
import type { Database, Reader } from '../db/database.ts';
import type { ListVisibility } from '../search-index/list-query.ts';
import { pendingOfRealm } from '../stats/pending-queries.ts';
import { detailColumns, summaryColumns, type DetailColumns, type SummaryColumns } from './columns.ts';
import {
  pictureAddresses,
  RELATIVE,
  type IllustratedRealm,
  type PictureAddresses,
  type PictureAddressing,
} from './shown-pictures.ts';
import { shownTemplate } from './shown-template.ts';

const visibleToAll = {
  inLists: sql`realms.visibility = 'public'`,
  bySlug: sql`realms.visibility in ('public', 'unlisted')`,
};

/**
 * The condition that a caller may see a realm. It is part of every statement whose realms a caller is shown, unless they are the caller's own (`belongsTo`). `inLists`: in a list, a search or a count.
 * `bySlug`: by a caller who knows its slug.
 */
export function visibleTo(caller: Caller, how: 'inLists' | 'bySlug'): Sql {
  const forAll = visibleToAll[how];
  if (caller.kind === 'anonymous') return forAll;
  if (may(caller, 'admin')) return sql`(${forAll} or realms.visibility = 'private')`;
  if (may(caller, 'realms:read'))
    return sql`(${forAll} or (realms.visibility = 'private' and realms.owner_id = ${caller.account.id}))`;
  return forAll;
}

/**
 * The condition that a realm is not quarantined. A quarantined realm is private (the database checks that), so `visibleTo` hides it. This is for what
 * even those who may see it cannot do: change, download and look at its pictures.
 */
export const isNotQuarantined = sql`realms.quarantined_from = ''`;

/** Statistics count the realms that everyone sees listed. */
export const isListed = visibleTo(anonymous, 'inLists');

/** The condition that a caller finds a realm for a change. A key may write its owner's private realms without being able to read them. */
export function changeableBy(caller: AccountCaller): Sql {
  return sql`(${visibleTo(caller, 'bySlug')} or ${belongsTo(caller)})`;
}

/** The same as `visibleTo(caller, 'inLists')`, for the search index. */
export function listVisibility(caller: Caller): ListVisibility {
  if (caller.kind === 'anonymous') return { kind: 'public' };
  if (may(caller, 'admin')) return { kind: 'allButUnlisted' };
  return may(caller, 'realms:read') ? { kind: 'publicAndOwn', ownerId: caller.account.id } : { kind: 'public' };
}

type Visibility = RealmSummary['visibility'];
/** The condition that the caller owns a realm, whatever its visibility. */
export function belongsTo({ account }: AccountCaller): Sql {
  return sql`realms.owner_id = ${account.id}`;
}

/** The same as `belongsTo(caller)`, for the search index. */
export function ownVisibility({ account }: AccountCaller): ListVisibility {
  return { kind: 'ownedBy', ownerId: account.id };
}

interface SummaryRow extends SummaryColumns, Omit<IllustratedRealm, keyof SummaryColumns> {
  download_count: number;
  recent_downloads: number;
  author_username: string;
  author_name: string;
  author_image: string;
  quarantine_reason: string;
  /** Empty if the realm is not quarantined. */
  quarantined_at: string;
  published_at: string | null;
}

interface DetailRow extends SummaryRow, DetailColumns {
  author_bio: string;
  size: number | null;
  digest: string | null;
  file_count: number | null;
  preview: string | null;
  template: string | null;
}

const inSummaries = sql`${summaryColumns},
  download_counts.count + ${pendingOfRealm} as download_count, coalesce(download_scores.recent, 0) as recent_downloads,
  realms.quarantine_reason, realms.quarantined_at, case when ${isNotQuarantined} then versions.pictures end as pictures,
  versions.created_at as published_at,
  accounts.username as author_username, accounts.name as author_name, accounts.image as author_image`;

const inDetails = sql`${inSummaries}, ${detailColumns}, accounts.bio as author_bio,
  versions.size, versions.digest, versions.file_count,
  case when ${isNotQuarantined} then versions.preview end as preview, versions.template`;

/** The version that a realm shows. There is none before the first upload, and none while all versions are yanked. */
const shownVersion = sql`left join versions on versions.realm_id = realms.id and versions.version = realms.version and versions.yanked = 0`;

/**
 * The count of downloads that is shown is the live one: that of `download_counts` and what is pending. `realms.download_count` is a copy for sorting, a moment older. Recent
 * downloads are part of the scores, which are computed every night for a day. `scoresDay` is the day whose scores this process sorts lists by;
 * without it, the newest scores of the database are read.
 */
function withAuthorVersionAndCounts(scoresDay: string | undefined): Sql {
  return sql`join accounts on accounts.id = realms.owner_id
    join download_counts on download_counts.realm_id = realms.id
    left join download_scores on download_scores.seq = realms.seq
      and download_scores.day = ${scoresDay ?? sql`(select day from score_run)`}
    ${shownVersion}`;
}

/** How realms are shown: with the scores of which day, and with addresses of pictures that begin where. */
interface Shown {
  scoresDay?: string | undefined;
  addressing?: PictureAddressing | undefined;
}

/** A realm's number, and who may see it. */
interface NumberedRealm {
  seq: number;
  visibility: Visibility;
}

/**
 * Summaries of the realms with these numbers. Realms that were deleted are left out, and so are those that do not meet the condition, which is that
 * the caller may list them unless another is given.
 */
export async function findSummaries(
  db: Reader,
  caller: Caller,
  seqs: number[],
  condition = visibleTo(caller, 'inLists'),
  { scoresDay, addressing = RELATIVE }: Shown = {},
): Promise<(NumberedRealm & { summary: RealmSummary })[]> {
  const rows = await findRows<SummaryRow>(db, inSummaries, condition, seqs, withAuthorVersionAndCounts(scoresDay));
  const pictures = await pictureAddresses(addressing, rows);
  return rows.map((row) => ({ seq: row.seq, visibility: row.visibility, summary: toRealmSummary(row, pictures) }));
}

/** Realms that are not private, by their `seq`s, both as summary and as detail. The detail of a realm that names a successor is left out: see `getRealm`. */
export async function findSummariesAndDetails(
  db: Reader,
  seqs: number[],
  { scoresDay, addressing = RELATIVE }: Shown = {},
): Promise<(NumberedRealm & { summary: RealmSummary; detail: RealmDetail | undefined })[]> {
  const joined = withAuthorVersionAndCounts(scoresDay);
  const rows = await findRows<DetailRow>(db, inDetails, visibleTo(anonymous, 'bySlug'), seqs, joined);
  const pictures = await pictureAddresses(addressing, rows);
  return rows.map((row) => ({
    seq: row.seq,
    visibility: row.visibility,
    summary: toRealmSummary(row, pictures),
    detail: row.successor_id === '' ? toRealmDetail(row, pictures, '') : undefined,
  }));
}

function findRows<Row>(
  db: Reader,
  columns: Sql,
  condition: Sql,
  seqs: number[],
  joined: Sql,
): Promise<(Row & NumberedRealm)[]> {
  // No realm has the `seq` 0. `cross join` makes the database begin with `wanted`; else it may scan all visible realms.
  return db.all(sql`with wanted (seq) as
      (values ${join(padded(seqs, 0).map((seq) => sql`(cast(${seq} as bigint))`))})
    select realms.seq, ${columns} from wanted cross join realms ${joined}
    where realms.seq = wanted.seq and ${condition}`);
}

/** Fills a list up with a value that nothing has, to one of few lengths, since the driver caches each prepared statement. */
export function padded<Value>(values: Value[], filler: Value): Value[] {
  const length = [1, 5, 20].find((one) => one >= values.length) ?? Math.ceil(values.length / 50) * 50;
  return [...values, ...Array.from({ length: length - values.length }, () => filler)];
}

/**
 * One realm. A deprecated realm is shown with the slug of its successor, if `seenBy` may see that. The slug can change, and not everyone may see it,
 * so a detail with `hasSuccessor` must not be cached.
 */
export async function getRealm(
  db: Reader,
  caller: Caller,
  slug: string,
  { scoresDay, addressing = RELATIVE, seenBy = caller }: Shown & { seenBy?: Caller } = {},
): Promise<(NumberedRealm & { realm: RealmDetail; hasSuccessor: boolean }) | undefined> {
  const joined = withAuthorVersionAndCounts(scoresDay);
  const row = await db.get<DetailRow & NumberedRealm>(sql`select realms.seq, ${inDetails}
    from realms ${joined} where realms.slug = ${slug} and ${visibleTo(caller, 'bySlug')}`);
  if (!row) return undefined;
  const hasSuccessor = row.successor_id !== '';
  const successor = hasSuccessor ? await findSlug(db, seenBy, row.successor_id) : '';
  const pictures = await pictureAddresses(addressing, [row]);
  return { seq: row.seq, visibility: row.visibility, realm: toRealmDetail(row, pictures, successor), hasSuccessor };
}

/** The slug of a realm by its id; empty if it was deleted or the caller may not see it. */
async function findSlug(db: Reader, caller: Caller, id: string): Promise<string> {
  const condition = visibleTo(caller, 'bySlug');
  const row = await db.get<{ slug: string }>(sql`select slug from realms where id = ${id} and ${condition}`);
  return row?.slug ?? '';
}

/** Adds to a realm that it is quarantined, which its owner and administrators get to see. Others stay as they are: spreading each would take long. */
function withQuarantine<Realm>(realm: Realm, { quarantined_at, quarantine_reason }: SummaryRow): Realm {
  if (quarantined_at === '') return realm;
  return { ...realm, quarantine: { reason: quarantine_reason, since: quarantined_at } };
}

function toRealmSummary(row: SummaryRow, pictures: PictureAddresses): RealmSummary {
  const summary = {
    id: row.id,
    name: row.name,
    slug: row.slug,
    description: row.description,
    category: row.category,
    tags: JSON.parse(row.tags) as string[],
    downloadCount: row.download_count,
    recentDownloads: row.recent_downloads,
    starCount: row.star_count,
    version: row.version,
    license: row.license,
    visibility: row.visibility,
    featured: row.featured === 1,
    isDeprecated: row.deprecated === 1,
    coverUrl: pictures.coverUrl(row),
    author: { username: row.author_username, name: row.author_name, image: row.author_image },
    publishedAt: row.published_at ?? '',
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
  return withQuarantine(summary, row);
}

/** Names every field: spreading a summary and an author would take twice as long. */
function toRealmDetail(row: DetailRow, pictures: PictureAddresses, successor: string): RealmDetail {
  const template = shownTemplate(row.template);
  const detail = {
    id: row.id,
    name: row.name,
    slug: row.slug,
    description: row.description,
    category: row.category,
    tags: JSON.parse(row.tags) as string[],
    downloadCount: row.download_count,
    recentDownloads: row.recent_downloads,
    starCount: row.star_count,
    longDescription: row.long_description,
    version: row.version,
    license: row.license,
    author: {
      username: row.author_username,
      name: row.author_name,
      image: row.author_image,
      bio: row.author_bio,
    },
    features: {
      auth: row.has_auth === 1,
      payments: row.has_payments === 1,
      database: row.has_database === 1,
    },
    requirements: { node: row.requires_node, npm: row.requires_npm },
    repository: row.repository,
    demo: row.demo,
    coverUrl: pictures.coverUrl(row),
    screenshots: pictures.screenshots(row),
    previewUrl: pictures.previewUrl(row),
    visibility: row.visibility,
    featured: row.featured === 1,
    deprecated: { isDeprecated: row.deprecated === 1, message: row.deprecation_message, successor },
    size: row.size ?? 0,
    sha256: row.digest ?? '',
    fileCount: row.file_count ?? 0,
    publishedAt: row.published_at ?? '',
    variables: template.variables,
    parts: template.parts,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
  return withQuarantine(detail, row);
}

/**
 * The statements that lock a realm, for the beginning of a batch: other writers of the realm wait until the batch is committed, and the statements
 * after these see what earlier writers have committed. They change no value. But like every update of `realms`, the first one takes a revision.
 */
export function lockRealm(id: string): Sql[] {
  return [
    sql`update realms set license = license where id = ${id}`,
    sql`update download_counts set count = count where realm_id = ${id}`,
  ];
}

export interface RealmRef {
  id: string;
  slug: string;
  ownerId: string;
  isQuarantined: boolean;
}

interface RefRow {
  id: string;
  slug: string;
  owner_id: string;
  quarantined_from: string;
}

const refColumns = sql`realms.id, realms.slug, realms.owner_id, realms.quarantined_from`;

/** The realm of an upload token, which was checked before. Visibility is not checked. */
export async function findRealmById(db: Database, id: string): Promise<RealmRef | undefined> {
  const row = await db.get<RefRow>(sql`select ${refColumns} from realms where id = ${id}`);
  return row && toRef(row);
}

/** A realm that the caller may see. */
export function findRealm(db: Database, caller: Caller, slug: string): Promise<RealmRef | undefined> {
  return firstRealm(db, slug, visibleTo(caller, 'bySlug'));
}

/** A realm that the caller may see, or owns. */
export function findRealmToChange(db: Database, caller: AccountCaller, slug: string): Promise<RealmRef | undefined> {
  return firstRealm(db, slug, changeableBy(caller));
}

async function firstRealm(db: Database, slug: string, condition: Sql): Promise<RealmRef | undefined> {
  const row = await db.get<RefRow>(sql`select ${refColumns} from realms where slug = ${slug} and ${condition}`);
  return row && toRef(row);
}

function toRef({ id, slug, owner_id, quarantined_from }: RefRow): RealmRef {
  return { id, slug, ownerId: owner_id, isQuarantined: quarantined_from !== '' };
}
