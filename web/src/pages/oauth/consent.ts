// The page that asks a person whether an application may act for them; and the page of an authorization that failed.
import { scopeMeanings, type Scope } from '@realm-catalog/contract';
import { html, type Html } from '../../html.ts';
import type { Site } from '../../site.ts';
import { applicationFacts, type ApplicationView } from './application.ts';
import { alert, cardPage, sessionForm, userChosenName } from './card.ts';
import { destinationOf } from './redirect.ts';

export interface ConsentView {
  application: ApplicationView;
  username: string;
  scopes: Scope[];
  /** Where the response goes; undefined for a device. */
  redirectUri: string | undefined;
}

export function consentPage(site: Site, { application, username, scopes, redirectUri }: ConsentView): string {
  return cardPage(
    site,
    'Allow access?',
    html`<p>${userChosenName(application.name)} asks to act for your account ${userChosenName(username)}.</p>
      <dl class="facts">${applicationFacts(site, application)}</dl>
      ${
        scopes.length > 0
          ? html`<p id="scopes">It could then:</p>
              ${scopeList(scopes)}`
          : alert('Your account may do nothing of what it asks for.')
      }
      <p class="small soft">
        ${
          redirectUri === undefined
            ? 'Allow this only if you started it on a device of yours.'
            : html`The answer goes to <code>${destinationOf(redirectUri)}</code>.`
        }
      </p>
      <form method="post" class="ask-form">
        <div class="ask-actions">
          ${scopes.length > 0 && html`<button class="primary" name="action" value="allow">Allow</button>`}
          <button name="action" value="deny">Deny</button>
        </div>
        <button class="link" name="action" value="switch">Use another account</button>
      </form>
      ${sessionForm(site, username)}`,
  );
}

/** What an application could do with these scopes. The element with the id `scopes` introduces the list. */
export function scopeList(scopes: Scope[]): Html {
  return html`<ul class="ask-scopes" aria-labelledby="scopes">
    <li>See your profile, your e-mail address and your stars</li>
    ${scopes.map((scope) => html`<li>${scopeMeanings[scope]} <code>${scope}</code></li>`)}
  </ul>`;
}

export interface FailureView {
  message: string;
  requestId: string;
  /** The error as the protocol names it. */
  technical?: string;
}

export function failurePage(site: Site, { message, requestId, technical = '' }: FailureView): string {
  return cardPage(
    site,
    'This did not work',
    html`${alert(message)}
      <p class="small soft">
        ${technical !== '' && html`<code>${technical}</code><br />`}Request <code>${requestId}</code>
      </p>`,
  );
}
