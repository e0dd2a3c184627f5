// The settings of the password. Its form does what an operation of the API does.
import { NEW_FORM, readValues } from '@realm-catalog/web/forms/form';
import { passwordPage } from '@realm-catalog/web/pages/account/password';
import type { WebSessions } from '../../accounts/sign-in/web-sessions.ts';
import { isStillValid } from '../../credentials/queries.ts';
import { doneIn } from '../form-outcome.ts';
import { failedForm } from '../failed-form.ts';
import type { FormResult, PersonalPage, Signed, FormRequest, SignedFormHandler, SignedPageHandler } from '../page.ts';

const showPassword = ({ site }: Pick<FormRequest, 'site'>, said?: string, form = NEW_FORM): PersonalPage => ({
  personalHtml: passwordPage(site, { form, done: said }),
});

export const passwordPages = {
  settingsPassword: async (request) => showPassword(request, doneIn(request)),
} satisfies Record<string, SignedPageHandler>;

export const createPasswordForms = ({ webSessions }: { webSessions: WebSessions }) =>
  ({
    settingsPassword: (request) => changePassword(webSessions, request),
  }) satisfies Record<string, SignedFormHandler>;

/** Who knows the new password goes on in a new session: whoever had the cookie of the old one has lost it. */
async function changePassword(webSessions: WebSessions, request: Signed<FormRequest>): Promise<FormResult> {
  const { form, perform, viewer } = request;
  const {
    password = '',
    currentPassword = '',
    repeated = '',
  } = readValues(form, 'password', 'currentPassword', 'repeated');
  if (password !== repeated) {
    const errors = [{ field: 'repeated', message: 'is not the same' }];
    return { ...showPassword(request, undefined, { values: {}, errors }), status: 400 };
  }
  try {
    await perform('updateMe', { body: { password, currentPassword } });
  } catch (error) {
    const failed = failedForm(error, {});
    return { ...showPassword(request, undefined, failed), status: failed.status };
  }
  const { account, source } = viewer.caller;
  const started = await webSessions.start(account, isStillValid(source), request); // unless yet another password has ended it
  return { seeOther: '/settings/password?done=password', ...(started && { setCookie: started.setCookie }) };
}
