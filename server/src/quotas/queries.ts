// The statements of quotas: how many realms and bytes the plan of an account allows, and how many it uses.
import type { Plan } from '@realm-catalog/contract';
import sql, { raw, type Sql } from 'sql-template-tag';
import type { Reader } from '../db/database.ts';

export type Quotas = Record<'realms' | 'bytes', Record<Plan, number>>;

interface QuotaUsage {
  used: number;
  limit: number;
}

/** The quota of an account that exists. */
export async function readQuota(
  db: Reader,
  accountId: string,
  { realms, bytes }: Quotas,
): Promise<{ bytes: QuotaUsage; realms: QuotaUsage }> {
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

/** The statement that counts one more realm of an account, for the batch that inserts the realm. */
export function countOwnedRealm(accountId: string): Sql {
  return sql`insert into usage (account_id, realms, bytes) values (${accountId}, 1, 0)
    on conflict (account_id) do update set realms = usage.realms + 1`;
}

/** The statement that counts the bytes of a version for the owner of its realm. */
export function countStoredBytes(realmId: string, bytes: number): Sql {
  return sql`update usage set bytes = bytes + cast(${bytes} as bigint)
    where account_id = (select owner_id from realms where id = ${realmId})`;
}

/** The statement that subtracts a realm and all its versions from its owner's usage. It goes before their deletion. */
export function uncountRealm(realmId: string): Sql {
  return sql`update usage set realms = realms - 1,
      bytes = bytes - (select coalesce(sum(size), 0) from versions where realm_id = ${realmId})
    where account_id = (select owner_id from realms where id = ${realmId})`;
}

/** A condition for `onlyIf`: the account uses no more than its plan allows. */
export function isWithinQuota(accountId: string, resource: keyof Quotas, quotas: Quotas): Sql {
  const { free, premium } = quotas[resource];
  return sql`exists (select 1 from usage join accounts on accounts.id = usage.account_id
    where usage.account_id = ${accountId} and usage.${raw(resource)} <=
      case accounts.plan when 'premium' then cast(${premium} as bigint) else cast(${free} as bigint) end)`;
}
