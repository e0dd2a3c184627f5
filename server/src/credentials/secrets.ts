// Secrets that are handed out: how they are made, told from a typing error, and kept as a hash alone.
import { hash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

export type SecretKind = 'key' | 'refresh' | 'upload' | 'client';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const LENGTH = 32; // of 62 signs: 190 bits
const SHAPE = /^(rlm_[a-z]+_(?:[0-9A-Za-z]{32}){1,2})_([0-9a-f]{8})$/;

/** `rlm_<kind>_<base62>_<checksum>`: easy to find where it does not belong, and refused without a look-up when mistyped. */
export function makeSecret(kind: SecretKind, beginning = ''): string {
  const random = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  const text = `rlm_${kind}_${beginning}${random}`;
  return `${text}_${checksum(text)}`;
}

export function isSecret(kind: SecretKind, text: string): boolean {
  const [, body = '', sum] = SHAPE.exec(text) ?? [];
  return body.startsWith(`rlm_${kind}_`) && checksum(body) === sum;
}

/** The first half of a secret that has two. */
export function familyPartOf(text: string): string {
  const from = text.indexOf('_', 'rlm_'.length) + 1;
  return text.slice(from, from + LENGTH);
}

/** What is kept. Of 190 random bits a plain hash is enough: there is nothing to guess. */
export function hashSecret(text: string): string {
  return hash('sha256', text);
}

function checksum(text: string): string {
  return crc32(text).toString(16).padStart(8, '0');
}
