// Answers a known path with another method: 405, with the methods that the path allows.
import type { FastifyInstance } from 'fastify';
import { problem } from './problem.ts';

/** Collects the routes that are added after this call; the function it returns adds a 405 for the other methods of each. */
export function otherMethods(app: FastifyInstance): () => void {
  const methodsOf = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ url, method }) => {
    const methods = methodsOf.get(url) ?? new Set();
    for (const one of [method].flat()) methods.add(one);
    methodsOf.set(url, methods);
  });
  // In a plugin, because it is loaded after all plugins that were registered before.
  return () => void app.register(async (scope) => refuseOthers(scope, [...methodsOf]));
}

function refuseOthers(app: FastifyInstance, methodsOf: [url: string, methods: Set<string>][]): void {
  for (const [url, methods] of methodsOf) {
    const allowed = [...methods];
    const method = app.supportedMethods.filter((one) => one !== 'OPTIONS' && !methods.has(one));
    // As a hook, so that the body of such a request is not read.
    if (method.length > 0)
      app.route({
        method,
        url,
        onRequest: ({ method }, _reply, done) => done(methodNotAllowed(method, allowed)),
        handler: () => undefined,
      });
  }
}

export function methodNotAllowed(method: string, allowed: string[]): Error {
  const all = new Set(allowed.flatMap((one) => (one === 'GET' ? ['GET', 'HEAD'] : [one])));
  const allow = [...all, 'OPTIONS'].join(', ');
  return problem('method_not_allowed', `${method} is not for this address; it takes ${allow}.`, { headers: { allow } });
}
