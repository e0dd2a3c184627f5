// What the provider answers by itself: its endpoints, and the pages that it only leads through.
import type { IncomingMessage } from 'node:http';
import type { Sender } from '../api/sender.ts';
import { refuseCrossSiteForm } from '../http/cross-site.ts';
import { responseHeaders } from '../http/headers.ts';
import { unreadable } from '../http/problem.ts';
import type { CacheableResponse, Exchange, Response } from '../http/response.ts';
import { CODE_HINT, cookieNames, paths } from './addresses.ts';
import { pageExpired } from './failures.ts';
import type { OAuthServices, OpenProvider } from './open.ts';
import { pageHeaders } from './page-response.ts';
import { endSessionOfOthers } from './provider-session.ts';
import type { RequestContext, RequestContexts } from './store.ts';

/** Answers a request; `sent` if the provider writes the response itself. */
export type OAuthHandler = (
  exchange: Exchange,
  params: Record<string, string>,
) => Promise<Response | CacheableResponse | 'sent'>;

interface Parts {
  open: OpenProvider;
  requests: RequestContexts;
  sender: Sender;
}

/** OAuth and its extensions define some thirty parameters. The time that the provider takes grows with the square of their number. */
const MAX_PARAMETERS = 100;

/** Returns what handles a route of the provider, which reads the body and writes the response by itself. */
export function providerHandlers(
  { config, db, webSessions }: OAuthServices,
  { open, requests, sender }: Parts,
): (path: string) => OAuthHandler {
  const { origin } = new URL(config.publicUrl);
  const headersOf = responseHeaders(config.publicUrl);

  return (path) =>
    async (exchange, { uid = '' }) => {
      const { request, response, ip, id } = exchange;
      // The provider would read a chunk at a time, where small ones are not noticed (`http/small-chunks.ts`). Forms have a length.
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
export function refuseForeignForm({ headers }: IncomingMessage, origin: string, cookie: string): void {
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
