// The answer to OPTIONS, by which a browser asks whether a script of another origin may send a request (CORS).
import type { IncomingMessage } from 'node:http';
import { response, type Response } from './response.ts';

const READ_HEADERS =
  'Authorization, Content-Type, Content-Digest, Idempotency-Key, If-None-Match, If-Range, Range, X-Request-Id';
/** Names of headers, separated by commas. Longer lists are no browser's. */
const HEADER_NAMES = /^[\w!#$%&'*+.^`|~-]+(?:, ?[\w!#$%&'*+.^`|~-]+)*$/;
const MAX_HEADER_NAMES_LENGTH = 1_024;

/**
 * Scripts of any origin may read, without cookies, so the same headers serve every origin. A script may send any header: one that is unknown
 * here, such as those of tracing libraries, is ignored.
 */
export function preflight({ headers }: IncomingMessage): Response {
  const asked = headers['access-control-request-headers'] ?? '';
  const isList = asked.length <= MAX_HEADER_NAMES_LENGTH && HEADER_NAMES.test(asked);
  return response(204, {
    'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
    'access-control-allow-headers': isList ? asked : READ_HEADERS,
    'access-control-max-age': '86400',
    vary: 'access-control-request-headers',
  });
}
