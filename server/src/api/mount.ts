// The API in Fastify: one catch-all route for all operations, and the admission of the few routes beside them that count as API requests.
import { METHODS, type IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import type { ConnectionLimits } from '../http/connection-limits.ts';
import { readJson } from '../http/json.ts';
import { requireMinBodyRate } from '../http/min-body-rate.ts';
import type { Exchange } from '../http/response.ts';
import { rateHeaders, type Admit } from './admission.ts';
import type { Api } from './api.ts';

const API_ROUTES = ['/v1', '/v1/*'];

/** Whether the catch-all route takes a request. */
export const isOfApi = ({ routeOptions: { url = '' } }: FastifyRequest): boolean => API_ROUTES.includes(url);

/** Call before any other route is added: it makes Fastify take every method that Node knows. */
export function mountApi(app: FastifyInstance, api: Api, within: ConnectionLimits): void {
  for (const method of METHODS)
    if (!app.supportedMethods.includes(method)) app.addHttpMethod(method, { hasBody: false });

  /** As a hook, before Fastify would read the body: the caller is admitted first. */
  function onRequest(request: FastifyRequest, reply: FastifyReply): void {
    reply.hijack();
    const { raw } = request;
    const match = api.match(raw.method ?? '', raw.url ?? '');
    api.handle(exchangeOf(request, reply), match, async ({ input }) => {
      requireMinBodyRate(raw, within);
      return input === 'archive' || input === 'picture' ? raw : readJson(raw);
    });
  }
  const method = app.supportedMethods.filter((one) => one !== 'OPTIONS');
  for (const url of API_ROUTES) app.route({ method, url, onRequest, handler: () => undefined });
}

export function exchangeOf({ raw: request, id, ip }: FastifyRequest, reply: FastifyReply): Exchange {
  return { request, response: reply.raw, id, ip, startedAt: performance.now() };
}

/** A hook for the routes that are no operations, but count as requests to the API. */
export function admissionHook(admit: Admit): onRequestHookHandler {
  return async ({ raw: request, ip }, reply) => {
    const { rate } = await admit({ request, ip });
    reply.headers(rateHeaders(rate));
  };
}

/** Whether a request that Fastify cannot route, since its URL is not valid, counts as a request to the API. */
export function isApiRequest({ method, url = '' }: IncomingMessage): boolean {
  const [path = ''] = url.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, '').split(/[?#]/, 1);
  const decoded = path.replaceAll(/%(?!25)[0-7][\da-f]/gi, decodeURI); // the router would not decode delimiters either
  return method !== 'OPTIONS' && /^\/(v1|giget)(\/|$)/.test(decoded);
}
