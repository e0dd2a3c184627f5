// The routes of an endpoint of the API, and what a matching request means to it.
import { cacheKeys } from './cache-key.ts';
import type { Route } from '../http/routes.ts';
import type { Exchange } from '../http/response.ts';
import type { Endpoint } from './endpoint.ts';

/** Every operation answers under both prefixes; documents use the first. */
export const PREFIXES = ['/v1/api', '/v1'];

/** An endpoint, and what an address says to it. */
export interface Match {
  readonly endpoint: Endpoint;
  readonly params: unknown;
  /** By which the response to a read is cached. */
  readonly cacheKey: string;
}

export function endpointRoutes(endpoint: Endpoint, handle: (exchange: Exchange, match: Match) => void): Route[] {
  const { method, path } = endpoint.specification;
  const [, restName] = /\{(\w+)\.\.\.\}$/.exec(path) ?? []; // the parameter that takes the rest of the path
  const pattern = path.replace(/\{\w+\.\.\.\}$/, '*').replaceAll(/\{(\w+)\}/g, ':$1');
  const cacheKey = cacheKeys(endpoint.specification);

  const answerTo: Route['answerTo'] = ({ '*': rest, ...params }, url) => {
    const named = restName === undefined ? params : { ...params, [restName]: rest };
    const match = { endpoint, params: named, cacheKey: endpoint.isShared ? cacheKey(url) : '' };
    return (exchange) => handle(exchange, match);
  };
  return PREFIXES.map((prefix) => ({ method, path: prefix + pattern, answerTo, isRemembered: method === 'GET' }));
}
