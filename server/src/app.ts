// The plan of the house: who stands at the door, then the rooms in order.
import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { accounts } from './accounts/routes.ts';
import { collections } from './collections/routes.ts';
import { door, greet, logRequest, requestId } from './http/door.ts';
import { openGate } from './http/gate.ts';
import { readJson } from './http/json.ts';
import { meta } from './http/meta.ts';
import { watchMethods } from './http/methods.ts';
import { operationServer } from './http/operation.ts';
import { problem, sendProblem } from './http/problem.ts';
import { reference } from './http/reference.ts';
import { keys } from './keys/routes.ts';
import { limits } from './limits/routes.ts';
import { realms } from './realms/routes.ts';
import type { Services } from './services.ts';
import { stats } from './stats/routes.ts';

const SECOND = 1_000;

export function buildApp(services: Services, logger: FastifyBaseLogger): FastifyInstance {
  const gate = openGate(services);
  const app = fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }), // the door writes one line instead of two
    return503OnClosing: false, // what is open when the service stops is still answered
    genReqId: requestId,
    bodyLimit: 64 * 1024,
    requestTimeout: 30 * SECOND,
    keepAliveTimeout: 60 * SECOND,
    http: { headersTimeout: 15 * SECOND, optimizeEmptyRequests: true },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 1_000, querystringParser: () => ({}) },
    trustProxy: services.config.trustProxy,
    // An address that cannot be decoded meets no route and no hook, but the same door.
    async frameworkErrors(error, request, reply) {
      greet(request, reply);
      await gate.admit(request, reply).then(
        () => sendProblem(error, request, reply),
        (refused: unknown) => sendProblem(refused, request, reply),
      );
      logRequest(request, reply);
    },
  });

  readJson(app);
  door(app);
  app.addHook('onRequest', gate.admit);
  app.setErrorHandler(sendProblem);
  app.setNotFoundHandler(() => {
    throw problem('not_found', 'Nothing answers at this address.');
  });

  const refuseOtherMethods = watchMethods(app);
  const serve = operationServer(app, gate);
  realms(serve, services);
  collections(serve, services);
  stats(serve, services);
  accounts(serve, services);
  keys(serve, services);
  limits(serve);
  meta(app, services);
  reference(app, services);
  refuseOtherMethods();
  return app;
}
