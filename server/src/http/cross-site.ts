// Refuses forms that a page of another site has sent: a browser adds the cookies of its user to some of them.
import type { IncomingHttpHeaders } from 'node:http';
import { problem } from './problem.ts';

/** Every route that takes a form of a page calls this first. `publicOrigin` is the origin of the public URL. */
export function refuseCrossSiteForm(headers: IncomingHttpHeaders, publicOrigin: string): void {
  if (isCrossSite(headers, publicOrigin)) throw problem('forbidden', 'Send forms from a page of this catalog.');
}

/**
 * Browsers say in `Sec-Fetch-Site` from where a form is sent, and over plain http in `Origin` alone; no page can change either. A program that
 * sends neither has no cookie of a person. No form can send a bearer token.
 */
function isCrossSite(headers: IncomingHttpHeaders, publicOrigin: string): boolean {
  const { authorization = '', 'sec-fetch-site': site, origin, cookie } = headers;
  if (/^bearer /i.test(authorization)) return false;
  if (site !== undefined) return site !== 'same-origin';
  if (origin !== undefined) return origin !== publicOrigin;
  return cookie !== undefined;
}

/**
 * Whether a link of a page of this catalog led here, where following it begins something. Over plain http browsers say so in `Referer` alone,
 * which the policy of our pages keeps.
 */
export function isFromOwnPage(
  { 'sec-fetch-site': site, referer = '' }: IncomingHttpHeaders,
  publicUrl: string,
): boolean {
  return site === undefined ? referer.startsWith(`${publicUrl}/`) : site === 'same-origin';
}
