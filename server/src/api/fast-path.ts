// The fast path: a request without a body that matches an operation or a web page is handled before Fastify sees it. That halves
// the time of a read that is not cached. The result is the same, because both ways share the route tables, the admission and the responses.
import type { IncomingMessage, RequestListener, Server } from 'node:http';
import { addressReader, dropPorts } from '../http/forwarded.ts';
import type { Exchange } from '../http/response.ts';
import { requestId } from './request-hooks.ts';

/** The API or the web pages: each has a route table of its own. */
interface Entry<Match> {
  match(method: string, url: string): Match | undefined;
  handle(exchange: Exchange, match: Match): void;
}

/** Replaces the request listeners of the server, which are Fastify's, by one that tries the fast path first. */
export function addFastPath<ApiMatch, PageMatch>(
  server: Server,
  api: Entry<ApiMatch>,
  pages: Entry<PageMatch>,
  trustedProxies: string[],
): void {
  const addressOf = addressReader(trustedProxies);
  const listeners = server.listeners('request') as RequestListener[];

  server.removeAllListeners('request').on('request', (request, response) => {
    if (trustedProxies.length > 0) dropPorts(request);
    const exchange = (): Exchange => {
      const startedAt = performance.now();
      return { request, response, id: requestId(request), ip: addressOf(request), startedAt };
    };
    if (hasNoBody(request)) {
      const { method = '', url = '' } = request;
      const apiMatch = api.match(method, url);
      if (apiMatch) return api.handle(exchange(), apiMatch);
      const pageMatch = pages.match(method, url);
      if (pageMatch) return pages.handle(exchange(), pageMatch);
    }
    for (const listener of listeners) listener(request, response);
  });
}

/** A request with a body is left to Fastify, and so is one that names a type for it, unless it is a GET. */
function hasNoBody({ method, headers }: IncomingMessage): boolean {
  const { 'content-length': length = '0', 'content-type': type, 'transfer-encoding': coding } = headers;
  return length === '0' && coding === undefined && (type === undefined || method === 'GET');
}
