// The step in which a person signs in on the way to an application. Whoever is signed in to the web pages is not asked again.
import type { FormState } from '@realm-catalog/web/forms/form';
import type { SecondStep } from '../accounts/sign-in/second-step.ts';
import { signIn } from '../accounts/sign-in/sign-in.ts';
import type { Viewer } from '../accounts/sign-in/web-sessions.ts';
import { isStillValid } from '../credentials/queries.ts';
import { ConditionError } from '../db/database.ts';
import type { Response } from '../http/response.ts';
import { finishStep, originOf, showPage, type InteractionContext, type InteractionStep } from './interaction-step.ts';
import { pagePolicy } from './page-response.ts';
import { endSessionOfOthers } from './provider-session.ts';

/** Why the provider asks to sign in although somebody is signed in: the application wants a new sign-in, or one that is not too old. */
const NEW_SIGN_IN_REASONS = new Set(['login_prompt', 'max_age']);

/** Goes on as whoever is signed in, or asks. */
export async function showLogin(context: InteractionContext, step: InteractionStep): Promise<Response> {
  const { viewer, interaction } = step;
  const isAskedAgain = interaction.prompt.reasons.some((reason) => NEW_SIGN_IN_REASONS.has(reason));
  const isNewer = viewer !== undefined && Date.parse(viewer.signedInAt) >= (interaction.iat + 1) * 1_000;
  return viewer && (isNewer || !isAskedAgain) ? continueAs(context, step, viewer) : showForm(context, step);
}

function showForm(
  { render }: InteractionContext,
  step: InteractionStep,
  form?: FormState,
  status?: number,
): Promise<Response> {
  const view = { client: step.application.name, form, returnTo: pathOf(step.interaction) };
  return showPage(
    render,
    step,
    async (site) => (await import('@realm-catalog/web/pages/account/sign-in')).applicationSignInPage(site, view),
    status,
  );
}

/** Signs in as on the page of the web catalog, and goes on. */
export async function signInOnTheWay(
  context: InteractionContext,
  step: InteractionStep,
  form: URLSearchParams,
): Promise<Response> {
  const [username, password] = [form.get('username') ?? '', form.get('password') ?? ''];
  const { headers } = step.exchange.request;
  const result = await signIn(
    context.services,
    { username: username.trim(), password },
    { headers, ...originOf(step) },
  );
  if ('setCookie' in result) return continueAs(context, withCookie(step, result.setCookie), result.viewer);
  if ('secondStep' in result) return showSecondStep(context, step, result.secondStep);
  const { message, status } = result.refusal;
  return showForm(context, step, { values: { username }, errors: [], error: message }, status);
}

/** Its form belongs to the web pages, which come back here. Passkeys need the script of the pages. */
function showSecondStep(
  { render }: InteractionContext,
  step: InteractionStep,
  secondStep: SecondStep,
): Promise<Response> {
  const headers = { ...step.headers, 'content-security-policy': `${pagePolicy()}; script-src 'self'` };
  const view = { form: { values: {}, errors: [] }, returnTo: pathOf(step.interaction), ...secondStep };
  return showPage(render, { ...step, headers }, async (site) =>
    (await import('@realm-catalog/web/pages/account/second-step')).secondStepPage(site, view),
  );
}

function withCookie(step: InteractionStep, setCookie: string): InteractionStep {
  return { ...step, headers: { ...step.headers, 'set-cookie': setCookie } };
}

const pathOf = ({ uid }: InteractionStep['interaction']): string => `/oauth/interaction/${uid}`;

/** Another account may have signed in since the page was opened, in another tab. Of a session that has ended meanwhile nothing comes. */
async function continueAs(context: InteractionContext, step: InteractionStep, viewer: Viewer): Promise<Response> {
  const { open, requests } = context;
  const accountId = viewer.caller.account.id;
  await forgetOthers(context, step, accountId);
  const login = { accountId, remember: false, ts: Math.floor(Date.parse(viewer.signedInAt) / 1_000) };
  try {
    return await requests.run({ ...originOf(step), saveCondition: isStillValid(viewer.caller.source) }, () =>
      finishStep(open, step, { login }),
    );
  } catch (error) {
    if (error instanceof ConditionError) return showForm(context, step);
    throw error;
  }
}

/** Signs whoever is signed in out of this browser, and begins the step again. */
export async function switchAccount(context: InteractionContext, step: InteractionStep): Promise<Response> {
  const { webSessions } = context.services;
  if (step.viewer) await webSessions.end(step.viewer, originOf(step));
  return beginAgain(context, withCookie(step, webSessions.clearCookie), undefined);
}

/** The provider continues as if nobody but `accountId` had signed in. A sign-in of a moment ago does not count any more. */
export async function beginAgain(
  context: InteractionContext,
  step: InteractionStep,
  accountId: string | undefined,
): Promise<Response> {
  await forgetOthers(context, step, accountId);
  return finishStep(context.open, step, {}, { mergeWithLastSubmission: false });
}

async function forgetOthers(
  { services: { db }, open }: InteractionContext,
  step: InteractionStep,
  accountId: string | undefined,
): Promise<void> {
  const { interaction } = step;
  await endSessionOfOthers(db, open, step.exchange, accountId);
  if (!interaction.session || interaction.session.accountId === accountId) return;
  interaction.session = undefined;
  await interaction.persist();
}
