// The HTTP server: how it opens with its limits, listens and closes.
import { createServer, type Server } from 'node:http';
import type { AddressInfo, ListenOptions } from 'node:net';
import { once } from 'node:events';
import type { BaseLogger } from 'pino';
import type { ConnectionLimits } from './socket/connection-limits.ts';
import type { ResponseHeaders } from './headers.ts';
import { answerUnreadable } from './socket/unreadable.ts';

/** A server that does not listen yet. */
export function openServer(limits: ConnectionLimits, log: BaseLogger, headersOf: ResponseHeaders): Server {
  const server = createServer({
    headersTimeout: limits.headersTimeout,
    requestTimeout: limits.requestTimeout,
    keepAliveTimeout: limits.keepAliveTimeout,
    connectionsCheckingInterval: limits.connectionsCheckingInterval,
    maxHeaderSize: limits.maxHeaderSize,
    insecureHTTPParser: false, // whatever the command line says
    optimizeEmptyRequests: true,
    requireHostHeader: false, // `hostError` checks it
  });
  server.setTimeout(limits.stalledTimeoutMs);
  server.maxHeadersCount = limits.maxHeadersCount;
  server.maxConnections = limits.maxConnections;
  server.maxRequestsPerSocket = limits.maxRequestsPerSocket;
  return server.on('clientError', answerUnreadable(limits, log, headersOf));
}

/** Returns the URL at which the server listens. */
export async function listen(server: Server, options: ListenOptions): Promise<string> {
  server.listen(options);
  await once(server, 'listening');
  const { address, family, port } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}

/** Answers the requests that are under way, and closes each connection after its response. */
export function closeServer(server: Server): Promise<void> {
  server.keepAliveTimeout = 1; // a connection would stay open until its client sends another request
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });
}
