// What Fastify does for every request before its handler and after: the request id, the common headers, CORS, and one line of the access log.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ResponseHeaders } from '../http/headers.ts';
import { hostError } from '../http/host.ts';
import { logEntry, type AccessLog } from './access-log.ts';

const READ_HEADERS =
  'Authorization, Content-Type, Content-Digest, Idempotency-Key, If-None-Match, If-Range, Range, X-Request-Id';
/** Names of headers, separated by commas. Longer lists are no browser's. */
const HEADER_NAMES = /^[\w!#$%&'*+.^`|~-]+(?:, ?[\w!#$%&'*+.^`|~-]+)*$/;
const MAX_HEADER_NAMES_LENGTH = 1_024;

/**
 * Scripts of any origin may read, without cookies, so the same headers serve every origin. A script may send any header: one that is unknown
 * here, such as those of tracing libraries, is ignored.
 */
function preflightHeaders({ headers }: IncomingMessage): Record<string, string> {
  const asked = headers['access-control-request-headers'] ?? '';
  const isList = asked.length <= MAX_HEADER_NAMES_LENGTH && HEADER_NAMES.test(asked);
  return {
    'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
    'access-control-allow-headers': isList ? asked : READ_HEADERS,
    'access-control-max-age': '86400',
    vary: 'access-control-request-headers',
  };
}

/** The id that the client sent, if it is harmless in a log and a header, else a new one. */
export function requestId(request: IncomingMessage): string {
  const sent = request.headers['x-request-id'];
  return typeof sent === 'string' && /^[\w-]{1,64}$/.test(sent) ? sent : randomUUID();
}

/** `isHandledElsewhere` is whether the API or the pages handle a request: they check the host and write the access log by themselves. */
export function addRequestHooks(
  app: FastifyInstance,
  accessLog: AccessLog,
  headersOf: ResponseHeaders,
  isHandledElsewhere: (request: FastifyRequest) => boolean,
): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headersOf(request.id));
    if (request.method === 'OPTIONS') reply.code(204).headers(preflightHeaders(request.raw)).send();
    else done(isHandledElsewhere(request) ? undefined : hostError(request.raw));
  });

  app.addHook('onResponse', (request, reply, done) => {
    if (!isHandledElsewhere(request)) accessLog(logEntry(request, reply));
    done();
  });

  // A connection that stays open after its last response would hold up the stop until its client sends another request.
  app.addHook('preClose', async () => {
    app.server.keepAliveTimeout = 1;
  });
}
