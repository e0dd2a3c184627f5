// The one entry of operations: admits the caller, runs the operation that a request means, and responds.
import { specifications, type OperationId } from '@realm-catalog/contract';
import type { Caller } from '../credentials/caller.ts';
import { hasBody } from '../http/body.ts';
import { hostError } from '../http/host.ts';
import { readJson } from '../http/json.ts';
import { tooManyRequests } from '../http/problem.ts';
import type { Exchange } from '../http/response.ts';
import type { Route } from '../http/routes.ts';
import type { Limiter, RateState } from '../limits/limiter.ts';
import { rateHeaders, type Admission, type Admit } from './admission.ts';
import { endpointOf, type Endpoint, type ResponseSettings } from './endpoint.ts';
import { inProcessOperations, type InProcess } from './in-process.ts';
import { MovedError, movedResponse } from './moved.ts';
import { operationOf, type Handler } from './operation.ts';
import { endpointRoutes, type Match } from './operation-routes.ts';
import type { ResponseCache } from './response-cache.ts';
import type { Sender } from './sender.ts';

/** Adds the handler of an operation to the API. Each `routes.ts` calls it once for each of its operations. */
export type AddHandler = <Id extends OperationId>(id: Id, handler: Handler<(typeof specifications)[Id]>) => void;

export interface Api {
  addHandler: AddHandler;
  /** Adds what answers at an address of the API and is no operation of the contract. */
  addEndpoint(endpoint: Endpoint): void;
  /** Operations without HTTP. */
  inProcess: Pick<InProcess, 'readAs' | 'performAs'>;
  /** Of all that was added. */
  routes: readonly Route[];
  /** Answers a request for an address below `/v1` at which nothing is: it counts as any other. */
  refuse(exchange: Exchange, error: Error): void;
}

interface Parts extends ResponseSettings {
  admit: Admit;
  limiter: Limiter;
  cache: ResponseCache;
  sender: Sender;
  publicUrl: string;
}

export function openApi({ admit, limiter, cache, sender, publicUrl, ...settings }: Parts): Api {
  const routes: Route[] = [];
  const { add, ...inProcess } = inProcessOperations(limiter);

  function handle(exchange: Exchange, match: Match): void {
    const { specification, operation, route } = match.endpoint;
    exchange.operation = operation;
    try {
      const admission = admit(exchange, specification);
      if (admission instanceof Promise)
        admission.then(
          (admitted) => answer(exchange, match, admitted),
          (error: unknown) => sender.sendError(exchange, route, error),
        );
      else answer(exchange, match, admission);
    } catch (error) {
      sender.sendError(exchange, route, error);
    }
  }

  function answer(exchange: Exchange, match: Match, admission: Admission): void {
    const { route } = match.endpoint;
    const invalid = hostError(exchange.request);
    if (invalid) return sender.sendError(exchange, route, invalid, admission);
    const stored = isCacheable(match, admission) ? cache.get(match.cacheKey) : undefined;
    if (stored) return sender.send(exchange, route, stored, rateHeaders(admission.rate));
    run(exchange, match, admission).then(
      (response) => sender.send(exchange, route, response, rateHeaders(admission.rate)),
      (error: unknown) =>
        error instanceof MovedError
          ? sender.send(exchange, route, movedTo(exchange, error), rateHeaders(admission.rate))
          : sender.sendError(exchange, route, error, admission),
    );
  }

  const movedTo = ({ request }: Exchange, error: MovedError) => movedResponse(request.url ?? '', error, publicUrl);

  async function run(exchange: Exchange, match: Match, admission: Admission) {
    const { endpoint, params } = match;
    const body = hasBody(exchange.request) ? await bodyOf(exchange, endpoint) : undefined;
    const charge = async (requests: number) =>
      (admission.rate = await takeAll(limiter, admission.caller, exchange.ip, requests));
    const execute = () => endpoint.run({ ...exchange, ...admission, params, body, charge });
    return isCacheable(match, admission) ? cache.fill(match.cacheKey, execute) : execute();
  }

  /** While the database is unavailable, responses are stale: they are marked so, and not stored. */
  function isCacheable({ endpoint }: Match, { caller }: Admission): boolean {
    return endpoint.isShared && caller.kind === 'anonymous' && settings.staleSeconds() === undefined;
  }

  const addEndpoint = (endpoint: Endpoint) => void routes.push(...endpointRoutes(endpoint, handle));
  return {
    addHandler(id, handler) {
      const operation = operationOf(specifications[id], handler);
      add(id, operation);
      addEndpoint(endpointOf(id, operation, settings));
    },
    addEndpoint,
    inProcess,
    routes,
    refuse: (exchange, error) => void refuse({ admit, sender }, exchange, error),
  };
}

async function refuse({ admit, sender }: Pick<Parts, 'admit' | 'sender'>, exchange: Exchange, error: Error) {
  let admission: Admission | undefined;
  try {
    admission = await admit(exchange);
    throw hostError(exchange.request) ?? error;
  } catch (refusal) {
    sender.sendError(exchange, '', refusal, admission);
  }
}

async function takeAll(limiter: Limiter, caller: Caller, ip: string, requests: number): Promise<RateState> {
  const rate = await limiter.take(caller, ip, requests);
  if (rate.exceeded) throw tooManyRequests(rate.exceeded.reason, rate.exceeded.endsAt);
  return rate;
}

/** An archive or a picture is read by the handler. */
async function bodyOf({ request }: Exchange, { specification: { input } }: Endpoint): Promise<unknown> {
  return input === 'archive' || input === 'picture' ? request : readJson(request);
}
