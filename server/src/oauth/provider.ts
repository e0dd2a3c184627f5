// Configures oidc-provider as the OAuth 2.0 authorization server of the catalog. OpenID Connect is switched off.
import { timingSafeEqual } from 'node:crypto';
import { scopes } from '@realm-catalog/contract';
import { errors, interactionPolicy, Provider, type Client, type Context } from 'oidc-provider';
import { findActiveAccount } from '../credentials/queries.ts';
import { hashSecret } from '../credentials/secrets.ts';
import type { Config } from '../config/config.ts';
import type { Keyring } from '../credentials/keyring.ts';
import type { Database } from '../db/database.ts';
import { cookieNames, paths, resourceOf, sessionCookie } from './addresses.ts';
import { ownMetadata } from './clients.ts';
import { deviceFlow, respondWithPage } from './device.ts';
import type { Render } from './page-response.ts';
import { oauthStore, type RequestContexts } from './store.ts';

const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 60 * MINUTE_SECONDS;
const DAY_SECONDS = 24 * HOUR_SECONDS;

const lifetimes = {
  AccessToken: HOUR_SECONDS,
  ClientCredentials: HOUR_SECONDS,
  AuthorizationCode: MINUTE_SECONDS,
  DeviceCode: 10 * MINUTE_SECONDS,
  RefreshToken: 30 * DAY_SECONDS, // for each token; its grant ends after a year, however often it is refreshed
  Grant: 365 * DAY_SECONDS,
  Interaction: HOUR_SECONDS,
  // Before someone signs in, the session only binds the form of the device page to its browser.
  Session: (_ctx: Context, session: { accountId?: string }) => (session.accountId ? DAY_SECONDS : HOUR_SECONDS),
  IdToken: HOUR_SECONDS, // never issued
};

export async function openProvider(
  { config, db, keyring }: { config: Config; db: Database; keyring: Keyring },
  requests: RequestContexts,
  render: Render,
): Promise<Provider> {
  const { basePath: base } = config;
  const provider = new Provider(config.publicUrl, {
    adapter: oauthStore(db, requests),
    routes: paths,
    scopes: [...scopes],
    responseTypes: ['code'],
    clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'none'],
    extraClientMetadata: { properties: ownMetadata },
    clientDefaults: { id_token_signed_response_alg: 'EdDSA' },
    allowOmittingSingleRegisteredRedirectUri: false,
    pkce: { required: () => true },
    ttl: lifetimes,
    clockTolerance: 0,
    rotateRefreshToken: true,
    issueRefreshToken: async (_ctx: Context, client: Client) => client.grantTypeAllowed('refresh_token'),
    expiresWithSession: async () => false,
    // Every authorization asks for consent and has its own grant, so that revoking one leaves the others valid.
    loadExistingGrant: async ({ oidc }: Context) =>
      oidc.result?.consent?.grantId ? oidc.provider.Grant.find(oidc.result.consent.grantId) : undefined,
    findAccount: async (_ctx: Context, id: string) =>
      (await findActiveAccount(db, id)) && { accountId: id, claims: async () => ({ sub: id }) },
    interactions: {
      policy: signInPolicy(),
      url: async (_ctx: Context, { uid }: { uid: string }) => `${config.publicUrl}/oauth/interaction/${uid}`,
    },
    fetch: refuseToFetch,
    jwks: { keys: await keyring.signingKeys() }, // the provider signs nothing, but does not start without a key
    cookies: {
      keys: await keyring.cookieKeys(),
      names: cookieNames,
      long: sessionCookie(base),
      short: { signed: true, httpOnly: true, sameSite: 'lax' },
    },
    features: features(
      resourceOf(config),
      deviceFlow(render, {
        usernameOf: async (id) => (await findActiveAccount(db, id))?.username,
        addressOf: () => requests.getStore()?.ip ?? '',
      }),
    ),
    renderError: (ctx: Context, out: Refusal) =>
      respondWithPage(render, ctx, async (site) =>
        (await import('@realm-catalog/web/pages/oauth/consent')).failurePage(site, refusalView(ctx, out)),
      ),
  });
  usePublicUrl(provider);
  sendNoEmptyText(provider);
  provider.Client.prototype.compareClientSecret = isSecretOf;
  defaultToAllScopes(provider);
  return provider;
}

/** What is registered has no address that the provider would ask (`toMetadata`). This is for what a later version of the package may add. */
async function refuseToFetch(): Promise<never> {
  throw new Error('no address is asked for a client');
}

const disabled = { enabled: false };

function features(resource: string, deviceFlow: object): object {
  return {
    clientCredentials: { enabled: true },
    deviceFlow,
    revocation: { enabled: true, allowedPolicy: isOwn },
    introspection: { enabled: true, allowedPolicy: isOwn },
    devInteractions: disabled,
    userinfo: disabled,
    rpInitiatedLogout: disabled,
    pushedAuthorizationRequests: disabled,
    resourceIndicators: resourceIndicators(resource),
    dPoP: disabled,
  };
}

/** RFC 8707: every token is for the API, and a request for another resource gets `invalid_target`. */
function resourceIndicators(resource: string): object {
  return {
    enabled: true,
    defaultResource: async () => resource,
    useGrantedResource: async () => true,
    async getResourceServerInfo(_ctx: Context, indicator: string) {
      if (indicator !== resource) throw new errors.InvalidTarget(`the resource of this server is ${resource}`);
      return { scope: scopes.join(' '), audience: resource, accessTokenFormat: 'opaque' };
    },
  };
}

async function isOwn(_ctx: Context, client: Client, token: { clientId: string }): Promise<boolean> {
  return client.clientId === token.clientId;
}

interface Refusal {
  error: string;
  error_description?: string;
}

/** The page for an error of the request. `failures.ts` handles every other error. */
function refusalView({ res }: Context, out: Refusal) {
  return {
    message: 'The request of the application is invalid.',
    requestId: String(res.getHeader('x-request-id')),
    technical: [out.error, out.error_description].filter(Boolean).join(': '),
  };
}

/** The provider also asks to sign in if the account of the browser's session was removed. */
function signInPolicy() {
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

/** The provider would call an empty response plain text, which clients of revocation do not expect. */
function sendNoEmptyText(provider: Provider): void {
  provider.use(async (ctx, next) => {
    await next();
    if (ctx.body === '') ctx.type = '';
  });
}

/** The provider builds its URLs from the header Host. This makes it use the public URL, whatever a request says. */
function usePublicUrl(provider: Provider): void {
  provider.proxy = true; // it then trusts the X-Forwarded-Proto that we set, and knows which cookies are secure
  provider.OIDCContext.prototype.urlFor = (name, options) => provider.urlFor(name, options);
}

/** The provider's `clientSecret` are the hashes of the secrets that are valid, separated by a blank. */
function isSecretOf(this: Client, sentSecret: string): boolean {
  const sentHash = Buffer.from(hashSecret(sentSecret));
  return (this.clientSecret ?? '').split(' ').some((text) => {
    const storedHash = Buffer.from(text);
    return storedHash.length === sentHash.length && timingSafeEqual(storedHash, sentHash);
  });
}

/** RFC 6749, 3.3: a request without a scope asks for all scopes that its client is registered for. */
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
