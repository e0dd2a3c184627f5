// The routes of the authorization server: its endpoints, its pages and its metadata.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage } from 'node:http';
import type { Site } from '@realm-catalog/web/site';
import type { BaseLogger } from 'pino';
import type { RawRoute } from '../api/raw-routes.ts';
import type { Sender } from '../api/sender.ts';
import { closingIfUnread } from '../http/body.ts';
import { refuseCrossSiteForm } from '../http/cross-site.ts';
import { responseHeaders } from '../http/headers.ts';
import { hostError } from '../http/host.ts';
import { unreadable } from '../http/problem.ts';
import type { CacheableResponse, Exchange, Response } from '../http/response.ts';
import type { Route } from '../http/routes.ts';
import { CODE_HINT, cookieNames, paths } from './addresses.ts';
import { failurePage, isExpiry, pageExpired } from './failures.ts';
import { showInteraction, submitInteraction } from './interactions.ts';
import { keySet, metadataRoutes } from './metadata.ts';
import { openOnDemand, type OAuthServices, type OpenProvider } from './open.ts';
import { pageHeaders, pageRenderer } from './page-response.ts';
import { endSessionOfOthers } from './provider-session.ts';
import type { RequestContext, RequestContexts } from './store.ts';

/** OAuth and its extensions define some thirty parameters. The time that the provider takes grows with the square of their number. */
const MAX_PARAMETERS = 100;

const INTERACTION_PATH = '/oauth/interaction/:uid';

/** Answers a request; `sent` if the provider writes the response itself. */
type OAuthHandler = (
  exchange: Exchange,
  params: Record<string, string>,
) => Promise<Response | CacheableResponse | 'sent'>;

interface Parts {
  sender: Sender;
  log: BaseLogger;
  /** What pages know of the site, in this theme. */
  siteFor: (theme: string) => Promise<Site>;
  rawRoute: RawRoute;
}

export function authorizationServer(services: OAuthServices, { sender, log, siteFor, rawRoute }: Parts): Route[] {
  const render = pageRenderer(siteFor);
  const requests: RequestContexts = new AsyncLocalStorage();
  const open = openOnDemand(log, services, requests, render);
  const { config, windows, keyring } = services;
  const { origin, protocol } = new URL(config.publicUrl);
  const toProvider = providerHandlers(services, { open, requests, sender });
  const context = { services, open, requests, render };

  /** Counts the request, answers it, and makes a page of an error where a browser asks. */
  async function answer(exchange: Exchange, path: string, handle: () => ReturnType<OAuthHandler>): Promise<void> {
    const { request } = exchange;
    request.headers['x-forwarded-proto'] = protocol.slice(0, -1); // by which the provider knows whether its cookies are secure
    try {
      const invalid = hostError(request);
      if (invalid) throw invalid;
      await windows.oauth.admit(exchange.ip);
      const made = await handle();
      if (made !== 'sent') sender.send(exchange, path, made, closingIfUnread(request));
    } catch (error) {
      const failure = isExpiry(error) ? pageExpired() : error;
      if (!request.headers.accept?.includes('text/html')) return sender.sendError(exchange, path, failure);
      failurePage(render, failure, exchange, log).then(
        (page) => sender.send(exchange, path, page, closingIfUnread(request)),
        (unrendered: unknown) => sender.sendError(exchange, path, unrendered),
      );
    }
  }

  const route = (method: Route['method'], path: string, handle: OAuthHandler): Route => ({
    method,
    path,
    answerTo: (params) => (exchange) => void answer(exchange, path, () => handle(exchange, params)),
  });
  const endpoint = (method: Route['method'], path: string) => route(method, path, toProvider(path));

  return [
    ...metadataRoutes(rawRoute, config),
    route('GET', paths.jwks, () => keySet(keyring)),
    endpoint('GET', paths.authorization),
    endpoint('GET', `${paths.authorization}/:uid`),
    endpoint('POST', paths.token),
    endpoint('POST', paths.revocation),
    endpoint('POST', paths.introspection),
    endpoint('POST', paths.device_authorization),
    endpoint('GET', paths.code_verification),
    endpoint('POST', paths.code_verification),
    endpoint('GET', `${paths.code_verification}/:uid`),
    route('GET', INTERACTION_PATH, (exchange, params) => {
      exchange.request.url = INTERACTION_PATH; // for the log
      return showInteraction(context, exchange, params);
    }),
    route('POST', INTERACTION_PATH, async (exchange, params) => {
      exchange.request.url = INTERACTION_PATH;
      refuseForeignForm(exchange.request, origin, cookieNames.interaction);
      return submitInteraction(context, exchange, params);
    }),
  ];
}

interface ProviderParts {
  open: OpenProvider;
  requests: RequestContexts;
  sender: Sender;
}

/** Returns what handles a route of the provider, which reads the body and writes the response by itself. */
function providerHandlers(
  { config, db, webSessions }: OAuthServices,
  { open, requests, sender }: ProviderParts,
): (path: string) => OAuthHandler {
  const { origin } = new URL(config.publicUrl);
  const headersOf = responseHeaders(config.publicUrl);

  return (path) =>
    async (exchange, { uid = '' }) => {
      const { request, response, ip, id } = exchange;
      // The provider would read a chunk at a time, where small ones are not noticed (`http/socket/small-chunks.ts`). Forms have a length.
      if (request.headers['transfer-encoding'] !== undefined) throw unreadable('body', 'must have a Content-Length');
      if (path === paths.code_verification && request.method === 'POST')
        refuseForeignForm(request, origin, cookieNames.session);
      const url = providerUrl(path, uid, request.url ?? '');
      request.url = path; // for the log: the URL may contain the id of a page
      const provider = await open();
      if (isPage(path)) {
        const viewer = await webSessions.findViewer(exchange);
        await endSessionOfOthers(db, open, exchange, viewer?.caller.account.id);
      }
      for (const [name, value] of Object.entries({ ...headersOf(id), ...pageHeaders })) response.setHeader(name, value);
      const call: RequestContext = { ip, requestId: id };
      request.url = url;
      await requests.run(call, () => provider.callback()(request, response)).finally(() => (request.url = path));
      if (call.failure !== undefined) {
        for (const name of response.getHeaderNames()) response.removeHeader(name);
        throw call.failure;
      }
      sender.logWhenClosed(exchange, path);
      return 'sent';
    };
}

/** As a second protection, a form needs the cookie of our page, which no other site can send. */
function refuseForeignForm({ headers }: IncomingMessage, origin: string, cookie: string): void {
  refuseCrossSiteForm(headers, origin);
  if (!headers.cookie?.includes(`${cookie}=`)) throw pageExpired();
}

/** Whether a person's browser opens it. Programs open the other endpoints. */
function isPage(path: string): boolean {
  return (
    path.startsWith(paths.authorization) ||
    path === paths.code_verification ||
    path.startsWith(`${paths.code_verification}/:`)
  );
}

/** The URL in the spelling that the provider's own router expects, however the request spelled it. */
function providerUrl(route: string, uid: string, url: string): string {
  const path = route.replace(':uid', encodeURIComponent(uid));
  const [, query = ''] = /\?(.*)/s.exec(url) ?? [];
  if (query.split('&', MAX_PARAMETERS + 1).length > MAX_PARAMETERS)
    throw unreadable('query', 'has too many parameters');
  if (route !== paths.code_verification) return query ? `${path}?${query}` : path;
  return `${path}?${new URLSearchParams({ [CODE_HINT]: new URLSearchParams(query).get('user_code') ?? '' }).toString()}`;
}
