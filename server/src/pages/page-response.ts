// What the handler of a page returned, as a response: HTML with the headers that protect it, content of another type, or an error.
import type { IncomingMessage } from 'node:http';
import { errors } from '@realm-catalog/contract';
import type { BaseLogger } from 'pino';
import type { Viewer } from '../accounts/sign-in/web-sessions.ts';
import { streamed } from '../api/endpoint.ts';
import { cacheable, cacheControl } from '../http/caching.ts';
import { publicPartOf } from '../http/problem.ts';
import { cacheableResponse, response, type CacheableResponse, type Exchange, type Response } from '../http/response.ts';
import { themeOf } from '../http/theme.ts';
import {
  MAX_PAGE_BYTES,
  type FormResult,
  type PagePolicy,
  type PageRedirect,
  type PageResult,
  type PersonalPage,
  type RenderedPage,
} from './page.ts';
import type { PageTools } from './tools.ts';

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
const { caller: PERSONAL_CONTROL } = cacheControl();

/** `control` is the `Cache-Control` of what everyone may store. */
export async function toResponse(
  result: PageResult,
  theme: string,
  control: string,
  request: IncomingMessage,
): Promise<Response | CacheableResponse> {
  if (typeof result === 'string') return toResponse({ html: result, isPartial: false }, theme, control, request);
  if ('whole' in result) return result;
  if ('location' in result) return toRedirect(result, result.setCookie === undefined ? 'no-cache' : PERSONAL_CONTROL);
  if ('personalHtml' in result) return toPersonalPage(result);
  if ('html' in result)
    return result.isPartial
      ? response(200, unstored(result.policy), Buffer.from(result.html), false)
      : toStoredPage(result, theme === '' ? control : THEMED_CONTROL);
  const headers = { 'content-type': result.mediaType, vary: 'accept-encoding', ...result.headers };
  return 'bytes' in result
    ? cacheableResponse(cacheable(result.bytes), headers, result.control ?? control)
    : streamed(request, result, headers, result.control ?? control);
}

/** For someone who is signed in: whatever it is, nobody stores it. */
export async function toPersonalResponse(
  result: PageResult,
  request: IncomingMessage,
): Promise<Response | CacheableResponse> {
  if (typeof result === 'string') return toPersonalResponse({ html: result, isPartial: false }, request);
  if ('html' in result) return response(200, personal(result.policy), Buffer.from(result.html), false);
  if ('location' in result) return toRedirect(result, PERSONAL_CONTROL);
  return toResponse('mediaType' in result ? { ...result, control: PERSONAL_CONTROL } : result, '', '', request);
}

const personal = (policy?: PagePolicy) => ({ ...htmlHeaders(policy), 'cache-control': PERSONAL_CONTROL });

function toRedirect({ location, setCookie }: PageRedirect, control: string): Response {
  const headers: Record<string, string> = setCookie === undefined ? {} : { 'set-cookie': setCookie };
  return response(302, { ...headers, location, 'content-length': '0', 'cache-control': control });
}

function toPersonalPage({ personalHtml, status = 200 }: PersonalPage, headers: Record<string, string> = {}): Response {
  return response(status, { ...personal(), ...headers }, Buffer.from(personalHtml));
}

/** After a form: the page again, or a 303 to a path of this site or to an archive. */
export function toFormResponse(result: FormResult, publicUrl: string): Response {
  const headers: Record<string, string> = result.setCookie === undefined ? {} : { 'set-cookie': result.setCookie };
  if ('personalHtml' in result) return toPersonalPage(result, headers);
  if ('isDone' in result) return response(204, { ...headers, 'cache-control': PERSONAL_CONTROL });
  if ('downloadUrl' in result)
    return response(303, { location: result.downloadUrl, 'content-length': '0', 'cache-control': 'no-store' });
  const location = publicUrl + result.seeOther;
  return response(303, { ...headers, location, 'content-length': '0', 'cache-control': PERSONAL_CONTROL });
}

function toStoredPage({ html, policy }: RenderedPage, control: string): CacheableResponse {
  const page = cacheable(html);
  if (page.bytes.length > MAX_PAGE_BYTES) throw new Error(`a page of ${page.bytes.length} bytes is too large`);
  return cacheableResponse(page, { ...htmlHeaders(policy), vary: VARY }, control);
}

export function toErrorPage(
  { renderError, siteFor }: Pick<PageTools, 'renderError' | 'siteFor'>,
  { id, request }: Exchange,
  error: unknown,
  log: BaseLogger,
  viewer?: Viewer,
): Response {
  const { code, detail, headers } = publicPartOf(error, { id, log });
  const { status, title } = errors[code];
  const page = renderError(siteFor(themeOf(request.headers), viewer), { status, title, detail, requestId: id });
  return response(status, { ...(viewer ? personal() : unstored()), ...headers }, Buffer.from(page), false);
}
