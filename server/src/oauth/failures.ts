// Errors of the authorization server that the OAuth protocol does not define: a browser gets a page, a program gets a problem.
import type { Context, Provider } from 'oidc-provider';
import type { BaseLogger } from 'pino';
import { problem, publicPartOf, toBody } from '../http/problem.ts';
import type { Exchange, Response } from '../http/response.ts';
import { pageHeaders, pageResponse, type Render } from './page-response.ts';
import type { RequestContexts } from './store.ts';

/** The error as a page. */
export async function failurePage(
  render: Render,
  error: unknown,
  { request, id }: Exchange,
  log: BaseLogger,
): Promise<Response> {
  const problem = publicPartOf(error, { id, log });
  const { status, detail } = toBody(problem, id);
  const html = await render(request, async (site) =>
    (await import('@realm-catalog/web/pages/oauth/consent')).failurePage(site, { message: detail, requestId: id }),
  );
  return pageResponse(html, { ...pageHeaders, ...problem.headers }, status);
}

/** The cookie or the record of a page is gone: it is too old, belongs to another browser, or was signed with a key that was replaced. */
export function pageExpired(): Error {
  return problem(
    'invalid_request',
    'This page has expired, or was opened in another browser. Start again from the application.',
  );
}

/**
 * Stores an error of the provider in the request context, and makes the provider send nothing. The provider's own error response would lack
 * our headers, report a database that does not answer as its own fault, and fail if a session is missing.
 */
export function captureFailures(provider: Provider, requests: RequestContexts): void {
  function capture(error: unknown): void {
    const request = requests.getStore();
    if (request) request.failure ??= error;
  }
  function captureExpiry(_ctx: Context, error: Error): void {
    if (isExpiry(error)) capture(error);
  }
  provider.on('server_error', (_ctx, error) => capture(error));
  provider.on('authorization.error', captureExpiry);
  provider.on('device_resume.error', captureExpiry);
  provider.use(async (ctx, next) => {
    await next().catch((error: unknown) => capture(isUnsavedSession(ctx, error) ? pageExpired() : error));
    if (!ctx.oidc) capture(problem('not_found', 'There is nothing at this URL.'));
    else if (isOtherAccount(ctx)) capture(pageExpired());
    if (requests.getStore()?.failure !== undefined) ctx.respond = false;
  });
}

/** Another account has signed in since, in another tab. The provider would send a page with a script that signs that account out. */
function isOtherAccount({ oidc: { session, entities } }: Context): boolean {
  const { accountId } = entities.Interaction?.result?.login ?? {};
  return accountId !== undefined && accountId !== session.accountId;
}

export function isExpiry(error: unknown): boolean {
  return error instanceof Error && error.name === 'SessionNotFound';
}

/** The provider binds the form of its device page to a session, even if the browser sent no cookie of a stored session. */
function isUnsavedSession({ oidc }: Context, error: unknown): boolean {
  return error instanceof TypeError && oidc?.session !== undefined && oidc.session.exp === undefined;
}
