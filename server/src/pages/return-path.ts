// Where a person goes on after signing in: where they were, but only to a page of this site.
import type { IncomingHttpHeaders } from 'node:http';

const MAX_LENGTH = 2_000;
/** Any address: paths are read as a browser would read them there. */
const SOMEWHERE = 'http://somewhere';
/** The first part of paths where nobody was to look at something, and one of which leads to another provider. */
const ON_THE_WAY = /^\/sign-(?:in|up|out)(?:\/|$)/;

/** The path if it is one of this site; else the home page, or `otherwise`. The public URL stands before it in any case, so it leads nowhere else. */
export function returnPath(text: string | null | undefined, otherwise = '/'): string {
  if (!text?.startsWith('/') || text.length > MAX_LENGTH) return otherwise;
  const url = URL.parse(text, SOMEWHERE); // it reads `//host`, `/\host` and tabs in between as a browser does
  if (url?.origin !== SOMEWHERE || url.pathname.startsWith('//') || isOnTheWay(url.pathname)) return otherwise;
  return url.pathname + url.search;
}

/** However the path is written: the router decodes it, too. */
function isOnTheWay(pathname: string): boolean {
  try {
    return ON_THE_WAY.test(decodeURIComponent(pathname));
  } catch {
    return true; // no page has such an address
  }
}

/** What the link or the form says; else the page of this site from which the visitor came. */
export function returnPathOf(
  given: string | null,
  { referer = '' }: IncomingHttpHeaders,
  publicUrl: string,
  otherwise = '/',
): string {
  if (given !== null) return returnPath(given);
  return referer.startsWith(`${publicUrl}/`) ? returnPath(referer.slice(publicUrl.length), otherwise) : otherwise;
}

/** The page to sign in, from which the person comes back to this path. */
export const signInPath = (path: string): string => `/sign-in?return=${encodeURIComponent(path)}`;
