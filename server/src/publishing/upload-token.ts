// The token that opens one upload of one realm, and the address that it opens.
import type { Config } from '../config.ts';
import { hashSecret, makeSecret } from '../credentials/secrets.ts';
import type { KeptUploadToken } from './queries.ts';

const WITHIN = 3_600_000;

export function newUploadToken(realmId: string, now: Date): { uploadToken: string; kept: KeptUploadToken } {
  const uploadToken = makeSecret('upload');
  const expiresAt = new Date(now.getTime() + WITHIN).toISOString();
  return { uploadToken, kept: { hash: hashSecret(uploadToken), realmId, expiresAt } };
}

export function uploadUrl({ publicUrl }: Config, slug: string): string {
  return `${publicUrl}/v1/api/realms/${slug}/upload`;
}
