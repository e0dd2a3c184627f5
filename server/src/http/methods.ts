// A known path that is asked with another method: 405, naming those that it has.
import { METHODS } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { problem } from './problem.ts';

/** Call before any route is added; the function it returns, after the last one. */
export function watchMethods(app: FastifyInstance): () => void {
  for (const method of METHODS)
    if (!app.supportedMethods.includes(method)) app.addHttpMethod(method, { hasBody: false });

  const methodsOf = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ url, method }) => {
    const methods = methodsOf.get(url) ?? new Set();
    for (const one of [method].flat()) methods.add(one);
    methodsOf.set(url, methods);
  });

  return () => {
    for (const [url, methods] of methodsOf) {
      const allow = [...methods, 'OPTIONS'].join(', ');
      app.route({
        url,
        method: app.supportedMethods.filter((method) => !methods.has(method)),
        // In onRequest, so that a body that nobody will read is not parsed first.
        onRequest: async ({ method }) => {
          throw problem('method_not_allowed', `${method} is not for this address; it takes ${allow}.`, {
            headers: { allow },
          });
        },
        handler: async () => undefined,
      });
    }
  };
}
