// The page before a browser leaves for an application. Anybody may register one, so without the page, a link to the catalog could lead to any
// site (RFC 9700, 4.11.2).
import type { Context, Provider } from 'oidc-provider';
import type { Database } from '../db/database.ts';
import { problem } from '../http/problem.ts';
import { paths } from './addresses.ts';
import { applicationOf } from './clients.ts';
import { respondWithPage } from './device.ts';
import { hasGrant } from './grant-queries.ts';
import type { Render } from './page-response.ts';

/** Call it after `captureFailures`, which turns the errors of this middleware into pages, too. */
export function askBeforeRedirect(provider: Provider, publicUrl: string, db: Database, render: Render): void {
  provider.use(async (ctx, next) => {
    refuseOtherModes(ctx);
    await next();
    const address = ctx.response.get('location');
    if (!address || address.startsWith(`${publicUrl}/oauth/`)) return;
    const { client, session } = ctx.oidc;
    if (!client) throw new Error('the provider redirects to no client');
    if (session.accountId !== undefined && (await hasGrant(db, session.accountId, client.clientId))) return;
    ctx.remove('location');
    ctx.status = 200;
    const view = { application: applicationOf(client), address, technical: messageIn(address) };
    await respondWithPage(render, ctx, async (site) =>
      (await import('@realm-catalog/web/pages/oauth/redirect')).redirectPage(site, view),
    );
  });
}

/** The provider would send the others, errors too, by a page of its own with a script, or behind a `#`. */
function refuseOtherModes({ path, query }: Context): void {
  const { response_mode: mode = 'query' } = query;
  if (path === paths.authorization && mode !== 'query')
    throw problem('invalid_request', 'The application asked for a response_mode that is not supported. Only query is.');
}

/** For a response type that is not supported, the provider puts the error behind a `#`. */
function messageIn(address: string): string {
  const { searchParams, hash } = new URL(address);
  const message = hash === '' ? searchParams : new URLSearchParams(hash.slice(1));
  return [message.get('error'), message.get('error_description')].filter(Boolean).join(': ');
}
