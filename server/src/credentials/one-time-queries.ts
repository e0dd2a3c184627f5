// Tokens that are good once: links in mails, invitations, and steps of a sign-in. Only their hashes are stored.
import { randomBytes } from 'node:crypto';
import sql, { type Sql } from 'sql-template-tag';
import { onlyIf, type Database, type Reader } from '../db/database.ts';
import { sweep } from '../db/sweep.ts';
import { hashSecret } from './secrets.ts';

type OneTimeKind = 'verify' | 'reset' | 'invite' | 'second-step' | 'passkey';

export interface OneTimeToken {
  kind: OneTimeKind;
  /** Null where the account is not known yet. */
  accountId: string | null;
  payload: string;
  expiresAt: string;
}

const TOKEN_BYTES = 32;

export function makeOneTimeToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** The statement of a batch that stores a token. */
export function insertOneTimeToken(token: string, { kind, accountId, payload, expiresAt }: OneTimeToken): Sql {
  return sql`insert into one_time_tokens (hash, kind, account_id, payload, expires_at)
    values (${hashSecret(token)}, ${kind}, ${accountId}, ${payload}, ${expiresAt})`;
}

interface TokenRow {
  account_id: string | null;
  payload: string;
}

/** What a token stands for; undefined if it is unknown, used or expired. */
export async function findOneTimeToken(db: Reader, kind: OneTimeKind, token: string, now: string) {
  return toFound(await db.get<TokenRow>(sql`select account_id, payload from ${good(kind, token, now)}`));
}

/** The same, and the token ends. Of two requests at once, one gets it. */
export async function takeOneTimeToken(db: Database, kind: OneTimeKind, token: string, now: string) {
  return toFound(await db.get<TokenRow>(sql`delete from ${good(kind, token, now)} returning account_id, payload`));
}

/**
 * The statements of a batch that ends a token. If it is used or expired by then, nothing of the batch is done, and it throws a
 * `ConditionError`. The first statement locks the row, so that of two batches at once one gets the token.
 */
export function spendOneTimeToken(kind: OneTimeKind, token: string, now: string): Sql[] {
  const row = good(kind, token, now);
  return [
    sql`update one_time_tokens set payload = payload where hash = ${hashSecret(token)}`,
    onlyIf(sql`exists (select 1 from ${row})`),
    sql`delete from ${row}`,
  ];
}

/** The statement that ends all tokens of a kind of an account. */
export function endOneTimeTokens(accountId: string, kind: OneTimeKind): Sql {
  return sql`delete from one_time_tokens where account_id = ${accountId} and kind = ${kind}`;
}

export async function sweepOneTimeTokens(db: Database, now: string): Promise<void> {
  await sweep(
    db,
    (maxRows) => sql`delete from one_time_tokens where hash in
      (select hash from one_time_tokens where expires_at <= ${now} order by expires_at limit ${maxRows}) returning hash`,
  );
}

function good(kind: OneTimeKind, token: string, now: string): Sql {
  return sql`one_time_tokens where hash = ${hashSecret(token)} and kind = ${kind} and expires_at > ${now}`;
}

function toFound(row: TokenRow | undefined): { accountId: string | null; payload: string } | undefined {
  return row && { accountId: row.account_id, payload: row.payload };
}
