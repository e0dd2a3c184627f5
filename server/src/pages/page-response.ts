// What the handler of a page returned, as a response: HTML with the headers that protect it, content of another type, or an error.
import type { IncomingMessage } from 'node:http';
import { errors } from '@realm-catalog/contract';
import type { FastifyBaseLogger } from 'fastify';
import { streamed } from '../api/endpoint.ts';
import { cacheable } from '../http/caching.ts';
import { publicPartOf } from '../http/problem.ts';
import { cacheableResponse, response, type CacheableResponse, type Exchange, type Response } from '../http/response.ts';
import { themeOf } from '../http/theme.ts';
import { MAX_PAGE_BYTES, type LoadedPages, type PagePolicy, type PageResult, type RenderedPage } from './page.ts';

/** Pages differ by the theme that the visitor chose, which a cookie has. A CDN that does not know it must not store a themed one. */
const VARY = 'accept-encoding, cookie';
const THEMED_CONTROL = 'private, max-age=0, must-revalidate';

const htmlHeaders = ({ formAction = '', frameSrc }: PagePolicy = {}) => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; ${
    frameSrc ? `frame-src ${frameSrc}; ` : ''
  }form-action ${`'self' ${formAction}`.trim()}; frame-ancestors 'none'; base-uri 'none'`,
  'referrer-policy': 'same-origin', // the address of an unlisted realm is for those who were told it
  'x-frame-options': 'DENY',
});
const unstored = (policy?: PagePolicy) => ({ ...htmlHeaders(policy), 'cache-control': 'no-store' });

/** `control` is the `Cache-Control` of what everyone may store. */
export async function toResponse(
  result: PageResult,
  theme: string,
  control: string,
  request: IncomingMessage,
): Promise<Response | CacheableResponse> {
  if (typeof result === 'string') return toResponse({ html: result, isPartial: false }, theme, control, request);
  if ('whole' in result) return result;
  if ('location' in result)
    return response(302, { location: result.location, 'content-length': '0', 'cache-control': 'no-cache' });
  if ('html' in result)
    return result.isPartial
      ? response(200, unstored(result.policy), Buffer.from(result.html), false)
      : toStoredPage(result, theme === '' ? control : THEMED_CONTROL);
  const headers = { 'content-type': result.mediaType, vary: 'accept-encoding', ...result.headers };
  return 'bytes' in result
    ? cacheableResponse(cacheable(result.bytes), headers, result.control ?? control)
    : streamed(request, result, headers, result.control ?? control);
}

function toStoredPage({ html, policy }: RenderedPage, control: string): CacheableResponse {
  const page = cacheable(html);
  if (page.bytes.length > MAX_PAGE_BYTES) throw new Error(`a page of ${page.bytes.length} bytes is too large`);
  return cacheableResponse(page, { ...htmlHeaders(policy), vary: VARY }, control);
}

export function toErrorPage(
  { renderError, siteFor }: LoadedPages,
  { id, request }: Exchange,
  error: unknown,
  log: FastifyBaseLogger,
): Response {
  const { code, detail, headers } = publicPartOf(error, { id, log });
  const { status, title } = errors[code];
  const page = renderError(siteFor(themeOf(request.headers)), { status, title, detail, requestId: id });
  return response(status, { ...unstored(), ...headers }, Buffer.from(page), false);
}
