// The audit for administrators: who did what, with filters.
import { auditActions, type AuditEntry } from '@realm-catalog/contract';
import { formError, type FormState } from '../../forms/form.ts';
import { html, type Part } from '../../html.ts';
import { cellTable } from '../../parts/cell-table.ts';
import { empty } from '../../parts/empty.ts';
import type { Site } from '../../site.ts';
import { adminPage, choice, olderLink } from './admin-page.ts';

export interface AdminAuditView {
  /** The days are as a field for a date has them. */
  filters: Record<'action' | 'actor' | 'subject' | 'from' | 'to', string>;
  entries: AuditEntry[];
  next: string;
  form: FormState;
}

export function adminAuditPage(site: Site, { filters, entries, next, form }: AdminAuditView): string {
  const { action, actor, subject, from, to } = filters;
  const actions = [['', 'any'] as const, ...auditActions.map((name) => [name, name] as const)];
  return adminPage(
    site,
    '/admin/audit',
    undefined,
    html`${formError(form)}
      <form class="filter-line" method="get" action="${site.basePath}/admin/audit">
        ${choice('Action', 'action', actions, action)}
        <label>By <input name="actor" value="${actor}" maxlength="64" placeholder="username" /></label>
        <label>To <input name="subject" value="${subject}" maxlength="64" placeholder="slug, username or id" /></label>
        <label>From <input type="date" name="from" value="${from}" /></label>
        <label>Until <input type="date" name="to" value="${to}" /></label>
        <button>Show</button>
      </form>
      ${
        entries.length === 0
          ? empty('There is no such entry', 'Take a filter away.')
          : cellTable('Entries', ['When (UTC)', 'Action', 'By', 'To', 'Details', 'From'], entries.map(entryRow))
      }
      ${olderLink(site, '/admin/audit', filters, next)}`,
  );
}

function entryRow({ at, action, actor, subject, details, address }: AuditEntry): Part[] {
  const said = Object.entries(details).filter(([, value]) => value !== '');
  return [
    html`<time>${at.slice(0, 19).replace('T', ' ')}</time>`,
    html`<code>${action}</code>`,
    html`<bdi>${actor.username || actor.how}</bdi>`,
    html`${subject.kind} <bdi class="break" title="${subject.id}">${subject.name || subject.id}</bdi>`,
    said.map(([name, value]) => html`${name}: <bdi class="break">${value}</bdi><br />`),
    address,
  ];
}
