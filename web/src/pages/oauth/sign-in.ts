// The pages where people sign in with a name and a password, and sign out.
import { html } from '../../html.ts';
import type { Site } from '../../site.ts';
import { alert, cardPage, userChosenName } from './card.ts';

export interface SignInView {
  client: string;
  /** What was typed before, and what was wrong with it. */
  username?: string;
  error?: string;
}

export function signInPage(site: Site, { client, username = '', error }: SignInView): string {
  const described = error === undefined ? 'purpose' : 'error';
  const state = html`${error !== undefined && html`aria-invalid="true"`} aria-describedby="${described}"`;
  const focus = html`autofocus`;
  return cardPage(
    site,
    'Sign in',
    html`<p id="purpose">Sign in to continue to ${userChosenName(client)}.</p>
      ${error !== undefined && alert(error)}
      <form method="post" class="ask-form">
        <label for="username">User name</label>
        <input
          id="username"
          name="username"
          value="${username}"
          autocomplete="username"
          autocapitalize="none"
          spellcheck="false"
          required
          ${username === '' && focus}
          ${state}
        />
        <label for="password">Password</label>
        <input
          id="password"
          name="password"
          type="password"
          autocomplete="current-password"
          required
          ${username !== '' && focus}
          ${state}
        />
        <div class="ask-actions">
          <button class="primary" name="action" value="login">Sign in</button>
          <button name="action" value="deny" formnovalidate>Cancel</button>
        </div>
      </form>`,
  );
}

/** `username` is who is signed in to these pages in this browser. */
export function signOutPage(site: Site, username: string | undefined): string {
  const content =
    username === undefined
      ? html`<p role="status">Nobody is signed in to these pages in this browser.</p>
          <div class="ask-actions"><a class="button primary" href="${site.basePath}/">Go to ${site.name}</a></div>`
      : html`<form method="post" action="${site.basePath}/oauth/sign-out" class="ask-form">
          <p>Signed in as ${userChosenName(username)}.</p>
          <div class="ask-actions"><button class="primary">Sign out</button></div>
        </form>`;
  return cardPage(
    site,
    username === undefined ? 'Signed out' : 'Sign out?',
    html`${content}
      <p class="small soft">Signing out takes nothing from the applications that you have allowed to act for you.</p>`,
  );
}
