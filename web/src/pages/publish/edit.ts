// The page on which an owner changes what a realm says of itself, and who sees it.
import { field, formError, type FormState } from '../../forms/form.ts';
import { html } from '../../html.ts';
import { realmPath } from '../../parts/realm-card.ts';
import type { Site } from '../../site.ts';
import { managePage, type ManageView } from './manage-page.ts';
import { realmFields } from './realm-fields.ts';

export interface EditView extends ManageView {
  form: FormState;
  /** The categories of other realms. */
  categories: string[];
}

export function editPage(site: Site, view: EditView): string {
  const { form, categories, realm } = view;
  const path = realmPath(site, realm.slug);
  const content = html`<form method="post" action="${path}/edit" class="ask-form">
    ${formError(form)} ${realmFields(form, categories, false)}
    ${field(form, { name: 'demo', label: 'Demo', type: 'url', maxLength: 2_000, help: 'The address of a running example, if there is one.' })}
    <div class="ask-actions">
      <button class="primary">Save the details</button>
      <a class="button" href="${path}">See its page</a>
    </div>
  </form>`;
  return managePage(site, view, { title: 'Details', below: 'edit', current: 'edit', content });
}
