// The pages to which mails lead, and the one that asks for a mail with a new password. Without mail there are none of them.
import type { Site } from '@realm-catalog/web/site';
import { NEW_FORM, readValues, type FormState } from '@realm-catalog/web/forms/form';
import {
  emailVerifiedPage,
  forgotPasswordPage,
  resetPasswordPage,
  verifyEmailPage,
} from '@realm-catalog/web/pages/account/mail-forms';
import { findAccountOfLink } from '../../accounts/mail-links.ts';
import type { Database } from '../../db/database.ts';
import { CodedError } from '../../errors.ts';
import { problem } from '../../http/problem.ts';
import { failedForm } from '../failed-form.ts';
import type { FormHandler, PageHandler, PersonalPage } from '../page.ts';

const forgotPassword: PageHandler = async ({ site }) => {
  requireMail(site);
  return { personalHtml: forgotPasswordPage(site, { form: NEW_FORM, isSent: false }) };
};

const verifyEmail: PageHandler = async ({ site, query }) => {
  requireMail(site);
  const token = query.get('token') ?? '';
  return { personalHtml: verifyEmailPage(site, { form: NEW_FORM, token }) };
};

/** The form for a new password, with the name for managers of passwords: whoever has the link may set the password of this account. */
async function showReset(db: Database, site: Site, token: string, form = NEW_FORM): Promise<PersonalPage> {
  const account = await findAccountOfLink(db, 'reset', token, new Date().toISOString());
  const username = account?.username ?? '';
  return { personalHtml: resetPasswordPage(site, { form, token, username, isDone: false }) };
}

export const createMailPages = ({ db }: { db: Database }) => ({
  forgotPassword,
  verifyEmail,
  resetPassword: (async ({ site, query }) => {
    requireMail(site);
    return showReset(db, site, query.get('token') ?? '');
  }) satisfies PageHandler,
});

const forgotPasswordForm: FormHandler = async ({ form, site, perform }) => {
  requireMail(site);
  const { email = '' } = readValues(form, 'email');
  try {
    await perform('requestPasswordReset', { body: { email } });
  } catch (error) {
    const failed = failedForm(error, { email });
    return { status: failed.status, personalHtml: forgotPasswordPage(site, { form: failed, isSent: false }) };
  }
  return { personalHtml: forgotPasswordPage(site, { form: NEW_FORM, isSent: true }) };
};

const verifyEmailForm: FormHandler = async ({ form, site, perform }) => {
  requireMail(site);
  const { token = '' } = readValues(form, 'token');
  try {
    await perform('verifyEmail', { body: { token } });
  } catch (error) {
    const failed = failedLink(error);
    return { status: failed.status, personalHtml: verifyEmailPage(site, { form: failed, token }) };
  }
  return { personalHtml: emailVerifiedPage(site) };
};

export const createMailForms = ({ db }: { db: Database }) => ({
  forgotPassword: forgotPasswordForm,
  verifyEmail: verifyEmailForm,
  resetPassword: (async ({ form, site, perform }) => {
    requireMail(site);
    const { token = '', password = '' } = readValues(form, 'token', 'password');
    try {
      await perform('resetPassword', { body: { token, password } });
    } catch (error) {
      const failed = failedLink(error);
      return { ...(await showReset(db, site, token, failed)), status: failed.status };
    }
    return { personalHtml: resetPasswordPage(site, { form: NEW_FORM, token: '', username: '', isDone: true }) };
  }) satisfies FormHandler,
});

/** A link that does not work any more is shown in the form, too. */
function failedLink(error: unknown): FormState & { status: number } {
  if (error instanceof CodedError && error.public.code === 'not_found')
    return { ...NEW_FORM, status: 404, error: error.public.detail };
  return failedForm(error, {});
}

function requireMail({ signIn }: Site): void {
  if (!signIn.hasMail) throw problem('not_found', 'This catalog sends no mail.');
}
