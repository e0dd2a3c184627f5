// The plan of the house: who stands at the door, then the rooms in order.
import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { accounts } from './accounts/routes.ts';
import { audit } from './audit/routes.ts';
import { collections } from './collections/routes.ts';
import { downloads } from './downloads/routes.ts';
import { bounds, sizes, type Bounds } from './http/bounds.ts';
import { boundConnections } from './http/connections.ts';
import { door, requestId } from './http/door.ts';
import { openFront, routerOptions } from './http/front.ts';
import { openGate, rateHeaders } from './http/gate.ts';
import { everyAnswer } from './http/headers.ts';
import { readJson } from './http/json.ts';
import { meta } from './http/meta.ts';
import { refuseOtherMethods } from './http/methods.ts';
import { operationServer } from './http/operation.ts';
import { keepPace } from './http/pace.ts';
import { shareEventLoop } from './http/pipelining.ts';
import { problem, sendProblem } from './http/problem.ts';
import { reference } from './http/reference.ts';
import { answeredBy, reporter } from './http/report.ts';
import { sender } from './http/send.ts';
import { answerUnreadable } from './http/unreadable.ts';
import { keys } from './keys/routes.ts';
import { limits } from './limits/routes.ts';
import { metrics } from './metrics/routes.ts';
import { oauthServer } from './oauth/mount.ts';
import { oauthClients } from './oauth/routes.ts';
import { publishing } from './publishing/routes.ts';
import { sweeping } from './publishing/sweeping.ts';
import { archiveBodies, uploads } from './publishing/upload.ts';
import { realms } from './realms/routes.ts';
import type { Services } from './services.ts';
import { stats } from './stats/routes.ts';

export function buildApp(services: Services, logger: FastifyBaseLogger, within: Bounds = bounds): FastifyInstance {
  const gate = openGate(services);
  const report = reporter(logger, services.metrics?.observe);
  const app = fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }), // the door writes one line instead of two
    return503OnClosing: false, // what is open when the service stops is still answered
    genReqId: requestId,
    childLoggerFactory: (log) => log, // one for each request would cost as much as its line; lines name their request themselves
    bodyLimit: sizes.json,
    requestTimeout: within.requestTimeout,
    keepAliveTimeout: within.keepAliveTimeout,
    connectionTimeout: within.stalledTimeout,
    maxRequestsPerSocket: within.maxRequestsPerSocket,
    http: {
      headersTimeout: within.headersTimeout,
      connectionsCheckingInterval: within.connectionsCheckingInterval,
      maxHeaderSize: within.maxHeaderSize,
      insecureHTTPParser: false, // whatever the command line says
      optimizeEmptyRequests: true,
      requireHostHeader: false, // the door asks for it
    },
    routerOptions,
    schemaController: { compilersFactory: { buildValidator: noSchema, buildSerializer: noSchema } },
    trustProxy: services.config.trustProxy.length > 0 && services.config.trustProxy,
    clientErrorHandler: answerUnreadable(within, logger),
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
      report(answeredBy(request, reply));
    },
  });

  boundConnections(app.server, within, services.config.trustProxy);
  readJson(app);
  keepPace(app, within);
  door(app, gate, report);
  const send = sender();
  const front = openFront(app.server, { gate, report, log: logger, send }, services);
  shareEventLoop(app.server);
  app.setErrorHandler(sendProblem);
  app.setNotFoundHandler(() => {
    throw problem('not_found', 'Nothing answers at this address.');
  });

  refuseOtherMethods(app);
  const { config, shelves } = services;
  const house = { gate, front, send, cdnSeconds: config.cdnSeconds, staleSeconds: () => shelves.staleSeconds };
  const serve = operationServer(app, house);
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
  audit(serve, services);
  meta(app, services);
  metrics(app, services);
  reference(app, services);
  app.register(async (scope) => {
    archiveBodies(scope);
    uploads(operationServer(scope, house), services);
  });
  app.register(async (scope) => oauthServer(scope, services));
  return app;
}

/** No route leaves its schema to Fastify: what that would load for it would make every start a tenth longer. */
function noSchema(): never {
  throw new Error('a route has a schema that nobody reads');
}
