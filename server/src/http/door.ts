// What happens to every request before a room sees it and after: its id, the headers of every answer, CORS, one log line.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { symbols, type Logger } from 'pino';
import type { RateState } from '../limits/limiter.ts';
import { timestamp } from '../log.ts';
import type { Answers } from './answers.ts';
import { everyAnswer } from './headers.ts';
import { rateHeaders, type Gate, type Pass } from './gate.ts';
import { unreadable } from './problem.ts';
import { sendReady } from './send.ts';

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

function hostFault({ raw }: FastifyRequest): Error | undefined {
  const hosts = hostsOf(raw);
  return hosts > 1 || (hosts === 0 && raw.httpVersion === '1.1') ? unreadable('host', 'must be named once') : undefined;
}

/** RFC 9112, 3.2: with two of them, whoever stands before us may have believed the other. Node drops the second. */
function hostsOf({ rawHeaders }: IncomingMessage): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === 'host') count += 1;
  return count;
}

/** What was asked before, and is still true: whoever may ask, and how often, is decided. */
function answerAtOnce(request: FastifyRequest, reply: FastifyReply, rate: RateState, answers: Answers): boolean {
  const { raw } = request;
  const ready = raw.method === 'GET' && hostsOf(raw) === 1 ? answers.get(raw.url ?? '') : undefined;
  if (ready) sendReady(request, reply, rate, ready);
  return ready !== undefined;
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
