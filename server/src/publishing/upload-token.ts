// The token that opens one upload of one realm, and the address that it opens.
import type { Config } from '../config.ts';
import type { AccountCaller } from '../credentials/caller.ts';
import { hashSecret, makeSecret } from '../credentials/secrets.ts';
import type { KeptUploadToken } from './queries.ts';

const LIFETIME_MS = 3_600_000;

/** A token for one upload into a realm by this caller. It ends with what the caller's credential was issued from. */
export function newUploadToken(
  realmId: string,
  { account, source }: AccountCaller,
  now: Date,
): { uploadToken: string; kept: KeptUploadToken } {
  const uploadToken = makeSecret('upload');
  const inAnHour = new Date(now.getTime() + LIFETIME_MS).toISOString();
  const expiresAt = source.expiresAt !== '' && source.expiresAt < inAnHour ? source.expiresAt : inAnHour;
  return { uploadToken, kept: { hash: hashSecret(uploadToken), realmId, openerId: account.id, source, expiresAt } };
}

export function uploadUrl({ publicUrl }: Config, slug: string): string {
  return `${publicUrl}/v1/api/realms/${slug}/upload`;
}
