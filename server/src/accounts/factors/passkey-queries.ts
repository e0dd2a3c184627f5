// The statements of passkeys.
import type { SecondFactors } from '@realm-catalog/contract';
import sql, { type Sql } from 'sql-template-tag';
import { onlyIf, type Database, type Reader } from '../../db/database.ts';
import { findSecondFactors } from './queries.ts';

export const MAX_PASSKEYS = 20;

export interface NewPasskey {
  id: string;
  credentialId: string;
  accountId: string;
  name: string;
  /** In base64url. */
  publicKey: string;
  signCount: number;
  transports: string[];
  createdAt: string;
}

export type StoredPasskey = Omit<NewPasskey, 'name' | 'createdAt'>;

/** The statements of a batch that adds a passkey. One that an account has already raises a `UniqueError`, one too many a `ConditionError`. */
export function insertPasskey(passkey: NewPasskey): Sql[] {
  const { id, credentialId, accountId, name, publicKey, signCount, transports, createdAt } = passkey;
  return [
    sql`insert into passkeys
        (id, credential_id, account_id, name, public_key, sign_count, transports, created_at, last_used_at)
      values (${id}, ${credentialId}, ${accountId}, ${name}, ${publicKey}, ${signCount}, ${transports.join(' ')},
        ${createdAt}, '')`,
    sql`insert into second_factors (account_id) values (${accountId}) on conflict (account_id) do nothing`,
    onlyIf(sql`(select count(*) from passkeys where account_id = ${accountId}) <= ${MAX_PASSKEYS}`),
  ];
}

async function listPasskeys(db: Reader, accountId: string): Promise<SecondFactors['passkeys']> {
  const rows = await db.all<{ id: string; name: string; created_at: string; last_used_at: string }>(
    sql`select id, name, created_at, last_used_at from passkeys where account_id = ${accountId} order by id`,
  );
  return rows.map(({ id, name, created_at, last_used_at }) => ({
    id,
    name,
    createdAt: created_at,
    lastUsedAt: last_used_at,
  }));
}

/** All that an account has, passkeys with their names. */
export async function readSecondFactors(db: Reader, accountId: string): Promise<SecondFactors> {
  return { ...(await findSecondFactors(db, accountId)), passkeys: await listPasskeys(db, accountId) };
}

interface PasskeyRow {
  id: string;
  credential_id: string;
  account_id: string;
  public_key: string;
  sign_count: number;
  transports: string;
}

const columns = sql`id, credential_id, account_id, public_key, sign_count, transports`;

export async function findPasskey(db: Reader, credentialId: string): Promise<StoredPasskey | undefined> {
  const row = await db.get<PasskeyRow>(sql`select ${columns} from passkeys where credential_id = ${credentialId}`);
  return row && toPasskey(row);
}

export async function passkeysOf(db: Reader, accountId: string): Promise<StoredPasskey[]> {
  const rows = await db.all<PasskeyRow>(
    sql`select ${columns} from passkeys where account_id = ${accountId} order by id`,
  );
  return rows.map(toPasskey);
}

/** Notes that a passkey is used now. Returns false if it was used with a higher count, or removed, meanwhile. */
export async function usePasskey(
  db: Database,
  { id, signCount }: Pick<StoredPasskey, 'id' | 'signCount'>,
  now: string,
): Promise<boolean> {
  const row = await db.get(sql`update passkeys set sign_count = ${signCount}, last_used_at = ${now}
    where id = ${id} and (sign_count < ${signCount} or (sign_count = 0 and ${signCount} = 0)) returning id`);
  return row !== undefined;
}

/** A condition: the account still has this passkey. */
export function hasPasskey(accountId: string, id: string): Sql {
  return sql`exists (select 1 from passkeys where id = ${id} and account_id = ${accountId})`;
}

export function deletePasskey(accountId: string, id: string): Sql {
  return sql`delete from passkeys where id = ${id} and account_id = ${accountId}`;
}

function toPasskey({ id, credential_id, account_id, public_key, sign_count, transports }: PasskeyRow): StoredPasskey {
  return {
    id,
    credentialId: credential_id,
    accountId: account_id,
    publicKey: public_key,
    signCount: sign_count,
    transports: transports.split(' ').filter(Boolean),
  };
}
