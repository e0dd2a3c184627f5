// The page on which an administrator suspends an account, and says why.
import { field, formError, type FormState } from '../../forms/form.ts';
import { html } from '../../html.ts';
import type { Site } from '../../site.ts';
import { adminPage } from './admin-page.ts';

export function suspendPage(site: Site, { username, form }: { username: string; form: FormState }): string {
  const path = `${site.basePath}/admin`;
  return adminPage(
    site,
    '/admin',
    undefined,
    html`<form method="post" action="${path}/users/${username}/suspend" class="ask-form">
      <h2>Suspend <bdi>${username}</bdi></h2>
      ${formError(form)}
      <p>The catalog refuses all its credentials at once. Its realms stay. You can restore it at any time.</p>
      ${field(form, {
        name: 'reason',
        label: 'Reason',
        rows: 2,
        isRequired: true,
        maxLength: 500,
        help: 'The audit keeps it. Only administrators see it.',
      })}
      <div class="ask-actions">
        <button class="danger">Suspend ${username}</button>
        <a class="button" href="${path}?search=${username}">Leave it as it is</a>
      </div>
    </form>`,
  );
}
