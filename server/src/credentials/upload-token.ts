// The token that opens one upload of one realm, and the address that it opens.
import type { Config } from '../config.ts';
import type { AccountCaller } from './caller.ts';
import { hashSecret, makeSecret } from './secrets.ts';
import type { StoredUploadToken } from './queries.ts';

const LIFETIME_MS = 3_600_000;

/** A token for one upload into a realm by this caller. It ends with what the caller's credential was issued from. */
export function newUploadToken(
  realmId: string,
  { account, source }: AccountCaller,
  now: Date,
): { uploadToken: string; stored: StoredUploadToken } {
  const uploadToken = makeSecret('upload');
  const inAnHour = new Date(now.getTime() + LIFETIME_MS).toISOString();
  const expiresAt = source.expiresAt !== '' && source.expiresAt < inAnHour ? source.expiresAt : inAnHour;
  return { uploadToken, stored: { hash: hashSecret(uploadToken), realmId, openerId: account.id, source, expiresAt } };
}

export function uploadUrl({ publicUrl }: Pick<Config, 'publicUrl'>, slug: string): string {
  return `${publicUrl}/v1/api/realms/${slug}/upload`;
}
