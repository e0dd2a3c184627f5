// The statements of avatars: the picture that an account has uploaded, as WebP in base64.
import sql, { type Sql } from 'sql-template-tag';
import { auditAccount, updateAccount } from '../queries.ts';
import type { NewAuditEntry } from '../../audit/entry.ts';
import type { Reader } from '../../db/database.ts';

export interface NewAvatar {
  accountId: string;
  /** SHA-256 of the picture, in hexadecimal. */
  digest: string;
  picture: Buffer;
  /** Where the picture is, as the profile has it. */
  address: string;
}

/** The statements of a batch that gives an account another avatar. */
export function replaceAvatar({ accountId, digest, picture, address }: NewAvatar, entry: NewAuditEntry): Sql[] {
  const base64 = picture.toString('base64');
  return [
    ...auditAccount(accountId, [entry]),
    sql`insert into avatars (account_id, digest, picture)
      select id, ${digest}, ${base64} from accounts where id = ${accountId} and removed_at = ''
      on conflict (account_id) do update set digest = excluded.digest, picture = excluded.picture`,
    ...updateAccount(accountId, { image: address }),
  ];
}

/** The statements of a batch that takes its avatar from an account. */
export function deleteAvatar(accountId: string, entry: NewAuditEntry): Sql[] {
  return [
    ...auditAccount(accountId, [entry]),
    sql`delete from avatars where account_id = ${accountId}`,
    ...updateAccount(accountId, { image: '' }),
  ];
}

/** The picture with this digest, while the profile of an account shows it. */
export async function findAvatar(db: Reader, digest: string): Promise<Buffer | undefined> {
  const row = await db.get<{ picture: string }>(sql`select avatars.picture
    from avatars join accounts on accounts.id = avatars.account_id
    where avatars.digest = ${digest} and accounts.image like ${`%/avatars/${digest}.webp`} limit 1`);
  return row && Buffer.from(row.picture, 'base64');
}
