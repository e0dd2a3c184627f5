// The one entry of the web pages: counts the visitor's requests, looks into the cache, renders and responds. Errors are pages, too.
import type { IncomingMessage } from 'node:http';
import { errors } from '@realm-catalog/contract';
import type { Site } from '@realm-catalog/web';
import type { FastifyBaseLogger } from 'fastify';
import { streamed } from '../api/endpoint.ts';
import { MovedError, movedResponse } from '../api/moved.ts';
import type { ResponseCache } from '../api/response-cache.ts';
import type { Sender } from '../api/sender.ts';
import { cacheable, cacheControl } from '../http/caching.ts';
import { clientLeft, ClientLeftError } from '../http/client-left.ts';
import { hostError } from '../http/host.ts';
import { problem, publicPartOf, tooManyRequests } from '../http/problem.ts';
import { cacheableResponse, response, type CacheableResponse, type Exchange, type Response } from '../http/response.ts';
import { themeOf } from '../http/theme.ts';
import type { ExceededLimit, Limiter } from '../limits/limiter.ts';
import { singleFlight } from '../single-flight.ts';
import { MAX_PAGE_BYTES, type PageHandler, type PageResult } from './page.ts';
import { pageRouter, type PageMatch } from './page-router.ts';
import type { PageId } from './paths.ts';

export interface Pages {
  match(method: string, url: string): PageMatch | undefined;
  /** Without a match the response is the page that says that there is nothing. */
  handle(exchange: Exchange, match: PageMatch | undefined): void;
  /** What pages that others serve know of the site, in this theme. */
  siteFor: (theme: string) => Promise<Site>;
}

/** What is loaded at the first request for a page: the start need not wait for it. */
export interface LoadedPages {
  handlers: Record<PageId, PageHandler>;
  siteFor: (theme: string) => Site;
  renderError: (site: Site, error: { status: number; title: string; detail: string; requestId: string }) => string;
}

interface Parts {
  load: () => Promise<LoadedPages>;
  cache: ResponseCache;
  sender: Sender;
  limiter: Pick<Limiter, 'countPage'>;
  log: FastifyBaseLogger;
  publicUrl: string;
  cdnSeconds: number;
  /** While the database is unavailable: how many seconds ago it answered last. */
  staleSeconds: () => number | undefined;
  /** How long stored pages are shown while the database is unavailable. */
  maxStaleSeconds: number;
}

const HTML_TYPE = 'text/html; charset=utf-8';

/** Pages differ by the theme that the visitor chose, which a cookie has. A CDN that does not know it must not store a themed one. */
const VARY = 'accept-encoding, cookie';
const THEMED_CONTROL = 'private, max-age=0, must-revalidate';

const pageHeaders = {
  'content-security-policy': `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
  'referrer-policy': 'same-origin', // the address of an unlisted realm is for those who were told it
  'x-frame-options': 'DENY',
};

export function openPages(parts: Parts): Pages {
  const { cache, sender, limiter, log, publicUrl, staleSeconds } = parts;
  const control = cacheControl(parts.cdnSeconds).everyone;
  const routes = pageRouter();
  const once = singleFlight<Response | CacheableResponse>();
  let loaded: Promise<LoadedPages> | undefined;

  function load(): Promise<LoadedPages> {
    loaded ??= parts.load().catch((error: unknown) => {
      loaded = undefined; // the next request tries again
      throw error;
    });
    return loaded;
  }

  function handle(exchange: Exchange, match: PageMatch | undefined): void {
    const exceeded = match && !match.isCounted ? undefined : limiter.countPage(exchange.ip);
    if (exceeded instanceof Promise)
      exceeded.then(
        (found) => answer(exchange, match, found),
        (error: unknown) => refuse(exchange, match, error),
      );
    else answer(exchange, match, exceeded);
  }

  function answer(exchange: Exchange, match: PageMatch | undefined, exceeded: ExceededLimit | undefined): void {
    const invalid = exceeded
      ? tooManyRequests(exceeded.reason, exceeded.endsAt)
      : (hostError(exchange.request) ??
        (match ? undefined : problem('not_found', 'There is no page at this address.')));
    if (invalid || !match) return refuse(exchange, match, invalid);
    const theme = themeOf(exchange.request.headers);
    const key = `${theme} ${match.cacheKey}`;
    const stale = staleSeconds();
    const headers: Record<string, string> = stale === undefined ? {} : { 'x-catalog-stale': String(stale) };
    const stored = match.isStored && (stale ?? 0) <= parts.maxStaleSeconds ? cache.get(key) : undefined;
    if (stored) return sender.send(exchange, match.path, stored, headers);
    const make = (signal: AbortSignal) => render(match, theme, exchange, signal);
    const left = clientLeft(exchange.response);
    // Requests for the same page at the same time wait for one rendering.
    (match.isStored && stale === undefined
      ? once(key, (signal) => cache.fill(key, () => make(signal)), left)
      : make(left)
    ).then(
      (made) => sender.send(exchange, match.path, made, headers),
      (error: unknown) => refuse(exchange, match, error),
    );
  }

  async function render(
    { id, params, query }: PageMatch,
    theme: string,
    { request, ip }: Exchange,
    signal: AbortSignal,
  ) {
    const { handlers, siteFor } = await load();
    return toResponse(await handlers[id]({ params, query, site: siteFor(theme), ip, signal }), theme, request);
  }

  async function toResponse(
    result: PageResult,
    theme: string,
    request: IncomingMessage,
  ): Promise<Response | CacheableResponse> {
    if (typeof result === 'string') {
      const page = cacheable(result);
      if (page.bytes.length > MAX_PAGE_BYTES) throw new Error(`a page of ${page.bytes.length} bytes is too large`);
      const headers = { 'content-type': HTML_TYPE, vary: VARY, ...pageHeaders };
      return cacheableResponse(page, headers, theme === '' ? control : THEMED_CONTROL);
    }
    if ('whole' in result) return result;
    if ('html' in result) {
      const headers = { 'content-type': HTML_TYPE, 'cache-control': 'no-store', ...pageHeaders };
      return result.isPartial
        ? response(200, headers, Buffer.from(result.html), false)
        : toResponse(result.html, theme, request);
    }
    const headers = { 'content-type': result.mediaType, vary: 'accept-encoding', ...result.headers };
    return 'bytes' in result
      ? cacheableResponse(cacheable(result.bytes), headers, control)
      : streamed(request, result, headers, control);
  }

  function refuse(exchange: Exchange, match: PageMatch | undefined, error: unknown): void {
    const route = match?.path ?? '';
    if (error instanceof ClientLeftError) return sender.sendError(exchange, route, error);
    if (error instanceof MovedError)
      return sender.send(exchange, route, movedResponse(exchange.request.url ?? '', error, publicUrl), {});
    errorPage(exchange, error).then(
      (page) => sender.send(exchange, route, page, {}),
      (failure: unknown) => sender.sendError(exchange, route, failure),
    );
  }

  async function errorPage({ id, request }: Exchange, error: unknown): Promise<Response> {
    const { code, detail, headers } = publicPartOf(error, { id, log });
    const { status, title } = errors[code];
    const { renderError, siteFor } = await load();
    const page = renderError(siteFor(themeOf(request.headers)), { status, title, detail, requestId: id });
    const all = { 'content-type': HTML_TYPE, 'cache-control': 'no-store', ...pageHeaders, ...headers };
    return response(status, all, Buffer.from(page), false);
  }

  return {
    match: (method, url) => (method === 'GET' || method === 'HEAD' ? routes(url) : undefined),
    handle,
    siteFor: async (theme) => (await load()).siteFor(theme),
  };
}
