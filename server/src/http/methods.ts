// A known path that is asked with another method: 405, naming those that it has.
import { METHODS } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { pathOf } from './gate.ts';
import { problem } from './problem.ts';

/** Call before any route is added. */
export function refuseOtherMethods(app: FastifyInstance): void {
  for (const method of METHODS)
    if (!app.supportedMethods.includes(method)) app.addHttpMethod(method, { hasBody: false });

  const known = new Map<string, { pattern: RegExp; methods: Set<string> }>();
  app.addHook('onRoute', ({ url, method }) => {
    const path = known.get(url) ?? { pattern: patternOf(url), methods: new Set() };
    for (const one of [method].flat()) path.methods.add(one);
    known.set(url, path);
  });

  // Before a body that nobody will use is read. Not as routes of their own: those for every other method took an eighth of the start.
  app.addHook('onRequest', (request, _reply, done) => {
    const methods = request.is404 ? methodsAt(pathOf(request)) : undefined;
    if (!methods) return done();
    const allow = [...methods, 'OPTIONS'].join(', ');
    done(
      problem('method_not_allowed', `${request.method} is not for this address; it takes ${allow}.`, {
        headers: { allow },
      }),
    );
  });

  function methodsAt(path: string): Set<string> | undefined {
    return known.values().find(({ pattern }) => pattern.test(path))?.methods;
  }
}

/** As the router reads it: `:name` is one segment, `*` all that follows, and a slash at the end does not matter. */
function patternOf(url: string): RegExp {
  const parts = url.split(/(:\w+|\*)/).map((part) => {
    if (part === '*') return '.*';
    return part.startsWith(':') ? '[^/]+' : RegExp.escape(part);
  });
  return new RegExp(`^${parts.join('')}/?$`);
}
