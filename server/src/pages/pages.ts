// The one entry of the web pages: counts the visitor's requests, looks into the cache, renders and responds. Errors are pages, too.
import type { Site } from '@realm-catalog/web';
import type { FastifyBaseLogger } from 'fastify';
import { MovedError, movedResponse } from '../api/moved.ts';
import type { ResponseCache } from '../api/response-cache.ts';
import type { Sender } from '../api/sender.ts';
import { cacheControl } from '../http/caching.ts';
import { clientLeft, ClientLeftError } from '../http/client-left.ts';
import { hostError } from '../http/host.ts';
import { refuseCrossSiteForm } from '../http/cross-site.ts';
import { hasUnreadBody, problem, tooManyRequests } from '../http/problem.ts';
import type { CacheableResponse, Exchange, Response } from '../http/response.ts';
import { themeOf } from '../http/theme.ts';
import type { ExceededLimit, Limiter } from '../limits/limiter.ts';
import { singleFlight } from '../single-flight.ts';
import type { LoadedPages } from './page.ts';
import { toErrorPage, toResponse } from './page-response.ts';
import { createPageRouter, type PageMatch } from './page-router.ts';

export interface Pages {
  match(method: string, url: string): PageMatch | undefined;
  /** Without a match the response is the page that says that there is nothing. */
  handle(exchange: Exchange, match: PageMatch | undefined): void;
  /** Answers a form that a page of this catalog has sent. `path` is the pattern of its address. */
  handleForm(exchange: Exchange, path: string, answer: () => Promise<Response>): void;
  /** What pages that others serve know of the site, in this theme. */
  siteFor: (theme: string) => Promise<Site>;
}

interface Parts {
  load: () => Promise<LoadedPages>;
  cache: ResponseCache;
  sender: Sender;
  limiter: Pick<Limiter, 'countPage' | 'countPreview'>;
  log: FastifyBaseLogger;
  publicUrl: string;
  cdnSeconds: number;
  /** While the database is unavailable: how many seconds ago it answered last. */
  staleSeconds: () => number | undefined;
  /** How long stored pages are shown while the database is unavailable. */
  maxStaleSeconds: number;
}

type Refuse = (exchange: Exchange, match: Pick<PageMatch, 'path'> | undefined, error: unknown) => void;

export function openPages(settings: Parts): Pages {
  const parts = { ...settings, load: loadOnce(settings.load) };
  const { limiter, load } = parts;
  const publicOrigin = new URL(parts.publicUrl).origin;
  const findPage = createPageRouter();
  const refuse = createRefusal(parts);
  const answer = createAnswer(parts, refuse);

  function count(match: PageMatch | undefined, ip: string) {
    if (match?.id === 'preview' || match?.id === 'previewFile') return limiter.countPreview(ip);
    return match && !match.isCounted ? undefined : limiter.countPage(ip);
  }

  function handle(exchange: Exchange, match: PageMatch | undefined): void {
    const exceeded = count(match, exchange.ip);
    if (exceeded instanceof Promise)
      exceeded.then(
        (found) => check(exchange, match, found),
        (error: unknown) => refuse(exchange, match, error),
      );
    else check(exchange, match, exceeded);
  }

  function check(exchange: Exchange, match: PageMatch | undefined, exceeded: ExceededLimit | undefined): void {
    const invalid = exceeded ? tooManyRequests(exceeded.reason, exceeded.endsAt) : hostError(exchange.request);
    if (invalid) refuse(exchange, match, invalid);
    else if (match) answer(exchange, match);
    else refuse(exchange, match, problem('not_found', 'There is no page at this address.'));
  }

  async function checkForm({ request }: Exchange): Promise<void> {
    const invalid = hostError(request);
    if (invalid) throw invalid;
    refuseCrossSiteForm(request.headers, publicOrigin);
  }

  return {
    match: (method, url) => (method === 'GET' || method === 'HEAD' ? findPage(url) : undefined),
    handle,
    handleForm(exchange, path, answer) {
      checkForm(exchange)
        .then(answer)
        .then(
          (made) => parts.sender.send(exchange, path, made, closingIfUnread(exchange)),
          (error: unknown) => refuse(exchange, { path }, error),
        );
    },
    siteFor: async (theme) => (await load()).siteFor(theme),
  };
}

/** Where the rest of a form is still to come, the connection cannot carry another request. */
function closingIfUnread({ request }: Exchange): Record<string, string> {
  return hasUnreadBody(request) ? { connection: 'close' } : {};
}

/** The next request tries again what failed. */
function loadOnce(load: Parts['load']): Parts['load'] {
  let loaded: Promise<LoadedPages> | undefined;
  return () =>
    (loaded ??= load().catch((error: unknown) => {
      loaded = undefined;
      throw error;
    }));
}

/** From the cache, or made now. Requests for the same page at the same time wait for one rendering. */
function createAnswer(parts: Parts, refuse: Refuse): (exchange: Exchange, match: PageMatch) => void {
  const { cache, sender, staleSeconds, maxStaleSeconds } = parts;
  const control = cacheControl(parts.cdnSeconds).everyone;
  const once = singleFlight<Response | CacheableResponse>();

  async function make({ id, params, query }: PageMatch, theme: string, exchange: Exchange, signal: AbortSignal) {
    const { request, ip } = exchange;
    const { handlers, siteFor } = await parts.load();
    const { url = '', headers } = request;
    const result = await handlers[id]({ params, query, site: siteFor(theme), url, headers, ip, signal });
    return toResponse(result, theme, control, request);
  }

  return (exchange, match) => {
    const theme = match.isThemed ? themeOf(exchange.request.headers) : '';
    const key = `${theme} ${match.cacheKey}`;
    const stale = staleSeconds();
    const headers: Record<string, string> = stale === undefined ? {} : { 'x-catalog-stale': String(stale) };
    const stored = match.isStored && (stale ?? 0) <= maxStaleSeconds ? cache.get(key) : undefined;
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
  };
}

function createRefusal({ load, sender, log, publicUrl }: Parts): Refuse {
  return (exchange, match, error) => {
    const route = match?.path ?? '';
    if (error instanceof ClientLeftError) return sender.sendError(exchange, route, error);
    if (error instanceof MovedError)
      return sender.send(exchange, route, movedResponse(exchange.request.url ?? '', error, publicUrl), {});
    load()
      .then((loaded) => toErrorPage(loaded, exchange, error, log))
      .then(
        (page) => sender.send(exchange, route, page, closingIfUnread(exchange)),
        (failure: unknown) => sender.sendError(exchange, route, failure),
      );
  };
}
