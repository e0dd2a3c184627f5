// Sets up routes for pages with forms: it parses form bodies, adds the headers of pages, and refuses forms from other sites.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { maxBodySizes } from '../http/connection-limits.ts';
import { refuseCrossSiteForm } from '../http/cross-site.ts';
import { pageExpired } from './failures.ts';
import { pageHeaders } from './pages.ts';

/** `app` is a scope of its own, in which all bodies are forms. `cookie` is the name of the cookie that a form needs. */
export function addFormHooks(app: FastifyInstance, publicUrl: string, cookie: string): void {
  const { origin } = new URL(publicUrl);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: maxBodySizes.form },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  );
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(pageHeaders);
    request.raw.url = request.routeOptions.url ?? ''; // the log must not contain the id of a page
    if (request.method === 'POST') refuseForeignForm(request, origin, cookie);
  });
}

/** As a second protection, the form needs the cookie of our page, which no other site can send. */
export function refuseForeignForm({ headers }: FastifyRequest, origin: string, cookie: string): void {
  refuseCrossSiteForm(headers, origin);
  if (!headers.cookie?.includes(`${cookie}=`)) throw pageExpired();
}
