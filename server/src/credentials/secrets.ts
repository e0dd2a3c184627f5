// Creates the secrets that clients receive, detects typing errors in them, and hashes them. Only the hash is stored.
import { hash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

export type SecretKind = 'key' | 'refresh' | 'upload' | 'client';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_LENGTH = 32; // of 62 characters: 190 bits
const SECRET_PATTERN = /^(rlm_[a-z]+_(?:[0-9A-Za-z]{32}){1,2})_([0-9a-f]{8})$/;

/**
 * `rlm_<kind>_<base62>_<checksum>`: secret scanners find the prefix, and the checksum refuses a mistyped secret without a look-up. A refresh
 * token has two random parts: `familyPart`, which stays the same for a login session, and a part of its own.
 */
export function makeSecret(kind: SecretKind, familyPart = ''): string {
  const random = Array.from({ length: RANDOM_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  const text = `rlm_${kind}_${familyPart}${random}`;
  return `${text}_${checksum(text)}`;
}

export function isSecret(kind: SecretKind, text: string): boolean {
  const [, body = '', sum] = SECRET_PATTERN.exec(text) ?? [];
  return body.startsWith(`rlm_${kind}_`) && checksum(body) === sum;
}

/** The first part of a refresh token, which all refresh tokens of one login session share. */
export function familyPartOf(text: string): string {
  const from = text.indexOf('_', 'rlm_'.length) + 1;
  return text.slice(from, from + RANDOM_LENGTH);
}

/** The hash that is stored. A plain hash is enough for 190 random bits, since nobody can guess them. */
export function hashSecret(text: string): string {
  return hash('sha256', text);
}

function checksum(text: string): string {
  return crc32(text).toString(16).padStart(8, '0');
}
