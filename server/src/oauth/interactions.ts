// The pages of an authorization that need a person: to sign in, and to allow or deny the scopes that a client asks for.
import type { FastifyInstance } from 'fastify';
import { cookieNames } from './addresses.ts';
import { allow, showConsent } from './consent.ts';
import { addFormHooks } from './forms.ts';
import { finishStep, readStep, type InteractionContext } from './interaction-step.ts';
import { showLogin, signIn, signOutOthers } from './sign-in.ts';

const denial = { error: 'access_denied', error_description: 'the account holder did not allow it' };

/** `app` is a scope of its own, in which all bodies are forms. */
export function interactions(app: FastifyInstance, context: InteractionContext): void {
  const { open } = context;
  const { config } = context.services;
  addFormHooks(app, config.publicUrl, cookieNames.interaction);

  app.get('/oauth/interaction/:uid', async (request, reply) => {
    const step = await readStep(open, request, reply);
    const isLogin = step.interaction.prompt.name === 'login';
    return isLogin ? showLogin(context, step) : showConsent(context, step);
  });

  app.post('/oauth/interaction/:uid', async (request, reply) => {
    const step = await readStep(open, request, reply);
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
    const action = form.get('action');
    if (action === 'deny') return finishStep(open, step, denial);
    if (action === 'switch') {
      await signOutOthers(context, step);
      // The last submission may be a sign-in of a moment ago, which must not count any more.
      return finishStep(open, step, {}, { mergeWithLastSubmission: false });
    }
    if (step.interaction.prompt.name === 'login') return signIn(context, step, form);
    return action === 'allow' ? allow(context, step) : showConsent(context, step);
  });
}
