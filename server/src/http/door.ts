// What happens to every request before a room sees it and after: its id, the headers of every answer, CORS, one log line.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { symbols, type Logger } from 'pino';
import type { RateState } from '../limits/limiter.ts';
import { timestamp } from '../log.ts';
import type { Answers } from './answers.ts';
import { isKnown } from './caching.ts';
import { rateHeaders, type Gate, type Pass } from './gate.ts';
import { unreadable } from './problem.ts';

const EXPOSED =
  'X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After, Link, ETag, Location, X-Request-Id, ' +
  'Accept-Ranges, Content-Range, Content-Disposition, Content-Digest, Repr-Digest';

/** The headers of every answer. */
export const always = {
  'x-content-type-options': 'nosniff',
  'access-control-allow-origin': '*',
  'access-control-expose-headers': EXPOSED,
};

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

export function everyAnswer(id: string) {
  return { 'x-request-id': id, ...always };
}

export function door(app: FastifyInstance, gate: Gate, answers: Answers): void {
  app.addHook('onRequest', (request, reply, done) => {
    function enter(pass: Pass | undefined): void {
      if (pass?.caller.kind === 'anonymous' && answerAtOnce(request, reply, pass.rate, answers)) return;
      if (pass) gate.keep(request, pass);
      reply.headers(pass ? { ...everyAnswer(request.id), ...rateHeaders(pass.rate) } : everyAnswer(request.id));
      if (request.method === 'OPTIONS') reply.code(204).headers(PREFLIGHT).send();
      else done(hostFault(request));
    }
    function refuse(error: Error): void {
      reply.headers(everyAnswer(request.id));
      done(error);
    }
    try {
      const pass = gate.admit(request);
      if (pass instanceof Promise) pass.then(enter, refuse);
      else enter(pass);
    } catch (error) {
      refuse(error as Error);
    }
  });

  app.addHook('onResponse', (request, reply, done) => {
    logRequest(request, reply);
    done();
  });

  // An answer that ends while the service stops leaves its connection open, and the stop would wait for a request that never comes.
  app.addHook('preClose', async () => {
    app.server.keepAliveTimeout = 1;
  });
}

function hostFault({ raw, headers }: FastifyRequest): Error | undefined {
  return raw.httpVersion === '1.1' && headers.host === undefined ? unreadable('host', 'must be named') : undefined;
}

/**
 * What was asked before, and is still true, is answered here with the same headers and bytes: whoever may ask, and how often, is decided.
 * Written past Fastify, which would look at each header once more.
 */
function answerAtOnce(request: FastifyRequest, reply: FastifyReply, rate: RateState, answers: Answers): boolean {
  const { raw } = request;
  const ready = raw.method === 'GET' && raw.headers.host !== undefined ? answers.get(raw.url ?? '') : undefined;
  if (!ready) return false;
  reply.hijack();
  const isKept = isKnown(raw.headers['if-none-match'], ready.etag);
  const { limit, remaining, reset } = rate;
  reply.raw.writeHead(isKept ? 304 : 200, [
    ...(isKept ? ready.head : ready.fullHead),
    'x-request-id',
    request.id,
    'x-ratelimit-limit',
    String(limit),
    'x-ratelimit-remaining',
    String(remaining),
    'x-ratelimit-reset',
    String(reset),
  ]);
  reply.raw.end(isKept ? undefined : ready.bytes);
  return true;
}

/**
 * One line a request. Of the address only the path: what people put into a query string is not for the log. Written as the log would, in a
 * quarter of the time: nothing but the path, and an address that a proxy names, can hold a character that JSON escapes.
 */
export function logRequest(request: FastifyRequest, reply: FastifyReply): void {
  const log = request.log as Logger;
  if (!log.isLevelEnabled('info')) return;
  const [path = ''] = (request.raw.url ?? '').split('?', 1);
  const ms = Math.round(reply.elapsedTime * 10) / 10;
  const line = `{"level":30${timestamp()},"reqId":"${request.id}","method":"${request.method}","path":${JSON.stringify(path)},\
"status":${reply.statusCode},"ms":${ms},"ip":${JSON.stringify(request.ip)},"msg":"request"}\n`;
  (log as unknown as Record<symbol, { write(line: string): void }>)[symbols.streamSym]?.write(line);
}
