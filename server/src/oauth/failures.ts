// What goes wrong at the authorization server outside of the protocol: people get a page, programs a problem.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context, Provider } from 'oidc-provider';
import { problem, sendProblem, publicPartOf, toBody } from '../http/problem.ts';
import { errorPage, pageHeaders } from './pages.ts';
import type { Asking } from './store.ts';

/** `base` is the path of the public address. */
export function sendFailure(base: string, error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const failure = isExpiry(error) ? expired() : error;
  if (!request.headers.accept?.includes('text/html')) return sendProblem(failure, request, reply);
  const problem = publicPartOf(failure, request);
  const { status, detail } = toBody(problem, request.id);
  return reply
    .code(status)
    .headers({ ...pageHeaders, ...problem.headers })
    .type('text/html; charset=utf-8')
    .send(errorPage(base, detail, request.id));
}

/** For a page whose cookie or record is gone: too old, of another browser, or signed with a key that was replaced. */
export function expired(): Error {
  return problem(
    'invalid_request',
    'This page has expired, or was opened in another browser. Start again from the application.',
  );
}

/**
 * What the provider cannot answer is kept with the request, and the provider sends nothing. Left to itself it would answer
 * without the headers of every answer, call a store that is away a fault of its own, and fail where a session is missing.
 */
export function keepFailures(provider: Provider, asking: Asking): void {
  function keep(error: unknown): void {
    const asked = asking.getStore();
    if (asked) asked.failure ??= error;
  }
  function keepExpiry(_ctx: Context, error: Error): void {
    if (isExpiry(error)) keep(error);
  }
  provider.on('server_error', (_ctx, error) => keep(error));
  provider.on('authorization.error', keepExpiry);
  provider.on('device_resume.error', keepExpiry);
  provider.use(async (ctx, next) => {
    await next().catch((error: unknown) => keep(isUnsavedSession(ctx, error) ? expired() : error));
    if (!ctx.oidc) keep(problem('not_found', 'Nothing answers at this address.'));
    else if (isSomebodyElse(ctx)) keep(expired());
    if (asking.getStore()?.failure !== undefined) ctx.respond = false;
  });
}

/** Another account has signed in since, in another tab. The provider would ask to sign it out, by a page with a script. */
function isSomebodyElse({ oidc: { session, entities } }: Context): boolean {
  const { accountId } = entities.Interaction?.result?.login ?? {};
  return accountId !== undefined && accountId !== session.accountId;
}

function isExpiry(error: unknown): boolean {
  return error instanceof Error && error.name === 'SessionNotFound';
}

/** The provider binds the form of its device page to a session, also where the browser has brought none that is known. */
function isUnsavedSession({ oidc }: Context, error: unknown): boolean {
  return error instanceof TypeError && oidc?.session !== undefined && oidc.session.exp === undefined;
}
