// The one entry of operations: finds the endpoint that a request means, admits the caller, runs the operation and responds.
import { specifications, type OperationId, type Specification } from '@realm-catalog/contract';
import { hostError } from '../http/host.ts';
import type { Exchange } from '../http/response.ts';
import { rateHeaders, type Admission, type Admit } from './admission.ts';
import { inProcessOperations, type InProcess } from './in-process.ts';
import type { Caller } from '../credentials/caller.ts';
import { tooManyRequests } from '../http/problem.ts';
import type { Limiter, RateState } from '../limits/limiter.ts';
import { MovedError, movedResponse } from './moved.ts';
import { endpointOf, type Endpoint, type Handler, type ResponseSettings } from './endpoint.ts';
import type { ResponseCache } from './response-cache.ts';
import { operationRouter, type Match } from './router.ts';
import type { Sender } from './sender.ts';

/** Adds the handler of an operation to the API. Each `routes.ts` calls it once for each of its operations. */
export type AddHandler = <Id extends OperationId>(id: Id, handler: Handler<(typeof specifications)[Id]>) => void;

/** Reads the body of a request to this operation. */
type ReadBody = (specification: Specification) => Promise<unknown>;

export interface Api {
  addHandler: AddHandler;
  /** Adds what answers at an address of the API and is no operation of the contract. */
  addEndpoint(endpoint: Endpoint): void;
  /** Operations without HTTP. */
  inProcess: Pick<InProcess, 'readAs' | 'performAs'>;
  match(method: string, url: string): Match | undefined;
  /** Admits a request, runs its operation and responds. Without a match the response is a problem that says why. */
  handle(exchange: Exchange, match: Match | undefined, readBody?: ReadBody): void;
}

interface Parts extends ResponseSettings {
  admit: Admit;
  limiter: Limiter;
  cache: ResponseCache;
  sender: Sender;
  publicUrl: string;
}

export function openApi({ admit, limiter, cache, sender, publicUrl, ...settings }: Parts): Api {
  const router = operationRouter();
  const { add, ...inProcess } = inProcessOperations(limiter);

  function handle(exchange: Exchange, match: Match | undefined, readBody?: ReadBody): void {
    try {
      const admission = admit(exchange, match?.endpoint.specification);
      if (admission instanceof Promise)
        admission.then(
          (admitted) => answer(exchange, match, admitted, readBody),
          (error: unknown) => sender.sendError(exchange, routeOf(match), error),
        );
      else answer(exchange, match, admission, readBody);
    } catch (error) {
      sender.sendError(exchange, routeOf(match), error);
    }
  }

  function answer(exchange: Exchange, match: Match | undefined, admission: Admission, readBody?: ReadBody): void {
    const { method = '', url = '' } = exchange.request;
    const route = routeOf(match);
    const invalid = hostError(exchange.request);
    if (invalid) return sender.sendError(exchange, route, invalid, admission);
    if (!match) return sender.sendError(exchange, route, router.mismatch(method, url), admission);
    const stored = isCacheable(match, admission) ? cache.get(match.cacheKey) : undefined;
    if (stored) return sender.send(exchange, route, stored, rateHeaders(admission.rate));
    run(exchange, match, admission, readBody).then(
      (response) => sender.send(exchange, route, response, rateHeaders(admission.rate)),
      (error: unknown) =>
        error instanceof MovedError
          ? sender.send(exchange, route, movedTo(exchange, error), rateHeaders(admission.rate))
          : sender.sendError(exchange, route, error, admission),
    );
  }

  const movedTo = ({ request }: Exchange, error: MovedError) => movedResponse(request.url ?? '', error, publicUrl);

  async function run(exchange: Exchange, match: Match, admission: Admission, readBody?: ReadBody) {
    const { request, response, id, ip } = exchange;
    const { endpoint, params } = match;
    const body = await readBody?.(endpoint.specification);
    const charge = async (requests: number) => (admission.rate = await take(admission.caller, ip, requests));
    const execute = () => endpoint.run({ ...admission, ip, id, request, response, params, body, charge });
    return isCacheable(match, admission) ? cache.fill(match.cacheKey, execute) : execute();
  }

  async function take(caller: Caller, ip: string, requests: number): Promise<RateState> {
    const rate = await limiter.take(caller, ip, requests);
    if (rate.exceeded) throw tooManyRequests(rate.exceeded.reason, rate.exceeded.endsAt);
    return rate;
  }

  /** While the database is unavailable, responses are stale: they are marked so, and not stored. */
  function isCacheable({ endpoint }: Match, { caller }: Admission): boolean {
    return endpoint.isShared && caller.kind === 'anonymous' && settings.staleSeconds() === undefined;
  }

  return {
    addHandler(id, handler) {
      add(id, handler);
      router.add(endpointOf(specifications[id], handler, settings));
    },
    addEndpoint: (endpoint) => router.add(endpoint),
    inProcess,
    match: (method, url) => router.match(method, url),
    handle,
  };
}

function routeOf(match: Match | undefined): string {
  return match?.endpoint.route ?? '';
}
