// Who asks for a page, an anonymous visitor or the account that is signed in by the cookie of its session; and the call of the page's handler.
import type { Viewer } from '../accounts/web-sessions.ts';
import type { InProcess } from '../api/in-process.ts';
import { anonymous } from '../credentials/caller.ts';
import type { Exchange } from '../http/response.ts';
import { themeOf } from '../http/theme.ts';
import type { LoadedPages, PageCaller, PageResult } from './page.ts';
import type { PageMatch } from './page-match.ts';
import { isAccountPage } from './paths.ts';

export type CallerOf = (viewer: Viewer | undefined, exchange: Exchange) => PageCaller;

export function createCallers({ readAs, performAs }: Pick<InProcess, 'readAs' | 'performAs'>): CallerOf {
  const readAnonymously = readAs(anonymous);
  return (viewer, { request: { headers }, ip, id: requestId }) => {
    const caller = viewer?.caller ?? anonymous;
    const read = viewer ? readAs(caller) : readAnonymously;
    return { viewer, caller, read, perform: performAs(caller, { ip, requestId, headers }) };
  };
}

/** Calls the handler of a page, for a viewer or for anyone. */
type CallHandler = (match: PageMatch, exchange: Exchange, signal: AbortSignal, viewer?: Viewer) => Promise<PageResult>;

export function handlerCalls(load: () => Promise<LoadedPages>, callerOf: CallerOf): CallHandler {
  return async ({ id, params, query, isThemed }, exchange, signal, viewer) => {
    const { request, ip } = exchange;
    const { url = '', headers } = request;
    const { handlers, loadAccountPages, siteFor, withStars } = await load();
    const site = siteFor(isThemed ? themeOf(headers) : '', viewer);
    const handler = isAccountPage(id) ? (await loadAccountPages()).handlers[id] : handlers[id];
    return handler({
      ...callerOf(viewer, exchange),
      params,
      query,
      site,
      url,
      headers,
      ip,
      requestId: exchange.id,
      signal,
      withStars: (realms) => withStars(site, viewer, realms),
    });
  };
}
