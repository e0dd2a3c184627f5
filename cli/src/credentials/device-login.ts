// Shows a device code, and waits until a person has allowed, or refused, what a device code asks for (RFC 8628, 3.4 and 3.5).
import { setTimeout as sleep } from 'node:timers/promises';
import { isCatalogError } from '@realm-catalog/client';
import { CommandError } from '../failure.ts';
import { jsonText } from '../printable.ts';
import type { Styles } from '../style.ts';
import { hasOAuthCode, redeemDeviceCode, type DeviceCode, type OAuthServer } from './oauth.ts';
import type { StoredCredential } from './stored-credential.ts';

const MIN_INTERVAL_MS = 1_000;
const MAX_INTERVAL_MS = 60_000;
/** RFC 8628, 3.5: what `slow_down` adds. */
const SLOW_DOWN_MS = 5_000;

export async function waitForConsent(server: OAuthServer, code: DeviceCode): Promise<StoredCredential> {
  let intervalMs = Math.min(Math.max(code.intervalMs || 0, MIN_INTERVAL_MS), MAX_INTERVAL_MS);
  while (Date.now() < code.expiresAt) {
    await sleep(intervalMs, undefined, { signal: server.signal });
    try {
      return await redeemDeviceCode(server, code.deviceCode);
    } catch (error) {
      if (hasOAuthCode(error, 'access_denied'))
        throw new CommandError('forbidden', 'The login was refused on the page.', { code: 'access_denied' });
      if (hasOAuthCode(error, 'expired_token')) break;
      if (hasOAuthCode(error, 'slow_down')) intervalMs = Math.min(intervalMs + SLOW_DOWN_MS, MAX_INTERVAL_MS);
      // A moment without a network is no end: the person may still be reading the page.
      else if (!hasOAuthCode(error, 'authorization_pending') && !isCatalogError(error, 'network')) throw error;
    }
  }
  throw new CommandError('login', 'The code has expired before anyone allowed it.', { code: 'expired_token' });
}

export const codeText = ({ verificationUri, userCode }: DeviceCode, style: Styles) =>
  `Open ${style.bold(verificationUri)} and enter the code ${style.bold(userCode)}.\nThe page shows the code again: allow it only if both are the same.`;

/** For a program that shows the code in its own way. It cannot wait for the record on stdout, which is printed at the end. */
export const codeJson = ({ verificationUri, verificationUriComplete, userCode, expiresAt }: DeviceCode) =>
  jsonText({ verificationUri, verificationUriComplete, userCode, expiresAt: new Date(expiresAt).toISOString() });
