// Signs people in with another provider by OpenID Connect: with PKCE, state and nonce. The library is loaded with the first sign-in.
import type { Configuration } from 'openid-client';
import type { ProviderSubject } from './queries.ts';

const TIMEOUT_SECONDS = 10;

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

/** A person, as the provider says. */
export interface ProviderPerson extends ProviderSubject {
  /** What they are called there; empty if the provider does not say. */
  username: string;
  name: string;
}

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
      throw error;
    }));

  return {
    name: config.name,
    async begin() {
      const client = await import('openid-client');
      const verifier = client.randomPKCECodeVerifier();
      const flow = { state: client.randomState(), nonce: client.randomNonce(), verifier };
      const url = client.buildAuthorizationUrl(await open(), {
        redirect_uri: callbackUrl,
        scope: 'openid profile',
        state: flow.state,
        nonce: flow.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      });
      return { url: url.href, flow };
    },
    async finish(url, { state, nonce, verifier }) {
      const client = await import('openid-client');
      const tokens = await client.authorizationCodeGrant(await open(), url, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (!claims) throw new Error('the provider has not said who it is');
      const { iss: issuer, sub: subject } = claims;
      return { issuer, subject, username: textOf(claims['preferred_username']), name: textOf(claims['name']) };
    },
  };
}

/** Over plain http only where the operator has set such an address, for tests and networks of their own. */
async function discover({ issuer, clientId, clientSecret }: ProviderConfig): Promise<Configuration> {
  const client = await import('openid-client');
  const execute = issuer.startsWith('http:') ? [client.allowInsecureRequests] : [];
  return client.discovery(new URL(issuer), clientId, clientSecret, undefined, { execute, timeout: TIMEOUT_SECONDS });
}

const MAX_TEXT_LENGTH = 200;

function textOf(claim: unknown): string {
  return typeof claim === 'string' ? claim.slice(0, MAX_TEXT_LENGTH) : '';
}
