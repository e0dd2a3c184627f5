// The login of a person at another device, by the device grant (RFC 8628): a code that is shown, and a wait until the person has allowed it.
import { ForbiddenError, isCatalogError, UnauthorizedError } from '../errors.ts';
import { pause, timeLimit } from '../time-limit.ts';
import { notACatalog, post, type OAuthOptions } from './post.ts';
import { isLifetime, requestTokens, type Tokens } from './tokens.ts';

const DEVICE_CODE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
const MIN_INTERVAL_MS = 1_000;
const MAX_INTERVAL_MS = 60_000;
/** RFC 8628, 3.5: what `slow_down` adds. */
const SLOW_DOWN_MS = 5_000;
const MAX_ADDRESS_CHARACTERS = 2_000;

export interface DeviceLoginOptions extends OAuthOptions {
  /** What the login may do, such as `realms:read`. */
  scopes: readonly string[];
}

export interface DeviceLogin {
  /** To be shown: the page shows it again, and the person compares both. */
  userCode: string;
  verificationUri: string;
  /** The same page, with the code filled in. */
  verificationUriComplete: string;
  /** When the code ends, in ISO 8601. */
  expiresAt: string;
  /** Waits until the person has decided. A refusal is a `ForbiddenError`, and the end of the code an `UnauthorizedError` with the code `expired_token`. */
  wait(): Promise<Tokens>;
}

export async function startDeviceLogin(options: DeviceLoginOptions): Promise<DeviceLogin> {
  const answer = await post(options, '/device/authorize', { scope: options.scopes.join(' ') });
  const { device_code, user_code, verification_uri, verification_uri_complete, expires_in, interval = 5 } = answer;
  const page = pageAddress(verification_uri);
  const isGood = typeof device_code === 'string' && typeof user_code === 'string' && /^[\w-]{1,32}$/.test(user_code);
  if (!isGood || !page || !isLifetime(expires_in)) throw notACatalog(options);
  const endsAt = Date.now() + expires_in * 1_000;
  return {
    userCode: user_code,
    verificationUri: page,
    verificationUriComplete: pageAddress(verification_uri_complete) ?? page,
    expiresAt: new Date(endsAt).toISOString(),
    wait: () => waitForConsent(options, device_code, isLifetime(interval) ? interval * 1_000 : 0, endsAt),
  };
}

/** The address is shown and given to a browser, so it must be one of a page, whatever the server says. */
function pageAddress(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > MAX_ADDRESS_CHARACTERS || !URL.canParse(value)) return undefined;
  const url = new URL(value);
  return /^https?:$/.test(url.protocol) ? url.href : undefined;
}

async function waitForConsent(
  options: OAuthOptions,
  deviceCode: string,
  askedIntervalMs: number,
  endsAt: number,
): Promise<Tokens> {
  let intervalMs = Math.min(Math.max(askedIntervalMs, MIN_INTERVAL_MS), MAX_INTERVAL_MS);
  const limit = timeLimit(Infinity, options.signal, () => new Error('It has no limit of time.'));
  try {
    while (Date.now() < endsAt) {
      await pause(intervalMs, limit);
      try {
        return await requestTokens(options, { grant_type: DEVICE_CODE_GRANT, device_code: deviceCode });
      } catch (error) {
        if (hasCode(error, 'access_denied'))
          throw new ForbiddenError('The login was refused on the page.', { code: 'access_denied' });
        if (hasCode(error, 'expired_token')) break;
        if (hasCode(error, 'slow_down')) intervalMs = Math.min(intervalMs + SLOW_DOWN_MS, MAX_INTERVAL_MS);
        else if (!hasCode(error, 'authorization_pending') && !isPassing(error)) throw error;
      }
    }
  } finally {
    limit.end();
  }
  throw new UnauthorizedError('The code has expired before anyone allowed it.', { code: 'expired_token' });
}

const hasCode = (error: unknown, code: string) => isCatalogError(error) && error.code === code;

/** A moment without a network is no end: the person may still be reading the page. */
const isPassing = (error: unknown) =>
  isCatalogError(error, 'network') || isCatalogError(error, 'timeout') || isCatalogError(error, 'unavailable');
