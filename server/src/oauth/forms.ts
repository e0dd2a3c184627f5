// Pages with forms: what they read and which headers they carry, and that a form comes from a page of this catalog.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sizes } from '../http/bounds.ts';
import { problem } from '../http/problem.ts';
import { expired } from './failures.ts';
import { pageHeaders } from './pages.ts';

/** `app` is a scope of its own: here bodies are forms. `cookie` is the one that a form needs. */
export function formPages(app: FastifyInstance, publicUrl: string, cookie: string): void {
  const { origin } = new URL(publicUrl);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: sizes.form },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  );
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(pageHeaders);
    request.raw.url = request.routeOptions.url ?? ''; // the id of a page is not for the log
    if (request.method === 'POST') refuseForeignForm(request, origin, cookie);
  });
}

/** Browsers name the origin of a form that they send; the cookie of our page, which no other site can send, is the second lock. */
export function refuseForeignForm({ headers }: FastifyRequest, origin: string, cookie: string): void {
  if (headers.origin !== undefined && headers.origin !== origin)
    throw problem('forbidden', 'This form was sent from another site.');
  if (!headers.cookie?.includes(`${cookie}=`)) throw expired();
}
