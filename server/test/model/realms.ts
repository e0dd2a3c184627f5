// Realms as the model of lists has them: of what tests insert, and of what a database holds.
import type { RealmSummary } from '@realm-catalog/contract';
import sql from 'sql-template-tag';
import { anonymous } from '../../src/credentials/caller.ts';
import type { Reader } from '../../src/db/database.ts';
import type { RealmQuery } from '../../src/realms/list-query.ts';
import { findSummaries } from '../../src/realms/queries.ts';
import type { NewRealm } from '../../src/realms/columns.ts';
import { isPublic, listed, page, type IndexedRealm, type Scores } from './lists.ts';

/** Text as a search compares it, written otherwise than the product does. */
export const folded = (text: string) =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .split(/\s+/u)
    .filter(Boolean)
    .join(' ');

/** The realms with their place as `seq`. */
export function indexedRealms<Realm extends NewRealm>(
  realms: Realm[],
  authors: { id: string; username: string; name: string }[],
): (Realm & IndexedRealm)[] {
  return realms.map((realm, at) => ({
    publishedAt: '',
    ...realm,
    seq: at + 1,
    author: authors.find(({ id }) => id === realm.ownerId)?.username ?? '',
    authorName: folded(authors.find(({ id }) => id === realm.ownerId)?.name ?? ''),
    has: realm.demo === '' ? [] : ['demo' as const],
    isDeprecated: false,
    isPublished: realm.version !== '0.0.0',
    nameFolded: folded(realm.name),
    descriptionFolded: folded(realm.description),
  }));
}

/** The numbers of the realms with these slugs, in their order. */
export function seqsOf(realms: { seq: number; slug: string }[], slugs: string[] | undefined): number[] | undefined {
  return slugs?.flatMap((slug) => realms.find((realm) => realm.slug === slug)?.seq ?? []);
}

interface StoredRealm extends Omit<
  IndexedRealm,
  'tags' | 'featured' | 'has' | 'isDeprecated' | 'isPublished' | 'nameFolded' | 'descriptionFolded'
> {
  slug: string;
  name: string;
  description: string;
  /** JSON. */
  tags: string;
  featured: number;
  deprecated: number;
  version: string;
  demo: string;
  /** JSON, or null. */
  pictures: string | null;
  preview: string | null;
  recent: number;
  trending: number;
}

/** The page that a list of the public realms in this database is to be, for everyone. */
export async function listStored(
  db: Reader,
  { slugs, ...query }: RealmQuery,
): Promise<{ realms: RealmSummary[]; total: number }> {
  const rows =
    await db.all<StoredRealm>(sql`select realms.seq, realms.id, slug, visibility, category, tags, featured, license,
      realms.name, description, realms.version, deprecated, demo, accounts.name as "authorName", versions.pictures, versions.preview, owner_id as "ownerId", username as author, realms.created_at as "createdAt",
      realms.updated_at as "updatedAt", download_count as "downloadCount", star_count as "starCount",
      coalesce(versions.created_at, '') as "publishedAt", coalesce(recent, 0) as recent, coalesce(trending, 0) as trending
    from realms join accounts on accounts.id = owner_id
      left join versions on versions.realm_id = realms.id and versions.version = realms.version and yanked = 0
      left join download_scores on download_scores.seq = realms.seq and day = (select day from score_run)`);
  const realms = rows.map((row) => ({
    ...row,
    tags: JSON.parse(row.tags) as string[],
    featured: row.featured === 1,
    authorName: folded(row.authorName),
    has: [
      ...(row.demo === '' ? [] : ['demo' as const]),
      ...(row.preview ? ['preview' as const] : []),
      ...((JSON.parse(row.pictures ?? '[]') as { isScreenshot: boolean }[]).some((one) => one.isScreenshot)
        ? ['screenshots' as const]
        : []),
    ],
    isDeprecated: row.deprecated === 1,
    isPublished: row.version !== '0.0.0',
    nameFolded: folded(row.name),
    descriptionFolded: folded(row.description),
  }));
  const scores: Scores = new Map(realms.map(({ seq, recent, trending }) => [seq, { recent, trending }]));
  const found = listed(realms.filter(isPublic), { ...query, seqs: seqsOf(realms, slugs) }, scores);
  const { shown, pagination } = page(found, query);
  const summaries = new Map(
    (
      await findSummaries(
        db,
        anonymous,
        shown.map(({ seq }) => seq),
      )
    ).map((one) => [one.seq, one.summary]),
  );
  return { realms: shown.flatMap(({ seq }) => summaries.get(seq) ?? []), total: pagination.total };
}
