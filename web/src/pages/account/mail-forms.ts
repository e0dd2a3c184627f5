// The pages around mails: asking for a new password, setting it, and confirming an address.
import { field, formError, hiddenUsername, type FormState } from '../../forms/form.ts';
import { html } from '../../html.ts';
import type { Site } from '../../site.ts';
import { cardPage } from '../oauth/card.ts';

/** `isSent`: the form was sent. What is said then is the same for every address. */
export function forgotPasswordPage(site: Site, { form, isSent }: { form: FormState; isSent: boolean }): string {
  const content = isSent
    ? html`<p role="status">
        If an account has verified this address, a mail with a link is on its way. The link works once, for an hour.
      </p>`
    : html`<p>We send a link to the verified address of your account. With the link you set a new password.</p>
        <form method="post" action="${site.basePath}/forgot-password" class="ask-form">
          ${formError(form)}
          ${field(form, { name: 'email', label: 'E-mail address', type: 'email', autocomplete: 'email', isRequired: true, maxLength: 254 })}
          <div class="ask-actions"><button class="primary">Send the link</button></div>
        </form>`;
  return cardPage(
    site,
    isSent ? 'Look into your mail' : 'Forgot your password?',
    html`${content}
      <p><a href="${site.basePath}/sign-in">Sign in</a></p>`,
  );
}

export interface ResetPasswordView {
  form: FormState;
  token: string;
  /** Whose password it is; empty if the link is not good. */
  username: string;
  /** The password is set. */
  isDone: boolean;
}

export function resetPasswordPage(site: Site, { form, token, username, isDone }: ResetPasswordView): string {
  if (isDone)
    return cardPage(
      site,
      'Your password is set',
      html`<p role="status">Your account is signed out everywhere.</p>
        <div class="ask-actions"><a class="button primary" href="${site.basePath}/sign-in">Sign in</a></div>`,
    );
  return cardPage(
    site,
    'Set a new password',
    html`<p>This signs you out everywhere and removes the access of all applications.</p>
      <form method="post" action="${site.basePath}/reset-password" class="ask-form">
        ${formError(form)}
        <input type="hidden" name="token" value="${token}" />
        ${hiddenUsername(username)}
        ${field(form, { name: 'password', label: 'New password', type: 'password', autocomplete: 'new-password', isRequired: true, help: 'At least 8 characters. A sentence works well.' })}
        <div class="ask-actions"><button class="primary">Set the password</button></div>
      </form>`,
  );
}

/** A button, since programs that look at mails open their links. */
export function verifyEmailPage(site: Site, { form, token }: { form: FormState; token: string }): string {
  return cardPage(
    site,
    'Confirm your address',
    html`<form method="post" action="${site.basePath}/verify-email" class="ask-form">
      ${formError(form)}
      <input type="hidden" name="token" value="${token}" />
      <div class="ask-actions"><button class="primary">Confirm the address</button></div>
    </form>`,
  );
}

export function emailVerifiedPage(site: Site): string {
  return cardPage(
    site,
    'Your address is confirmed',
    html`<p role="status">From now on, we send mail about your account there.</p>
      <div class="ask-actions"><a class="button primary" href="${site.basePath}/">Go to ${site.name}</a></div>`,
  );
}
