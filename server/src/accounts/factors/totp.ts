// Codes of authenticator apps: TOTP of RFC 6238 with the values that all apps know, which are SHA-1, six digits and steps of 30 seconds.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const SECRET_BYTES = 20; // as many as the hash has
const STEP_MS = 30_000;
const DIGITS = 6;
/** The clock of a phone may be a step behind or ahead. */
const STEPS_ASIDE = 1;

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** A new secret as base32, which people can type into an app. */
export function newTotpSecret(): string {
  return [...randomBytes(SECRET_BYTES)]
    .map((byte) => byte.toString(2).padStart(8, '0'))
    .join('')
    .replaceAll(/.{5}/g, (bits) => BASE32.charAt(Number.parseInt(bits, 2)));
}

/** The address that an app reads from a QR code. */
export function totpUri(secret: string, { issuer, username }: { issuer: string; username: string }): string {
  const label = [issuer, username].map(encodeURIComponent).join(':');
  const values = { secret, issuer, algorithm: 'SHA1', digits: String(DIGITS), period: String(STEP_MS / 1_000) };
  return `otpauth://totp/${label}?${new URLSearchParams(values).toString().replaceAll('+', '%20')}`;
}

/** The step whose code this is, at about this time. It takes equally long for every code. */
export function stepOf(secret: string, code: string, now: number): number | undefined {
  const current = Math.floor(now / STEP_MS);
  const steps = [current - STEPS_ASIDE, current, current + STEPS_ASIDE];
  const matches = steps.filter((step) => isEqual(totpCode(secret, step), code));
  return matches.at(-1);
}

/** RFC 4226, 5.3. */
export function totpCode(secret: string, step: number, digits = DIGITS): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', fromBase32(secret)).update(counter).digest();
  const offset = mac.readUInt8(mac.length - 1) & 0xf;
  const number = mac.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

function isEqual(expected: string, code: string): boolean {
  const [right, typed] = [Buffer.from(expected), Buffer.from(code)];
  return right.length === typed.length && timingSafeEqual(right, typed);
}

function fromBase32(text: string): Buffer {
  const bits = text.replaceAll(/./g, (letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0'));
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
