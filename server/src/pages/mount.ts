// The web pages in Fastify: one route for each page, and a page for addresses that have none.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { exchangeOf } from '../api/mount.ts';
import { problem } from '../http/problem.ts';
import type { Pages } from './pages.ts';
import { pagePaths } from './paths.ts';

export function mountPages(app: FastifyInstance, pages: Pages): void {
  function onRequest(request: FastifyRequest, reply: FastifyReply): void {
    reply.hijack();
    const { method = '', url = '' } = request.raw;
    pages.handle(exchangeOf(request, reply), pages.match(method, url));
  }
  for (const { path } of Object.values(pagePaths)) app.get(path, { onRequest }, () => undefined);

  app.setNotFoundHandler((request, reply) => {
    if (!isOfBrowser(request)) throw problem('not_found', 'Nothing answers at this address.');
    reply.hijack();
    pages.handle(exchangeOf(request, reply), undefined);
  });
}

const paths = new Set<string>(Object.values(pagePaths).map(({ path }) => path));

/** Whether the pages take a request: also one for an address that has no page, if a browser sends it. */
export function isOfPages(request: FastifyRequest): boolean {
  return paths.has(request.routeOptions.url ?? '') || (request.is404 && isOfBrowser(request));
}

function isOfBrowser({ method, headers }: FastifyRequest): boolean {
  return (method === 'GET' || method === 'HEAD') && (headers.accept ?? '').includes('text/html');
}
