// The route table of the API: which operation a method and a path mean, and which methods a path takes.
import findMyWay, { type HTTPMethod } from 'find-my-way';
import { isDecodable } from '../http/input.ts';
import { problem, unreadable } from '../http/problem.ts';
import { hasLongPath, methodNotAllowed, routerOptions } from '../http/routing.ts';
import { cacheKeys, type CacheKey } from './cache-key.ts';
import type { Endpoint } from './endpoint.ts';

/** Every operation answers under both prefixes; documents use the first. */
export const PREFIXES = ['/v1/api', '/v1'];

/** The path of the document that describes the API. It is no operation: GET has a route of its own, and the catch-all route answers other methods. */
export const OPENAPI_PATH = '/openapi.json';

/** Other requests for the same URL get the same object. */
export interface Match {
  readonly endpoint: Endpoint;
  readonly params: unknown;
  /** By which the response to a read is cached. */
  readonly cacheKey: string;
}

interface RouteStore {
  endpoint: Endpoint;
  /** The name of the parameter that takes the rest of the path. */
  restName: string | undefined;
  cacheKey: CacheKey;
}

export interface Router {
  add(endpoint: Endpoint): void;
  match(method: string, url: string): Match | undefined;
  /** The problem to answer with where no operation matches. */
  mismatch(method: string, url: string): Error;
}

/** How many matches of reads are remembered, and of how long URLs: finding one again takes a fifth of the time. As many as the response cache has. */
const MAX_REMEMBERED = 10_000;
const MAX_REMEMBERED_LENGTH = 512;

export function operationRouter(): Router {
  const routes = findMyWay(routerOptions);
  const reads = new Map<string, Match>();
  const methods = new Set<HTTPMethod>();
  for (const prefix of PREFIXES) routes.on('GET', prefix + OPENAPI_PATH, () => undefined); // for `mismatch`: it has no endpoint

  const lookUp = (method: HTTPMethod, url: string) => (hasLongPath(url) ? null : routes.find(method, url));

  function find(method: HTTPMethod, url: string): Match | undefined {
    const found = lookUp(method, url);
    if (!found?.store) return undefined;
    const { endpoint, restName, cacheKey } = found.store as RouteStore;
    const match = { endpoint, params: found.params, cacheKey: endpoint.isShared ? cacheKey(url) : '' };
    if (restName === undefined) return match;
    const { '*': rest, ...params } = found.params;
    return { ...match, params: { ...params, [restName]: rest } };
  }

  function findRead(url: string): Match | undefined {
    const known = reads.get(url);
    if (known) return known;
    const found = find('GET', url);
    if (reads.size >= MAX_REMEMBERED) reads.clear();
    if (found && url.length <= MAX_REMEMBERED_LENGTH) reads.set(url, found);
    return found;
  }

  return {
    add(endpoint) {
      const { method, path } = endpoint.specification;
      methods.add(method);
      const [, restName] = /\{(\w+)\.\.\.\}$/.exec(path) ?? [];
      const pattern = path.replace(/\{\w+\.\.\.\}$/, '*').replaceAll(/\{(\w+)\}/g, ':$1');
      const store: RouteStore = { endpoint, restName, cacheKey: cacheKeys(endpoint.specification) };
      for (const prefix of PREFIXES) routes.on(method, prefix + pattern, () => undefined, store);
    },
    match: (method, url) => (method === 'GET' || method === 'HEAD' ? findRead(url) : find(method as HTTPMethod, url)),
    mismatch(method, url) {
      const [path = ''] = url.split('?', 1);
      if (!isDecodable(path)) return unreadable('path', 'is not valid percent-encoding');
      const allowed = [...methods].filter((one) => lookUp(one, url));
      return allowed.length > 0
        ? methodNotAllowed(method, allowed)
        : problem('not_found', 'Nothing answers at this address.');
    },
  };
}
