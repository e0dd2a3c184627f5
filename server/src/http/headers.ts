// The headers of every response, and which of them a script of another origin may read.

const EXPOSED_HEADERS =
  'X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After, WWW-Authenticate, Link, ETag, Location, X-Request-Id, ' +
  'Accept-Ranges, Content-Range, Content-Disposition, Content-Digest, Repr-Digest, X-Catalog-Stale';

export const commonHeaders = {
  'x-content-type-options': 'nosniff',
  'access-control-allow-origin': '*',
  'access-control-expose-headers': EXPOSED_HEADERS,
};

/** A year: browsers that have seen it ask this host by https alone, on every port. Hosts below it may be of other programs, and are not included. */
const TRANSPORT_SECURITY = 'max-age=31536000';

/** What every response has as well, where the catalog is served by https. */
export function transportHeaders(publicUrl: string): Record<string, string> {
  return publicUrl.startsWith('https:') ? { 'strict-transport-security': TRANSPORT_SECURITY } : {};
}

/** The headers of every response to a request with this id. */
export type ResponseHeaders = (requestId: string) => Record<string, string>;

export function responseHeaders(publicUrl: string): ResponseHeaders {
  const headers = { ...commonHeaders, ...transportHeaders(publicUrl) };
  return (requestId) => ({ 'x-request-id': requestId, ...headers });
}
