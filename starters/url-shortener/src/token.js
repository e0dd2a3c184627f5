// The one secret of the service: who has the token may manage links.

import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

// Made on the first start and kept beside the data, readable by its owner only.
export function loadToken(folder) {
  const path = join(folder, 'token');
  mkdirSync(folder, { recursive: true });
  if (!existsSync(path)) writeFileSync(path, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600 });
  return readFileSync(path, 'utf8').trim();
}

const hash = (text) => createHash('sha256').update(text).digest();

// Hashes have one length, so comparing them tells nothing about the token, not even how long it is.
export function createGuard(token) {
  if (token.length < 16) throw new Error('The API token should have at least 16 characters.');
  const expected = hash(`Bearer ${token}`);
  return (request) => timingSafeEqual(hash(request.headers.authorization ?? ''), expected);
}
