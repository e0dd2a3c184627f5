// Passwords are kept as scrypt hashes, each with its own salt, and compared in constant time.

import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify(scrypt);
const cost = { N: 2 ** 15, r: 8, p: 3, maxmem: 64 * 1024 * 1024 };
const keyLength = 32;

export async function hashPassword(password) {
  const salt = randomBytes(16);
  const key = await derive(password.normalize('NFKC'), salt, keyLength, cost);
  return `${salt.toString('base64url')}.${key.toString('base64url')}`;
}

export async function checkPassword(password, hash) {
  const [salt, expected] = hash.split('.').map((part) => Buffer.from(part, 'base64url'));
  const key = await derive(password.normalize('NFKC'), salt, keyLength, cost);
  return timingSafeEqual(key, expected);
}

// Compared against when an e-mail is unknown, so that the answer takes as long as for a known one.
export const nobodysHash = await hashPassword(randomBytes(16).toString('hex'));
