// The one entry of the web pages: counts the visitor's requests, looks into the cache, renders and responds. Errors are pages, too.
import type { Site } from '@realm-catalog/web/site';
import type { BaseLogger } from 'pino';
import type { Viewer, WebSessions } from '../accounts/sign-in/web-sessions.ts';
import type { InProcess } from '../api/in-process.ts';
import type { ResponseCache } from '../api/response-cache.ts';
import type { Sender } from '../api/sender.ts';
import { cacheControl } from '../http/caching.ts';
import { clientLeft } from '../http/socket/client-left.ts';
import { hostError } from '../http/host.ts';
import { problem, tooManyRequests } from '../http/problem.ts';
import type { CacheableResponse, Exchange, Response } from '../http/response.ts';
import type { Route } from '../http/routes.ts';
import { themeOf } from '../http/theme.ts';
import type { ExceededLimit, Windows } from '../limits/windows.ts';
import { loadOnce } from '../concurrency/load-once.ts';
import { singleFlight } from '../concurrency/single-flight.ts';
import { createCallers, handlerCalls, type CallerOf } from './page-callers.ts';
import { createForms } from './page-forms.ts';
import { toPersonalResponse, toResponse } from './page-response.ts';
import { matchOf, movedTo, type PageMatch } from './page-match.ts';
import { createRefusal, type Refuse } from './refusal.ts';
import { forms, pages, type FormRow, type PageId, type PageRow } from './table.ts';
import type { PageTools } from './tools.ts';

export interface Pages {
  /** Of each page and of each form. */
  routes: Route[];
  /** Answers with the page that says that there is nothing at this address. */
  refuseUnknown(exchange: Exchange): void;
  /** What pages that others serve know of the site, in this theme. */
  siteFor: (theme: string) => Promise<Site>;
  /** Loads the pages that everyone reads, which their first requests would wait for. */
  warm(): Promise<void>;
}

interface Parts {
  openTools: () => Promise<PageTools>;
  cache: ResponseCache;
  sender: Sender;
  windows: Windows;
  webSessions: WebSessions;
  inProcess: Pick<InProcess, 'readAs' | 'performAs'>;
  log: BaseLogger;
  publicUrl: string;
  cdnSeconds: number;
  /** While the database is unavailable: how many seconds ago it answered last. */
  staleSeconds: () => number | undefined;
  /** How long stored pages are shown while the database is unavailable. */
  maxStaleSeconds: number;
}

export function openPages(settings: Parts): Pages {
  const parts = { ...settings, openTools: loadOnce(settings.openTools) };
  const { windows, openTools } = parts;
  const refuse = createRefusal(parts);
  const callerOf = createCallers(parts.inProcess);
  const submit = createForms(parts, callerOf, refuse);
  const answer = createAnswer(parts, callerOf, refuse);

  function count(match: PageMatch | undefined, ip: string) {
    if (match?.id === 'preview' || match?.id === 'previewFile') return windows.previews.hit(ip);
    return match && !match.isCounted ? undefined : windows.pages.hit(ip);
  }

  function handle(exchange: Exchange, match: PageMatch | undefined): void {
    const counted = count(match, exchange.ip);
    if (counted instanceof Promise)
      counted.then(
        ({ exceeded }) => check(exchange, match, exceeded),
        (error: unknown) => refuse(exchange, match, error),
      );
    else check(exchange, match, counted?.exceeded);
  }

  function check(exchange: Exchange, match: PageMatch | undefined, exceeded: ExceededLimit | undefined): void {
    const limited = exceeded && tooManyRequests(exceeded.reason, exceeded.endsAt);
    const invalid = limited ?? hostError(exchange.request) ?? (match && movedTo(match));
    if (invalid) refuse(exchange, match, invalid);
    else if (match) answer(exchange, match);
    else refuseUnknown(exchange);
  }

  function refuseUnknown(exchange: Exchange): void {
    const unknown = problem('not_found', 'There is no page at this address.');
    parts.webSessions.findViewer(exchange).then(
      (viewer) => refuse(exchange, undefined, unknown, viewer),
      () => refuse(exchange, undefined, unknown), // whoever it is, there is nothing
    );
  }

  const pageRoutes = Object.entries<PageRow>(pages).map(([id, page]): Route => ({
    method: 'GET',
    path: page.path,
    answerTo(params, url) {
      const match = matchOf(id as PageId, page, params, url);
      return (exchange) => handle(exchange, match);
    },
  }));
  const formRoutes = Object.values<FormRow>(forms).map((row): Route => ({
    method: 'POST',
    path: row.path,
    answerTo: (params) => (exchange) => submit(exchange, row, params),
  }));
  return {
    routes: [...pageRoutes, ...formRoutes],
    refuseUnknown: (exchange) => handle(exchange, undefined),
    siteFor: async (theme) => (await openTools()).siteFor(theme),
    async warm() {
      const tools = await openTools();
      for (const { isStored, load } of Object.values<PageRow>(pages)) if (isStored) await load(tools);
    },
  };
}

/** From the cache, or made now. Requests for the same page at the same time wait for one rendering. */
function createAnswer(
  parts: Parts,
  callerOf: CallerOf,
  refuse: Refuse,
): (exchange: Exchange, match: PageMatch) => void {
  const call = handlerCalls(parts.openTools, callerOf);
  const { cache, sender, staleSeconds, maxStaleSeconds, webSessions } = parts;
  const control = cacheControl(parts.cdnSeconds).everyone;
  const once = singleFlight<Response | CacheableResponse>();

  const make = async (match: PageMatch, theme: string, exchange: Exchange, signal: AbortSignal) =>
    toResponse(await call(match, exchange, signal), theme, control, exchange.request);

  /** While the database is unavailable, the counts of a page may be older than those that are known here. */
  function storedPage(key: string, stale: number | undefined): CacheableResponse | undefined {
    if (stale === undefined) return cache.get(key);
    return stale <= maxStaleSeconds ? cache.getUnedited(key) : undefined;
  }

  /** The page of someone who is signed in is made for them alone, and is in no cache. */
  function answerViewer(exchange: Exchange, match: PageMatch, viewer: Viewer): void {
    call(match, exchange, clientLeft(exchange.response), viewer)
      .then((result) => toPersonalResponse(result, exchange.request))
      .then(
        (made) => sender.send(exchange, match.path, made, {}),
        (error: unknown) => refuse(exchange, match, error, viewer),
      );
  }

  function answerAnyone(exchange: Exchange, match: PageMatch): void {
    const theme = match.isThemed ? themeOf(exchange.request.headers) : '';
    const key = `${theme} ${match.cacheKey}`;
    const stale = staleSeconds();
    const headers: Record<string, string> = stale === undefined ? {} : { 'x-catalog-stale': String(stale) };
    const stored = match.isStored ? storedPage(key, stale) : undefined;
    if (stored) return sender.send(exchange, match.path, stored, headers);
    const left = clientLeft(exchange.response);
    const making =
      match.isStored && stale === undefined
        ? once(key, (signal) => cache.fill(key, () => make(match, theme, exchange, signal)), left)
        : make(match, theme, exchange, left);
    making.then(
      (made) => sender.send(exchange, match.path, made, headers),
      (error: unknown) => refuse(exchange, match, error),
    );
  }

  return (exchange, match) => {
    if (!match.isPersonal || !webSessions.isSent(exchange.request.headers)) return answerAnyone(exchange, match);
    webSessions.findViewer(exchange).then(
      (viewer) => (viewer ? answerViewer(exchange, match, viewer) : answerAnyone(exchange, match)),
      (error: unknown) => refuse(exchange, match, error),
    );
  };
}
