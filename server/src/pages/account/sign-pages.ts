// The pages where people create an account, sign in and sign out.
import { NEW_FORM, readValues, type FormState } from '@realm-catalog/web/forms/form';
import { signInPage, signOutPage } from '@realm-catalog/web/pages/account/sign-in';
import { signUpPage } from '@realm-catalog/web/pages/account/sign-up';
import { findFreeName } from '../../accounts/queries.ts';
import { signIn, type SignInServices } from '../../accounts/sign-in/sign-in.ts';
import { isRecent } from '../../accounts/sign-in/web-sessions.ts';
import type { PerformAs } from '../../api/in-process.ts';
import type { Database } from '../../db/database.ts';
import { CodedError } from '../../errors.ts';
import { failedForm } from '../failed-form.ts';
import type { FormHandler, PageHandler } from '../page.ts';
import { returnPath, returnPathOf } from '../return-path.ts';
import { answerSignIn } from './second-step-pages.ts';

/** Whoever has signed in a moment ago goes on; whoever did so some time ago is asked again. */
const signInHandler: PageHandler = async ({ site, query, headers, viewer }) => {
  const returnTo = returnPathOf(query.get('return'), headers, site.publicUrl);
  if (viewer && isRecent(viewer)) return { location: site.publicUrl + returnTo };
  const again = viewer?.caller.account.username;
  const form: FormState = { ...NEW_FORM, values: { username: again ?? '' } };
  return { personalHtml: signInPage(site, { form, returnTo, again }) };
};

const signUpHandler: PageHandler = async ({ site, query, headers, viewer }) => {
  const returnTo = returnPathOf(query.get('return'), headers, site.publicUrl);
  if (viewer) return { location: site.publicUrl + returnTo };
  const invitation = query.get('invitation') ?? '';
  return { personalHtml: signUpPage(site, { form: { ...NEW_FORM, values: { invitation } }, returnTo }) };
};

const signOutHandler: PageHandler = async ({ site, viewer }) => ({
  personalHtml: signOutPage(site, viewer?.caller.account.username),
});

export const signPages = { signIn: signInHandler, signUp: signUpHandler, signOut: signOutHandler };

export function createSignForms(services: SignInServices & { performAs: PerformAs }) {
  const { db, webSessions, performAs } = services;

  const signInForm: FormHandler = async (request) => {
    const { form, site, viewer } = request;
    const returnTo = returnPath(form.get('return'));
    const { username = '', password = '' } = readValues(form, 'username', 'password');
    const result = await signIn(services, { username: username.trim(), password }, request);
    const again = viewer?.caller.account.username;
    return answerSignIn(result, site, returnTo, (error) =>
      signInPage(site, { form: { values: { username }, errors: [], error }, returnTo, again }),
    );
  };

  /** The limits and the rules are those of the operation; then the new account signs in. */
  const signUpForm: FormHandler = async (request) => {
    const { form, site, perform } = request;
    const returnTo = returnPath(form.get('return'));
    const {
      username = '',
      password = '',
      ...more
    } = readValues(form, 'username', 'password', 'name', 'email', 'invitation');
    const others = Object.fromEntries(Object.entries(more).filter(([, value]) => value !== ''));
    try {
      await perform('register', { body: { username, password, ...others } });
    } catch (error) {
      const { status, ...failed } = failedForm(error, { username, ...more });
      const form = isConflict(error) ? { ...failed, ...(await takenName(db, username.trim())) } : failed;
      return { status, personalHtml: signUpPage(site, { form, returnTo }) };
    }
    const result = await signIn(services, { username: username.trim(), password }, request);
    if (!('setCookie' in result)) return { seeOther: '/sign-in' }; // a new password was set meanwhile, or the tries are used up
    if (site.signIn.hasMail && others['email'] !== undefined)
      await performAs(result.viewer.caller, request)('requestEmailVerification').catch(ignoreRefusal);
    return { seeOther: returnTo, setCookie: result.setCookie };
  };

  const signOutForm: FormHandler = async ({ viewer, ...origin }) => {
    if (viewer) await webSessions.end(viewer, origin);
    return { seeOther: '/sign-out', setCookie: webSessions.clearCookie };
  };

  return { signIn: signInForm, signUp: signUpForm, signOut: signOutForm };
}

/** What stands beside the name instead of the error of the form. */
async function takenName(db: Database, username: string): Promise<Pick<FormState, 'errors' | 'error'>> {
  const free = await findFreeName(db, username);
  const message = free === undefined ? 'is taken' : `is taken; ${free} is free`;
  return { errors: [{ field: 'username', message }], error: undefined };
}

/** The account is there, and its settings can send the link again. */
function ignoreRefusal(error: unknown): void {
  if (!(error instanceof CodedError)) throw error;
}

function isConflict(error: unknown): boolean {
  return error instanceof CodedError && error.public.code === 'conflict';
}
