// The routes of the authorization server: its endpoints, its pages and its metadata.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Site } from '@realm-catalog/web/site';
import type { BaseLogger } from 'pino';
import type { RawRoute } from '../api/raw-routes.ts';
import type { Sender } from '../api/sender.ts';
import { closingIfUnread } from '../http/body.ts';
import { hostError } from '../http/host.ts';
import type { Exchange } from '../http/response.ts';
import type { Route } from '../http/routes.ts';
import { cookieNames, paths } from './addresses.ts';
import { failurePage, isExpiry, pageExpired } from './failures.ts';
import { showInteraction, submitInteraction } from './interactions.ts';
import { keySet, metadataRoutes } from './metadata.ts';
import { openOnDemand, type OAuthServices } from './open.ts';
import { pageRenderer } from './page-response.ts';
import { providerHandlers, refuseForeignForm, type OAuthHandler } from './provider-handlers.ts';
import type { RequestContexts } from './store.ts';

const INTERACTION_PATH = '/oauth/interaction/:uid';

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
