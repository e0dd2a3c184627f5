// The statements that read what all accounts store, and which of them store the most.
import { setImmediate } from 'node:timers/promises';
import type { Plan, Storage } from '@realm-catalog/contract';
import sql from 'sql-template-tag';
import type { Reader } from '../db/database.ts';
import type { Quotas } from './queries.ts';

/** So many accounts take a millisecond: on SQLite a statement blocks the whole process. */
const SLICE_SIZE = 1_000;
const MAX_LARGEST = 20;

export async function readStorage(db: Reader, { realms, bytes }: Quotas): Promise<Storage> {
  const users = await db.get<{ value: number }>(sql`select value from totals where name = 'accounts'`);
  const largest = await db.all<{ username: string; plan: Plan; bytes: number; realms: number }>(sql`
    select accounts.username, accounts.plan, usage.bytes, usage.realms
    from usage join accounts on accounts.id = usage.account_id
    where usage.bytes > 0 order by usage.bytes desc, usage.account_id desc limit ${MAX_LARGEST}`);
  const limitsOf = (plan: Plan) => ({ bytes: bytes[plan], realms: realms[plan] });
  return {
    ...(await sumUsage(db)),
    users: users?.value ?? 0,
    quotas: { free: limitsOf('free'), premium: limitsOf('premium') },
    largest: largest.map((row) => ({ ...row })), // rows of SQLite have no prototype
  };
}

async function sumUsage(db: Reader): Promise<Pick<Storage, 'bytes' | 'realms'>> {
  const sums = { bytes: 0, realms: 0 };
  for (let after = ''; ; await setImmediate()) {
    const slice = await db.get<{ accounts: number; bytes: number; realms: number; last: string | null }>(sql`
      select count(*) as accounts, cast(coalesce(sum(bytes), 0) as bigint) as bytes,
        cast(coalesce(sum(realms), 0) as bigint) as realms, max(account_id) as last
      from (select account_id, bytes, realms from usage where account_id > ${after}
        order by account_id limit ${SLICE_SIZE}) slice`);
    sums.bytes += slice?.bytes ?? 0;
    sums.realms += slice?.realms ?? 0;
    if (!slice?.last || slice.accounts < SLICE_SIZE) return sums;
    after = slice.last;
  }
}
