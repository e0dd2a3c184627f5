// The route table: what answers a method and an address. Every request is looked up here, and nowhere else.
import findMyWay, { type HTTPMethod } from 'find-my-way';
import { isDecodable } from './input.ts';
import { problem, unreadable } from './problem.ts';
import type { Exchange } from './response.ts';

type Answer = (exchange: Exchange) => void;

export interface Route {
  method: HTTPMethod;
  /** The pattern of its path, such as `/realms/:slug`. */
  path: string;
  /** Returns what answers every request for this address. */
  answerTo: (params: Record<string, string>, url: string) => Answer;
  /** Whether answers are kept with their addresses: finding one again takes a fifth of the time. */
  isRemembered?: boolean;
}

export interface RouteTable {
  /** HEAD is answered as GET is. */
  find(method: string, url: string): Answer | undefined;
  /** Why nothing answers. */
  mismatch(method: string, url: string): Error;
}

/** How many answers are remembered, and of how long URLs. As many as the response cache has. */
const MAX_REMEMBERED = 10_000;
const MAX_REMEMBERED_LENGTH = 512;

/** A longer path is no address. The longest is that of a file: its path has at most 1,024 bytes, and each may take three characters. */
const MAX_PATH_LENGTH = 4_096;

export function routeTable(routes: readonly Route[]): RouteTable {
  const patterns = findMyWay({ ignoreTrailingSlash: true, maxParamLength: 16_384, querystringParser: () => ({}) });
  for (const route of routes) patterns.on(route.method, route.path, () => undefined, route);
  const methods = new Set(routes.map(({ method }) => method));
  const remembered = new Map<string, Answer>();

  const lookUp = (method: string, url: string) => (hasLongPath(url) ? null : patterns.find(method as HTTPMethod, url));

  function match(method: string, url: string): Answer | undefined {
    const found = lookUp(method, url);
    if (!found) return undefined;
    const { answerTo, isRemembered } = found.store as Route;
    const answer = answerTo(found.params as Record<string, string>, url);
    if (isRemembered && url.length <= MAX_REMEMBERED_LENGTH) {
      if (remembered.size >= MAX_REMEMBERED) remembered.clear();
      remembered.set(url, answer);
    }
    return answer;
  }

  return {
    find: (method, url) =>
      method === 'GET' || method === 'HEAD' ? (remembered.get(url) ?? match('GET', url)) : match(method, url),
    mismatch(method, url) {
      const [path = ''] = url.split('?', 1);
      if (!isDecodable(path)) return unreadable('path', 'is not valid percent-encoding');
      const allowed = [...methods].filter((one) => lookUp(one, url));
      return allowed.length > 0
        ? methodNotAllowed(method, allowed)
        : problem('not_found', 'There is nothing at this URL.');
    },
  };
}

/** Asked before a path is split, decoded or matched. */
function hasLongPath(url: string): boolean {
  if (url.length <= MAX_PATH_LENGTH) return false;
  const end = url.indexOf('?');
  return end < 0 || end > MAX_PATH_LENGTH;
}

function methodNotAllowed(method: string, allowed: string[]): Error {
  const all = allowed.flatMap((one) => (one === 'GET' ? ['GET', 'HEAD'] : [one]));
  const allow = [...all, 'OPTIONS'].join(', ');
  return problem('method_not_allowed', `${method} is not for this address; it takes ${allow}.`, { headers: { allow } });
}
