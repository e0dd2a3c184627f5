// The settings of API keys: the form that makes one, the new key, which is shown this once, and the list.
import type { Scope } from '@realm-catalog/contract';
import { buttonForm, field, formError, type FormState } from '../../forms/form.ts';
import { scopeChoice } from '../../forms/scope-choice.ts';
import { html, type Html } from '../../html.ts';
import { day } from '../../numbers.ts';
import { cellTable } from '../../parts/cell-table.ts';
import { command } from '../../parts/command.ts';
import type { Site } from '../../site.ts';
import { scopeCodes } from './access.ts';
import { settingsPage } from './settings-page.ts';

interface ListedKey {
  id: string;
  name: string;
  scopes: string[];
  createdAt: string;
  expiresAt: string;
  lastUsedAt: string;
}

export interface KeysView {
  form: FormState;
  done: string | undefined;
  keys: ListedKey[];
  /** The scopes that the role of the account allows. */
  allowed: Scope[];
  /** A key that was just made. */
  made: { name: string; key: string } | undefined;
}

export function keysPage(site: Site, { form, done, keys, allowed, made }: KeysView): string {
  return settingsPage(
    site,
    '/settings/keys',
    done,
    html`${made && newKey(site, made)}
      <form method="post" action="${site.basePath}/settings/keys" class="ask-form">
        <h2>Make a key</h2>
        ${formError(form)}
        ${field(form, { name: 'name', label: 'Name', isRequired: true, maxLength: 100, help: 'Where it is used: “laptop”, “CI of my blog”.' })}
        ${scopeChoice(form, allowed)}
        ${field(form, { name: 'expiresAt', label: 'Expiry date', type: 'date', help: 'Leave empty for a key that does not expire.' })}
        <div class="ask-actions"><button class="primary">Make the key</button></div>
      </form>
      ${keys.length > 0 && keyTable(site, keys)}`,
  );
}

function newKey({ commandLine, publicUrl }: Site, { name, key }: { name: string; key: string }): Html {
  return html`<section class="notice success stack" role="status">
    <p>
      This is the key <strong><bdi>${name}</bdi></strong
      >. It is shown this once: keep it where you keep passwords.
    </p>
    ${command(key)}
    <p>The command line uses it so:</p>
    ${command(`REALM_TOKEN=${key} npx ${commandLine} whoami`)}
    <p>Any other program so:</p>
    ${command(`curl -H 'Authorization: Bearer ${key}' ${publicUrl}/v1/me`)}
  </section>`;
}

function keyTable(site: Site, keys: ListedKey[]): Html {
  const action = `${site.basePath}/settings/keys/revoke`;
  return html`<h2>Your keys</h2>
    ${cellTable(
      'Keys',
      ['Name', 'May', 'Last used', 'Made', 'Ends', ''],
      keys.map((key) => [
        html`<bdi>${key.name}</bdi>`,
        scopeCodes(key.scopes),
        key.lastUsedAt === '' ? 'never' : day(key.lastUsedAt),
        day(key.createdAt),
        key.expiresAt === '' ? 'never' : day(key.expiresAt),
        buttonForm(action, 'Revoke', { id: key.id }),
      ]),
    )}`;
}
