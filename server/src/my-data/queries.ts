// The statements that read what belongs to an account, in pages that go on after a row.
import sql from 'sql-template-tag';
import type { AccountCaller } from '../credentials/caller.ts';
import type { Reader } from '../db/database.ts';
import { belongsTo, visibleTo } from '../realms/queries.ts';

interface OwnRealm {
  slug: string;
  visibility: string;
  id: string;
}

/** The caller's own realms, of every visibility, in the order of an index. */
export function listOwnRealms(
  db: Reader,
  caller: AccountCaller,
  after: Omit<OwnRealm, 'slug'>,
  limit: number,
): Promise<OwnRealm[]> {
  return db.all(sql`select slug, visibility, id from realms
    where ${belongsTo(caller)} and (visibility, id) > (${after.visibility}, ${after.id})
    order by visibility, id limit ${limit}`);
}

/** The collections that an account has made. */
export function listCurated(
  db: Reader,
  accountId: string,
  after: { slug: string },
  limit: number,
): Promise<{ slug: string }[]> {
  return db.all(sql`select slug from collections where created_by = ${accountId} and slug > ${after.slug}
    order by slug limit ${limit}`);
}

interface OwnStar {
  realm_id: string;
  slug: string;
  created_at: string;
  /** 1 if the caller may still see the realm. */
  is_visible: number;
}

export function listOwnStars(
  db: Reader,
  caller: AccountCaller,
  after: Pick<OwnStar, 'realm_id'>,
  limit: number,
): Promise<OwnStar[]> {
  return db.all(sql`select stars.realm_id, realms.slug, stars.created_at,
      case when ${visibleTo(caller, 'bySlug')} then 1 else 0 end as is_visible
    from stars join realms on realms.id = stars.realm_id
    where stars.account_id = ${caller.account.id} and stars.realm_id > ${after.realm_id}
    order by stars.realm_id limit ${limit}`);
}
