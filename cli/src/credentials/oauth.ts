// OAuth 2.0 as the command line needs it: the device grant (RFC 8628), refreshing and revoking, by the client that every catalog has.
// The addresses are below the registry, so that no answer can lead a token to another host.
import { NetworkError, UnexpectedResponseError } from '@realm-catalog/client';
import { CommandError } from '../failure.ts';
import { isToken, type StoredCredential } from './stored-credential.ts';

/** A public client without a secret, which a catalog is set up with. */
const CLIENT_ID = 'realm-cli';
const DEVICE_CODE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

const TIMEOUT_MS = 30_000;
const MAX_ANSWER_BYTES = 65_536;

export interface OAuthServer {
  /** Without a slash at its end. */
  registry: string;
  fetch(address: string, request: RequestInit): Promise<Response>;
  userAgent: string;
  signal?: AbortSignal | undefined;
  /** Of one request. */
  timeoutMs?: number;
}

export interface DeviceCode {
  deviceCode: string;
  userCode: string;
  verificationUri: string;
  /** The same page, with the code filled in. */
  verificationUriComplete: string;
  expiresAt: number;
  intervalMs: number;
}

/** The `error` of RFC 6749 or RFC 8628 is its code. */
export function hasOAuthCode(error: unknown, code: string): boolean {
  return error instanceof CommandError && error.code === code;
}

type Answer = Record<string, unknown>;

export async function startDeviceGrant(server: OAuthServer, scopes: string[]): Promise<DeviceCode> {
  const answer = await post(server, '/oauth/device/authorize', { scope: scopes.join(' ') });
  const { device_code, user_code, verification_uri, verification_uri_complete, expires_in, interval = 5 } = answer;
  const page = pageAddress(verification_uri);
  if (typeof device_code !== 'string' || typeof user_code !== 'string' || !page || !/^[\w-]{1,32}$/.test(user_code))
    throw notACatalog(server);
  return {
    deviceCode: device_code,
    userCode: user_code,
    verificationUri: page,
    verificationUriComplete: pageAddress(verification_uri_complete) ?? page,
    expiresAt: Date.now() + Number(expires_in) * 1_000,
    intervalMs: Number(interval) * 1_000,
  };
}

/** Throws an OAuthError `authorization_pending` until someone has decided. */
export async function redeemDeviceCode(server: OAuthServer, deviceCode: string): Promise<StoredCredential> {
  return tokensOf(server, { grant_type: DEVICE_CODE_GRANT, device_code: deviceCode });
}

/** The old refresh token is used up by this. Using it again would end the grant. */
export async function refreshTokens(server: OAuthServer, refreshToken: string): Promise<StoredCredential> {
  return tokensOf(server, { grant_type: 'refresh_token', refresh_token: refreshToken });
}

/** Ends the grant of this token, and so all its tokens (RFC 7009). */
export async function revokeToken(server: OAuthServer, token: string): Promise<void> {
  await post(server, '/oauth/revoke', { token });
}

async function tokensOf(server: OAuthServer, parameters: Record<string, string>): Promise<StoredCredential> {
  const { access_token, refresh_token, expires_in } = await post(server, '/oauth/token', parameters);
  if (!isToken(access_token)) throw notACatalog(server);
  return {
    kind: 'oauth',
    token: access_token,
    ...(isToken(refresh_token) && { refreshToken: refresh_token }),
    ...(typeof expires_in === 'number' && { expiresAt: new Date(Date.now() + expires_in * 1_000).toISOString() }),
  };
}

async function post(server: OAuthServer, path: string, parameters: Record<string, string>): Promise<Answer> {
  const timeout = AbortSignal.timeout(server.timeoutMs ?? TIMEOUT_MS);
  const signal = server.signal ? AbortSignal.any([server.signal, timeout]) : timeout;
  const [response, text] = await send(server, path, {
    method: 'POST',
    body: new URLSearchParams({ client_id: CLIENT_ID, ...parameters }),
    headers: { accept: 'application/json', 'user-agent': server.userAgent },
    redirect: 'error', // the body holds a secret
    signal,
  });
  if (response.ok && text === '') return {};
  const answer = parseObject(text);
  if (!answer) throw notACatalog(server);
  if (response.ok) return answer;
  throw refusal(response.status, answer);
}

async function send(server: OAuthServer, path: string, request: RequestInit): Promise<[Response, string]> {
  try {
    const response = await server.fetch(server.registry + path, request);
    return [response, await readText(response)];
  } catch (cause) {
    server.signal?.throwIfAborted();
    const { host } = new URL(server.registry);
    throw new NetworkError(`No answer from ${host}: ${reasonOf(cause)}`, { host, cause });
  }
}

/** The first cause says why: around it is only that fetch failed. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? reasonOf(error.cause) : error.message;
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > MAX_ANSWER_BYTES) break;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

const explanations: Record<string, { outcome: 'usage' | 'login'; hint: string }> = {
  invalid_scope: {
    outcome: 'usage',
    hint: 'A login may have realms:read, realms:write, collections:write and account.',
  },
  invalid_client: {
    outcome: 'login',
    hint: 'This catalog is older than this command line, and has no client for it. Log in with a token: --with-token',
  },
};

/** Of OAuth, or a problem of the catalog: too many requests, or its database is unavailable. */
function refusal(status: number, answer: Answer): CommandError {
  const { error = answer['code'] ?? status, error_description: text = answer['detail'] ?? error } = answer;
  const outcome = status === 429 ? 'rateLimited' : status >= 500 ? 'network' : 'login';
  const known = Object.hasOwn(explanations, String(error)) ? explanations[String(error)] : undefined;
  return new CommandError(known?.outcome ?? outcome, `The catalog refuses: ${String(text)}`, {
    code: String(error),
    ...(known && { hint: known.hint }),
  });
}

function parseObject(text: string): Answer | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Answer) : undefined;
  } catch {
    return undefined;
  }
}

/** The address is shown and given to a browser, so it must be one of a page, whatever the server says. */
function pageAddress(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > 2_000 || !URL.canParse(value)) return undefined;
  const url = new URL(value);
  return /^https?:$/.test(url.protocol) ? url.href : undefined;
}

/** No JSON, or not the fields that RFC 6749 and RFC 8628 require. */
function notACatalog({ registry }: OAuthServer): UnexpectedResponseError {
  return new UnexpectedResponseError(`${registry} did not answer as a Realm Catalog does.`);
}
