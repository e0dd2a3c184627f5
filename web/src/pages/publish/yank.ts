// The page on which an owner yanks a version, or takes that back.
import { buttonForm, field, formError, type FormState } from '../../forms/form.ts';
import { html } from '../../html.ts';
import { realmPath } from '../../parts/realm-card.ts';
import type { VersionState } from '../../parts/version-notice.ts';
import type { Site } from '../../site.ts';
import { managePage, type ManageView } from './manage-page.ts';

export interface YankView extends ManageView {
  version: VersionState;
  form: FormState;
}

export function yankPage(site: Site, view: YankView): string {
  const { realm, version: one, form } = view;
  const { version, yanked } = one;
  const action = `${realmPath(site, realm.slug)}/versions/${version}/yank`;
  const content = html`<form method="post" action="${action}" class="ask-form">
      <h2>${yanked ? html`Version ${version} is yanked` : html`Yank version ${version}`}</h2>
      ${formError(form)}
      <p>People get a yanked version only if they ask for its number. You can undo this at any time.</p>
      ${field(form, { name: 'reason', label: 'Why', rows: 2, maxLength: 500, help: 'Shown with the version.' })}
      <div class="ask-actions">
        <button class="primary">${yanked ? 'Change the reason' : `Yank ${version}`}</button>
        <a class="button" href="${realmPath(site, realm.slug)}/versions">Leave it as it is</a>
      </div>
    </form>
    ${yanked && buttonForm(action, `Offer ${version} again`, { undo: 'yes' })}`;
  return managePage(site, view, { title: `Yank ${version}`, below: `versions/${version}/yank`, content });
}
