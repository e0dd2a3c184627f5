// Builds the server: all routes, and what answers them.
import type { Server } from 'node:http';
import type { ListenOptions } from 'node:net';
import type { Logger } from 'pino';
import { addAccountHandlers } from './accounts/routes.ts';
import { addDeletionHandler } from './accounts/deletion-routes.ts';
import { addUserOperatorHandlers } from './accounts/operator-routes.ts';
import { addIdentityHandlers } from './accounts/identities/routes.ts';
import { addMailHandlers } from './accounts/mail-routes.ts';
import { addPasskeyHandlers } from './accounts/factors/passkey-routes.ts';
import { addSecondFactorHandlers } from './accounts/factors/routes.ts';
import { addSessionHandlers } from './accounts/sign-in/session-routes.ts';
import { addUserHandlers } from './accounts/user-routes.ts';
import { openAccessLog } from './api/access-log.ts';
import { admissions, type Admit } from './api/admission.ts';
import { openApi, type Api } from './api/api.ts';
import { openDocuments } from './api/documents.ts';
import { PREFIXES } from './api/operation-routes.ts';
import { rawRoutes, type RawRoute } from './api/raw-routes.ts';
import { responseCache } from './api/response-cache.ts';
import { responseSender } from './api/sender.ts';
import { addAuditHandlers } from './audit/routes.ts';
import { addAvatarHandlers, avatarHandler } from './accounts/avatars/routes.ts';
import { ARCHIVE_PATH } from './downloads/archive-routes.ts';
import { addCollectionHandlers } from './collections/routes.ts';
import type { Config } from './config/config.ts';
import { addDownloadHandlers } from './downloads/routes.ts';
import { addFileHandlers } from './files/routes.ts';
import { connectionLimits, type ConnectionLimits } from './http/socket/connection-limits.ts';
import { limitConnections } from './http/socket/connections.ts';
import { responseHeaders } from './http/headers.ts';
import { routeTable, type Route } from './http/routes.ts';
import { closeServer, listen, openServer } from './http/server.ts';
import { inTurn } from './http/socket/pipelining.ts';
import { addGraphqlEndpoints } from './graphql/routes.ts';
import { addKeyHandlers } from './accounts/keys/routes.ts';
import { addMyDataHandler } from './my-data/routes.ts';
import { paths as oauthPaths } from './oauth/addresses.ts';
import { addOAuthGrantHandlers } from './oauth/grant-routes.ts';
import { authorizationServer } from './oauth/authorization-server.ts';
import { sweepOAuth } from './oauth/queries.ts';
import { openJob } from './concurrency/jobs.ts';
import { addOAuthClientHandlers } from './oauth/routes.ts';
import { isAlive, readiness } from './ops/health.ts';
import { metricsHandler } from './ops/metrics-routes.ts';
import { pageGeneration } from './pages/page-generation.ts';
import { openPages } from './pages/pages.ts';
import { pictureHandler } from './pictures/routes.ts';
import { addPublishingHandlers } from './publishing/routes.ts';
import { openUploadSweep } from './publishing/sweep-job.ts';
import { serving } from './serve.ts';
import { addUploadHandlers } from './publishing/upload.ts';
import { addMyRealmHandlers } from './realms/my-realms-routes.ts';
import { addRealmOperatorHandlers } from './realms/operator-routes.ts';
import { isListed } from './realms/queries.ts';
import { addRealmHandlers } from './realms/routes.ts';
import { redirectOldSlugs } from './realms/redirect-old-slugs.ts';
import { addTagHandlers } from './realms/tag-routes.ts';
import type { Services } from './services.ts';
import { addStatsHandlers } from './stats/routes.ts';

/** The server with its routes. */
export interface App {
  server: Server;
  routes: readonly Route[];
  /** Returns the URL at which the server listens. */
  listen(options: ListenOptions): Promise<string>;
  /** Loads what the first requests for pages would wait for. */
  warm(): Promise<void>;
  close(): Promise<void>;
}

export function buildApp(services: Services, log: Logger, limits: ConnectionLimits = connectionLimits): App {
  const { config, catalog, authenticator, limiter, webSessions, windows } = services;
  const { publicUrl, cdnSeconds, trustProxy: trustedProxies } = config;
  const admit = admissions({ authenticator, limiter, publicUrl });
  const accessLog = openAccessLog(log, services.metrics?.observe);
  const sender = responseSender(accessLog, log, limits, publicUrl);
  const settings = { sender, publicUrl, cdnSeconds, staleSeconds: () => catalog.staleSeconds };
  const api = openApi({ ...settings, admit, limiter, cache: responseCache(() => catalog.generation) });
  const downloads = addHandlers(api, services, log);
  const pages = openPages({
    ...settings,
    log,
    windows,
    webSessions,
    inProcess: api.inProcess,
    cache: responseCache(pageGeneration(catalog), () => catalog.edits),
    maxStaleSeconds: config.staleReadsSeconds,
    openTools: async () => (await import('./pages/tools.ts')).openPageTools(api.inProcess, services),
  });

  const headersOf = responseHeaders(publicUrl);
  const server = openServer(limits, log, headersOf);
  const route = rawRoutes(sender);
  const routes = [
    ...api.routes,
    ...pages.routes,
    ...documentRoutes(config, route, admit),
    route('/giget/:file', downloads.giget, admit),
    route(ARCHIVE_PATH, downloads.archive),
    route('/pictures/:realm/:version/:name', pictureHandler(services)),
    route('/avatars/:file', avatarHandler(services)),
    ...operatorRoutes(services, route, server, log),
    ...authorizationServer(services, { sender, log, siteFor: pages.siteFor, rawRoute: route }),
  ];

  const closeFlooding = limitConnections(server, limits, trustedProxies, (ip) =>
    log.warn({ ip }, 'this address sent too much at once, and is refused for a minute'),
  );
  const previewUrl = config.previews?.previewUrl ?? '';
  const serve = serving({ routes: routeTable(routes), api, pages, sender, trustedProxies, previewUrl, limits });
  server.on('request', inTurn(serve, limits, closeFlooding, headersOf));

  const uploadSweep = openUploadSweep(services, log);
  const oauthSweep = openJob('the sweep of OAuth records', () => sweepOAuth(services.db), log);
  return {
    server,
    routes,
    async listen(options) {
      const url = await listen(server, options);
      void uploadSweep.run();
      return url;
    },
    warm: () => pages.warm(),
    async close() {
      void uploadSweep.close(); // does not wait: the sweep of a large bucket takes minutes
      await Promise.all([closeServer(server), oauthSweep.close()]);
    },
  };
}

function documentRoutes(config: Config, route: RawRoute, admit: Admit): Route[] {
  const documents = openDocuments(config, oauthPaths);
  return [
    ...PREFIXES.map((prefix) => route(`${prefix}/openapi.json`, documents.openApi, admit)),
    route('/schemas/realm.json', documents.manifestSchema),
  ];
}

/** For those who run the catalog, and their balancers and monitors. */
function operatorRoutes(services: Services, route: RawRoute, server: Server, log: Logger): Route[] {
  return [
    route('/healthz', isAlive),
    route('/readyz', readiness(services, server, log)),
    ...(services.metrics ? [route('/metrics', metricsHandler(services.metrics, services, server))] : []),
  ];
}

/** Adds every operation of the API, and returns what answers at the addresses of archives. */
function addHandlers(api: Api, services: Services, log: Logger) {
  const addHandler = redirectOldSlugs(api.addHandler, services.catalog);
  addGraphqlEndpoints(api, { catalog: services.catalog, log });
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
  addHandler('getRateLimit', async ({ rate: { tier, limit, remaining, reset } }) => ({
    body: { tier, limit, remaining, reset },
  }));
  addUserOperatorHandlers(addHandler, services);
  addRealmOperatorHandlers(addHandler, services);
  addAuditHandlers(addHandler, services);
  return addDownloadHandlers(addHandler, services);
}
