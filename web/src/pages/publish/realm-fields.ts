// The fields of a form about a realm, for a new one and for one that is changed: the words of the API, and its limits.
import { choices } from '../../forms/choices.ts';
import { field, type FormState } from '../../forms/form.ts';
import { html, type Html } from '../../html.ts';

/** The names of the fields, as the API has them. `tags` is one text here. */
export const realmFieldNames = [
  'name',
  'description',
  'category',
  'tags',
  'visibility',
  'license',
  'repository',
] as const;

/** Any other may be typed. */
const licenses = ['MIT', 'Apache-2.0', 'BSD-3-Clause', 'ISC', 'MPL-2.0', 'GPL-3.0-only', 'AGPL-3.0-only', 'CC0-1.0'];

const visibilities = [
  ['public', html`<strong>Public</strong> <span class="soft">Listed, and found by everyone.</span>`],
  [
    'unlisted',
    html`<strong>Unlisted</strong>
      <span class="soft">Hidden from lists and search. Anyone with the link can see it.</span>`,
  ],
  ['private', html`<strong>Private</strong> <span class="soft">Only you can see it.</span>`],
] as const;

/** `categories` are those that other realms have. `afterName` comes below the name. */
export function realmFields(form: FormState, categories: string[], afterName: Html | false): Html {
  return html`${field(form, { name: 'name', label: 'Name', isRequired: true, maxLength: 100, hasFocus: afterName !== false })}
  ${afterName}
  ${field(form, {
    name: 'description',
    label: 'Description',
    rows: 3,
    isRequired: true,
    maxLength: 500,
    help: 'Describe it in a sentence or two. The README says the rest.',
  })}
  ${field(form, {
    name: 'category',
    label: 'Category',
    isRequired: true,
    maxLength: 32,
    suggestions: categories,
    help: 'Such as saas, blog or api: small letters, digits and dashes.',
  })}
  ${field(form, { name: 'tags', label: 'Tags', help: 'What it is built with, separated by commas: node, sqlite. At most 20.' })}
  ${choices(form, { name: 'visibility', legend: 'Who sees it', noun: 'The visibility', type: 'radio', options: visibilities, usual: 'public' })}
  ${field(form, { name: 'license', label: 'License', maxLength: 100, suggestions: licenses, help: 'The realm.json of an archive can name another.' })}
  ${field(form, { name: 'repository', label: 'Repository', type: 'url', maxLength: 2_000, help: 'The address of its source, if it has one.' })}`;
}
