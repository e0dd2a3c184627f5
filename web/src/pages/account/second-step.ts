// The second step of a sign-in: a code, a recovery code or a passkey; and the page that signs in with a passkey alone.
import { field, formError, type FormState } from '../../forms/form.ts';
import { html } from '../../html.ts';
import { passkeyForm, type PasskeyView } from '../../parts/passkey-form.ts';
import type { Site } from '../../site.ts';
import { cardPage } from '../oauth/card.ts';

export interface SecondStepView {
  form: FormState;
  /** Where the person goes on: a path of this site. */
  returnTo: string;
  /** Says what the first step has shown. */
  token: string;
  hasTotp: boolean;
  passkey: PasskeyView | undefined;
}

export function secondStepPage(site: Site, { form, returnTo, token, hasTotp, passkey }: SecondStepView): string {
  const action = `${site.basePath}/sign-in/second-step`;
  const hidden = html`<input type="hidden" name="step" value="${token}" />
    <input type="hidden" name="return" value="${returnTo}" />`;
  const label = hasTotp ? 'Code of your authenticator app, or a recovery code' : 'Recovery code';
  const hasFocus = !passkey || form.error !== undefined;
  const code = field(form, {
    name: 'code',
    label,
    autocomplete: hasTotp ? 'one-time-code' : 'off',
    isRequired: true,
    maxLength: 64,
    isOfForm: true,
    hasFocus,
  });
  const content = html`<p>Your account also needs a second factor.</p>
    ${formError(form)}
    ${passkey && passkeyForm({ kind: 'get', question: passkey, action, content: hidden, button: 'Use a passkey' })}
    <form method="post" action="${action}" class="ask-form">
      ${hidden} ${code}
      <div class="ask-actions"><button class="${!passkey && 'primary'}">Sign in</button></div>
    </form>
    <p><a href="${site.basePath}/sign-in">Begin again</a></p>`;
  return cardPage(site, 'Second step', content, passkey !== undefined);
}

export interface PasskeySignInView {
  form: FormState;
  returnTo: string;
  passkey: PasskeyView;
}

export function passkeySignInPage(site: Site, { form, returnTo, passkey }: PasskeySignInView): string {
  const action = `${site.basePath}/sign-in/passkey`;
  const hidden = html`<input type="hidden" name="return" value="${returnTo}" />`;
  const content = html`${formError(form)}
    ${passkeyForm({ kind: 'get', question: passkey, action, content: hidden, button: 'Use a passkey' })}
    <p><a href="${site.basePath}/sign-in?return=${encodeURIComponent(returnTo)}">Sign in with your password</a></p>`;
  return cardPage(site, 'Sign in with a passkey', content, true);
}
