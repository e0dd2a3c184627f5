// The page where people create an account.
import { field, formError, type FormState } from '../../forms/form.ts';
import { html } from '../../html.ts';
import type { Site } from '../../site.ts';
import { cardPage } from '../oauth/card.ts';

export interface SignUpView {
  form: FormState;
  /** Where the person goes on: a path of this site. */
  returnTo: string;
}

export function signUpPage(site: Site, { form, returnTo }: SignUpView): string {
  const { basePath } = site;
  const invitation = form.values['invitation'] ?? '';
  if (site.signIn.registration === 'closed') return closedPage(site, 'Ask the people who run it for one.');
  if (site.signIn.registration === 'invited' && invitation === '')
    return closedPage(site, 'Ask the people who run it for an invitation: a link to this page.');
  return cardPage(
    site,
    'Create an account',
    html`<form method="post" action="${basePath}/sign-up" class="ask-form">
        <input type="hidden" name="return" value="${returnTo}" />
        ${formError(form)} ${invitation !== '' && html`<input type="hidden" name="invitation" value="${invitation}" />`}
        ${field(form, {
          name: 'username',
          label: 'User name',
          autocomplete: 'username',
          isRequired: true,
          maxLength: 64,
          help: 'Letters, digits, dots, dashes and underscores. Everyone can see it. You cannot change it later.',
        })}
        ${field(form, { name: 'name', label: 'Name', autocomplete: 'name', maxLength: 100, help: 'Shown next to your realms. Optional.' })}
        ${
          site.signIn.hasMail &&
          field(form, {
            name: 'email',
            label: 'E-mail address',
            type: 'email',
            autocomplete: 'email',
            maxLength: 254,
            help: 'Optional, and shown to nobody else. We send a link to confirm it. If you forget your password, only a confirmed address gets you a new one.',
          })
        }
        ${field(form, {
          name: 'password',
          label: 'Password',
          type: 'password',
          autocomplete: 'new-password',
          isRequired: true,
          help: 'At least 8 characters. A sentence works well.',
        })}
        <div class="ask-actions"><button class="primary">Create the account</button></div>
      </form>
      <p>You have an account? <a href="${basePath}/sign-in?return=${encodeURIComponent(returnTo)}">Sign in</a></p>`,
  );
}

function closedPage(site: Site, next: string): string {
  return cardPage(
    site,
    'No sign-up here',
    html`<p>You cannot create an account here by yourself. ${next}</p>
      <p>You have an account? <a href="${site.basePath}/sign-in">Sign in</a></p>`,
  );
}
