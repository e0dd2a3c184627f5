// The forms of a sign-in that takes more than a name and a password: its second step, and a passkey alone.
import type { Site } from '@realm-catalog/web/site';
import { NEW_FORM, readValues } from '@realm-catalog/web/forms/form';
import { passkeySignInPage, secondStepPage } from '@realm-catalog/web/pages/account/second-step';
import { signInPage } from '@realm-catalog/web/pages/account/sign-in';
import {
  gone,
  signInByPasskey,
  startSession,
  tooMany,
  type SignInResult,
  type SignInServices,
} from '../../accounts/sign-in/sign-in.ts';
import { finishSecondStep, type SecondStep } from '../../accounts/sign-in/second-step.ts';
import { problem } from '../../http/problem.ts';
import { askForPasskey, passkeySite } from '../../accounts/factors/passkeys.ts';
import type { FormHandler, FormResult, PersonalPage } from '../page.ts';
import { returnPath } from '../return-path.ts';

/** The page that asks for the second factor. */
export function showSecondStep(site: Site, returnTo: string, step: SecondStep, error?: string): PersonalPage {
  const form = { ...NEW_FORM, ...(error !== undefined && { error }) };
  const status = error === undefined ? 200 : 401;
  return { status, personalHtml: secondStepPage(site, { form, returnTo, ...step }) };
}

/** The answer to a step of a sign-in. `refused` is the page that says why nobody was signed in. */
export function answerSignIn(
  result: SignInResult,
  site: Site,
  returnTo: string,
  refused: (message: string) => string,
): FormResult {
  if ('setCookie' in result) return { seeOther: returnTo, setCookie: result.setCookie };
  if ('secondStep' in result) return showSecondStep(site, returnTo, result.secondStep);
  return { status: result.refusal.status, personalHtml: refused(result.refusal.message) };
}

export function createStepForms(services: SignInServices) {
  const { db, config } = services;

  const secondStep: FormHandler = async (request) => {
    const { form, site } = request;
    const returnTo = returnPath(form.get('return'));
    const {
      step = '',
      code = '',
      passkey = '',
      response = '',
    } = readValues(form, 'step', 'code', 'passkey', 'response');
    const answer = { token: step, code: code.trim(), passkeyToken: passkey, passkeyResponse: response };
    const result = await finishSecondStep(services, answer, request);
    const again = (error: string) => signInPage(site, { form: { ...NEW_FORM, error }, returnTo, again: undefined });
    if (result === 'gone') return answerSignIn({ refusal: gone }, site, returnTo, again);
    if (result === 'too-many') return answerSignIn({ refusal: tooMany }, site, returnTo, again);
    if ('again' in result) return showSecondStep(site, returnTo, result.again, result.message);
    const { accountId, condition, how, factor } = result;
    const started = await startSession(services, accountId, condition, request, { how, factor });
    return answerSignIn(started, site, returnTo, again);
  };

  /** Without an answer it asks for a passkey; with one it signs in. */
  const passkeySignIn: FormHandler = async (request) => {
    const { form, site } = request;
    const place = passkeySite(config.publicUrl, config.site.name);
    if (!place) throw problem('not_found', 'Passkeys do not work at this address.');
    const returnTo = returnPath(form.get('return'));
    const { passkey = '', response = '' } = readValues(form, 'passkey', 'response');
    const ask = async (error?: string): Promise<PersonalPage> => {
      const view = { form: { ...NEW_FORM, ...(error !== undefined && { error }) }, returnTo };
      const question = await askForPasskey(db, place, null);
      return { personalHtml: passkeySignInPage(site, { ...view, passkey: question }) };
    };
    if (response === '') return ask();
    const result = await signInByPasskey(services, { token: passkey, response }, request);
    return 'refusal' in result
      ? { ...(await ask(result.refusal.message)), status: result.refusal.status }
      : answerSignIn(result, site, returnTo, String);
  };

  return { secondStep, passkeySignIn };
}
