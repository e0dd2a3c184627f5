// The settings of who acts for an account: where it is signed in, and the applications that it has allowed.
import type { Grant, LoginSession, OAuthClient } from '@realm-catalog/contract';
import { buttonForm } from '../../forms/form.ts';
import { html, type Html, type Part } from '../../html.ts';
import { day } from '../../numbers.ts';
import { cellTable } from '../../parts/cell-table.ts';
import { deviceName } from '../../parts/device.ts';
import { empty } from '../../parts/empty.ts';
import type { Site } from '../../site.ts';
import { settingsPage } from './settings-page.ts';

interface ListView {
  done: string | undefined;
  /** How many there are; the page shows the first hundred. */
  total: number;
}

export function sessionsPage(site: Site, { sessions, total, done }: ListView & { sessions: LoginSession[] }): string {
  const action = `${site.basePath}/settings/sessions`;
  return settingsPage(
    site,
    '/settings/sessions',
    done,
    html`<p>Browsers and programs that are signed in to your account.</p>
      ${cellTable(
        'Sessions',
        ['Device', 'Address', 'Last used', 'Since', ''],
        sessions.map(({ id, device, address, isCurrent, createdAt, lastUsedAt }) => [
          html`<bdi title="${device}">${deviceName(device)}</bdi>`,
          address,
          day(lastUsedAt),
          day(createdAt),
          isCurrent ? html`<span class="badge success">this browser</span>` : buttonForm(action, 'End', { id }),
        ]),
      )}
      ${more(sessions.length, total)} ${total > 1 && buttonForm(action, 'End all others', { others: 'yes' })}`,
  );
}

interface ApplicationsView extends ListView {
  grants: Grant[];
  /** Those that the account has registered. */
  clients: OAuthClient[];
}

export function applicationsPage(site: Site, { grants, clients, total, done }: ApplicationsView): string {
  const path = `${site.basePath}/settings/applications`;
  return settingsPage(
    site,
    '/settings/applications',
    done,
    html`${
        grants.length === 0
          ? empty(
              'No application has access',
              'Applications that you allow appear here. You can remove them at any time.',
            )
          : html`<p>Applications that can use your account. When you revoke access, their tokens end at once.</p>
              ${grantTable(path, grants)} ${more(grants.length, total)}`
      }
      <section class="stack">
        <h2>Your own applications</h2>
        <p>Your programs and sites that ask people for access to their accounts (OAuth).</p>
        ${clients.length > 0 && clientTable(path, clients)}
        <p><a class="button" href="${path}/new">Register an application</a></p>
      </section>`,
  );
}

const grantTable = (path: string, grants: Grant[]): Html =>
  cellTable(
    'Applications',
    ['Application', 'May', 'Last used', 'Since', ''],
    grants.map(({ id, client, scopes, createdAt, lastUsedAt }) => [
      html`<bdi>${client.name}</bdi>`,
      scopeCodes(scopes),
      lastUsedAt === '' ? 'never' : day(lastUsedAt),
      day(createdAt),
      buttonForm(path, 'Revoke', { id }),
    ]),
  );

const clientTable = (path: string, clients: OAuthClient[]): Html =>
  cellTable(
    'Your own applications',
    ['Application', 'Type', 'May ask for', 'Registered', ''],
    clients.map(({ id, name, type, scopes, createdAt }) => [
      html`<a href="${path}/${id}"><bdi>${name}</bdi></a>`,
      type,
      scopeCodes(scopes),
      day(createdAt),
      html`<a class="button" href="${path}/${id}">Manage<span class="hidden-text"> ${name}</span></a>`,
    ]),
  );

export const scopeCodes = (scopes: readonly string[]): Part => scopes.map((scope) => html`<code>${scope}</code> `);

const more = (shown: number, total: number): Html | false =>
  total > shown && html`<p class="small soft">The first ${shown} of ${total}; end some to see the others.</p>`;
