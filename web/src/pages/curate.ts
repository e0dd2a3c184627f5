// Collections for curators: all of them, and a form for a new one.
import type { Collection } from '@realm-catalog/contract';
import { field, formError, type FormState } from '../forms/form.ts';
import { html, type Html } from '../html.ts';
import { layout } from '../layout.ts';
import { day, exactNumber } from '../numbers.ts';
import { empty } from '../parts/empty.ts';
import { cellTable } from '../parts/cell-table.ts';
import { publisherStylesheet } from '../parts/stylesheet.ts';
import type { Site } from '../site.ts';

export interface CurateView {
  collections: Collection[];
  form: FormState;
  done: string | undefined;
}

/** What a form says after it has done its work, by the name that stands in the address. */
const messages: Record<string, string> = {
  saved: 'The collection is saved.',
  added: 'The realm is added at the end.',
  taken: 'The realm is taken out.',
  removed: 'The collection is removed. Its realms stay.',
};

export const curateMessage = (done: string | undefined): string | undefined =>
  done === undefined || !Object.hasOwn(messages, done) ? undefined : messages[done];

/** For a screen reader, too. */
export const said = (message: Html | string | undefined): Html | false =>
  message !== undefined && html`<p class="notice success" role="status">${message}</p>`;

export function curatePage(site: Site, { collections, form, done }: CurateView): string {
  const path = `${site.basePath}/curate`;
  return layout(site, {
    title: 'Curate collections',
    description: 'For curators of this catalog.',
    path: '/curate',
    isIndexed: false,
    isOfAccount: true,
    head: publisherStylesheet(site),
    content: html`<header class="stack page-head"><h1>Curate collections</h1></header>
      <div class="settings">
        ${said(curateMessage(done))}
        ${collections.length === 0 ? empty('There is no collection', 'Make the first one below.') : collectionTable(path, collections)}
        <form method="post" action="${path}" class="ask-form">
          <h2>Make a collection</h2>
          ${formError(form)}
          ${field(form, { name: 'slug', label: 'Slug', isRequired: true, maxLength: 64, help: 'Its name in addresses: lower-case letters, digits and dashes. It stays.' })}
          ${collectionFields(form)}
          <div class="ask-actions"><button class="primary">Make the collection</button></div>
        </form>
      </div>`,
  });
}

const collectionTable = (path: string, collections: Collection[]): Html =>
  cellTable(
    'Collections',
    ['Collection', 'Realms', 'By', 'Changed'],
    collections.map(({ slug, name, realms, createdBy, updatedAt, featured }) => [
      html`<a href="${path}/${slug}"><bdi>${name}</bdi></a> ${featured && html`<span class="badge">featured</span>`}`,
      exactNumber(realms.length),
      html`<bdi>${createdBy}</bdi>`,
      day(updatedAt),
    ]),
  );

/** The fields that a collection has when it is made, and later. */
export const collectionFields = (form: FormState): Html =>
  html`${field(form, { name: 'name', label: 'Name', isRequired: true, maxLength: 100 })}
    ${field(form, { name: 'description', label: 'Description', rows: 2, maxLength: 500 })}
    <fieldset class="field choice">
      <legend>Position</legend>
      <label
        ><input
          type="checkbox"
          name="featured"
          value="true"
          ${form.values['featured'] === 'true' && html` checked`}
        /><span>First among the collections</span></label
      >
    </fieldset>`;
