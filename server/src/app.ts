// The plan of the house: who stands at the door, then the rooms in order.
import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { accounts } from './accounts/routes.ts';
import { collections } from './collections/routes.ts';
import { downloads } from './downloads/routes.ts';
import { keptAnswers } from './http/answers.ts';
import { door, everyAnswer, logRequest, requestId } from './http/door.ts';
import { openGate, rateHeaders } from './http/gate.ts';
import { readJson } from './http/json.ts';
import { meta } from './http/meta.ts';
import { watchMethods } from './http/methods.ts';
import { operationServer } from './http/operation.ts';
import { problem, sendProblem } from './http/problem.ts';
import { reference } from './http/reference.ts';
import { answerUnreadable } from './http/unreadable.ts';
import { keys } from './keys/routes.ts';
import { limits } from './limits/routes.ts';
import { oauthServer } from './oauth/mount.ts';
import { oauthClients } from './oauth/routes.ts';
import { publishing } from './publishing/routes.ts';
import { sweeping } from './publishing/sweeping.ts';
import { archiveBodies, uploads } from './publishing/upload.ts';
import { realms } from './realms/routes.ts';
import type { Services } from './services.ts';
import { stats } from './stats/routes.ts';

const SECOND = 1_000;

export function buildApp(services: Services, logger: FastifyBaseLogger): FastifyInstance {
  const gate = openGate(services);
  const answers = keptAnswers(() => services.shelves.generation);
  const app = fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }), // the door writes one line instead of two
    return503OnClosing: false, // what is open when the service stops is still answered
    genReqId: requestId,
    childLoggerFactory: (log) => log, // one for each request would cost as much as its line; lines name their request themselves
    bodyLimit: 64 * 1024,
    requestTimeout: 600 * SECOND, // an archive of 100 MiB over a slow line
    keepAliveTimeout: 60 * SECOND,
    http: { headersTimeout: 15 * SECOND, optimizeEmptyRequests: true, requireHostHeader: false }, // the door asks for it
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 16_384, querystringParser: () => ({}) },
    trustProxy: services.config.trustProxy.length > 0 && services.config.trustProxy,
    clientErrorHandler: answerUnreadable,
    // An address that cannot be decoded meets no route and no hook, but the same door.
    async frameworkErrors(error, request, reply) {
      reply.headers(everyAnswer(request.id));
      try {
        const pass = await gate.admit(request);
        if (pass) reply.headers(rateHeaders(pass.rate));
        sendProblem(error, request, reply);
      } catch (refused) {
        sendProblem(refused, request, reply);
      }
      logRequest(request, reply);
    },
  });

  readJson(app);
  door(app, gate, answers);
  app.setErrorHandler(sendProblem);
  app.setNotFoundHandler(() => {
    throw problem('not_found', 'Nothing answers at this address.');
  });

  const refuseOtherMethods = watchMethods(app);
  const serve = operationServer(app, gate, answers);
  realms(serve, services);
  publishing(serve, services);
  sweeping(app, services);
  downloads(serve, app, services);
  collections(serve, services);
  stats(serve, services);
  accounts(serve, services);
  keys(serve, services);
  oauthClients(serve, services);
  limits(serve);
  meta(app, services);
  reference(app, services);
  app.register(async (scope) => {
    archiveBodies(scope);
    uploads(operationServer(scope, gate, answers), services);
  });
  app.register(async (scope) => oauthServer(scope, services));
  app.register(async () => refuseOtherMethods()); // after the routes that are registered late
  return app;
}
