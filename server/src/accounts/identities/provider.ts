// Signs people in with another provider by OpenID Connect: with PKCE, state and nonce. The library is loaded with the first sign-in.
import type { Configuration, IDToken } from 'openid-client';
import { PLAIN_ADDRESS } from '../../mail/compose.ts';
import { ask } from '../../http/outgoing.ts';
import type { ProviderSubject } from './queries.ts';

type Claims = Readonly<Record<string, unknown>>;

export interface ProviderConfig {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** What people call the provider. */
  name: string;
}

/** What must be remembered of a sign-in until the browser comes back. */
export interface ProviderFlow {
  state: string;
  nonce: string;
  verifier: string;
}

/** What somebody is called at the provider; each is empty if it does not say. */
export interface ProviderProfile {
  username: string;
  name: string;
  /** Only an address that the provider has verified. */
  email: string;
}

/** A person, as the provider says. */
export interface ProviderPerson extends ProviderSubject {
  /** Asks UserInfo, if the ID token lacks a name. Throws a `ProviderError` if that fails, or tells of another person. */
  profile(): Promise<ProviderProfile>;
}

/** The provider does not answer, or not as it should. */
export class ProviderError extends Error {}

export interface IdentityProvider {
  name: string;
  /** Where to send the browser. */
  begin(): Promise<{ url: string; flow: ProviderFlow }>;
  /** Who came back; throws if the answer is not the one to this flow. `url` is the address that the browser came back to. */
  finish(url: URL, flow: ProviderFlow): Promise<ProviderPerson>;
}

export function openIdentityProvider(config: ProviderConfig, callbackUrl: string): IdentityProvider {
  let opening: Promise<Configuration> | undefined;

  /** After a failure the next sign-in tries again. */
  const open = () =>
    (opening ??= discover(config).catch((error: unknown) => {
      opening = undefined;
      throwProviderError(error);
    }));

  return {
    name: config.name,
    async begin() {
      const client = await import('openid-client');
      const opened = await open();
      const verifier = client.randomPKCECodeVerifier();
      const flow = { state: client.randomState(), nonce: client.randomNonce(), verifier };
      const url = client.buildAuthorizationUrl(opened, {
        redirect_uri: callbackUrl,
        scope: scopeFor(opened),
        state: flow.state,
        nonce: flow.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      });
      return { url: url.href, flow };
    },
    async finish(url, { state, nonce, verifier }) {
      const client = await import('openid-client');
      const opened = await open();
      const tokens = await client
        .authorizationCodeGrant(opened, url, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        })
        .catch(throwProviderError);
      const claims = tokens.claims();
      if (!claims || !SUBJECT.test(claims.sub)) throw new ProviderError('the provider has not said who it is');
      const { iss: issuer, sub: subject } = claims;
      return { issuer, subject, profile: () => profileOf(opened, tokens.access_token, claims) };
    },
  };
}

/** A provider that lists its scopes without addresses of mail might refuse to sign in anybody who asks for one. */
function scopeFor(opened: Configuration): string {
  const { scopes_supported: known } = opened.serverMetadata();
  return known && !known.includes('email') ? 'openid profile' : 'openid profile email';
}

async function profileOf(opened: Configuration, accessToken: string, claims: IDToken): Promise<ProviderProfile> {
  const told = [claims, ...(hasNames(claims) ? [] : await askUserInfo(opened, accessToken, claims.sub))];
  const find = (claim: string) => told.map((some) => textOf(some[claim])).find((text) => text !== '') ?? '';
  const email = told.map(verifiedEmail).find((text) => text !== '') ?? '';
  return { username: find('preferred_username'), name: find('name'), email };
}

const hasNames = (claims: Claims) => textOf(claims['preferred_username']) !== '' && textOf(claims['name']) !== '';

/** Nothing if the provider has no UserInfo. */
async function askUserInfo(opened: Configuration, accessToken: string, subject: string): Promise<Claims[]> {
  if (opened.serverMetadata().userinfo_endpoint === undefined) return [];
  const { fetchUserInfo } = await import('openid-client');
  return [await fetchUserInfo(opened, accessToken, subject).catch(throwProviderError)];
}

/** For `catch`: an error of the provider or the way to it. Its text may have what the provider sent, so it goes nowhere. */
function throwProviderError(cause: unknown): never {
  throw new ProviderError('the provider does not answer as it should', { cause });
}

/**
 * Every ID token is verified by the provider's public keys: one that is not signed, or is signed with a shared secret, is refused, also over https.
 * Over plain http only where the operator has set such an address, for tests and networks of their own.
 */
async function discover({ issuer, clientId, clientSecret }: ProviderConfig): Promise<Configuration> {
  const client = await import('openid-client');
  const insecure = issuer.startsWith('http:') ? [client.allowInsecureRequests] : [];
  return client.discovery(new URL(issuer), clientId, clientSecret, undefined, {
    execute: [client.enableNonRepudiationChecks, ...insecure],
    [client.customFetch]: (address, { method, headers, body }) =>
      ask(address, { method, headers, body: body instanceof URLSearchParams ? String(body) : undefined }),
  });
}

/** What OpenID Connect allows, in letters of other scripts as well. */
const SUBJECT = /^\P{C}{1,255}$/u;
const MAX_TEXT_LENGTH = 200;
const MAX_EMAIL_LENGTH = 254;

function textOf(claim: unknown): string {
  return typeof claim === 'string' ? claim.slice(0, MAX_TEXT_LENGTH) : '';
}

function verifiedEmail({ email, email_verified: isVerified }: Claims): string {
  if (isVerified !== true || typeof email !== 'string' || email.length > MAX_EMAIL_LENGTH) return '';
  return PLAIN_ADDRESS.test(email) && email.isWellFormed() ? email : '';
}
