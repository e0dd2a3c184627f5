// The step in which a person signs in with a username and a password.
import type { FastifyReply } from 'fastify';
import { checkLogin } from '../accounts/login.ts';
import { hasPassword } from '../accounts/queries.ts';
import { accountActor, newAuditEntry } from '../audit/entry.ts';
import { insertAuditEntry } from '../audit/queries.ts';
import { ConditionError } from '../db/database.ts';
import { CodedError } from '../errors.ts';
import { finishStep, originOf, type InteractionContext, type InteractionStep } from './interaction-step.ts';
import { sendPage } from './pages.ts';
import { browserSession, endBrowserSession } from './sign-out.ts';

export async function showLogin(
  { render }: InteractionContext,
  { request, reply, application }: InteractionStep,
  retry: { username?: string; error?: string } = {},
): Promise<FastifyReply> {
  return sendPage(render, request, reply, (web, site) => web.signInPage(site, { client: application.name, ...retry }));
}

export async function signIn(
  context: InteractionContext,
  step: InteractionStep,
  form: URLSearchParams,
): Promise<FastifyReply> {
  const { services } = context;
  const [username, password] = [form.get('username') ?? '', form.get('password') ?? ''];
  const wrongLogin = () => {
    step.reply.code(401);
    return showLogin(context, step, { username, error: 'The user name or the password is not right.' });
  };
  try {
    const actor = accountActor('', 'anonymous', originOf(step));
    const login = await checkLogin(services, { username, password, actor, at: 'page' });
    if (!login) return await wrongLogin();
    return await finishSignIn(context, step, login.account.id, login.passwordHash);
  } catch (error) {
    if (error instanceof ConditionError) return wrongLogin();
    if (!(error instanceof CodedError) || error.public.code !== 'rate_limited') throw error;
    step.reply.code(429);
    return showLogin(context, step, { username, error: 'Too many tries. Wait a few minutes, then try again.' });
  }
}

/** Throws a `ConditionError` if the password was changed in the meantime: a new password ends all sessions. */
async function finishSignIn(
  context: InteractionContext,
  step: InteractionStep,
  accountId: string,
  passwordHash: string,
): Promise<FastifyReply> {
  const { services, open, requests } = context;
  const origin = originOf(step);
  const actor = accountActor(accountId, 'password', origin);
  const saveCondition = hasPassword(accountId, passwordHash);
  const entry = newAuditEntry(actor, 'login.succeed', accountId, { at: 'page' });
  await services.db.batch([insertAuditEntry(entry, saveCondition)]);
  await signOutOthers(context, step, accountId);
  return requests.run({ ...origin, saveCondition }, () =>
    finishStep(open, step, { login: { accountId, remember: false } }),
  );
}

/**
 * Signs every account but `accountId` out of the browser, so that the provider continues as if nobody had signed in. Another account may
 * have signed in since the page was opened, in another tab.
 */
export async function signOutOthers(
  { services: { db }, open }: InteractionContext,
  step: InteractionStep,
  accountId?: string,
): Promise<void> {
  const { request, reply, interaction } = step;
  const session = await browserSession(open, request, reply);
  if (session.accountId !== accountId) await endBrowserSession(db, session, originOf(step));
  if (!interaction.session || interaction.session.accountId === accountId) return;
  interaction.session = undefined;
  await interaction.persist();
}
