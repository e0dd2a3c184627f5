// How paths are read, by Fastify and by the API; and the 405 for a known path that does not take a method.
import type { FastifyInstance } from 'fastify';
import findMyWay from 'find-my-way';
import { problem } from './problem.ts';

/** A longer path is no address. The longest is that of a file: its path has at most 1,024 bytes, and each may take three characters. */
const MAX_PATH_LENGTH = 4_096;

/** All routers read paths with these options, so that a path means the same to each. */
export const routerOptions = { ignoreTrailingSlash: true, maxParamLength: 16_384, querystringParser: () => ({}) };

/** Asked before a path of the API or of a page is split, decoded or matched. */
export function hasLongPath(url: string): boolean {
  if (url.length <= MAX_PATH_LENGTH) return false;
  const end = url.indexOf('?');
  return end < 0 || end > MAX_PATH_LENGTH;
}

/**
 * Answers 405 for the routes that are added to Fastify after this call. Routes for every other method would do the same; adding them takes
 * an eighth of the start.
 */
export function refuseOtherMethods(app: FastifyInstance): void {
  const paths = findMyWay(routerOptions);
  const methodsOf = new Map<string, string[]>();
  app.addHook('onRoute', ({ url, method }) => {
    const methods = methodsOf.get(url) ?? [];
    methods.push(...[method].flat());
    if (!methodsOf.has(url)) paths.on('GET', url, () => undefined, methods);
    methodsOf.set(url, methods);
  });
  // As a hook: the body of such a request is not read.
  app.addHook('onRequest', ({ is404, method, raw }, _reply, done) => {
    const allowed = is404 ? (paths.find('GET', raw.url ?? '')?.store as string[] | undefined) : undefined;
    done(allowed && methodNotAllowed(method, allowed));
  });
}

export function methodNotAllowed(method: string, allowed: string[]): Error {
  const all = new Set(allowed.flatMap((one) => (one === 'GET' ? ['GET', 'HEAD'] : [one])));
  const allow = [...all, 'OPTIONS'].join(', ');
  return problem('method_not_allowed', `${method} is not for this address; it takes ${allow}.`, { headers: { allow } });
}
