// The accounts of the catalog for administrators: found by name and filters, with their plan, role and suspension.
import { plans, roles, type ManagedUser } from '@realm-catalog/contract';
import { buttonForm, formError, type FormState } from '../../forms/form.ts';
import { html, type Html, type Part } from '../../html.ts';
import { byteSize, calendarDay, day, exactNumber } from '../../numbers.ts';
import { cellTable } from '../../parts/cell-table.ts';
import { empty } from '../../parts/empty.ts';
import type { Site } from '../../site.ts';
import { adminPage, choice, olderLink } from './admin-page.ts';

export interface AdminUsersView {
  filters: Record<'search' | 'role' | 'plan' | 'suspended', string>;
  users: ManagedUser[];
  /** Where older accounts begin; empty where none remain. */
  next: string;
  done: string | undefined;
  form: FormState;
}

const own = (values: readonly string[]) => values.map((value) => [value, value] as const);
const any = (values: readonly string[]) => [['', 'any'] as const, ...own(values)];

export function adminUsersPage(site: Site, { filters, users, next, done, form }: AdminUsersView): string {
  return adminPage(
    site,
    '/admin',
    done,
    html`${formError(form)}
      <form class="filter-line" method="get" action="${site.basePath}/admin">
        <label>Name begins with <input name="search" value="${filters.search}" maxlength="64" /></label>
        ${choice('Role', 'role', any(roles), filters.role)} ${choice('Plan', 'plan', any(plans), filters.plan)}
        ${choice(
          'State',
          'suspended',
          [
            ['', 'any'],
            ['true', 'suspended'],
            ['false', 'not suspended'],
          ],
          filters.suspended,
        )}
        <button>Show</button>
      </form>
      ${
        users.length === 0
          ? empty('No account is like that', 'Take a filter away.')
          : cellTable(
              'Accounts',
              ['Account', 'Since', 'Realms', 'Stored', 'Plan and role', ''],
              users.map((user) => userRow(site, user)),
            )
      }
      ${olderLink(site, '/admin', filters, next)}`,
  );
}

function userRow(site: Site, user: ManagedUser): Part[] {
  const { username, name, plan, role, suspendedAt, createdAt, used } = user;
  const action = `${site.basePath}/admin`;
  const isSelf = site.viewer?.username === username;
  return [
    html`<a href="${site.basePath}/@${username}"><bdi>${username}</bdi></a>
      ${name !== '' && html`<br /><span class="small soft"><bdi>${name}</bdi></span>`}
      ${suspendedAt !== '' && html`<br /><span class="badge danger">suspended since ${calendarDay(suspendedAt)}</span>`}`,
    day(createdAt),
    exactNumber(used.realms),
    byteSize(used.bytes),
    html`<form class="row-form" method="post" action="${action}">
      <input type="hidden" name="username" value="${username}" />
      ${choice(hidden(`Plan of ${username}`), 'plan', own(plans), plan)}
      ${!isSelf && choice(hidden(`Role of ${username}`), 'role', own(roles), role)}
      <button>Save<span class="hidden-text"> ${username}</span></button>
    </form>`,
    !isSelf &&
      (suspendedAt === ''
        ? html`<a class="button" href="${action}/users/${username}/suspend"
            >Suspend<span class="hidden-text"> ${username}</span></a
          >`
        : buttonForm(action, 'Restore', { username, restored: 'yes' })),
  ];
}

const hidden = (text: string): Html => html`<span class="hidden-text">${text}</span>`;
