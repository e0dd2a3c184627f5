// The OAuth 2.0 authorization server: oidc-provider, set to what the catalog promises and nothing of OpenID Connect.
import { timingSafeEqual } from 'node:crypto';
import { scopes } from '@realm-catalog/contract';
import { interactionPolicy, Provider, type Client, type Context } from 'oidc-provider';
import { findActiveAccount } from '../credentials/queries.ts';
import { hashSecret } from '../credentials/secrets.ts';
import type { Config } from '../config.ts';
import type { Keyring } from '../credentials/keyring.ts';
import type { Database } from '../db/database.ts';
import { cookieNames, paths, sessionCookie } from './addresses.ts';
import { deviceFlow } from './device.ts';
import { errorPage, show } from './pages.ts';
import { oauthStore, type Asking } from './store.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const ttl = {
  AccessToken: HOUR,
  ClientCredentials: HOUR,
  AuthorizationCode: MINUTE,
  DeviceCode: 10 * MINUTE,
  RefreshToken: 30 * DAY, // each; a grant ends after a year, however often it is refreshed
  Grant: 365 * DAY,
  Interaction: HOUR,
  // Until someone signs in it only binds the form of the device page to its browser.
  Session: (_ctx: Context, session: { accountId?: string }) => (session.accountId ? DAY : HOUR),
  IdToken: HOUR, // never issued
};

export async function openProvider(
  { config, db, keyring }: { config: Config; db: Database; keyring: Keyring },
  asking: Asking,
): Promise<Provider> {
  const { basePath: base } = config;
  const provider = new Provider(config.publicUrl, {
    adapter: oauthStore(db, asking),
    routes: paths,
    scopes: [...scopes],
    responseTypes: ['code'],
    clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'none'],
    clientDefaults: { id_token_signed_response_alg: 'EdDSA' },
    allowOmittingSingleRegisteredRedirectUri: false,
    pkce: { required: () => true },
    ttl,
    clockTolerance: 0,
    rotateRefreshToken: true,
    issueRefreshToken: async (_ctx: Context, client: Client) => client.grantTypeAllowed('refresh_token'),
    expiresWithSession: async () => false,
    // Every authorization is asked for, and is a grant of its own: revoking one leaves the others alone.
    loadExistingGrant: async ({ oidc }: Context) =>
      oidc.result?.consent?.grantId ? oidc.provider.Grant.find(oidc.result.consent.grantId) : undefined,
    findAccount: async (_ctx: Context, id: string) =>
      (await findActiveAccount(db, id)) && { accountId: id, claims: async () => ({ sub: id }) },
    interactions: {
      policy: policy(),
      url: async (_ctx: Context, { uid }: { uid: string }) => `${config.publicUrl}/oauth/interaction/${uid}`,
    },
    jwks: { keys: await keyring.signingKeys() }, // it signs nothing, but does not start without a key
    cookies: {
      keys: await keyring.cookieKeys(),
      names: cookieNames,
      long: sessionCookie(base),
      short: { signed: true, httpOnly: true, sameSite: 'lax' },
    },
    features: features(deviceFlow(base, async (id) => (await findActiveAccount(db, id))?.username)),
    renderError(ctx: Context, out: { error: string; error_description?: string }) {
      show(ctx, refusal(base, ctx, out));
    },
  });
  followPublicUrl(provider);
  provider.Client.prototype.compareClientSecret = isSecretOf;
  defaultToAllScopes(provider);
  return provider;
}

const off = { enabled: false };

function features(deviceFlow: object): object {
  return {
    clientCredentials: { enabled: true },
    deviceFlow,
    revocation: { enabled: true, allowedPolicy: isOwn },
    introspection: { enabled: true, allowedPolicy: isOwn },
    devInteractions: off,
    userinfo: off,
    rpInitiatedLogout: off,
    pushedAuthorizationRequests: off,
    resourceIndicators: off,
    dPoP: off,
  };
}

async function isOwn(_ctx: Context, client: Client, token: { clientId: string }): Promise<boolean> {
  return client.clientId === token.clientId;
}

/** What is no fault of the request is not shown by the provider: failures.ts takes it over. */
function refusal(base: string, ctx: Context, out: { error: string; error_description?: string }): string {
  return errorPage(
    base,
    'The application asked for something that cannot be done.',
    String(ctx.res.getHeader('x-request-id')),
    [out.error, out.error_description].filter(Boolean).join(': '),
  );
}

/** Signing in is also asked for when the account of a browser's session is gone. */
function policy() {
  const policy = interactionPolicy.base();
  policy
    .get('login')
    .checks.add(
      new interactionPolicy.Check(
        'no_account',
        'the account is gone',
        ({ oidc }) => oidc.session.accountId !== undefined && oidc.account === undefined,
      ),
    );
  return policy;
}

/** The provider makes its addresses from the header Host; ours are those of the public address, whatever a request says. */
function followPublicUrl(provider: Provider): void {
  provider.proxy = true; // believes the X-Forwarded-Proto that we set, and thereby which cookies are secure
  provider.OIDCContext.prototype.urlFor = (name, options) => provider.urlFor(name, options);
}

/** What the provider takes for a client's secret is its hash. */
function isSecretOf(this: Client, given: string): boolean {
  const [kept = Buffer.of(), hash = Buffer.of(0)] = [this.clientSecret ?? '', hashSecret(given)].map((text) =>
    Buffer.from(text),
  );
  return kept.length === hash.length && timingSafeEqual(kept, hash);
}

/** RFC 6749, 3.3: a request that names no scope asks for all that its client is registered for. */
function defaultToAllScopes({ OIDCContext: { prototype } }: Provider): void {
  const assign = Object.getOwnPropertyDescriptor(prototype, 'entity')?.value as (typeof prototype)['entity'];
  prototype.entity = function assignClient(name, value) {
    assign.call(this, name, value);
    const { params, client, route } = this;
    if (name !== 'Client' || !params || !client || params['scope'] !== undefined) return;
    const isRequest = route === 'authorization' || route === 'device_authorization';
    if (isRequest || params['grant_type'] === 'client_credentials') params['scope'] = client.scope;
  };
}
