// The settings of second factors: what the account has; and the pages that add an app, recovery codes or a passkey.
import type { SecondFactors } from '@realm-catalog/contract';
import { buttonForm, field, formError, type FormState } from '../../forms/form.ts';
import { html, type Html } from '../../html.ts';
import { day } from '../../numbers.ts';
import { cellTable } from '../../parts/cell-table.ts';
import { passkeyForm, type PasskeyView } from '../../parts/passkey-form.ts';
import type { Site } from '../../site.ts';
import { settingsPage, type SettingsMessage } from './settings-page.ts';

const PATH = '/settings/second-factors';

export interface SecondFactorsView {
  factors: SecondFactors;
  done: string | undefined;
  form: FormState;
}

export function secondFactorsPage(site: Site, { factors, done, form }: SecondFactorsView): string {
  const { isOn, hasTotp, passkeys } = factors;
  const hasAny = hasTotp || passkeys.length > 0;
  const isUnfinished = hasAny && !isOn;
  const added = isUnfinished ? additions[done ?? ''] : undefined;
  return settingsPage(
    site,
    PATH,
    added === undefined ? done : undefined,
    html`${formError(form)} ${isUnfinished ? unfinished(added) : state(isOn)}
    ${isUnfinished && codesSection(site, factors)} ${appSection(site, hasTotp)} ${passkeySection(site, factors)}
    ${isOn && codesSection(site, factors)}`,
  );
}

/** What was added a moment ago, by what the form did. As long as it is not on, no message says that all is done. */
const additions: Record<string, string> = {
  app: 'The app is added, but your second factor is not on yet.',
  passkey: 'The passkey is added, but your second factor is not on yet.',
} satisfies Partial<Record<SettingsMessage, string>>;

const unfinished = (added = 'Your second factor is not on yet.'): Html =>
  html`<p class="notice warning" role="status">
    <strong>${added}</strong> Make recovery codes and save them, so that a lost phone does not lock you out.
  </p>`;

const state = (isOn: boolean): Html =>
  isOn
    ? html`<p>To sign in, you need your password and a second factor. Keys and applications do not need one.</p>`
    : html`<p>With a second factor, a stolen password is not enough to open your account.</p>`;

function appSection({ basePath }: Site, hasTotp: boolean): Html {
  return html`<section class="stack">
    <h2>Authenticator app</h2>
    ${
      hasTotp
        ? html`<p>An app shows codes for this account.</p>
            ${buttonForm(`${basePath}${PATH}/app/remove`, 'Remove the app')}`
        : html`<p>An app on your phone shows a new code every 30 seconds.</p>
            ${buttonForm(`${basePath}${PATH}/app`, 'Add an app')}`
    }
  </section>`;
}

function passkeySection({ basePath, signIn }: Site, { passkeys }: SecondFactors): Html {
  return html`<section class="stack">
    <h2>Passkeys</h2>
    ${
      passkeys.length > 0 &&
      cellTable(
        'Passkeys',
        ['Name', 'Added', 'Last used', ''],
        passkeys.map(({ id, name, createdAt, lastUsedAt }) => [
          html`<bdi>${name}</bdi>`,
          day(createdAt),
          lastUsedAt === '' ? 'never' : day(lastUsedAt),
          buttonForm(`${basePath}${PATH}/passkeys/remove`, 'Remove', { id }),
        ]),
      )
    }
    ${
      signIn.hasPasskeys
        ? html`<p>Use this device or a security key. A passkey signs you in without a password.</p>
            ${buttonForm(`${basePath}${PATH}/passkeys`, 'Add a passkey')}`
        : html`<p>Passkeys need https and a domain name, or http://localhost.</p>`
    }
  </section>`;
}

function codesSection({ basePath }: Site, { isOn, recoveryCodes }: SecondFactors): Html {
  return html`<section class="stack">
    <h2>Recovery codes</h2>
    <p>
      ${isOn ? `${recoveryCodes} of your recovery codes are left.` : 'You have saved none yet.'} Each signs in once,
      instead of the app or the passkey.
    </p>
    ${
      isOn
        ? buttonForm(`${basePath}${PATH}/codes`, 'Make new codes')
        : html`<form method="post" action="${basePath}${PATH}/codes">
            <button class="primary">Make recovery codes</button>
          </form>`
    }
  </section>`;
}

export interface NewAppView {
  form: FormState;
  secret: string;
  qr: { size: number; path: string };
}

export function newAppPage(site: Site, { form, secret, qr }: NewAppView): string {
  return settingsPage(
    site,
    PATH,
    undefined,
    html`<h2>Add an authenticator app</h2>
      <p>Scan this with the app, or type the secret into it.</p>
      <svg
        class="qr"
        viewBox="0 0 ${qr.size} ${qr.size}"
        width="240"
        height="240"
        role="img"
        aria-label="QR code with the secret"
      >
        <path class="qr-ground" d="M0 0h${qr.size}v${qr.size}h-${qr.size}z" />
        <path class="qr-squares" d="${qr.path}" />
      </svg>
      <p><code class="secret">${secret.replaceAll(/.{4}/g, '$& ').trim()}</code></p>
      <form method="post" action="${site.basePath}${PATH}/app/confirm" class="ask-form">
        ${formError(form)}
        <input type="hidden" name="secret" value="${secret}" />
        ${field(form, { name: 'code', label: 'Code that the app shows', autocomplete: 'one-time-code', isRequired: true, maxLength: 10, hasFocus: true })}
        <div class="ask-actions"><button class="primary">Add the app</button></div>
      </form>`,
  );
}

export function newRecoveryCodesPage(site: Site, { form, codes }: { form: FormState; codes: string[] }): string {
  return settingsPage(
    site,
    PATH,
    undefined,
    html`<h2>Save your recovery codes</h2>
      <p>You see them only now. Print them, or keep them with your passwords, and not only on your phone.</p>
      <ul class="codes">
        ${codes.map((code) => html`<li><code>${code}</code></li>`)}
      </ul>
      <form method="post" action="${site.basePath}${PATH}/codes/confirm" class="ask-form">
        ${formError(form)}
        <input type="hidden" name="codes" value="${codes.join(' ')}" />
        ${field(form, { name: 'code', label: 'One of the codes', autocomplete: 'off', isRequired: true, maxLength: 64, help: 'Type it from where you saved it. It stays valid.' })}
        <div class="ask-actions"><button class="primary">I have saved them</button></div>
      </form>`,
  );
}

export function newPasskeyPage(site: Site, { form, question }: { form: FormState; question: PasskeyView }): string {
  const name = field(form, {
    name: 'name',
    label: 'Name',
    isRequired: true,
    maxLength: 100,
    hasFocus: true,
    help: 'Where it is: “laptop”, “blue security key”.',
  });
  return settingsPage(
    site,
    PATH,
    undefined,
    html`<h2>Add a passkey</h2>
      ${formError(form)}
      ${passkeyForm({ kind: 'create', question, action: `${site.basePath}${PATH}/passkeys/add`, content: name, button: 'Add the passkey' })}`,
  );
}
