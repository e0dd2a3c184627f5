// The one entry of operations: finds the operation that a request means, admits the caller, runs the operation and responds.
import { specifications, type OperationId, type Specification } from '@realm-catalog/contract';
import { hostError } from '../http/host.ts';
import type { Exchange } from '../http/response.ts';
import { rateHeaders, type Admission, type Admit } from './admission.ts';
import { inProcessReads, type Read } from './in-process.ts';
import { MovedError, movedResponse } from './moved.ts';
import { servedOperation, type Handler, type ResponseSettings } from './operation.ts';
import type { ResponseCache } from './response-cache.ts';
import { operationRouter, type Match } from './router.ts';
import type { Sender } from './sender.ts';

/** Adds the handler of an operation. */
export type Serve = <Id extends OperationId>(id: Id, handler: Handler<(typeof specifications)[Id]>) => void;

/** Reads the body of a request to this operation. */
type ReadBody = (operation: Specification) => Promise<unknown>;

export interface Api {
  serve: Serve;
  /** Reads without HTTP. */
  read: Read;
  match(method: string, url: string): Match | undefined;
  /** Admits a request, runs its operation and responds. Without a match the response is a problem that says why. */
  handle(exchange: Exchange, match: Match | undefined, readBody?: ReadBody): void;
}

interface Parts extends ResponseSettings {
  admit: Admit;
  cache: ResponseCache;
  responses: Sender;
  publicUrl: string;
}

export function openApi({ admit, cache, responses, publicUrl, ...settings }: Parts): Api {
  const router = operationRouter();
  const { add, read } = inProcessReads();

  function handle(exchange: Exchange, match: Match | undefined, readBody?: ReadBody): void {
    try {
      const admission = admit(exchange, match?.operation.specification);
      if (admission instanceof Promise)
        admission.then(
          (admitted) => answer(exchange, match, admitted, readBody),
          (error: unknown) => responses.sendError(exchange, routeOf(match), error),
        );
      else answer(exchange, match, admission, readBody);
    } catch (error) {
      responses.sendError(exchange, routeOf(match), error);
    }
  }

  function answer(exchange: Exchange, match: Match | undefined, admission: Admission, readBody?: ReadBody): void {
    const { method = '', url = '' } = exchange.request;
    const route = routeOf(match);
    const invalid = hostError(exchange.request);
    if (invalid) return responses.sendError(exchange, route, invalid, admission);
    if (!match) return responses.sendError(exchange, route, router.mismatch(method, url), admission);
    const stored = isCacheable(match, admission) ? cache.get(url) : undefined;
    if (stored) return responses.send(exchange, route, stored, rateHeaders(admission.rate));
    run(exchange, match, admission, readBody).then(
      (response) => responses.send(exchange, route, response, rateHeaders(admission.rate)),
      (error: unknown) =>
        error instanceof MovedError
          ? responses.send(exchange, route, movedTo(exchange, error), rateHeaders(admission.rate))
          : responses.sendError(exchange, route, error, admission),
    );
  }

  const movedTo = ({ request }: Exchange, error: MovedError) => movedResponse(request.url ?? '', error, publicUrl);

  async function run(exchange: Exchange, match: Match, admission: Admission, readBody?: ReadBody) {
    const { request, id, ip } = exchange;
    const { operation, params } = match;
    const body = await readBody?.(operation.specification);
    const execute = () => operation.run({ ...admission, ip, id, request, params, body });
    return isCacheable(match, admission) ? cache.fill(request.url ?? '', execute) : execute();
  }

  /** While the database is unavailable, responses are stale, say so, and are not stored. */
  function isCacheable({ operation }: Match, { caller }: Admission): boolean {
    return operation.isShared && caller.kind === 'anonymous' && settings.staleSeconds() === undefined;
  }

  return {
    serve(id, handler) {
      add(id, handler);
      router.add(servedOperation(specifications[id], handler, settings));
    },
    read,
    match: (method, url) => router.match(method, url),
    handle,
  };
}

function routeOf(match: Match | undefined): string {
  return match?.operation.route ?? '';
}
