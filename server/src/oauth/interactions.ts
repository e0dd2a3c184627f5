// The steps of an authorization that need a person: signing in, and allowing or denying what a client asks for.
import { scopes } from '@realm-catalog/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Interaction } from 'oidc-provider';
import { checkLogin } from '../accounts/login.ts';
import { hasPassword } from '../accounts/queries.ts';
import { accountActor, newAuditEntry, type RequestOrigin } from '../audit/entry.ts';
import { insertAuditEntry } from '../audit/queries.ts';
import { hasRole } from '../credentials/caller.ts';
import { findActiveAccount } from '../credentials/queries.ts';
import { ConditionError } from '../db/database.ts';
import { cookieNames } from './addresses.ts';
import { expired } from './failures.ts';
import { formPages } from './forms.ts';
import type { OAuthServices, OpenProvider } from './open.ts';
import { consentPage, loginPage, pagePolicy, policySource } from './pages.ts';
import { browserSession, endLogin } from './sign-out.ts';
import type { Asking } from './store.ts';

interface Step {
  request: FastifyRequest;
  reply: FastifyReply;
  interaction: Interaction;
  client: string;
}

const denied = { error: 'access_denied', error_description: 'the account holder did not allow it' };

/** `app` is a scope of its own: here bodies are forms. */
export function interactions(app: FastifyInstance, services: OAuthServices, open: OpenProvider, asking: Asking): void {
  const { db, config } = services;
  const { basePath: base } = config;
  formPages(app, config.publicUrl, cookieNames.interaction);

  app.get('/oauth/interaction/:uid', async (request, reply) => {
    const step = await stepOf(request, reply);
    return step.interaction.prompt.name === 'login' ? showLogin(step) : showConsent(step);
  });

  app.post('/oauth/interaction/:uid', async (request, reply) => {
    const step = await stepOf(request, reply);
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
    const action = form.get('action');
    if (action === 'deny') return finish(step, denied);
    if (action === 'switch') {
      await forgetSession(step);
      return finish(step, {}, { mergeWithLastSubmission: false }); // which may be that somebody has just signed in
    }
    if (step.interaction.prompt.name === 'login') return login(step, form);
    return action === 'allow' ? allow(step) : showConsent(step);
  });

  async function stepOf(request: FastifyRequest, reply: FastifyReply): Promise<Step> {
    const provider = await open();
    const interaction = await provider.interactionDetails(request.raw, reply.raw);
    if (interaction.uid !== (request.params as { uid: string }).uid) throw expired();
    const client = await provider.Client.find(interaction.params['client_id'] ?? '');
    if (!client) throw expired();
    const redirectUri = interaction.params['redirect_uri'];
    if (redirectUri) reply.header('content-security-policy', pagePolicy(policySource(redirectUri)));
    return { request, reply, interaction, client: client.clientName };
  }

  function showLogin({ reply, client }: Step, retry: { username?: string; error?: string } = {}): FastifyReply {
    return reply.type('text/html; charset=utf-8').send(loginPage(base, { client, ...retry }));
  }

  function wrongLogin(step: Step, username: string): FastifyReply {
    step.reply.code(401);
    return showLogin(step, { username, error: 'The user name or the password is not right.' });
  }

  async function showConsent(step: Step): Promise<FastifyReply> {
    const { username, scopes } = await grantable(step.interaction);
    const redirectUri = step.interaction.params['redirect_uri'];
    return step.reply
      .type('text/html; charset=utf-8')
      .send(consentPage(base, { client: step.client, username, scopes, redirectUri }));
  }

  async function login(step: Step, form: URLSearchParams): Promise<FastifyReply> {
    const [username, password] = [form.get('username') ?? '', form.get('password') ?? ''];
    const asked = askedBy(step);
    try {
      const actor = accountActor('', 'anonymous', asked);
      const checked = await checkLogin(services, { username, password, actor, at: 'page' });
      if (!checked) return wrongLogin(step, username);
      const accountId = checked.account.id;
      const entry = newAuditEntry(accountActor(accountId, 'password', asked), 'login.succeed', accountId, {
        at: 'page',
      });
      const pageCondition = hasPassword(accountId, checked.passwordHash); // a new one may have ended all logins meanwhile
      await db.batch([insertAuditEntry(entry, pageCondition)]);
      await forgetSession(step, accountId);
      const finishing = () => finish(step, { login: { accountId, remember: false } });
      return await asking.run({ ...asked, pageCondition }, finishing);
    } catch (error) {
      if (error instanceof ConditionError) return wrongLogin(step, username);
      if ((error as { code?: string }).code !== 'rate_limited') throw error;
      step.reply.code(429);
      return showLogin(step, { username, error: 'Too many tries. Wait a few minutes, then try again.' });
    }
  }

  async function allow(step: Step): Promise<FastifyReply> {
    const { accountId, scopes, asked } = await grantable(step.interaction);
    const provider = await open();
    const grant = new provider.Grant({ accountId, clientId: step.interaction.params['client_id'] ?? '' });
    grant.addOIDCScope(scopes.join(' '));
    const refused = asked.filter((scope) => !scopes.includes(scope));
    if (refused.length > 0) grant.rejectOIDCScope(refused.join(' '));
    return finish(step, { consent: { grantId: await asking.run(askedBy(step), () => grant.save()) } });
  }

  /** What a client asks for, and what of it this account has to give. */
  async function grantable({ session, params }: Interaction) {
    const account = session && (await findActiveAccount(db, session.accountId));
    if (!account) throw expired();
    const requested = (params['scope'] ?? '').split(' ');
    const asked = scopes.filter((scope) => requested.includes(scope));
    const granted = asked.filter((scope) => hasRole(account.role, scope));
    return { accountId: account.id, username: account.username, asked, scopes: granted };
  }

  /**
   * Signs the browser out, unless the account is the one to keep, so that the provider goes on as if nobody had signed in.
   * Somebody may have signed in since the page was opened, in another tab.
   */
  async function forgetSession(step: Step, keptId?: string): Promise<void> {
    const { request, reply, interaction } = step;
    const session = await browserSession(open, request, reply);
    if (session.accountId !== keptId) await endLogin(db, session, askedBy(step));
    if (!interaction.session || interaction.session.accountId === keptId) return;
    interaction.session = undefined;
    await interaction.persist();
  }

  async function finish({ request, reply }: Step, result: object, options = {}): Promise<FastifyReply> {
    const provider = await open();
    return reply.redirect(await provider.interactionResult(request.raw, reply.raw, result, options), 303);
  }
}

function askedBy({ request }: Step): RequestOrigin {
  return { ip: request.ip, requestId: request.id };
}
