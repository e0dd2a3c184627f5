// The headers of every answer: what any script of any page may read of it.

const EXPOSED =
  'X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After, Link, ETag, Location, X-Request-Id, ' +
  'Accept-Ranges, Content-Range, Content-Disposition, Content-Digest, Repr-Digest, X-Catalog-Stale';

/** The headers of every answer. */
export const always = {
  'x-content-type-options': 'nosniff',
  'access-control-allow-origin': '*',
  'access-control-expose-headers': EXPOSED,
};

export function everyAnswer(id: string) {
  return { 'x-request-id': id, ...always };
}
