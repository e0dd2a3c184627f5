// Passkeys (WebAuthn): what a browser is asked, and whether its answer is right. The library is loaded at the first use.
import { randomUUIDv7 } from 'node:crypto';
import { isIP } from 'node:net';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { insertOneTimeToken, makeOneTimeToken, takeOneTimeToken } from '../../credentials/one-time-queries.ts';
import type { Database } from '../../db/database.ts';
import { findPasskey, passkeysOf, usePasskey, type NewPasskey, type StoredPasskey } from './passkey-queries.ts';

const ANSWER_TIMEOUT_MS = 300_000;
/** Of the text that a browser answers with. */
const MAX_RESPONSE_LENGTH = 20_000;

/** The site that passkeys are bound to. */
export interface PasskeySite {
  id: string;
  origin: string;
  name: string;
}

/** Undefined where browsers allow no passkeys: they need https with a domain name, or `http://localhost`. */
export function passkeySite(publicUrl: string, name: string): PasskeySite | undefined {
  const { protocol, hostname, origin } = new URL(publicUrl);
  const isAllowed = protocol === 'https:' ? !isIP(hostname.replaceAll(/[[\]]/g, '')) : hostname === 'localhost';
  return isAllowed ? { id: hostname, origin, name } : undefined;
}

/** What the browser is asked, as JSON, and the token that its answer is sent with. */
export interface PasskeyQuestion {
  options: string;
  token: string;
}

interface Challenge {
  challenge: string;
  purpose: 'add' | 'sign-in';
}

/**
 * Asks for a new passkey. Those that the account has are not made twice. It may become the last way in, so it must be one that signs in alone: kept by
 * the device, which finds it without a user name, and used by whom it has checked.
 */
export async function askForNewPasskey(
  db: Database,
  site: PasskeySite,
  account: { id: string; username: string },
): Promise<PasskeyQuestion> {
  const { generateRegistrationOptions } = await import('@simplewebauthn/server');
  const existing = await passkeysOf(db, account.id);
  const options = await generateRegistrationOptions({
    rpName: site.name,
    rpID: site.id,
    userName: account.username,
    userID: new Uint8Array(Buffer.from(account.id)),
    attestationType: 'none',
    excludeCredentials: existing.map(({ credentialId }) => ({ id: credentialId })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    timeout: ANSWER_TIMEOUT_MS,
  });
  return question(db, options, { challenge: options.challenge, purpose: 'add' }, account.id);
}

/** The new passkey; undefined if the answer is wrong. */
export async function checkNewPasskey(
  db: Database,
  site: PasskeySite,
  { accountId, name, token, response }: { accountId: string; name: string; token: string; response: string },
): Promise<NewPasskey | undefined> {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const challenge = await takeChallenge(db, token, 'add', accountId);
  const answer = parsed<RegistrationResponseJSON>(response);
  if (!challenge || !answer || !(await hasNoCertificates(answer))) return undefined;
  const { registrationInfo } = await verifyRegistrationResponse({
    response: answer,
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.id,
    requireUserVerification: true,
  }).catch(() => ({ registrationInfo: undefined }));
  if (!registrationInfo) return undefined;
  const { id, publicKey, counter } = registrationInfo.credential;
  const transports: unknown = registrationInfo.credential.transports; // as the browser has sent them
  return {
    id: randomUUIDv7(),
    credentialId: id,
    accountId,
    name,
    publicKey: Buffer.from(publicKey).toString('base64url'),
    signCount: counter,
    transports: Array.isArray(transports) ? transports.filter(isTransport) : [],
    createdAt: new Date().toISOString(),
  };
}

const isTransport = (name: unknown): name is string => typeof name === 'string' && /^[a-z-]{1,20}$/.test(name);

/**
 * Browsers send no certificate of the device, since none is asked for. One that is sent all the same must not reach the library, which would ask
 * the addresses in it for the certificates that were revoked.
 */
async function hasNoCertificates({ response }: RegistrationResponseJSON): Promise<boolean> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers');
  try {
    const attestation = decodeAttestationObject(new Uint8Array(Buffer.from(response.attestationObject, 'base64url')));
    const format = attestation.get('fmt');
    return format === 'none' || (format === 'packed' && attestation.get('attStmt').get('x5c') === undefined);
  } catch {
    return false;
  }
}

/** Asks for a passkey: as the second factor of an account, or, without one, for any passkey of this site. */
export async function askForPasskey(
  db: Database,
  site: PasskeySite,
  accountId: string | null,
): Promise<PasskeyQuestion> {
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server');
  const known = accountId === null ? [] : await passkeysOf(db, accountId);
  const options = await generateAuthenticationOptions({
    rpID: site.id,
    allowCredentials: known.map(({ credentialId }) => ({ id: credentialId })),
    userVerification: accountId === null ? 'required' : 'preferred',
    timeout: ANSWER_TIMEOUT_MS,
  });
  return question(db, options, { challenge: options.challenge, purpose: 'sign-in' }, accountId);
}

/**
 * The passkey that answered; undefined if the answer is wrong. As the only login it must have checked who uses it, by a fingerprint or a PIN,
 * so that it is two factors in one.
 */
export async function checkPasskey(
  db: Database,
  site: PasskeySite,
  { accountId, token, response }: { accountId: string | null; token: string; response: string },
): Promise<StoredPasskey | undefined> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const challenge = await takeChallenge(db, token, 'sign-in', accountId);
  const answer = parsed<AuthenticationResponseJSON>(response);
  const passkey = challenge && typeof answer?.id === 'string' ? await findPasskey(db, answer.id) : undefined;
  if (!challenge || !answer || !passkey || (accountId !== null && passkey.accountId !== accountId)) return undefined;
  const checked = await verifyAuthenticationResponse({
    response: answer,
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.id,
    credential: {
      id: passkey.credentialId,
      publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
      counter: passkey.signCount,
    },
    requireUserVerification: accountId === null,
  }).catch(() => ({ verified: false as const, authenticationInfo: undefined }));
  if (!checked.verified || !checked.authenticationInfo) return undefined;
  const signCount = checked.authenticationInfo.newCounter;
  const isUsed = await usePasskey(db, { id: passkey.id, signCount }, new Date().toISOString());
  return isUsed ? passkey : undefined;
}

async function question(
  db: Database,
  options: object,
  challenge: Challenge,
  accountId: string | null,
): Promise<PasskeyQuestion> {
  const token = makeOneTimeToken();
  const expiresAt = new Date(Date.now() + ANSWER_TIMEOUT_MS).toISOString();
  const payload = JSON.stringify(challenge);
  await db.batch([insertOneTimeToken(token, { kind: 'passkey', accountId, payload, expiresAt })]);
  return { options: JSON.stringify(options), token };
}

/** A challenge is good once, for its purpose and its account. */
async function takeChallenge(
  db: Database,
  token: string,
  purpose: Challenge['purpose'],
  accountId: string | null,
): Promise<string | undefined> {
  const taken = await takeOneTimeToken(db, 'passkey', token, new Date().toISOString());
  if (!taken || taken.accountId !== accountId) return undefined;
  const stored = JSON.parse(taken.payload) as Challenge;
  return stored.purpose === purpose ? stored.challenge : undefined;
}

function parsed<Answer>(response: string): Answer | undefined {
  try {
    const value: unknown = response.length <= MAX_RESPONSE_LENGTH ? JSON.parse(response) : undefined;
    return typeof value === 'object' && value !== null ? (value as Answer) : undefined;
  } catch {
    return undefined;
  }
}
