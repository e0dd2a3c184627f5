// Who asks for a page, an anonymous visitor or the account that is signed in by the cookie of its session; and the call of the page's handler.
import type { Viewer } from '../accounts/sign-in/web-sessions.ts';
import type { InProcess } from '../api/in-process.ts';
import { anonymous } from '../credentials/caller.ts';
import type { Exchange } from '../http/response.ts';
import { themeOf } from '../http/theme.ts';
import { admittedViewer } from './audience.ts';
import type { PageCaller, PageRequest, PageResult, Signed } from './page.ts';
import type { PageMatch } from './page-match.ts';
import { signInPath } from './return-path.ts';
import type { Answer } from './table.ts';
import type { PageTools } from './tools.ts';

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

export function handlerCalls(openTools: () => Promise<PageTools>, callerOf: CallerOf): CallHandler {
  return async (match, exchange, signal, viewer) => {
    const { request, ip } = exchange;
    const { url = '', headers } = request;
    const { params, query, isThemed } = match;
    const tools = await openTools();
    const site = tools.siteFor(isThemed ? themeOf(headers) : '', viewer);
    const asked: PageRequest = {
      ...callerOf(viewer, exchange),
      params,
      query,
      site,
      url,
      headers,
      ip,
      requestId: exchange.id,
      signal,
      withStars: (realms) => tools.withStars(site, viewer, realms),
    };
    return callAnswer(match, tools, asked, { location: site.publicUrl + signInPath(url) });
  };
}

/** Calls the handler of a row, or leads to the sign-in whoever has to sign in first. */
export async function callAnswer<Request extends PageCaller, Result>(
  answer: Answer<(request: Request) => Promise<Result>, (request: Signed<Request>) => Promise<Result>>,
  tools: PageTools,
  request: Request,
  toSignIn: Result,
): Promise<Result> {
  if (answer.audience === 'everyone') return (await answer.load(tools))(request);
  const viewer = admittedViewer(answer.audience, request.viewer);
  return viewer ? (await answer.load(tools))({ ...request, viewer }) : toSignIn;
}
