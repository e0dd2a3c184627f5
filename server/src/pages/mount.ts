// The web pages in Fastify: one route for each page, and a page for addresses that have none.
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { exchangeOf } from '../api/mount.ts';
import { problem } from '../http/problem.ts';
import type { Response } from '../http/response.ts';
import type { Pages } from './pages.ts';
import { pagePaths } from './paths.ts';

/** Adds every request that the pages take to `taken`: they write its line of the access log. */
export function mountPages(app: FastifyInstance, pages: Pages, taken: WeakSet<IncomingMessage>): void {
  function take(request: FastifyRequest, reply: FastifyReply): void {
    reply.hijack();
    taken.add(request.raw);
    const { method = '', url = '' } = request.raw;
    pages.handle(exchangeOf(request, reply), pages.match(method, url));
  }
  for (const { path } of Object.values(pagePaths)) app.get(path, { onRequest: take }, () => undefined);

  app.setNotFoundHandler((request, reply) => {
    if (!isOfBrowser(request)) throw problem('not_found', 'Nothing answers at this address.');
    take(request, reply);
  });
}

export interface FormRequest {
  params: Record<string, string>;
  ip: string;
}

export type AddForm = (path: string, answer: (request: FormRequest) => Promise<Response>) => void;

/** What forms of pages are added with: a form of another site is refused, and errors are pages. Adds their requests to `taken`, too. */
export function formAdder(app: FastifyInstance, pages: Pages, taken: WeakSet<IncomingMessage>): AddForm {
  return (path, answer) => {
    function take(request: FastifyRequest, reply: FastifyReply): void {
      reply.hijack();
      taken.add(request.raw);
      const { params, ip } = request;
      const call = { params: params as Record<string, string>, ip };
      pages.handleForm(exchangeOf(request, reply), path, () => answer(call));
    }
    app.post(path, { onRequest: take }, () => undefined);
  };
}

function isOfBrowser({ method, headers }: FastifyRequest): boolean {
  return (method === 'GET' || method === 'HEAD') && (headers.accept ?? '').includes('text/html');
}
