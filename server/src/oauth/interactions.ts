// The pages of an authorization that need a person: to sign in, and to allow or deny the scopes that a client asks for.
import { readForm } from '../http/form.ts';
import type { Exchange, Response } from '../http/response.ts';
import { allow, showConsent } from './consent.ts';
import { finishStep, readStep, type InteractionContext, type InteractionStep } from './interaction-step.ts';
import { beginAgain, showLogin, signInOnTheWay, switchAccount } from './sign-in.ts';

const denial = { error: 'access_denied', error_description: 'the account holder did not allow it' };

type Params = Record<string, string>;

export async function showInteraction(
  context: InteractionContext,
  exchange: Exchange,
  { uid }: Params,
): Promise<Response> {
  const step = await readStep(context.open, context.services.webSessions, exchange, uid);
  if (step.interaction.prompt.name === 'login') return showLogin(context, step);
  return isOfViewer(step) ? showConsent(context, step) : beginAgain(context, step, step.viewer?.caller.account.id);
}

export async function submitInteraction(
  context: InteractionContext,
  exchange: Exchange,
  { uid }: Params,
): Promise<Response> {
  const form = await readForm(exchange.request);
  const step = await readStep(context.open, context.services.webSessions, exchange, uid);
  const action = form.get('action');
  if (action === 'deny') return finishStep(context.open, step, denial);
  if (action === 'switch') return switchAccount(context, step);
  if (step.interaction.prompt.name === 'login') return signInOnTheWay(context, step, form);
  if (!isOfViewer(step)) return beginAgain(context, step, step.viewer?.caller.account.id);
  return action === 'allow' ? allow(context, step) : showConsent(context, step);
}

/** Whether the one who is asked for consent is the one who is signed in to the web pages, now. */
function isOfViewer({ interaction: { session }, viewer }: InteractionStep): boolean {
  return viewer !== undefined && session?.accountId === viewer.caller.account.id;
}
