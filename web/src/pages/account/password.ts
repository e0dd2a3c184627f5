// The settings of one's password.
import { field, formError, hiddenUsername, type FormState } from '../../forms/form.ts';
import { html, type Html } from '../../html.ts';
import type { Site } from '../../site.ts';
import { settingsPage } from './settings-page.ts';

export function passwordPage(site: Site, { form, done }: { form: FormState; done: string | undefined }): string {
  const password = (name: string, label: string, help?: string): Html =>
    field(form, {
      name,
      label,
      autocomplete: 'new-password',
      type: 'password',
      isRequired: true,
      ...(help !== undefined && { help }),
    });
  // Who signs in with another provider, or a passkey, may have none yet.
  const current = field(form, {
    name: 'currentPassword',
    label: 'Current password',
    autocomplete: 'current-password',
    type: 'password',
    help: 'Leave empty if your account has no password.',
  });
  return settingsPage(
    site,
    '/settings/password',
    done,
    html`<p>A new password signs you out everywhere else and removes the access of all applications.</p>
      <form method="post" action="${site.basePath}/settings/password" class="ask-form">
        ${formError(form)} ${hiddenUsername(site.viewer?.username ?? '')} ${current}
        ${password('password', 'New password', 'At least 8 characters. A sentence works well.')}
        ${password('repeated', 'New password again')}
        <div class="ask-actions"><button class="primary">Change the password</button></div>
      </form>`,
  );
}
