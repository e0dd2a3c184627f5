// The one entry of the web pages: counts the visitor's requests, looks into the cache, renders and responds. Errors are pages, too.
import type { IncomingMessage } from 'node:http';
import { errors } from '@realm-catalog/contract';
import type { Site } from '@realm-catalog/web';
import type { FastifyBaseLogger } from 'fastify';
import findMyWay from 'find-my-way';
import { MovedError, movedResponse } from '../api/moved.ts';
import type { ResponseCache } from '../api/response-cache.ts';
import type { Sender } from '../api/sender.ts';
import { cacheable, cacheControl } from '../http/caching.ts';
import { hostError } from '../http/host.ts';
import { problem, publicPartOf, tooManyRequests } from '../http/problem.ts';
import {
  cacheableResponse,
  response,
  streamedResponse,
  type CacheableResponse,
  type Exchange,
  type Response,
} from '../http/response.ts';
import { routerOptions } from '../http/routing.ts';
import { themeOf } from '../http/theme.ts';
import type { ExceededLimit, Limiter } from '../limits/limiter.ts';
import type { PageHandler, PageRequest, PageResult } from './page.ts';
import { pagePaths, type PageId, type PagePath } from './paths.ts';

export interface PageMatch extends PagePath {
  id: PageId;
  params: Record<string, string>;
}

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
  siteFor(theme: string): Site;
  renderError(site: Site, error: { status: number; title: string; detail: string; requestId: string }): string;
}

interface Parts {
  load: () => Promise<LoadedPages>;
  cache: ResponseCache;
  responses: Sender;
  limiter: Pick<Limiter, 'countPage'>;
  log: FastifyBaseLogger;
  publicUrl: string;
  cdnSeconds: number;
  staleSeconds: () => number | undefined;
}

const HTML_TYPE = 'text/html; charset=utf-8';
const IMMUTABLE = 'public, max-age=31536000, immutable';

/** Pages differ by the theme that the visitor chose, which a cookie has. */
const VARY = 'accept-encoding, cookie';

const pageHeaders = {
  'content-security-policy': `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
  'referrer-policy': 'same-origin', // the address of an unlisted realm is for those who were told it
  'x-frame-options': 'DENY',
};

export function openPages(parts: Parts): Pages {
  const { cache, responses, limiter, log, publicUrl, staleSeconds } = parts;
  const control = cacheControl(parts.cdnSeconds).everyone;
  const routes = pageRouter();
  let loaded: Promise<LoadedPages> | undefined;
  const load = () => (loaded ??= parts.load());

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
    const { url = '' } = exchange.request;
    const key = `${theme} ${url}`;
    const isCacheable = staleSeconds() === undefined;
    const stored = isCacheable ? cache.get(key) : undefined;
    if (stored) return responses.send(exchange, match.path, stored, {});
    const make = () => render(match, theme, exchange.request);
    (isCacheable ? cache.fill(key, make) : make()).then(
      (made) => responses.send(exchange, match.path, made, {}),
      (error: unknown) => refuse(exchange, match, error),
    );
  }

  async function render({ id, params }: PageMatch, theme: string, { method, url = '' }: IncomingMessage) {
    const { handlers, siteFor } = await load();
    const query = new URLSearchParams(url.split('?', 2)[1]);
    const request: PageRequest = { params, query, site: siteFor(theme) };
    return toResponse(await handlers[id](request), method === 'HEAD');
  }

  async function toResponse(result: PageResult, isHead: boolean): Promise<Response | CacheableResponse> {
    if (typeof result === 'string')
      return cacheableResponse(cacheable(result), { 'content-type': HTML_TYPE, vary: VARY, ...pageHeaders }, control);
    const { mediaType, headers, isImmutable } = result;
    const all = { 'content-type': mediaType, vary: 'accept-encoding', ...headers };
    if ('bytes' in result) return cacheableResponse(cacheable(result.bytes), all, isImmutable ? IMMUTABLE : control);
    const { size, digests, open } = result;
    const stream = isHead ? undefined : await open();
    return streamedResponse({ size, stream }, cacheable('', digests).etag, all, control);
  }

  function refuse(exchange: Exchange, match: PageMatch | undefined, error: unknown): void {
    const route = match?.path ?? '';
    if (error instanceof MovedError)
      return responses.send(exchange, route, movedResponse(exchange.request.url ?? '', error, publicUrl), {});
    const { code, detail, headers } = publicPartOf(error, { id: exchange.id, log });
    const { status, title } = errors[code];
    load()
      .then(({ renderError, siteFor }) =>
        renderError(siteFor(themeOf(exchange.request.headers)), { status, title, detail, requestId: exchange.id }),
      )
      .then(
        (page) => {
          const all = { 'content-type': HTML_TYPE, 'cache-control': 'no-store', ...pageHeaders, ...headers };
          responses.send(exchange, route, response(status, all, Buffer.from(page), false), {});
        },
        (failure: unknown) => responses.refuse(exchange, route, failure),
      );
  }

  return {
    match: (method, url) => (method === 'GET' || method === 'HEAD' ? routes(url) : undefined),
    handle,
    siteFor: async (theme) => (await load()).siteFor(theme),
  };
}

function pageRouter(): (url: string) => PageMatch | undefined {
  const routes = findMyWay(routerOptions);
  for (const [id, store] of Object.entries<PagePath>(pagePaths))
    routes.on('GET', store.path, () => undefined, { id, ...store });
  return (url) => {
    const found = routes.find('GET', url);
    return found
      ? { ...(found.store as PagePath & { id: PageId }), params: found.params as Record<string, string> }
      : undefined;
  };
}
