// Mounts the authorization server in Fastify: its endpoints, its pages and its metadata.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage } from 'node:http';
import type { Site } from '@realm-catalog/web';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { tooManyRequests, unreadable } from '../http/problem.ts';
import { HOUR_MS } from '../limits/limiter.ts';
import type { WindowCounter } from '../limits/window-counter.ts';
import { clientAddress } from '../client-address.ts';
import { CODE_HINT, cookieNames, paths } from './addresses.ts';
import { sendFailure } from './failures.ts';
import { refuseForeignForm } from './forms.ts';
import { findViewer } from './interaction-step.ts';
import { everyInterval } from '../jobs.ts';
import { interactions } from './interactions.ts';
import { metadata } from './metadata.ts';
import { openOnDemand, type OAuthServices, type OpenProvider } from './open.ts';
import { pageHeaders, pageRenderer } from './pages.ts';
import { endSessionOfOthers } from './provider-session.ts';
import { sweepOAuth } from './queries.ts';
import type { RequestContext, RequestContexts } from './store.ts';

const SWEEP_INTERVAL_MS = 600_000;
/** OAuth and its extensions define some thirty parameters. The time that the provider takes grows with the square of their number. */
const MAX_PARAMETERS = 100;

/** Requests of one address to all of `/oauth`. Signing in takes a few of them; guessing codes takes many. */
const MAX_REQUESTS_PER_HOUR = 1_000;

/** Pass it to `app.register`, so that its routes have a scope of their own. */
export async function mountOAuth(
  app: FastifyInstance,
  services: OAuthServices,
  siteFor: (theme: string) => Promise<Site>,
): Promise<void> {
  const render = pageRenderer(siteFor);
  const requests: RequestContexts = new AsyncLocalStorage();
  const open = openOnDemand(app, services, requests, render);
  const { protocol } = new URL(services.config.publicUrl);
  // The provider reads from this header whether its cookies are secure.
  app.addHook('onRequest', async ({ raw }) => void (raw.headers['x-forwarded-proto'] = protocol.slice(0, -1)));
  app.addHook('onRequest', async ({ ip, routeOptions }) => {
    if (routeOptions.url?.startsWith('/oauth/')) await countRequest(services.windowCounter, ip);
  });
  metadata(app, services);

  app.setErrorHandler((error, request, reply) => sendFailure(render, error, request, reply));
  app.register(async (scope) => interactions(scope, { services, open, requests, render }));
  app.register(async (scope) => endpoints(scope, services, open, requests));

  const sweep = () => sweepOAuth(services.db);
  const job = everyInterval('the sweep of expired OAuth records', SWEEP_INTERVAL_MS, sweep, app.log);
  app.addHook('onClose', () => job.stop());
}

async function countRequest(windowCounter: WindowCounter, ip: string): Promise<void> {
  const { count, endsAt } = await windowCounter.hit(`oauth ${clientAddress(ip)}`, MAX_REQUESTS_PER_HOUR, HOUR_MS);
  if (count > MAX_REQUESTS_PER_HOUR) throw tooManyRequests('There were too many requests from this address.', endsAt);
}

/** The provider reads bodies and writes responses itself. Fastify only routes the request to it. */
function endpoints(
  app: FastifyInstance,
  { config, db, webSessions }: OAuthServices,
  open: OpenProvider,
  requests: RequestContexts,
): void {
  const { origin } = new URL(config.publicUrl);

  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));

  async function handler(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { raw } = request;
    reply.headers(pageHeaders);
    // The provider would read a chunk at a time, where small ones are not noticed (`http/small-chunks.ts`). Forms have a length.
    if (raw.headers['transfer-encoding'] !== undefined) throw unreadable('body', 'must have a Content-Length');
    if (request.routeOptions.url === paths.code_verification && raw.method === 'POST')
      refuseForeignForm(request, origin, cookieNames.session);
    const url = providerUrl(request);
    raw.url = request.routeOptions.url ?? ''; // the log shows the route, since the URL may contain the id of a page
    const provider = await open();
    if (isPage(request)) {
      const viewer = await findViewer(webSessions, request);
      await endSessionOfOthers(db, open, { request, reply }, viewer?.caller.account.id);
    }
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) reply.raw.setHeader(name, value);
    const context: RequestContext = { ip: request.ip, requestId: request.id };
    await withUrl(raw, url, () => requests.run(context, () => provider.callback()(raw, reply.raw)));
    if (context.failure === undefined) return void reply.hijack();
    for (const name of reply.raw.getHeaderNames()) reply.raw.removeHeader(name);
    throw context.failure;
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

/** Whether a person's browser opens it. Programs open the other endpoints. */
function isPage({ routeOptions: { url = '' } }: FastifyRequest): boolean {
  return (
    url.startsWith(paths.authorization) ||
    url === paths.code_verification ||
    url.startsWith(`${paths.code_verification}/:`)
  );
}

/** Lets a request have another URL while something runs. */
async function withUrl(raw: IncomingMessage, url: string, run: () => Promise<void>): Promise<void> {
  const before = raw.url ?? '';
  raw.url = url;
  try {
    await run();
  } finally {
    raw.url = before;
  }
}

/** The URL in the spelling that the provider's own router expects, however the request spelled it. */
function providerUrl({ raw, routeOptions, params }: FastifyRequest): string {
  const { uid = '' } = params as { uid?: string };
  const path = (routeOptions.url ?? '').replace(':uid', encodeURIComponent(uid));
  const [, query = ''] = /\?(.*)/s.exec(raw.url ?? '') ?? [];
  if (query.split('&', MAX_PARAMETERS + 1).length > MAX_PARAMETERS)
    throw unreadable('query', 'has too many parameters');
  if (routeOptions.url !== paths.code_verification) return query ? `${path}?${query}` : path;
  return `${path}?${new URLSearchParams({ [CODE_HINT]: new URLSearchParams(query).get('user_code') ?? '' }).toString()}`;
}
