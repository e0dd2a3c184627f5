// The web pages in Fastify: one route for each page and each form, and a page for addresses that have none.
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { exchangeOf } from '../api/mount.ts';
import type { ConnectionLimits } from '../http/connection-limits.ts';
import { requireMinBodyRate } from '../http/min-body-rate.ts';
import { problem } from '../http/problem.ts';
import type { Response } from '../http/response.ts';
import type { PageCaller } from './page.ts';
import type { Pages } from './pages.ts';
import { formPaths, pagePaths, type FormId } from './paths.ts';

/** Adds every request that the pages take to `taken`: they write its line of the access log. */
export function mountPages(
  app: FastifyInstance,
  pages: Pages,
  taken: WeakSet<IncomingMessage>,
  limits: ConnectionLimits,
): void {
  function take(request: FastifyRequest, reply: FastifyReply): void {
    reply.hijack();
    taken.add(request.raw);
    const { method = '', url = '' } = request.raw;
    pages.handle(exchangeOf(request, reply), pages.match(method, url));
  }
  for (const { path } of Object.values(pagePaths)) app.get(path, { onRequest: take }, () => undefined);

  for (const [id, path] of Object.entries(formPaths) as [FormId, string][]) {
    const submit = (request: FastifyRequest, reply: FastifyReply): void => {
      reply.hijack();
      taken.add(request.raw);
      requireMinBodyRate(request.raw, limits);
      pages.submit(exchangeOf(request, reply), id, request.params as Record<string, string>);
    };
    app.post(path, { onRequest: submit }, () => undefined);
  }

  app.setNotFoundHandler((request, reply) => {
    if (!isOfBrowser(request)) throw problem('not_found', 'Nothing answers at this address.');
    take(request, reply);
  });
}

/** A form without fields: what it does is in its address. */
export interface ButtonRequest extends PageCaller {
  params: Record<string, string>;
  ip: string;
}

export type AddForm = (path: string, answer: (request: ButtonRequest) => Promise<Response>) => void;

/** What forms of other folders are added with: a form of another site is refused, and errors are pages. Adds their requests to `taken`, too. */
export function formAdder(app: FastifyInstance, pages: Pages, taken: WeakSet<IncomingMessage>): AddForm {
  return (path, answer) => {
    function take(request: FastifyRequest, reply: FastifyReply): void {
      reply.hijack();
      taken.add(request.raw);
      const { params, ip } = request;
      const call = { params: params as Record<string, string>, ip };
      pages.handleForm(exchangeOf(request, reply), path, (who) => answer({ ...who, ...call }));
    }
    app.post(path, { onRequest: take }, () => undefined);
  };
}

function isOfBrowser({ method, headers }: FastifyRequest): boolean {
  return (method === 'GET' || method === 'HEAD') && (headers.accept ?? '').includes('text/html');
}
