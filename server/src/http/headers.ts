// The headers of every response, and which of them a script of another origin may read.

const EXPOSED_HEADERS =
  'X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After, WWW-Authenticate, Link, ETag, Location, X-Request-Id, ' +
  'Accept-Ranges, Content-Range, Content-Disposition, Content-Digest, Repr-Digest, X-Catalog-Stale';

export const commonHeaders = {
  'x-content-type-options': 'nosniff',
  'access-control-allow-origin': '*',
  'access-control-expose-headers': EXPOSED_HEADERS,
};

export function responseHeaders(requestId: string) {
  return { 'x-request-id': requestId, ...commonHeaders };
}
