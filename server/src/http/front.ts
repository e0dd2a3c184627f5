// Before the house: what anyone may ask, and sends nothing with, is answered here, without the hooks that all else needs. Whatever is out
// of the ordinary, or goes wrong, is handed on inside as it came, and answered there.
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import proxyaddr from '@fastify/proxy-addr';
import router from 'find-my-way';
import { anonymous, type Caller } from '../credentials/caller.ts';
import type { RateState } from '../limits/limiter.ts';
import type { Services } from '../services.ts';
import { keptAnswers } from './answers.ts';
import type { Audience } from './caching.ts';
import { requestId } from './door.ts';
import type { Gate } from './gate.ts';
import { hostsOf } from './hosts.ts';
import type { Report } from './report.ts';
import { sendReady, type Ready } from './send.ts';

/** A request as its operation reads it. */
export interface Asked {
  caller: Caller;
  rate: RateState;
  /** Where it came from. */
  ip: string;
  id: string;
  request: IncomingMessage;
  params: unknown;
  body?: unknown;
}

export type Look = (asked: Asked, audience: Audience) => Promise<Ready>;

export interface Front {
  /** Whoever asks at this path, the answer is found so. */
  offer(path: string, look: Look): void;
}

interface Question {
  path: string;
  params: unknown;
  look: Look;
}

interface Visit {
  request: IncomingMessage;
  response: ServerResponse;
  question: Question;
  id: string;
  ip: string;
  begun: number;
}

/** Of everyone who finds a way by its path: they must not differ. */
export const routerOptions = { ignoreTrailingSlash: true, maxParamLength: 16_384, querystringParser: () => ({}) };

export function openFront(server: Server, gate: Gate, report: Report, services: Services): Front {
  const { bearer, limiter, shelves, config } = services;
  const ipOf = addressing(config.trustProxy);
  const answers = keptAnswers<Question>(() => shelves.generation);
  const offered = router(routerOptions);
  const listeners = server.listeners('request') as RequestListener[];

  function inside(request: IncomingMessage, response: ServerResponse): void {
    for (const listener of listeners) listener(request, response);
  }

  server.removeAllListeners('request').on('request', (request, response) => {
    const isPlain = isQuestion(request);
    const kept = isPlain && request.headers.authorization === undefined ? answers.get(request.url ?? '') : undefined;
    const question = kept?.question ?? (isPlain ? find(request) : undefined);
    if (!question) return inside(request, response);
    const visit: Visit = {
      request,
      response,
      question,
      id: requestId(request),
      ip: ipOf(request),
      begun: performance.now(),
    };
    if (!kept) return void answer(visit);
    const rate = limiter.count(anonymous, visit.ip);
    if (rate instanceof Promise) void answer(visit, rate);
    else if (rate.exceeded) handOn(visit, rate);
    else give(visit, rate, kept.answer);
  });

  function find({ url = '' }: IncomingMessage): Question | undefined {
    const found = offered.find('GET', url);
    return found ? { ...(found.store as Omit<Question, 'params'>), params: found.params } : undefined;
  }

  async function answer(visit: Visit, counting?: Promise<RateState>): Promise<void> {
    let rate: RateState | undefined;
    let ready: Ready;
    try {
      const caller = await bearer.identify(visit.request);
      if (!caller || caller.kind === 'upload') return handOn(visit);
      rate = await (counting ?? limiter.count(caller, visit.ip));
      if (rate.exceeded) return handOn(visit, rate);
      ready = await lookFor(visit, caller, rate);
    } catch {
      return handOn(visit, rate);
    }
    give(visit, rate, ready);
  }

  function lookFor({ request, question, id, ip }: Visit, caller: Caller, rate: RateState): Promise<Ready> {
    const asked = { caller, rate, ip, id, request, params: question.params };
    if (caller.kind !== 'anonymous') return question.look(asked, 'caller');
    return answers.keep(request.url ?? '', question, () => question.look(asked, 'everyone'));
  }

  function give({ request, response, question, id, ip, begun }: Visit, rate: RateState, ready: Ready): void {
    const { method = '', url = '' } = request;
    const status = sendReady({ request, response, id, rate }, ready);
    report({ id, method, url, route: question.path, status, ms: performance.now() - begun, ip });
  }

  /** It is not counted again, if it was. */
  function handOn({ request, response }: Visit, rate?: RateState): void {
    if (rate) gate.wasCounted(request, rate);
    inside(request, response);
  }

  return {
    offer(path, look) {
      offered.on('GET', path, () => undefined, { path, look });
    },
  };
}

/** One without a body, for one host: what else there may be is for those inside to judge. */
function isQuestion(request: IncomingMessage): boolean {
  const { method, headers } = request;
  const isPlain = method === 'GET' && headers['content-length'] === undefined && !headers['transfer-encoding'];
  return isPlain && hostsOf(request) === 1;
}

/** Where a request comes from, as Fastify finds it. */
function addressing(trusted: string[]): (request: IncomingMessage) => string {
  if (trusted.length === 0) return ({ socket }) => socket.remoteAddress ?? '';
  const isTrusted = proxyaddr.compile(trusted);
  return (request) => (request.socket.remoteAddress === undefined ? '' : proxyaddr(request, isTrusted));
}
