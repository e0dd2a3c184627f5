// The statements of the sitemap: the addresses of realms and collections, and when they changed.
import sql, { join } from 'sql-template-tag';
import { anonymous } from '../../credentials/caller.ts';
import type { Reader } from '../../db/database.ts';
import { padded, visibleTo } from '../../realms/queries.ts';

interface Changed {
  slug: string;
  updatedAt: string;
}

/** The realms with these numbers that everyone sees listed, in the order of their creation, each with its newest version. */
export async function findSitemapRealms(db: Reader, seqs: number[]): Promise<(Changed & { version: string })[]> {
  const rows = await db.all<{ slug: string; version: string; updated_at: string }>(sql`select slug, version, updated_at
    from realms where seq in (${join(padded(seqs, 0))}) and ${visibleTo(anonymous, 'inLists')} order by created_at, id`);
  return rows.map(({ slug, version, updated_at }) => ({ slug, version, updatedAt: updated_at }));
}

/** Collections are made by curators, so there are few: those before the page are counted for each page. */
export async function listSitemapCollections(
  db: Reader,
  { limit, offset }: { limit: number; offset: number },
): Promise<Changed[]> {
  const rows = await db.all<{ slug: string; updated_at: string }>(sql`select slug, updated_at from collections
    order by created_at, id limit ${limit} offset ${offset}`);
  return rows.map(({ slug, updated_at }) => ({ slug, updatedAt: updated_at }));
}

export async function countCollections(db: Reader): Promise<number> {
  const row = await db.get<{ total: number }>(sql`select count(*) as total from collections`);
  return row?.total ?? 0;
}
