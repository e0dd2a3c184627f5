// The page before a browser leaves for an application: it says where the person would be sent, and lets them go on or stay.
import { html } from '../../html.ts';
import type { Site } from '../../site.ts';
import { applicationFacts, type ApplicationView } from './application.ts';
import { cardPage, userChosenName } from './card.ts';

export interface RedirectView {
  application: ApplicationView;
  /** The address of the application, with the message for it. */
  address: string;
  /** The message: an error as the protocol names it. */
  technical: string;
}

export function redirectPage(site: Site, { application, address, technical }: RedirectView): string {
  return cardPage(
    site,
    `Leave ${site.name}?`,
    html`<p>${userChosenName(application.name)} asks to send you to <strong>${destinationOf(address)}</strong>.</p>
      <dl class="facts">${applicationFacts(site, application)}</dl>
      <p>Go on only if you know this application. It gets no access to your account, only this message:</p>
      <p class="small soft"><code>${technical}</code></p>
      <div class="ask-actions">
        <a class="button primary" href="${site.basePath}/">Stay here</a>
        <a class="button" href="${address}" rel="noreferrer">Go on</a>
      </div>`,
  );
}

/** The host of an address, or the scheme of an application on the person's own device. */
export function destinationOf(address: string): string {
  const { protocol, host } = new URL(address);
  return /^https?:$/.test(protocol) ? host : protocol;
}
