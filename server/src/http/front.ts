// Before the house: an answer that is kept for everyone is given to whoever has no credential, without asking anybody inside.
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import proxyaddr from '@fastify/proxy-addr';
import { anonymous } from '../credentials/caller.ts';
import type { RateState } from '../limits/limiter.ts';
import type { Services } from '../services.ts';
import { keptFor, type Answers } from './answers.ts';
import { requestId } from './door.ts';
import type { Gate } from './gate.ts';
import type { Report } from './report.ts';
import { sendReady } from './send.ts';

interface House {
  gate: Gate;
  answers: Answers;
  report: Report;
}

/** With limits that are counted elsewhere there is something to wait for, and everyone comes in by the door. */
export function openFront(server: Server, { gate, answers, report }: House, { limiter, config }: Services): void {
  if (config.redisUrl !== '') return;
  const ipOf = addressing(config.trustProxy);
  const inside = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request').on('request', (request, response) => {
    if (!answerAtOnce(request, response)) for (const listener of inside) listener(request, response);
  });

  function answerAtOnce(request: IncomingMessage, response: ServerResponse): boolean {
    const { method = '', headers, url = '' } = request;
    const kept = headers.authorization === undefined ? keptFor(request, answers) : undefined;
    if (!kept) return false;
    const begun = performance.now();
    const ip = ipOf(request);
    const rate = limiter.count(anonymous, ip) as RateState;
    if (rate.exceeded) {
      gate.wasCounted(request, rate);
      return false;
    }
    const id = requestId(request);
    const status = sendReady({ request, response, id, rate }, kept.answer);
    report({ id, method, url, route: kept.route, status, ms: performance.now() - begun, ip });
    return true;
  }
}

/** Where a request comes from, as Fastify finds it. */
function addressing(trusted: string[]): (request: IncomingMessage) => string {
  if (trusted.length === 0) return ({ socket }) => socket.remoteAddress ?? '';
  const isTrusted = proxyaddr.compile(trusted);
  return (request) => (request.socket.remoteAddress === undefined ? '' : proxyaddr(request, isTrusted));
}
