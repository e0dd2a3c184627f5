// The page on which an administrator suspends an account. A person must say why; programs need not.
import { NEW_FORM, readValues, type FormState } from '@realm-catalog/web/forms/form';
import { suspendPage } from '@realm-catalog/web/pages/admin/suspend';
import { problem } from '../../http/problem.ts';
import { failedForm } from '../failed-form.ts';
import type { Asked, PersonalPage, SignedFormHandler, SignedPageHandler } from '../page.ts';
import { oneLine } from '../publish/realm-form.ts';

async function showSuspend({ site, params, perform }: Asked, form: FormState = NEW_FORM): Promise<PersonalPage> {
  const name = (params['username'] ?? '').toLowerCase();
  // The name itself comes before all that begin with it.
  const { users } = await perform('listUsers', { query: { search: name, limit: 1 } });
  const [user] = users;
  if (user?.username !== name) throw problem('not_found', 'No account has this name.');
  return { personalHtml: suspendPage(site, { username: name, form }) };
}

export const suspendPages = {
  adminSuspend: (request) => showSuspend(request),
} satisfies Record<string, SignedPageHandler>;

export const suspendForms = {
  async adminSuspend(request) {
    const username = request.params['username'] ?? '';
    const reason = oneLine(readValues(request.form, 'reason')['reason']);
    try {
      await request.perform('updateUser', { params: { username }, body: { suspended: true, reason } });
    } catch (error) {
      const failed = failedForm(error, { reason });
      return { ...(await showSuspend(request, failed)), status: failed.status };
    }
    return { seeOther: `/admin?${String(new URLSearchParams({ search: username, done: 'suspended' }))}` };
  },
} satisfies Record<string, SignedFormHandler>;
