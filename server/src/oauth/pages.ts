// The HTML pages that people see when they authorize an application. They have class names for styling, and no script.
import { scopeMeanings, type Scope } from '@realm-catalog/contract';
import type { Context } from 'oidc-provider';
import { html, type Html } from '../pages/html.ts';
import { contentSecurityPolicy, layout } from '../pages/layout.ts';
import { signOutPath } from './addresses.ts';

/** `form-action` also limits redirects after a form was sent, so a page whose form ends at a client names the client as `destination`. */
export function pagePolicy(destination = ''): string {
  return contentSecurityPolicy(`'self' ${destination}`.trim());
}

/** Headers of every page. With a stricter referrer policy, browsers would send `Origin: null` with our own forms. */
export const pageHeaders = {
  'cache-control': 'no-store',
  'referrer-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'content-security-policy': pagePolicy(),
};

/** The source expression for a redirect URI in a policy. A policy cannot contain an IPv6 address or a host with a `;`. */
export function policySource(redirectUri: string): string {
  const { protocol, origin, hostname } = new URL(redirectUri);
  return /^https?:$/.test(protocol) && /^[\w.-]+$/.test(hostname) ? origin : protocol;
}

/** `base` is the path of the public URL, usually empty. */
export function page(base: string, title: string, name: string, content: Html): string {
  return layout({
    title: `${title} · Realm Catalog`,
    stylesheet: `${base}/oauth/pages.css`,
    isIndexed: false,
    bodyClass: `oauth oauth-${name}`,
    content: html`<main class="oauth-card">
      <p class="oauth-brand">Realm Catalog</p>
      <h1>${title}</h1>
      ${content}
    </main>`,
  });
}

export const alert = (message: string): Html => html`<p class="oauth-error" id="error" role="alert">${message}</p>`;

/** A name that a user chose. `bdi` isolates it, so that a directional mark in the name does not affect the text around it. */
export const userChosenName = (kind: 'client' | 'account', text: string): Html =>
  html`<strong class="oauth-${kind}"><bdi>${text}</bdi></strong>`;

/** Shows who is signed in, with a button to sign out. */
export const sessionForm = (base: string, username: string): Html =>
  html`<form method="post" action="${base + signOutPath}" class="oauth-session">
    <p>Signed in as ${userChosenName('account', username)}.</p>
    <button class="oauth-link">Sign out</button>
  </form>`;

export interface LoginView {
  client: string;
  username?: string;
  error?: string;
}

export function loginPage(base: string, { client, username = '', error }: LoginView): string {
  const described = error !== undefined && html`aria-invalid="true" aria-describedby="error"`;
  const focus = html`autofocus`;
  return page(
    base,
    'Sign in',
    'login',
    html`<p>Sign in to continue to ${userChosenName('client', client)}.</p>
      ${error !== undefined && alert(error)}
      <form method="post" class="oauth-form">
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
          ${described}
        />
        <label for="password">Password</label>
        <input
          id="password"
          name="password"
          type="password"
          autocomplete="current-password"
          required
          ${username !== '' && focus}
          ${described}
        />
        <div class="oauth-actions">
          <button class="oauth-primary" name="action" value="login">Sign in</button>
          <button class="oauth-secondary" name="action" value="deny" formnovalidate>Cancel</button>
        </div>
      </form>`,
  );
}

export interface ConsentView {
  client: string;
  username: string;
  scopes: Scope[];
  /** Where the response goes; undefined for a device. */
  redirectUri: string | undefined;
}

export function consentPage(base: string, { client, username, scopes, redirectUri }: ConsentView): string {
  return page(
    base,
    'Allow access?',
    'consent',
    html`<p>${userChosenName('client', client)} asks to act for your account ${userChosenName('account', username)}.</p>
      ${
        scopes.length > 0
          ? html`<p id="scopes">It could then:</p>
              <ul class="oauth-scopes" aria-labelledby="scopes">
                <li>See your profile, your e-mail address and your stars</li>
                ${scopes.map((scope) => html`<li>${scopeMeanings[scope]} <code>${scope}</code></li>`)}
              </ul>`
          : alert('Your account may do nothing of what it asks for.')
      }
      <p class="oauth-note">
        ${
          redirectUri === undefined
            ? 'Allow this only if you started it on a device of yours.'
            : html`The answer goes to <code>${destinationOf(redirectUri)}</code>.`
        }
        Its name was chosen by whoever made it.
      </p>
      <form method="post" class="oauth-form">
        <div class="oauth-actions">
          ${scopes.length > 0 && html`<button class="oauth-primary" name="action" value="allow">Allow</button>`}
          <button class="oauth-secondary" name="action" value="deny">Deny</button>
        </div>
        <button class="oauth-link" name="action" value="switch">Use another account</button>
      </form>
      ${sessionForm(base, username)}`,
  );
}

function destinationOf(redirectUri: string): string {
  const { protocol, host } = new URL(redirectUri);
  return /^https?:$/.test(protocol) ? host : protocol;
}

export function errorPage(base: string, message: string, requestId: string, technical = ''): string {
  return page(
    base,
    'This did not work',
    'failure',
    html`${alert(message)}
      <p class="oauth-note">
        ${technical !== '' && html`<code>${technical}</code><br />`}Request <code>${requestId}</code>
      </p>`,
  );
}

/** Sends a page as the provider's response. */
export function sendPage(ctx: Context, text: string): void {
  ctx.type = 'html';
  ctx.body = text;
}
