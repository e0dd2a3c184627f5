// Before the house: an answer that is kept for everyone is given to whoever has no credential, without asking anybody inside.
import type { IncomingMessage, RequestListener, Server } from 'node:http';
import proxyaddr from '@fastify/proxy-addr';
import { anonymous } from '../credentials/caller.ts';
import type { RateState } from '../limits/limiter.ts';
import type { Services } from '../services.ts';
import { keptFor, type Answers, type Kept } from './answers.ts';
import { requestId } from './door.ts';
import type { Gate } from './gate.ts';
import type { Report } from './report.ts';
import { sendReady } from './send.ts';

interface House {
  gate: Gate;
  answers: Answers;
  report: Report;
}

export function openFront(server: Server, { gate, answers, report }: House, { limiter, config }: Services): void {
  const ipOf = addressing(config.trustProxy);
  const listeners = server.listeners('request') as RequestListener[];
  const inside: RequestListener = (request, response) => {
    for (const listener of listeners) listener(request, response);
  };

  server.removeAllListeners('request').on('request', (request, response) => {
    const kept = request.headers.authorization === undefined ? keptFor(request, answers) : undefined;
    if (!kept) return inside(request, response);
    const begun = performance.now();
    const { method = '', url = '' } = request;
    const ip = ipOf(request);

    function answer(rate: RateState, ready: Kept | undefined): void {
      if (rate.exceeded || !ready) {
        gate.wasCounted(request, rate);
        return inside(request, response);
      }
      const id = requestId(request);
      const status = sendReady({ request, response, id, rate }, ready.answer);
      report({ id, method, url, route: ready.route, status, ms: performance.now() - begun, ip });
    }

    const rate = limiter.count(anonymous, ip);
    if (!(rate instanceof Promise)) return answer(rate, kept);
    // What was kept may be old by the time that it is counted elsewhere.
    rate.then(
      (counted) => answer(counted, answers.get(url)),
      () => inside(request, response),
    );
  });
}

/** Where a request comes from, as Fastify finds it. */
function addressing(trusted: string[]): (request: IncomingMessage) => string {
  if (trusted.length === 0) return ({ socket }) => socket.remoteAddress ?? '';
  const isTrusted = proxyaddr.compile(trusted);
  return (request) => (request.socket.remoteAddress === undefined ? '' : proxyaddr(request, isTrusted));
}
