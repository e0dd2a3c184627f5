// Old slugs of realms that were renamed: the statements that keep them, and the lookups by which they lead to their realm.
import sql, { join, type Sql } from 'sql-template-tag';
import type { Caller } from '../credentials/caller.ts';
import { onlyIf, type Reader } from '../db/database.ts';
import { padded, visibleTo } from './queries.ts';

/** More would let one realm take as many names as its owner has requests. */
export const MAX_OLD_SLUGS = 10;

/**
 * The statements of a batch that keep the slug of a realm as an old one, before the realm takes another. They throw a `UniqueError` if another
 * realm had the new slug, and a `ConditionError` if the realm has too many old ones. The realm may take an old slug of its own back.
 */
export function keepOldSlug(id: string, newSlug: string): Sql[] {
  return [
    sql`insert into old_slugs (slug, realm_id) select slug, id from realms where id = ${id} and slug <> ${newSlug}`,
    sql`delete from old_slugs where slug = ${newSlug} and realm_id = ${id}`,
    refuseOldSlug(newSlug),
    onlyIf(sql`(select count(*) from old_slugs where realm_id = ${id}) <= ${MAX_OLD_SLUGS}`),
  ];
}

/** A statement for a batch that throws a `UniqueError` if a realm had this slug: it inserts the slug once more. */
export function refuseOldSlug(slug: string): Sql {
  return sql`insert into old_slugs (slug, realm_id) select slug, realm_id from old_slugs where slug = ${slug}`;
}

/** The realms of these old slugs, with the old slug as `old_slug`. */
function realmsOfOldSlugs(slugs: string[]): Sql {
  return sql`(select old_slugs.slug as old_slug, old_slugs.realm_id from old_slugs where old_slugs.slug in (${join(slugs)})) old
    join realms on realms.id = old.realm_id`;
}

/** Where the realm is that had this slug before, if it meets the condition; else whether the slug is of a public realm that is quarantined. */
export async function findWhereabouts(
  db: Reader,
  slug: string,
  condition: Sql,
): Promise<{ newSlug?: string; isQuarantined: boolean }> {
  const isWithdrawn = sql`realms.quarantined_from = 'public'`;
  const rows = await db.all<{ slug: string; is_found: number }>(sql`
    select realms.slug, case when ${condition} then 1 else 0 end as is_found
      from ${realmsOfOldSlugs([slug])} where ${condition} or ${isWithdrawn}
    union all select slug, 0 from realms where slug = ${slug} and ${isWithdrawn}`);
  const found = rows.find(({ is_found }) => is_found === 1);
  return { ...(found && { newSlug: found.slug }), isQuarantined: rows.length > 0 };
}

/** The ids of realms by their slugs or old slugs, without realms that the caller may not list. */
export async function findListedRealmIds(db: Reader, caller: Caller, slugs: string[]): Promise<Map<string, string>> {
  const found = await findBySlugs(db, slugs, visibleTo(caller, 'inLists'));
  return new Map(found.map(({ slug, id }) => [slug, id]));
}

/** The `seq` of the realms that meet the condition, in the order of their slugs or old slugs; each once. */
export async function findSeqs(db: Reader, condition: Sql, slugs: string[]): Promise<number[]> {
  const found = await findBySlugs(db, slugs, condition);
  const seqs = new Map(found.map(({ slug, seq }) => [slug, seq]));
  return [...new Set(slugs.flatMap((slug) => seqs.get(slug) ?? []))];
}

/** The realms that meet the condition, each with the slug or old slug by which it was found. */
async function findBySlugs(
  db: Reader,
  slugs: string[],
  condition: Sql,
): Promise<{ slug: string; id: string; seq: number }[]> {
  if (slugs.length === 0) return [];
  const wanted = padded(slugs, '');
  return db.all(sql`select slug, id, seq from realms where slug in (${join(wanted)}) and ${condition}
    union all select old.old_slug, realms.id, realms.seq from ${realmsOfOldSlugs(wanted)} where ${condition}`);
}

export async function isOldSlugOf(db: Reader, id: string, slug: string): Promise<boolean> {
  const row = await db.get(sql`select 1 as found from old_slugs where slug = ${slug} and realm_id = ${id}`);
  return row !== undefined;
}
