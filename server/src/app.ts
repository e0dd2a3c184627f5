// Builds the HTTP server: what happens to every request, then the routes of every resource.
import type { IncomingMessage } from 'node:http';
import fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyServerOptions,
} from 'fastify';
import { addAccountHandlers } from './accounts/routes.ts';
import { addDeletionHandler } from './accounts/deletion-routes.ts';
import { addUserOperatorHandlers } from './accounts/operator-routes.ts';
import { addIdentityHandlers } from './accounts/identity-routes.ts';
import { addMailHandlers } from './accounts/mail-routes.ts';
import { addPasskeyHandlers } from './accounts/passkey-routes.ts';
import { addSecondFactorHandlers } from './accounts/second-factor-routes.ts';
import { addSessionHandlers } from './accounts/session-routes.ts';
import { addUserHandlers } from './accounts/user-routes.ts';
import { logEntry, openAccessLog } from './api/access-log.ts';
import { admissions } from './api/admission.ts';
import { openApi, type AddHandler } from './api/api.ts';
import { addDocumentRoutes } from './api/documents.ts';
import { addFastPath } from './api/fast-path.ts';
import { admissionHook, exchangeOf, isApiRequest, isOfApi, mountApi } from './api/mount.ts';
import { addRateLimitHandler } from './api/rate-limit.ts';
import { addRequestHooks, requestId } from './api/request-hooks.ts';
import { responseCache } from './api/response-cache.ts';
import { sender } from './api/sender.ts';
import { addAuditHandlers } from './audit/routes.ts';
import { addAvatarHandlers, addAvatarRoute } from './avatars/routes.ts';
import { addCollectionHandlers } from './collections/routes.ts';
import { addDownloadHandlers } from './downloads/routes.ts';
import { addFileHandlers } from './files/routes.ts';
import { connectionLimits, maxBodySizes, type ConnectionLimits } from './http/connection-limits.ts';
import { addressReader } from './http/forwarded.ts';
import { limitConnections } from './http/connections.ts';
import { refuseOtherMethods, routerOptions } from './http/routing.ts';
import { responseHeaders } from './http/headers.ts';
import { addMinBodyRateHook } from './http/min-body-rate.ts';
import { handleInTurn } from './http/pipelining.ts';
import { sendProblem } from './http/problem.ts';
import { slowReaders } from './http/slow-readers.ts';
import { answerUnreadable } from './http/unreadable.ts';
import { addGraphqlEndpoints } from './graphql/routes.ts';
import { addKeyHandlers } from './keys/routes.ts';
import { addMyDataHandler } from './my-data/routes.ts';
import { paths as oauthPaths } from './oauth/addresses.ts';
import { addOAuthGrantHandlers } from './oauth/grant-routes.ts';
import { mountOAuth } from './oauth/mount.ts';
import { addOAuthClientHandlers } from './oauth/routes.ts';
import { addHealthRoutes } from './ops/health.ts';
import { addMetricsRoute } from './ops/metrics-routes.ts';
import { formAdder, mountPages } from './pages/mount.ts';
import { pageGeneration } from './pages/page-generation.ts';
import { openPages } from './pages/pages.ts';
import { addPictureRoute } from './pictures/routes.ts';
import { refuseOthersOnPreviewHosts } from './previews/own-hosts.ts';
import { addPublishingHandlers } from './publishing/routes.ts';
import { sweepUploads } from './publishing/sweep-job.ts';
import { addUploadHandlers } from './publishing/upload.ts';
import { addMyRealmHandlers } from './realms/my-realms-routes.ts';
import { addRealmOperatorHandlers } from './realms/operator-routes.ts';
import { isListed } from './realms/queries.ts';
import { addRealmHandlers } from './realms/routes.ts';
import { redirectOldSlugs } from './realms/redirect-old-slugs.ts';
import { addTagHandlers } from './realms/tag-routes.ts';
import type { Services } from './services.ts';
import { addStatsHandlers } from './stats/routes.ts';

export function buildApp(
  services: Services,
  log: FastifyBaseLogger,
  limits: ConnectionLimits = connectionLimits,
): FastifyInstance {
  const { config, catalog, authenticator, limiter, webSessions } = services;
  const accessLog = openAccessLog(log, services.metrics?.observe);
  const admit = admissions({ authenticator, limiter, publicUrl: config.publicUrl });
  const readers = slowReaders(limits);
  const settings = {
    sender: sender(accessLog, log, readers, config.publicUrl),
    publicUrl: config.publicUrl,
    cdnSeconds: config.cdnSeconds,
    staleSeconds: () => catalog.staleSeconds,
  };
  const api = openApi({ ...settings, admit, limiter, cache: responseCache(() => catalog.generation) });
  const pages = openPages({
    ...settings,
    log,
    limiter,
    webSessions,
    inProcess: api.inProcess,
    cache: responseCache(pageGeneration(catalog)),
    maxStaleSeconds: config.staleReadsSeconds,
    load: async () => (await import('./pages/load.ts')).loadPages(api.inProcess, services),
  });
  const headersOf = responseHeaders(config.publicUrl);
  const addressOf = addressReader(config.trustProxy);
  const app = fastifyApp(log, limits, {
    clientErrorHandler: answerUnreadable(limits, log, headersOf),
    trustProxy: config.trustProxy.length > 0 && config.trustProxy,
    // A URL that cannot be decoded meets no route and no hook, and Fastify does not look for the client behind a proxy.
    frameworkErrors(error, request, reply) {
      if (isApiRequest(request.raw)) {
        reply.hijack();
        return api.handle({ ...exchangeOf(request, reply), ip: addressOf(request.raw) }, undefined);
      }
      sendProblem(error, request, reply.headers(headersOf(request.id)));
      accessLog(logEntry(request, reply));
    },
  });
  const closeFlooding = limitConnections(app.server, limits, config.trustProxy, (ip) =>
    log.warn({ ip }, 'this address sent too much at once, and is refused for a minute'),
  );
  /** The pages add each request that they handle: they check its host and write its line of the access log by themselves. */
  const handledByPages = new WeakSet<IncomingMessage>();
  addRequestHooks(app, accessLog, headersOf, (request) => isOfApi(request) || handledByPages.has(request.raw));
  addMinBodyRateHook(app, limits);
  mountApi(app, api, limits);
  addFastPath(app.server, api, pages, config.trustProxy);
  if (config.previews?.previewUrl)
    refuseOthersOnPreviewHosts(app.server, config.previews, addressOf, accessLog, headersOf);
  handleInTurn(app.server, limits, closeFlooding, headersOf);

  const addHandler = redirectOldSlugs(api.addHandler, catalog);
  addHandlers(addHandler, services);
  addGraphqlEndpoints(api, { catalog, log });
  refuseOtherMethods(app);
  const admitRequest = admissionHook(admit);
  addDownloadHandlers(addHandler, app, services, admitRequest, readers, formAdder(app, pages, handledByPages));
  addPictureRoute(app, services, readers);
  addAvatarRoute(app, services);
  addDocumentRoutes(app, config, oauthPaths, admitRequest);
  addHealthRoutes(app, services);
  addMetricsRoute(app, services);
  mountPages(app, pages, handledByPages, limits);
  app.register(async (scope) => mountOAuth(scope, services, pages.siteFor));
  sweepUploads(app, services);
  return app;
}

/** Every operation of the API, except for downloads, which also have routes of their own. */
function addHandlers(addHandler: AddHandler, services: Services): void {
  addRealmHandlers(addHandler, services);
  addTagHandlers(addHandler, services);
  addMyRealmHandlers(addHandler, services);
  addPublishingHandlers(addHandler, services);
  addUploadHandlers(addHandler, services);
  addFileHandlers(addHandler, services);
  addCollectionHandlers(addHandler, services);
  addStatsHandlers(addHandler, services.catalog, isListed);
  addUserHandlers(addHandler, services.catalog);
  addAccountHandlers(addHandler, services);
  addDeletionHandler(addHandler, services);
  addMyDataHandler(addHandler, services);
  addAvatarHandlers(addHandler, services);
  addSessionHandlers(addHandler, services);
  addSecondFactorHandlers(addHandler, services);
  addPasskeyHandlers(addHandler, services);
  addMailHandlers(addHandler, services);
  addIdentityHandlers(addHandler, services);
  addKeyHandlers(addHandler, services);
  addOAuthClientHandlers(addHandler, services);
  addOAuthGrantHandlers(addHandler, services);
  addRateLimitHandler(addHandler);
  addUserOperatorHandlers(addHandler, services);
  addRealmOperatorHandlers(addHandler, services);
  addAuditHandlers(addHandler, services);
}

function fastifyApp(
  log: FastifyBaseLogger,
  limits: ConnectionLimits,
  options: Pick<FastifyServerOptions, 'trustProxy' | 'frameworkErrors' | 'clientErrorHandler'>,
): FastifyInstance {
  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }), // the access log has one line instead of two
    return503OnClosing: false, // requests that are under way when the service stops are still answered
    genReqId: requestId,
    childLoggerFactory: (parent) => parent, // a logger for each request would cost as much as its line
    bodyLimit: maxBodySizes.json,
    requestTimeout: limits.requestTimeout,
    keepAliveTimeout: limits.keepAliveTimeout,
    connectionTimeout: limits.stalledTimeoutMs,
    maxRequestsPerSocket: limits.maxRequestsPerSocket,
    http: {
      headersTimeout: limits.headersTimeout,
      connectionsCheckingInterval: limits.connectionsCheckingInterval,
      maxHeaderSize: limits.maxHeaderSize,
      insecureHTTPParser: false, // whatever the command line says
      optimizeEmptyRequests: true,
      requireHostHeader: false, // `hostError` checks it
    },
    routerOptions,
    schemaController: { compilersFactory: { buildValidator: noSchema, buildSerializer: noSchema } },
    ...options,
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload)); // handlers read bodies themselves
  app.setErrorHandler(sendProblem);
  return app;
}

/** No route has a schema of Fastify: loading its compilers would make every start a tenth longer. */
function noSchema(): never {
  throw new Error('a route has a schema that nobody reads');
}
