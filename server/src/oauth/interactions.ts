// The pages of an authorization that need a person: to sign in, and to allow or deny the scopes that a client asks for.
import type { FastifyInstance } from 'fastify';
import { cookieNames } from './addresses.ts';
import { allow, showConsent } from './consent.ts';
import { addFormHooks } from './forms.ts';
import { finishStep, readStep, type InteractionContext, type InteractionStep } from './interaction-step.ts';
import { beginAgain, showLogin, signInOnTheWay, switchAccount } from './sign-in.ts';

const denial = { error: 'access_denied', error_description: 'the account holder did not allow it' };

/** `app` is a scope of its own, in which all bodies are forms. */
export function interactions(app: FastifyInstance, context: InteractionContext): void {
  const { open } = context;
  const { config, webSessions } = context.services;
  addFormHooks(app, config.publicUrl, cookieNames.interaction);

  app.get('/oauth/interaction/:uid', async (request, reply) => {
    const step = await readStep(open, webSessions, request, reply);
    if (step.interaction.prompt.name === 'login') return showLogin(context, step);
    return isOfViewer(step) ? showConsent(context, step) : beginAgain(context, step, step.viewer?.caller.account.id);
  });

  app.post('/oauth/interaction/:uid', async (request, reply) => {
    const step = await readStep(open, webSessions, request, reply);
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
    const action = form.get('action');
    if (action === 'deny') return finishStep(open, step, denial);
    if (action === 'switch') return switchAccount(context, step);
    if (step.interaction.prompt.name === 'login') return signInOnTheWay(context, step, form);
    if (!isOfViewer(step)) return beginAgain(context, step, step.viewer?.caller.account.id);
    return action === 'allow' ? allow(context, step) : showConsent(context, step);
  });
}

/** Whether the one who is asked for consent is the one who is signed in to the web pages, now. */
function isOfViewer({ interaction: { session }, viewer }: InteractionStep): boolean {
  return viewer !== undefined && session?.accountId === viewer.caller.account.id;
}
