// One step of an authorization that needs a person: the interaction that the provider has stored, and the request for its page.
import type { ApplicationView } from '@realm-catalog/web/pages/oauth/application';
import type { Interaction } from 'oidc-provider';
import type { Viewer, WebSessions } from '../accounts/sign-in/web-sessions.ts';
import type { RequestOrigin } from '../audit/entry.ts';
import { response, type Exchange, type Response } from '../http/response.ts';
import { applicationOf } from './clients.ts';
import { pageExpired } from './failures.ts';
import type { OAuthServices, OpenProvider } from './open.ts';
import { pageHeaders, pagePolicy, pageResponse, policySource, type Render, type View } from './page-response.ts';
import type { RequestContexts } from './store.ts';

export interface InteractionContext {
  services: OAuthServices;
  open: OpenProvider;
  requests: RequestContexts;
  render: Render;
}

export interface InteractionStep {
  exchange: Exchange;
  /** Of the response to it. */
  headers: Record<string, string>;
  interaction: Interaction;
  application: ApplicationView;
  /** What the client may have now, separated by blanks. */
  clientScopes: string;
  /** Who is signed in to the web pages in this browser. */
  viewer: Viewer | undefined;
}

/** Throws a problem if the browser's cookie names no interaction, or another one than the URL. */
export async function readStep(
  open: OpenProvider,
  webSessions: WebSessions,
  exchange: Exchange,
  uid: string | undefined,
): Promise<InteractionStep> {
  const provider = await open();
  const interaction = await provider.interactionDetails(exchange.request, exchange.response);
  if (interaction.uid !== uid) throw pageExpired();
  const client = await provider.Client.find(interaction.params['client_id'] ?? '');
  if (!client) throw pageExpired();
  const redirectUri = interaction.params['redirect_uri'];
  const headers = redirectUri
    ? { ...pageHeaders, 'content-security-policy': pagePolicy(policySource(redirectUri)) }
    : pageHeaders;
  const viewer = await webSessions.findViewer(exchange);
  return { exchange, headers, interaction, application: applicationOf(client), clientScopes: client.scope, viewer };
}

/** A page as the response to a step. */
export async function showPage(
  render: Render,
  { exchange, headers }: InteractionStep,
  view: View,
  status?: number,
): Promise<Response> {
  return pageResponse(await render(exchange.request, view), headers, status);
}

export function redirect({ headers }: InteractionStep, location: string): Response {
  return response(303, { ...headers, location, 'content-length': '0' });
}

/** Gives the result to the provider, and redirects the browser to the URL at which the provider continues. */
export async function finishStep(
  open: OpenProvider,
  step: InteractionStep,
  result: object,
  options = {},
): Promise<Response> {
  const provider = await open();
  const { request, response } = step.exchange;
  return redirect(step, await provider.interactionResult(request, response, result, options));
}

export function originOf({ exchange: { ip, id } }: InteractionStep): RequestOrigin {
  return { ip, requestId: id };
}
