// What happens to every request before a room sees it and after: its id, the headers of every answer, CORS, one log line.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { unreadable } from './problem.ts';

const EXPOSED =
  'X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After, Link, ETag, Location, X-Request-Id, ' +
  'Accept-Ranges, Content-Range, Content-Disposition, Content-Digest, Repr-Digest';

/** Any origin may read, and none sends cookies, so the same headers do for all. */
const PREFLIGHT = {
  'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
  'access-control-allow-headers':
    'Authorization, Content-Type, Content-Digest, Idempotency-Key, If-None-Match, If-Range, Range, X-Request-Id',
  'access-control-max-age': '86400',
};

/** The client's own id when it is harmless in a log and a header, else a new one. */
export function requestId(request: IncomingMessage): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && /^[\w-]{1,64}$/.test(given) ? given : randomUUID();
}

/** The headers of every answer. */
export function everyAnswer(id: string) {
  return {
    'x-request-id': id,
    'x-content-type-options': 'nosniff',
    'access-control-allow-origin': '*',
    'access-control-expose-headers': EXPOSED,
  };
}

export function door(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(everyAnswer(request.id));
    if (request.method === 'OPTIONS') return reply.code(204).headers(PREFLIGHT).send();
  });

  app.addHook('onResponse', async (request, reply) => logRequest(request, reply));

  // An answer that ends while the service stops leaves its connection open, and the stop would wait for a request that never comes.
  app.addHook('preClose', async () => {
    app.server.keepAliveTimeout = 1;
  });
}

export async function requireHost(request: FastifyRequest): Promise<void> {
  if (request.raw.httpVersion === '1.1' && request.headers.host === undefined)
    throw unreadable('host', 'must be named');
}

/** One line a request. Of the address only the path: what people put into a query string is not for the log. */
export function logRequest(request: FastifyRequest, reply: FastifyReply): void {
  const [path] = (request.raw.url ?? '').split('?', 1);
  const ms = Math.round(reply.elapsedTime * 10) / 10;
  request.log.info({ method: request.method, path, status: reply.statusCode, ms, ip: request.ip }, 'request');
}
