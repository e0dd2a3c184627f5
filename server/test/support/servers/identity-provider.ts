// Another OpenID Connect provider for tests, on a free port of this machine: oidc-provider, which signs in whom the test names.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Provider } from 'oidc-provider';
import { freePort } from '../free-port.ts';

interface ProviderPerson {
  subject: string;
  preferred_username?: string;
  name?: string;
  email?: string;
  email_verified?: boolean;
}

/** What of the package this uses, beyond the types that the catalog keeps of it. */
interface Interactive {
  interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<{ params: Record<string, string> }>;
  interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>;
  Grant: new (fields: object) => { addOIDCScope(scope: string): void; save(): Promise<string> };
}

/** With `names: 'userinfo'`, its ID tokens say nothing but who it is, as OpenID Connect has it. */
export async function startIdentityProvider(
  callbackUrl: string,
  { names, idTokenAlg = 'RS256' }: { names?: 'userinfo'; idTokenAlg?: string } = {},
) {
  const port = await freePort();
  const issuer = `http://127.0.0.1:${port}`;
  /** Who signs in next; without anybody the provider refuses. */
  const next: { person: ProviderPerson | undefined } = { person: undefined };
  /** Changes what it answers on a path. */
  const changes = new Map<string, (body: Record<string, unknown>) => unknown>();
  /** The paths that it was asked for. */
  const asked: string[] = [];
  const people = new Map<string, ProviderPerson>();
  const client = {
    client_id: 'catalog',
    client_secret: 'a-secret-of-the-tests-of-32-bytes',
    redirect_uris: [callbackUrl],
    id_token_signed_response_alg: idTokenAlg,
  };
  const provider = new Provider(issuer, {
    clients: [client],
    claims: { profile: ['preferred_username', 'name'], email: ['email', 'email_verified'] },
    conformIdTokenClaims: names === 'userinfo',
    enabledJWA: { idTokenSigningAlgValues: ['RS256', idTokenAlg] },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_ctx: unknown, id: string) => ({
      accountId: id,
      claims: () => ({ sub: id, ...people.get(id), subject: undefined }),
    }),
  });
  provider.use(async (ctx, next) => {
    await next();
    asked.push(ctx.path);
    const change = changes.get(ctx.path);
    if (change) ctx.body = await change(ctx.body as Record<string, unknown>);
  });
  const interactive = provider as unknown as Interactive;

  async function interact(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { person } = next;
    if (!person) return interactive.interactionFinished(request, response, { error: 'access_denied' });
    people.set(person.subject, person);
    const { params } = await interactive.interactionDetails(request, response);
    const grant = new interactive.Grant({ accountId: person.subject, clientId: params['client_id'] });
    grant.addOIDCScope(params['scope'] ?? '');
    const result = { login: { accountId: person.subject }, consent: { grantId: await grant.save() } };
    await interactive.interactionFinished(request, response, result);
  }

  const handle = provider.callback();
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/interaction/')) void interact(request, response);
    else void handle(request, response);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    issuer,
    next,
    changes,
    asked,
    settings: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: client.client_id,
      OIDC_CLIENT_SECRET: client.client_secret,
      OIDC_NAME: 'Example ID',
    },
    /** Walks through the pages of the provider, and returns the address at the catalog that it leads back to. */
    async visit(address: string): Promise<string> {
      const jar = new Map<string, string>();
      let url = address;
      while (url.startsWith(issuer)) {
        const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
        const response = await fetch(url, { redirect: 'manual', headers: { cookie } });
        for (const header of response.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(header) ?? [];
          jar.set(name, value);
        }
        const location = response.headers.get('location');
        if (location === null) throw new Error(`${response.status} ${await response.text()}`);
        url = new URL(location, url).href;
      }
      return url;
    },
    close: () => new Promise<void>((resolve) => (server.close(() => resolve()), server.closeAllConnections())),
  };
}
