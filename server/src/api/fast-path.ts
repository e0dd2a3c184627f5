// The fast path of the API: a request without a body that matches an operation is handled before Fastify sees it. That takes half of the time,
// and does the same: the route table, the admission and the responses are those of the catch-all route in `mount.ts`.
import type { IncomingMessage, RequestListener, Server } from 'node:http';
import { addressReader, dropPorts } from '../http/forwarded.ts';
import type { Api } from './api.ts';
import { requestId } from './request-hooks.ts';

/** Replaces the request listeners of the server, which are Fastify's, by one that tries the fast path first. */
export function addFastPath(server: Server, api: Api, trustedProxies: string[]): void {
  const addressOf = addressReader(trustedProxies);
  const listeners = server.listeners('request') as RequestListener[];

  server.removeAllListeners('request').on('request', (request, response) => {
    if (trustedProxies.length > 0) dropPorts(request);
    const match = hasNoBody(request) ? api.match(request.method ?? '', request.url ?? '') : undefined;
    if (!match) {
      for (const listener of listeners) listener(request, response);
      return;
    }
    const startedAt = performance.now();
    api.handle({ request, response, id: requestId(request), ip: addressOf(request), startedAt }, match);
  });
}

/** A request with a body, or with a type for one, is left to Fastify. */
function hasNoBody({ method, headers }: IncomingMessage): boolean {
  const { 'content-length': length = '0', 'content-type': type, 'transfer-encoding': coding } = headers;
  return length === '0' && coding === undefined && (type === undefined || method === 'GET');
}
