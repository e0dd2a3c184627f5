// One step of an authorization that needs a person: the interaction that the provider has stored, and the request for its page.
import type { ApplicationView } from '@realm-catalog/web/account';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Interaction } from 'oidc-provider';
import type { Viewer, WebSessions } from '../accounts/web-sessions.ts';
import type { RequestOrigin } from '../audit/entry.ts';
import { applicationOf } from './clients.ts';
import { pageExpired } from './failures.ts';
import type { OAuthServices, OpenProvider } from './open.ts';
import { pagePolicy, policySource, type Render } from './pages.ts';
import type { RequestContexts } from './store.ts';

export interface InteractionContext {
  services: OAuthServices;
  open: OpenProvider;
  requests: RequestContexts;
  render: Render;
}

export interface InteractionStep {
  request: FastifyRequest;
  reply: FastifyReply;
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
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<InteractionStep> {
  const provider = await open();
  const interaction = await provider.interactionDetails(request.raw, reply.raw);
  if (interaction.uid !== (request.params as { uid: string }).uid) throw pageExpired();
  const client = await provider.Client.find(interaction.params['client_id'] ?? '');
  if (!client) throw pageExpired();
  const redirectUri = interaction.params['redirect_uri'];
  if (redirectUri) reply.header('content-security-policy', pagePolicy(policySource(redirectUri)));
  const viewer = await findViewer(webSessions, request);
  return { request, reply, interaction, application: applicationOf(client), clientScopes: client.scope, viewer };
}

export function findViewer(webSessions: WebSessions, { headers, ip, id }: FastifyRequest): Promise<Viewer | undefined> {
  return webSessions.find({ headers, ip, requestId: id });
}

/** Gives the result to the provider, and redirects the browser to the URL at which the provider continues. */
export async function finishStep(
  open: OpenProvider,
  { request, reply }: InteractionStep,
  result: object,
  options = {},
): Promise<FastifyReply> {
  const provider = await open();
  return reply.redirect(await provider.interactionResult(request.raw, reply.raw, result, options), 303);
}

export function originOf({ request }: InteractionStep): RequestOrigin {
  return { ip: request.ip, requestId: request.id };
}
