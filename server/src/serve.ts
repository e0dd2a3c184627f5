// Every request comes here first: who sends it, and what answers it.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener } from 'node:http';
import type { Api } from './api/api.ts';
import type { Sender } from './api/sender.ts';
import { CodedError } from './errors.ts';
import type { ConnectionLimits } from './http/socket/connection-limits.ts';
import { addressReader, dropPorts } from './http/client-address.ts';
import { hostError } from './http/host.ts';
import { requireMinBodyRate } from './http/socket/min-body-rate.ts';
import { preflight } from './http/preflight.ts';
import { response, type Exchange } from './http/response.ts';
import type { RouteTable } from './http/routes.ts';
import type { Pages } from './pages/pages.ts';
import { previewLabels } from './previews/own-hosts.ts';

interface Parts {
  routes: RouteTable;
  api: Pick<Api, 'refuse'>;
  pages: Pick<Pages, 'refuseUnknown'>;
  sender: Sender;
  trustedProxies: string[];
  /** Of the hosts of previews; empty if they have none. */
  previewUrl: string;
  limits: ConnectionLimits;
}

export function serving({ routes, sender, trustedProxies, previewUrl, limits, ...unknown }: Parts): RequestListener {
  const addressOf = addressReader(trustedProxies);
  const previewLabel = previewLabels(previewUrl);

  return (request, response) => {
    if (trustedProxies.length > 0) dropPorts(request);
    const startedAt = performance.now();
    const [id, ip] = [requestId(request), addressOf(request)];
    const exchange = { request, response, id, ip, startedAt, operation: '', account: '', key: '' };
    const { method = '', url = '', headers } = request;
    requireMinBodyRate(request, limits);
    if (previewLabel(headers.host) !== undefined && !isForPreview(request))
      return sender.send(exchange, '', previewsAlone(), { connection: 'close' });
    if (method === 'OPTIONS') return sender.send(exchange, '', preflight(request), {});
    const answer = routes.find(method, url);
    if (answer) answer(exchange);
    else refuse(exchange, routes.mismatch(method, url), { sender, ...unknown });
  };
}

/** Where no route matches: the API counts the request, a browser gets a page, and all others a problem. */
function refuse(exchange: Exchange, error: Error, { api, pages, sender }: Pick<Parts, 'api' | 'pages' | 'sender'>) {
  const { request } = exchange;
  if (isOfApi(request.url ?? '')) return api.refuse(exchange, error);
  const isUnknown = error instanceof CodedError && error.public.code === 'not_found';
  if (isUnknown && isOfBrowser(request)) return pages.refuseUnknown(exchange);
  sender.sendError(exchange, '', hostError(request) ?? error);
}

/** The id that the client sent, if it is harmless in a log and a header, else a new one. */
function requestId(request: IncomingMessage): string {
  const sent = request.headers['x-request-id'];
  return typeof sent === 'string' && /^[\w-]{1,64}$/.test(sent) ? sent : randomUUID();
}

function isForPreview({ method, url = '' }: IncomingMessage): boolean {
  return (method === 'GET' || method === 'HEAD') && url.startsWith('/preview/');
}

const previewsAlone = () =>
  response(404, { 'content-type': 'text/plain' }, Buffer.from('Here are previews alone.\n'), false);

/** As the route table would read the path, also of one that cannot be decoded whole. */
function isOfApi(url: string): boolean {
  const [path = ''] = url.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, '').split(/[?#]/, 1);
  return /^\/v1(?:\/|$)/.test(path.replaceAll(/%(?!25)[0-7][\da-f]/gi, decodeURI)); // it would not decode delimiters either
}

function isOfBrowser({ method, headers }: IncomingMessage): boolean {
  return (method === 'GET' || method === 'HEAD') && (headers.accept ?? '').includes('text/html');
}
