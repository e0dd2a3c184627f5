// Tests the codes of authenticator apps against the examples of RFC 6238, and how long a code is good.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hashRecoveryCode, newRecoveryCodes } from '../../../src/accounts/factors/recovery-codes.ts';
import { newTotpSecret, stepOf, totpCode, totpUri } from '../../../src/accounts/factors/totp.ts';

/** `12345678901234567890` in base32, as in appendix B of the RFC. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const STEP_MS = 30_000;

test('codes are those of the examples of RFC 6238', () => {
  const examples: [seconds: number, code: string][] = [
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ];
  for (const [seconds, code] of examples) {
    assert.equal(totpCode(SECRET, Math.floor(seconds / 30), 8), code);
    assert.equal(totpCode(SECRET, Math.floor(seconds / 30)), code.slice(2));
  }
});

test('a code is good in its own step, in the one before and in the one after', () => {
  const now = 1_234_567_890_000;
  const step = Math.floor(now / STEP_MS);
  const found = [-2, -1, 0, 1, 2].map((aside) => stepOf(SECRET, totpCode(SECRET, step + aside), now));
  assert.deepEqual(found, [undefined, step - 1, step, step + 1, undefined]);
  for (const code of ['', '12345', '1234567', '１２３４５６']) assert.equal(stepOf(SECRET, code, now), undefined);
});

test('secrets have 160 bits, and apps read them from an address', () => {
  const secrets = Array.from({ length: 20 }, newTotpSecret);
  assert.equal(new Set(secrets).size, 20);
  for (const secret of secrets) assert.match(secret, /^[A-Z2-7]{32}$/);
  const uri = new URL(totpUri(SECRET, { issuer: 'My: Catalog & Co', username: 'alice' }));
  assert.equal(uri.protocol, 'otpauth:');
  assert.equal(decodeURIComponent(uri.pathname), '/My: Catalog & Co:alice');
  assert.ok(!uri.search.includes('+'), 'some apps show a plus sign as it is');
  assert.deepEqual(Object.fromEntries(uri.searchParams), {
    secret: SECRET,
    issuer: 'My: Catalog & Co',
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  });
});

test('recovery codes have 64 bits, are read however they are typed, and have another hash for another account', () => {
  const codes = newRecoveryCodes();
  assert.equal(new Set(codes).size, 8);
  const [code = ''] = codes;
  assert.match(code, /^(?:[\da-f]{4}-){3}[\da-f]{4}$/);
  const hash = hashRecoveryCode('a', code);
  for (const typed of [code.toUpperCase(), code.replaceAll('-', ' '), ` ${code.replaceAll('-', '')}\n`])
    assert.equal(hashRecoveryCode('a', typed), hash);
  assert.notEqual(hashRecoveryCode('b', code), hash);
  for (const typed of ['', '123456', code.slice(1), `${code}0`, 'x'.repeat(100_000)])
    assert.equal(hashRecoveryCode('a', typed), undefined);
});
