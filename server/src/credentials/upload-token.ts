// Creates the token for one upload to one realm, and the URL of that upload.
import type { Config } from '../config/config.ts';
import type { AccountCaller } from './caller.ts';
import { hashSecret, makeSecret } from './secrets.ts';
import type { StoredUploadToken } from './queries.ts';

const UPLOAD_TOKEN_LIFETIME_MS = 3_600_000;

/** The token expires no later than the source of the caller's credential. */
export function newUploadToken(
  realmId: string,
  { account, source }: AccountCaller,
  now: Date,
): { uploadToken: string; stored: StoredUploadToken } {
  const uploadToken = makeSecret('upload');
  const latest = new Date(now.getTime() + UPLOAD_TOKEN_LIFETIME_MS).toISOString();
  const expiresAt = source.expiresAt !== '' && source.expiresAt < latest ? source.expiresAt : latest;
  return { uploadToken, stored: { hash: hashSecret(uploadToken), realmId, openerId: account.id, source, expiresAt } };
}

export function uploadUrl({ publicUrl }: Pick<Config, 'publicUrl'>, slug: string): string {
  return `${publicUrl}/v1/api/realms/${slug}/upload`;
}
