// The pages that connect a device without a browser (RFC 8628): the device shows a code, and its owner enters the code here.
import type { Scope } from '@realm-catalog/contract';
import { html } from '../../html.ts';
import type { Site } from '../../site.ts';
import { applicationFacts, type ApplicationView } from './application.ts';
import { alert, cardPage, sessionForm, userChosenName } from './card.ts';
import { scopeList } from './consent.ts';

interface DeviceView {
  /** The value that binds the form to the browser. */
  xsrf: string;
  code: string;
  /** Who is signed in. */
  username: string | undefined;
}

export interface DeviceCodeView extends DeviceView {
  error: string | undefined;
}

export function deviceCodePage(site: Site, { xsrf, code, username, error }: DeviceCodeView): string {
  return cardPage(
    site,
    'Connect a device',
    html`<p id="hint">Enter the code that your device shows.</p>
      ${error !== undefined && alert(error)}
      <form method="post" action="${site.basePath}/oauth/device" class="ask-form">
        <input type="hidden" name="xsrf" value="${xsrf}" />
        <label for="user_code">Code</label>
        <input
          id="user_code"
          name="user_code"
          class="ask-code"
          value="${code}"
          autocomplete="off"
          autocapitalize="characters"
          spellcheck="false"
          maxlength="20"
          required
          autofocus
          ${error === undefined ? html`aria-describedby="hint"` : html`aria-invalid="true" aria-describedby="error"`}
        />
        <div class="ask-actions"><button class="primary">Continue</button></div>
      </form>
      ${username !== undefined && sessionForm(site, username)}`,
  );
}

export interface DeviceConfirmView extends DeviceView {
  application: ApplicationView;
  /** What the program that asked for the code said of itself, and where it asked from; each may be empty. */
  device: string;
  address: string;
  /** When it asked. */
  askedAt: string;
  scopes: Scope[];
}

export function deviceConfirmPage(site: Site, view: DeviceConfirmView): string {
  const { xsrf, code, username, application, device, address, askedAt, scopes } = view;
  return cardPage(
    site,
    'Is this your device?',
    html`<p>${userChosenName(application.name)} on your device should show this code:</p>
      <p class="ask-code">${code}</p>
      <p>If it shows another one, or someone sent you the code, do not go on.</p>
      <dl class="facts">
        ${applicationFacts(site, application)}
        ${
          device !== '' &&
          html`<dt>Device</dt>
            <dd><bdi>${device}</bdi></dd>`
        }
        ${
          address !== '' &&
          html`<dt>Address</dt>
            <dd>${address}</dd>`
        }
        <dt>Asked at</dt>
        <dd><time datetime="${askedAt}">${askedAt.slice(0, 16).replace('T', ' ')} UTC</time></dd>
      </dl>
      ${
        scopes.length > 0 &&
        html`<p id="scopes">If you allow it in the next step, it could then:</p>
          ${scopeList(scopes)}`
      }
      <form method="post" action="${site.basePath}/oauth/device" class="ask-form">
        <input type="hidden" name="xsrf" value="${xsrf}" />
        <input type="hidden" name="user_code" value="${code}" />
        <input type="hidden" name="confirm" value="yes" />
        <div class="ask-actions">
          <button class="primary">It is mine</button>
          <button name="abort" value="yes">Cancel</button>
        </div>
      </form>
      ${username !== undefined && sessionForm(site, username)}`,
  );
}

export function deviceDonePage(
  site: Site,
  { client, username }: { client: string; username: string | undefined },
): string {
  return cardPage(
    site,
    'Your device is connected',
    html`<p role="status">
        ${userChosenName(client)} may now act for you. You can close this page and go back to your device.
      </p>
      ${username !== undefined && sessionForm(site, username)}`,
  );
}
