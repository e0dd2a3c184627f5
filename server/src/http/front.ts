// Before the house: what anyone may ask for, and sends nothing with, is answered here, without the hooks that all else needs. Whatever is
// out of the ordinary is handed on inside as it came.
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { FastifyBaseLogger } from 'fastify';
import router from 'find-my-way';
import { anonymous, type Caller } from '../credentials/caller.ts';
import type { RateState } from '../limits/limiter.ts';
import type { Services } from '../services.ts';
import { keptAnswers } from './answers.ts';
import type { Audience } from './caching.ts';
import { requestId } from './door.ts';
import { addressing, dropPorts } from './forwarded.ts';
import type { Gate, Known, Pass } from './gate.ts';
import { hostsOf } from './hosts.ts';
import type { Report } from './report.ts';
import { told } from './problem.ts';
import { sendable, type Ready, type Send, type Sendable } from './send.ts';

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

/** What answers at a path, whoever asks: by looking, or by doing something. */
type Offer = { path: string } & (
  | { method: 'GET'; look: (asked: Asked, audience: Audience) => Promise<Ready> }
  | { method: 'POST'; change: (asked: Asked) => Promise<Sendable> }
);

export interface Front {
  offer(offer: Offer): void;
}

interface Question {
  offer: Offer;
  params: unknown;
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

interface House {
  gate: Gate;
  report: Report;
  log: FastifyBaseLogger;
  send: Send;
}

export function openFront(server: Server, { gate, report, log, send }: House, services: Services): Front {
  const { bearer, limiter, shelves, config } = services;
  const ipOf = addressing(config.trustProxy);
  const hasProxies = config.trustProxy.length > 0;
  const answers = keptAnswers<Question>(() => shelves.generation);
  const offered = router(routerOptions);
  const listeners = server.listeners('request') as RequestListener[];

  function inside(request: IncomingMessage, response: ServerResponse): void {
    for (const listener of listeners) listener(request, response);
  }

  server.removeAllListeners('request').on('request', (request, response) => {
    if (hasProxies) dropPorts(request);
    const isPlain = sendsNothing(request);
    const kept =
      isPlain && request.method === 'GET' && !request.headers.authorization && shelves.staleSeconds === undefined
        ? answers.get(request.url ?? '')
        : undefined;
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
    else if (rate.exceeded) handOn(visit, { caller: anonymous, rate });
    else give(visit, rate, kept.answer);
  });

  function find({ method, url = '' }: IncomingMessage): Question | undefined {
    const found = offered.find(method as Parameters<typeof offered.find>[0], url);
    return found ? { offer: found.store as Offer, params: found.params } : undefined;
  }

  async function answer(visit: Visit, counting?: Promise<RateState>): Promise<void> {
    const known: Known = { caller: bearer.identify(visit.request), rate: counting };
    const pass = await admit(visit, known).catch(() => undefined); // inside they say why
    if (!pass || pass.rate.exceeded) return handOn(visit, known);
    const answer = await answerTo(visit, pass).catch((error: unknown) => problemOf(error, visit));
    give(visit, pass.rate, answer);
  }

  async function admit({ ip }: Visit, known: Known): Promise<Pass | undefined> {
    const caller = await known.caller;
    if (!caller || caller.kind === 'upload') return undefined;
    known.rate ??= limiter.count(caller, ip);
    return { caller, rate: await known.rate };
  }

  async function answerTo({ request, question, id, ip }: Visit, { caller, rate }: Pass): Promise<Ready | Sendable> {
    const { offer, params } = question;
    const { url = '' } = request;
    const asked = { caller, rate, ip, id, request, params };
    if (offer.method === 'POST') return offer.change(asked);
    if (caller.kind !== 'anonymous') return offer.look(asked, 'caller');
    if (shelves.staleSeconds !== undefined) return offer.look(asked, 'everyone'); // which says so, and is not kept
    // Looked for once more: what was kept may be old, and what was not may be kept, by the time that the request is counted.
    return answers.get(url)?.answer ?? answers.keep(url, question, () => offer.look(asked, 'everyone'));
  }

  function problemOf(error: unknown, { id }: Visit): Sendable {
    const { status, headers, text } = told(error, { id, log });
    return sendable(status, headers, Buffer.from(text));
  }

  function give(
    { request, response, question, id, ip, begun }: Visit,
    rate: RateState,
    answer: Ready | Sendable,
  ): void {
    const { method = '', url = '' } = request;
    const status = send({ request, response, id, rate }, answer);
    report({ id, method, url, route: question.offer.path, status, ms: performance.now() - begun, ip });
  }

  function handOn({ request, response }: Visit, known: Known): void {
    gate.knows(request, known);
    inside(request, response);
  }

  return {
    offer: (offer) => offered.on(offer.method, offer.path, () => undefined, offer),
  };
}

/** And is for one host. What else there may be is for those inside to judge. */
function sendsNothing(request: IncomingMessage): boolean {
  const { 'content-length': length = '0', 'content-type': type, 'transfer-encoding': coding } = request.headers;
  const isEmpty = length === '0' && coding === undefined && (type === undefined || request.method === 'GET');
  return isEmpty && hostsOf(request) === 1;
}
