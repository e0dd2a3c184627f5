// The statements of second factors: the authenticator app, recovery codes, and what an account has of both.
import type { SecondFactors } from '@realm-catalog/contract';
import sql, { join, type Sql } from 'sql-template-tag';
import type { NewAuditEntry } from '../../audit/entry.ts';
import { insertAuditEntry } from '../../audit/queries.ts';
import { onlyIf, type Database, type Reader } from '../../db/database.ts';

const MAX_WRONG_CODES = 10;

interface StateRow {
  totp_confirmed_at: string;
  codes_saved_at: string;
  recovery_codes: number;
  passkeys: number;
}

/** What an account has. Without a row it has nothing. */
export type SecondFactorState = Omit<SecondFactors, 'passkeys'> & { passkeys: number };

export async function findSecondFactors(db: Reader, accountId: string): Promise<SecondFactorState> {
  const row = await db.get<StateRow>(sql`select totp_confirmed_at, codes_saved_at,
      (select count(*) from recovery_codes where account_id = ${accountId} and saved_at <> '') as recovery_codes,
      (select count(*) from passkeys where account_id = ${accountId}) as passkeys
    from second_factors where account_id = ${accountId}`);
  if (!row) return { isOn: false, hasTotp: false, recoveryCodes: 0, passkeys: 0 };
  const hasTotp = row.totp_confirmed_at !== '';
  const isOn = row.codes_saved_at !== '' && (hasTotp || row.passkeys > 0);
  return { isOn, hasTotp, recoveryCodes: row.recovery_codes, passkeys: row.passkeys };
}

/** Part of a condition about the row of an account: it has an app or a passkey. */
function hasAppOrPasskey(accountId: string): Sql {
  return sql`(totp_confirmed_at <> '' or exists (select 1 from passkeys where account_id = ${accountId}))`;
}

/** A condition: this one, and the account asks for no second factor. */
export function withoutFactor(accountId: string, condition: Sql): Sql {
  return sql`${condition} and not exists (select 1 from second_factors where account_id = ${accountId} and codes_saved_at <> ''
    and ${hasAppOrPasskey(accountId)})`;
}

/** A condition: recovery codes were saved, and the first app or passkey turns second factors on. */
export function lacksAppOrPasskey(accountId: string): Sql {
  return sql`exists (select 1 from second_factors where account_id = ${accountId} and codes_saved_at <> ''
    and not ${hasAppOrPasskey(accountId)})`;
}

/** A condition: there is an app or a passkey, and the first recovery codes turn second factors on. */
export function lacksRecoveryCodes(accountId: string): Sql {
  return sql`exists (select 1 from second_factors where account_id = ${accountId} and codes_saved_at = ''
    and ${hasAppOrPasskey(accountId)})`;
}

/** The statements of a batch that stores the secret of a new authenticator app. If the account has one that is confirmed, it throws a `ConditionError`. */
export function saveTotpSecret(accountId: string, encrypted: string): Sql[] {
  return [
    onlyIf(sql`not exists (select 1 from second_factors where account_id = ${accountId} and totp_confirmed_at <> '')`),
    sql`insert into second_factors (account_id, totp_encrypted) values (${accountId}, ${encrypted})
      on conflict (account_id) do update set totp_encrypted = excluded.totp_encrypted`,
  ];
}

/** The encrypted secret of an app that is not confirmed yet. */
export async function findNewTotpSecret(db: Reader, accountId: string): Promise<string | undefined> {
  const row = await db.get<{ totp_encrypted: string }>(sql`select totp_encrypted from second_factors
    where account_id = ${accountId} and totp_encrypted <> '' and totp_confirmed_at = ''`);
  return row?.totp_encrypted;
}

/** The statements of a batch that confirms an app. If it was replaced by another meanwhile, it throws a `ConditionError`. */
export function confirmTotp(
  { encrypted, step, now }: { encrypted: string; step: number; now: string },
  entry: NewAuditEntry,
): Sql[] {
  const unconfirmed = sql`account_id = ${entry.subject} and totp_encrypted = ${encrypted} and totp_confirmed_at = ''`;
  return [
    onlyIf(sql`exists (select 1 from second_factors where ${unconfirmed})`),
    insertAuditEntry(entry),
    sql`update second_factors set totp_confirmed_at = ${now}, totp_last_step = ${step}, wrong_codes = 0
      where ${unconfirmed}`,
  ];
}

/** A condition: the account still has the app whose code was checked. */
export function hasTotp(accountId: string, encrypted: string): Sql {
  return sql`exists (select 1 from second_factors
    where account_id = ${accountId} and totp_encrypted = ${encrypted} and totp_confirmed_at <> '')`;
}

/**
 * Counts a code as wrong before it is compared, so that requests at the same time cannot try more codes than one after the other. Returns the
 * encrypted secret; undefined if the account has no app, or there were too many wrong codes within the hour.
 */
export async function beginTotpCheck(
  db: Database,
  accountId: string,
  { now, hourLater }: { now: string; hourLater: string },
): Promise<string | undefined> {
  const row = await db.get<{ totp_encrypted: string }>(sql`update second_factors set
      wrong_codes = case when wrong_codes_end_at <= ${now} then 1 else wrong_codes + 1 end,
      wrong_codes_end_at = case when wrong_codes_end_at <= ${now} then ${hourLater} else wrong_codes_end_at end
    where account_id = ${accountId} and totp_confirmed_at <> ''
      and (wrong_codes_end_at <= ${now} or wrong_codes < ${MAX_WRONG_CODES})
    returning totp_encrypted`);
  return row?.totp_encrypted;
}

/** Takes back that the code was counted as wrong. Returns false if a code of this step, or of a later one, was accepted before. */
export async function acceptTotpStep(db: Database, accountId: string, step: number): Promise<boolean> {
  const row = await db.get(sql`update second_factors set totp_last_step = ${step}, wrong_codes = wrong_codes - 1
    where account_id = ${accountId} and totp_last_step < ${step} returning account_id`);
  return row !== undefined;
}

/** The statements of a batch that stores new recovery codes. The earlier ones stay good until the new ones are confirmed. */
export function insertRecoveryCodes(accountId: string, hashes: string[]): Sql[] {
  const rows = hashes.map((hash) => sql`(${hash}, ${accountId}, '')`);
  return [
    sql`delete from recovery_codes where account_id = ${accountId} and saved_at = ''`,
    sql`insert into recovery_codes (hash, account_id, saved_at) values ${join(rows)}`,
  ];
}

/**
 * The statements of a batch after which the new recovery codes count instead of the earlier ones. If this is the hash of none of the new codes, it
 * throws a `ConditionError`.
 */
export function confirmRecoveryCodes(accountId: string, hash: string, now: string): Sql[] {
  return [
    onlyIf(sql`exists (select 1 from recovery_codes
      where hash = ${hash} and account_id = ${accountId} and saved_at = '')`),
    sql`delete from recovery_codes where account_id = ${accountId} and saved_at <> ''`,
    sql`update recovery_codes set saved_at = ${now} where account_id = ${accountId}`,
    sql`insert into second_factors (account_id, codes_saved_at) values (${accountId}, ${now})
      on conflict (account_id) do update set codes_saved_at = excluded.codes_saved_at`,
  ];
}

/** Deletes a recovery code, which is good once. Returns when the codes were saved with which it was made; undefined if there is none. */
export async function takeRecoveryCode(db: Database, accountId: string, hash: string): Promise<string | undefined> {
  const row = await db.get<{ saved_at: string }>(sql`delete from recovery_codes
    where hash = ${hash} and account_id = ${accountId} and saved_at <> '' returning saved_at`);
  return row?.saved_at;
}

/** A condition: the account still has the recovery codes that were saved at this time. */
export function hasRecoveryCodes(accountId: string, savedAt: string): Sql {
  return sql`exists (select 1 from second_factors where account_id = ${accountId} and codes_saved_at = ${savedAt})`;
}

/** The statements of a batch that removes the app; without one, it throws a `ConditionError`. With the last second factor, the recovery codes end as well. */
export function removeTotp(entry: NewAuditEntry): Sql[] {
  const accountId = entry.subject;
  return [
    onlyIf(sql`exists (select 1 from second_factors where account_id = ${accountId} and totp_confirmed_at <> '')`),
    insertAuditEntry(entry),
    sql`update second_factors set totp_encrypted = '', totp_confirmed_at = '' where account_id = ${accountId}`,
    ...endUnusedCodes(accountId),
  ];
}

/** The statements that end the recovery codes of an account that has no other second factor any more. */
export function endUnusedCodes(accountId: string): Sql[] {
  const hasNone = sql`account_id = ${accountId} and totp_confirmed_at = ''
    and not exists (select 1 from passkeys where account_id = ${accountId})`;
  return [
    sql`delete from recovery_codes where account_id = ${accountId} and exists (select 1 from second_factors where ${hasNone})`,
    sql`delete from second_factors where ${hasNone}`,
  ];
}

/** The statements of a batch that removes all second factors of an account. */
export function removeSecondFactors(accountId: string): Sql[] {
  return [
    sql`delete from passkeys where account_id = ${accountId}`,
    sql`delete from recovery_codes where account_id = ${accountId}`,
    sql`delete from second_factors where account_id = ${accountId}`,
  ];
}
