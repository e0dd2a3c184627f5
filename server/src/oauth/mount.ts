// Where the authorization server stands in the house: its endpoints, its pages, its metadata, and what every answer carries.
import { AsyncLocalStorage } from 'node:async_hooks';
import { readFileSync } from 'node:fs';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { cacheable, sendCacheable } from '../http/caching.ts';
import { unreadable } from '../http/problem.ts';
import type { Config } from '../config.ts';
import { cookieNames, paths } from './addresses.ts';
import { CODE_HINT } from './device.ts';
import { sendFailure } from './failures.ts';
import { refuseForeignForm } from './forms.ts';
import { interactions } from './interactions.ts';
import { metadata } from './metadata.ts';
import { openLate, type OAuthServices, type OpenProvider } from './open.ts';
import { pageHeaders } from './pages.ts';
import { sweepOAuth } from './queries.ts';
import { signOut } from './sign-out.ts';
import type { Answering, Asking } from './store.ts';

const SWEEP_EVERY = 600_000;
/** OAuth and its extensions have some thirty. The time that the provider takes grows with the square of their number. */
const MAX_PARAMETERS = 100;

/** To be registered, so that its routes have a scope of their own. */
export async function oauthServer(app: FastifyInstance, services: OAuthServices): Promise<void> {
  const asking: Asking = new AsyncLocalStorage();
  const open = openLate(app, services, asking);
  const { protocol } = new URL(services.config.publicUrl);
  // By this the provider knows whether its cookies are secure.
  app.addHook('onRequest', async ({ raw }) => void (raw.headers['x-forwarded-proto'] = protocol.slice(0, -1)));
  const css = cacheable(readFileSync(new URL('pages.css', import.meta.url), 'utf8'));
  app.get('/oauth/pages.css', (request, reply) => sendCacheable(request, reply.type('text/css; charset=utf-8'), css));
  metadata(app, services);

  app.setErrorHandler((error, request, reply) => sendFailure(services.config.basePath, error, request, reply));
  app.register(async (scope) => interactions(scope, services, open, asking));
  app.register(async (scope) => signOut(scope, services, open));
  app.register(async (scope) => endpoints(scope, services, open, asking));

  const sweeping = setInterval(() => void sweepOAuth(services.db).catch(logFailure), SWEEP_EVERY).unref();
  app.addHook('onClose', async () => clearInterval(sweeping));
  function logFailure(error: unknown): void {
    app.log.error({ err: error }, 'expired OAuth records could not be removed');
  }
}

/** The provider reads bodies and writes answers itself; Fastify brings the request to it and keeps its hands off. */
function endpoints(app: FastifyInstance, { config }: { config: Config }, open: OpenProvider, asking: Asking): void {
  const { origin } = new URL(config.publicUrl);

  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));

  async function handler(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { raw } = request;
    reply.headers(pageHeaders);
    if (request.routeOptions.url === paths.code_verification && raw.method === 'POST')
      refuseForeignForm(request, origin, cookieNames.session);
    const url = ownUrl(request);
    raw.url = request.routeOptions.url ?? ''; // the id of a page is not for the log
    const provider = await open();
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) reply.raw.setHeader(name, value);
    const asked: Answering = { ip: request.ip, requestId: request.id };
    raw.url = url;
    await asking.run(asked, () => provider.callback()(raw, reply.raw));
    raw.url = request.routeOptions.url ?? '';
    if (asked.failure === undefined) return void reply.hijack();
    for (const name of reply.raw.getHeaderNames()) reply.raw.removeHeader(name);
    throw asked.failure;
  }

  const route = (method: 'GET' | 'POST', url: string) => app.route({ method, url, handler });
  route('GET', paths.authorization);
  route('GET', `${paths.authorization}/:uid`);
  route('POST', paths.token);
  route('POST', paths.revocation);
  route('POST', paths.introspection);
  route('POST', paths.device_authorization);
  route('GET', paths.code_verification);
  route('POST', paths.code_verification);
  route('GET', `${paths.code_verification}/:uid`);
}

/** The address as the provider's own router knows it, however the request spelled it. */
function ownUrl({ raw, routeOptions, params }: FastifyRequest): string {
  const { uid = '' } = params as { uid?: string };
  const path = (routeOptions.url ?? '').replace(':uid', encodeURIComponent(uid));
  const [, query = ''] = /\?(.*)/s.exec(raw.url ?? '') ?? [];
  if (query.split('&', MAX_PARAMETERS + 1).length > MAX_PARAMETERS)
    throw unreadable('query', 'has too many parameters');
  if (routeOptions.url !== paths.code_verification) return query ? `${path}?${query}` : path;
  return `${path}?${new URLSearchParams({ [CODE_HINT]: new URLSearchParams(query).get('user_code') ?? '' }).toString()}`;
}
