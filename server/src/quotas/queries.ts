// What an account may keep in the catalog: how many realms and bytes its plan allows, and how much of that is used.
import type { Plan } from '@realm-catalog/contract';
import sql, { raw, type Sql } from 'sql-template-tag';
import type { Reader } from '../db/database.ts';

export type Quotas = Record<'realms' | 'bytes', Record<Plan, number>>;

interface Used {
  used: number;
  limit: number;
}

/** For an account that is there. */
export async function readQuota(
  db: Reader,
  accountId: string,
  { realms, bytes }: Quotas,
): Promise<{ bytes: Used; realms: Used }> {
  const row = await db.get<{ plan: Plan; realms: number; bytes: number }>(
    sql`select plan, coalesce(usage.realms, 0) as realms, coalesce(usage.bytes, 0) as bytes
      from accounts left join usage on usage.account_id = accounts.id where accounts.id = ${accountId}`,
  );
  const { plan, ...used } = row ?? { plan: 'free', realms: 0, bytes: 0 };
  return {
    bytes: { used: used.bytes, limit: bytes[plan] },
    realms: { used: used.realms, limit: realms[plan] },
  };
}

/** The statement that counts a realm that an account is given, for the batch that puts it in. */
export function countOwnedRealm(accountId: string): Sql {
  return sql`insert into usage (account_id, realms, bytes) values (${accountId}, 1, 0)
    on conflict (account_id) do update set realms = usage.realms + 1`;
}

/** The statement that counts the bytes of a version for the owner of its realm. */
export function countStoredBytes(realmId: string, bytes: number): Sql {
  return sql`update usage set bytes = bytes + cast(${bytes} as bigint)
    where account_id = (select owner_id from realms where id = ${realmId})`;
}

/** The statement that takes a realm and all its versions out of its owner's use, before they are deleted. */
export function uncountRealm(realmId: string): Sql {
  return sql`update usage set realms = realms - 1,
      bytes = bytes - (select coalesce(sum(size), 0) from versions where realm_id = ${realmId})
    where account_id = (select owner_id from realms where id = ${realmId})`;
}

/** True, for `onlyIf`, while the account uses no more than its plan allows. */
export function isWithinQuota(accountId: string, what: keyof Quotas, quotas: Quotas): Sql {
  const { free, premium } = quotas[what];
  return sql`exists (select 1 from usage join accounts on accounts.id = usage.account_id
    where usage.account_id = ${accountId} and usage.${raw(what)} <=
      case accounts.plan when 'premium' then cast(${premium} as bigint) else cast(${free} as bigint) end)`;
}
