// The page where a curator fills and orders a collection, with the keyboard alone.
import type { RealmSummary } from '@realm-catalog/contract';
import { field, formError, type FormState } from '../forms/form.ts';
import { html, type Html } from '../html.ts';
import { layout } from '../layout.ts';
import { counted } from '../numbers.ts';
import { publisherStylesheet } from '../parts/stylesheet.ts';
import type { Site } from '../site.ts';
import { collectionFields, curateMessage, said } from './curate.ts';

type Item = Pick<RealmSummary, 'slug' | 'name'>;

export type OrderAction = 'up' | 'down' | 'take';

export interface CurateCollectionView {
  slug: string;
  items: Item[];
  /** Name, description and whether it is featured. */
  form: FormState;
  /** What was typed to find realms to add, and what is wrong with it. */
  finding: FormState;
  /** The realms that it found; undefined if nothing was looked for. */
  found: Item[] | undefined;
  /** What was done last, by the name that stands in the address. */
  done: string | undefined;
  /** The realm beside which a button was pressed last, and that button: it has the focus again. */
  last: { slug: string; action: OrderAction } | undefined;
}

export function curateCollectionPage(site: Site, view: CurateCollectionView): string {
  const { slug, items, form } = view;
  const action = `${site.basePath}/curate/${slug}`;
  return layout(site, {
    title: `Curate ${slug}`,
    description: 'For curators of this catalog.',
    path: `/curate/${slug}`,
    isIndexed: false,
    isOfAccount: true,
    head: publisherStylesheet(site),
    content: html`<header class="stack page-head">
        <h1><bdi>${form.values['name'] ?? slug}</bdi></h1>
        <p>
          <a href="${site.basePath}/collections/${slug}">See its page</a> ·
          <a href="${site.basePath}/curate">All collections</a>
        </p>
      </header>
      <div class="settings">
        ${said(curateMessage(view.done) ?? moved(view))}
        <section class="stack">
          <h2>${counted(items.length, 'realm')}</h2>
          ${items.length > 0 && orderForm(action, view)} ${finder(action, view)}
        </section>
        <form method="post" action="${action}" class="ask-form">
          <h2>Name and place</h2>
          ${formError(form)} ${collectionFields(form)}
          <input type="hidden" name="save" value="true" />
          <div class="ask-actions"><button class="primary">Save the collection</button></div>
        </form>
        <details class="panel">
          <summary>Remove the collection</summary>
          <form method="post" action="${action}" class="ask-form">
            <p>Its address is free then. Its realms stay.</p>
            <input type="hidden" name="remove" value="true" />
            <div class="ask-actions"><button class="danger">Remove it for good</button></div>
          </form>
        </details>
      </div>`,
  });
}

/** Where the realm stands now that was moved. */
function moved({ items, last }: CurateCollectionView): Html | undefined {
  const at = items.findIndex(({ slug }) => slug === last?.slug);
  const item = items[at];
  return item && html`<bdi>${item.name}</bdi> is now ${at + 1} of ${items.length}.`;
}

/** One form: each button names what it moves, so that it works without a script. */
function orderForm(action: string, { items, last }: CurateCollectionView): Html {
  return html`<form method="post" action="${action}">
    <ol class="order">
      ${items.map(({ slug, name }, at) => {
        const isOff = { up: at === 0, down: at === items.length - 1, take: false };
        const pressed = last?.slug === slug ? usable(last.action, isOff) : undefined;
        const button = (name: OrderAction, text: string) =>
          html`<button
            name="${name}"
            value="${slug}"
            ${isOff[name] && html` disabled`}
            ${pressed === name && html` autofocus`}
          >
            ${text}<span class="hidden-text"> ${slug}</span>
          </button>`;
        return html`<li>
          ${realmName(slug, name)}
          <div class="row-form">${button('up', 'Up')} ${button('down', 'Down')} ${button('take', 'Remove')}</div>
        </li>`;
      })}
    </ol>
  </form>`;
}

/** The button that was pressed; at the end of the list, the one for the other way. */
function usable(action: OrderAction, isOff: Record<OrderAction, boolean>): OrderAction {
  if (!isOff[action]) return action;
  const other = action === 'up' ? 'down' : 'up';
  return isOff[other] ? 'take' : other;
}

const realmName = (slug: string, name: string): Html =>
  html`<span><bdi>${name}</bdi> <span class="small soft">${slug}</span></span>`;

/** Looks for realms, and adds one of those that were found. */
function finder(action: string, { items, finding, found, done }: CurateCollectionView): Html {
  const isIn = new Set(items.map(({ slug }) => slug));
  return html`<form method="get" action="${action}" class="ask-form">
      ${formError(finding)}
      ${field(finding, { name: 'q', label: 'Find a realm to add', isRequired: true, maxLength: 200, hasFocus: done === 'added' })}
      <div class="ask-actions"><button>Find</button></div>
    </form>
    ${found?.length === 0 && html`<p role="status">No realm that you may list is like that.</p>`}
    ${
      found !== undefined &&
      found.length > 0 &&
      html`<form method="post" action="${action}">
        <ul class="order" aria-label="Found">
          ${found.map(
            ({ slug, name }) =>
              html`<li>
                ${realmName(slug, name)}
                ${
                  isIn.has(slug)
                    ? html`<span class="badge">in it</span>`
                    : html`<button name="add" value="${slug}">Add<span class="hidden-text"> ${slug}</span></button>`
                }
              </li>`,
          )}
        </ul>
      </form>`
    }`;
}
