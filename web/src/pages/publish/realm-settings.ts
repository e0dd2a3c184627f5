// The page of what an owner seldom does to a realm: renaming, deprecating and deleting it. One that is quarantined can be deleted alone.
import { buttonForm, field, formError, NEW_FORM, type FormState } from '../../forms/form.ts';
import { html, type Html } from '../../html.ts';
import { realmPath } from '../../parts/realm-card.ts';
import type { Site } from '../../site.ts';
import { managePage, type ManageView } from './manage-page.ts';

export interface RealmSettingsView extends ManageView {
  /** The form that was refused, as it was sent. */
  failed?: { of: 'rename' | 'deprecate' | 'delete'; form: FormState } | undefined;
}

export function realmSettingsPage(site: Site, view: RealmSettingsView): string {
  const { realm, failed } = view;
  const { slug, deprecated } = realm;
  const path = realmPath(site, slug);
  const stateOf = (of: NonNullable<typeof failed>['of'], values: Record<string, string>): FormState =>
    failed?.of === of ? failed.form : { ...NEW_FORM, values };
  const { isDeprecated, message, successor } = deprecated;
  const changes = html`${renaming(path, stateOf('rename', { slug }))}
  ${deprecating(path, isDeprecated, stateOf('deprecate', { message, successor }))}`;
  const content = html`${realm.quarantine === undefined && changes} ${deleting(path, slug, stateOf('delete', {}))}`;
  return managePage(site, view, { title: 'Settings', below: 'settings', current: 'settings', content });
}

const renaming = (path: string, form: FormState): Html =>
  html`<section class="panel">
    <form method="post" action="${path}/rename" class="ask-form">
      <h2>Rename</h2>
      ${formError(form)}
      ${field(form, { name: 'slug', label: 'Slug', isRequired: true, maxLength: 64, autocomplete: 'off', help: 'Old links lead to the new address. No other realm can get the old slug.' })}
      <div class="ask-actions"><button>Rename the realm</button></div>
    </form>
  </section>`;

function deprecating(path: string, isDeprecated: boolean, form: FormState): Html {
  return html`<section class="stack panel">
    <form method="post" action="${path}/deprecate" class="ask-form">
      <h2>${isDeprecated ? 'Deprecated' : 'Deprecate'}</h2>
      ${formError(form)}
      <p>A deprecated realm stays available. Its pages and the command line advise people to use something else.</p>
      ${field(form, { name: 'message', label: 'Why', rows: 2, maxLength: 500 })}
      ${field(form, { name: 'successor', label: 'Successor', maxLength: 64, autocomplete: 'off', help: 'The slug of the realm to use instead, if there is one.' })}
      <div class="ask-actions">
        <button>${isDeprecated ? 'Change what it says' : 'Deprecate the realm'}</button>
      </div>
    </form>
    ${isDeprecated && buttonForm(`${path}/deprecate`, 'Take the deprecation back', { undo: 'yes' })}
  </section>`;
}

const deleting = (path: string, slug: string, form: FormState): Html =>
  html`<section class="panel">
    <form method="post" action="${path}/delete" class="ask-form">
      <h2>Delete</h2>
      ${formError(form)}
      <p>This deletes its versions, statistics and stars at once. Nobody can use its slug again.</p>
      ${field(form, {
        name: 'confirmation',
        label: 'The slug of the realm',
        help: html`To be sure, type <code>${slug}</code>.`,
        isRequired: true,
        autocomplete: 'off',
      })}
      <div class="ask-actions"><button class="danger">Delete the realm</button></div>
    </form>
  </section>`;
