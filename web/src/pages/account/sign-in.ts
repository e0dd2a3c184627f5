// The pages where people sign in with a name and a password, and sign out.
import { buttonForm, field, formError, NEW_FORM, type FormState } from '../../forms/form.ts';
import { html, type Html } from '../../html.ts';
import type { Site } from '../../site.ts';
import { cardPage, userChosenName } from '../oauth/card.ts';

/** The fields of every form in which someone signs in. */
const signInFields = (state: FormState, describedBy?: string): Html =>
  html`${formError(state)}
  ${field(state, {
    name: 'username',
    label: 'User name',
    autocomplete: 'username',
    isRequired: true,
    isOfForm: true,
    hasFocus: (state.values['username'] ?? '') === '',
    ...(describedBy !== undefined && { describedBy }),
  })}
  ${field(state, {
    name: 'password',
    label: 'Password',
    type: 'password',
    autocomplete: 'current-password',
    isRequired: true,
    isOfForm: true,
    hasFocus: (state.values['username'] ?? '') !== '',
  })}`;

export interface SignInView {
  form: FormState;
  /** Where the person goes on: a path of this site. */
  returnTo: string;
  /** The account that has signed in too long ago for what it wants to do. */
  again: string | undefined;
}

export function signInPage(site: Site, { form, returnTo, again }: SignInView): string {
  const content = html`${again !== undefined && html`<p>You are signed in as ${userChosenName(again)}. Enter your password again to go on.</p>`}
    <form method="post" action="${site.basePath}/sign-in" class="ask-form">
      <input type="hidden" name="return" value="${returnTo}" />
      ${signInFields(form)}
      <div class="ask-actions"><button class="primary">Sign in</button></div>
    </form>
    ${otherMethods(site, returnTo)} ${forgotPassword(site)}
    ${again === undefined && site.signIn.registration === 'open' && html`<p>New here? <a href="${site.basePath}/sign-up?return=${encodeURIComponent(returnTo)}">Create an account</a></p>`}`;
  return cardPage(site, again === undefined ? 'Sign in' : 'Sign in again', content);
}

const forgotPassword = ({ basePath, signIn }: Site): Html | false =>
  signIn.hasMail && html`<p><a href="${basePath}/forgot-password">Forgot your password?</a></p>`;

/**
 * The button of passkeys leads to a page that needs a script. The field of the name offers none: each question for a passkey is a row of the
 * database, which every visitor of this page would write.
 */
function otherMethods({ basePath, signIn: { provider, hasPasskeys } }: Site, returnTo: string): Html | false {
  if (provider === undefined && !hasPasskeys) return false;
  return html`<div class="ask-actions">
    ${provider !== undefined && html`<a class="button" rel="nofollow" href="${basePath}/sign-in/provider?return=${encodeURIComponent(returnTo)}">Sign in with ${provider}</a>`}
    ${hasPasskeys && buttonForm(`${basePath}/sign-in/passkey`, 'Sign in with a passkey', { return: returnTo })}
  </div>`;
}

export interface ApplicationSignInView {
  client: string;
  form?: FormState | undefined;
  /** Where whoever signs in in another way goes on: the step of the authorization. */
  returnTo: string;
}

/** On the way to an application. */
export function applicationSignInPage(
  site: Site,
  { client, form = NEW_FORM, returnTo }: ApplicationSignInView,
): string {
  return cardPage(
    site,
    'Sign in',
    html`<p id="purpose">Sign in to continue to ${userChosenName(client)}.</p>
      <form method="post" class="ask-form">
        ${signInFields(form, 'purpose')}
        <div class="ask-actions">
          <button class="primary" name="action" value="login">Sign in</button>
          <button name="action" value="deny" formnovalidate>Cancel</button>
        </div>
      </form>
      ${otherMethods(site, returnTo)} ${forgotPassword(site)}`,
  );
}

/** `username` is who is signed in. */
export function signOutPage(site: Site, username: string | undefined): string {
  const { basePath } = site;
  const content =
    username === undefined
      ? html`<p role="status">You are not signed in.</p>
          <div class="ask-actions">
            <a class="button primary" href="${basePath}/">Go to ${site.name}</a>
            <a class="button" href="${basePath}/sign-in">Sign in</a>
          </div>`
      : html`<form method="post" action="${basePath}/sign-out" class="ask-form">
          <p>Signed in as ${userChosenName(username)}.</p>
          <div class="ask-actions"><button class="primary">Sign out</button></div>
        </form>`;
  return cardPage(
    site,
    username === undefined ? 'Signed out' : 'Sign out?',
    html`${content}
      <p class="small soft">Applications keep the access that you gave them.</p>`,
  );
}
