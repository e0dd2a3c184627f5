// Where the authorization server stands in the house: its endpoints, its pages, its metadata, and what every answer carries.
import { readFileSync } from 'node:fs';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Provider } from 'oidc-provider';
import { sendCacheable } from '../http/caching.ts';
import type { Services } from '../services.ts';
import { CODE_HINT } from './device.ts';
import { sendFailure } from './failures.ts';
import { interactions, refuseForeignForm } from './interactions.ts';
import { metadata } from './metadata.ts';
import { pageHeaders } from './pages.ts';
import { cookieNames, openProvider, paths } from './provider.ts';
import { sweepOAuth } from './queries.ts';

const SWEEP_EVERY = 600_000;

/** To be registered, so that its routes have a scope of their own. */
export async function oauthServer(app: FastifyInstance, services: Services): Promise<void> {
  const provider = await openProvider(services);
  provider.on('server_error', (_ctx, error) => app.log.error({ err: error }, 'oauth failed'));
  provider.on('error', (error) => app.log.error({ err: error }, 'oauth failed'));

  const css = readFileSync(new URL('pages.css', import.meta.url), 'utf8');
  app.get('/oauth/pages.css', (request, reply) => sendCacheable(request, reply.type('text/css; charset=utf-8'), css));
  metadata(app, services);

  const base = new URL(services.config.publicUrl).pathname.replace(/\/$/, '');
  app.setErrorHandler((error, request, reply) => sendFailure(base, error, request, reply));
  app.register(async (scope) => interactions(scope, services, provider));
  app.register(async (scope) => endpoints(scope, services, provider));

  const sweeping = setInterval(() => void sweepOAuth(services.db).catch(logFailure), SWEEP_EVERY).unref();
  app.addHook('onClose', async () => clearInterval(sweeping));
  function logFailure(error: unknown): void {
    app.log.error({ err: error }, 'expired OAuth records could not be removed');
  }
}

/** The provider reads bodies and writes answers itself; Fastify brings the request to it and keeps its hands off. */
function endpoints(app: FastifyInstance, { config, keyring }: Services, provider: Provider): void {
  const { origin, protocol } = new URL(config.publicUrl);
  const answer = provider.callback();

  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));

  async function handler(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { raw } = request;
    if (request.routeOptions.url === paths.code_verification && raw.method === 'POST')
      refuseForeignForm(request, origin, cookieNames.session);
    raw.url = ownUrl(request);
    raw.headers['x-forwarded-proto'] = protocol.slice(0, -1);
    provider.keys = await keyring.cookieKeys(); // they may have been replaced

    reply.hijack();
    for (const [name, value] of Object.entries({ ...reply.getHeaders(), ...pageHeaders }))
      if (value !== undefined) reply.raw.setHeader(name, value);
    await answer(raw, reply.raw);
    raw.url = request.routeOptions.url ?? ''; // the id of a page is not for the log
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
  if (routeOptions.url !== paths.code_verification) return query ? `${path}?${query}` : path;
  return `${path}?${new URLSearchParams({ [CODE_HINT]: new URLSearchParams(query).get('user_code') ?? '' }).toString()}`;
}
