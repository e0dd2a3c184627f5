// What happens to every request before a room sees it and after: its id, the headers of every answer, CORS, one log line.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { everyAnswer } from './headers.ts';
import { rateHeaders, type Gate, type Pass } from './gate.ts';
import { hostsOf } from './hosts.ts';
import { unreadable } from './problem.ts';
import { answeredBy, type Report } from './report.ts';

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

export function door(app: FastifyInstance, gate: Gate, report: Report): void {
  app.addHook('onRequest', (request, reply, done) => {
    function enter(pass: Pass | undefined): void {
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
    report(answeredBy(request, reply));
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
