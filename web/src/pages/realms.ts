// The list of realms: search, what was chosen, facets, rows and pages. Everything that was chosen stands in the address.
import { DEFAULT_LIMIT } from '@realm-catalog/contract';
import { html, type Html } from '../html.ts';
import { layout } from '../layout.ts';
import { counted, shortNumber } from '../numbers.ts';
import { empty } from '../parts/empty.ts';
import { pageLinks } from '../parts/page-links.ts';
import { listAddress, listText, type ListState } from '../list-state.ts';
import type { Site } from '../site.ts';

export interface RealmsView {
  state: ListState;
  /** The order of the list, whether it was chosen or not. */
  sort: string;
  /** The realms of this page, by `realmRow`. */
  rows: Html[];
  total: number;
  facets: Record<'category' | 'tags' | 'license' | 'author', { value: string; count: number }[]>;
  suggestion: { search: string; total: number } | undefined;
}

const sorts = [
  ['relevance', 'Best match'],
  ['trending', 'Trending'],
  ['downloads', 'Most downloads'],
  ['recent', 'Downloads in 90 days'],
  ['stars', 'Most stars'],
  ['newest', 'Newest'],
  ['updated', 'Last updated'],
  ['name', 'Name'],
] as const;

export function realmsPage(site: Site, view: RealmsView): string {
  const { state, sort, rows, total, suggestion } = view;
  const title = state.search === '' ? 'Realms' : `“${state.search}”`;
  return layout(site, {
    title,
    description: `${counted(total, 'realm')} in ${site.name}.`,
    path: '/realms',
    search: listText(state),
    isIndexed: state.offset === 0 && state.search === '',
    content: html`<div class="with-side side-first">
      ${facetColumn(site, view)}
      <div id="results">
        <div class="list-head">
          <h1>${counted(total, 'realm')}</h1>
          ${sortForm(site, state, sort)}
        </div>
        ${chosenChips(site, state)}
        ${
          rows.length > 0
            ? html`<h2 class="hidden-text">Results</h2>
                <ul class="rows">
                  ${rows}
                </ul>`
            : empty(
                'Nothing found',
                suggestion
                  ? html`Did you mean
                      <a href="${listAddress(site, { ...state, search: suggestion.search, offset: 0 })}"
                        ><strong>${suggestion.search}</strong></a
                      >? It finds ${counted(suggestion.total, 'realm')}.`
                  : html`Try fewer words, or <a href="${site.basePath}/realms">look at all realms</a>.`,
              )
        }
        ${pageLinks({ total, limit: state.limit, offset: state.offset }, (offset) => listAddress(site, { ...state, offset }))}
      </div>
    </div>`,
  });
}

function facetColumn(site: Site, { state, facets }: RealmsView): Html {
  const choose = (change: Partial<ListState>) => listAddress(site, { ...state, ...change, offset: 0 });
  const groups: Html[] = [
    facet('Category', facets.category, state.category, (category) => choose({ category })),
    facet(
      'Tags',
      facets.tags.filter(({ value }) => !state.tags.includes(value)),
      '',
      (tag) => choose({ tags: [...state.tags, tag] }),
    ),
    facet('License', facets.license, state.license, (license) => choose({ license })),
    facet('Author', facets.author, state.author, (author) => choose({ author })),
  ];
  return html`<details class="facets fold">
    <summary>Filters</summary>
    ${groups}
  </details>`;
}

function facet(
  title: string,
  values: { value: string; count: number }[],
  chosen: string,
  linkTo: (value: string) => string,
): Html {
  const shown = values.slice(0, 8);
  return html`${
    shown.length > 0 &&
    html`<section>
      <h2>${title}</h2>
      <ul class="facet">
        ${shown.map(
          ({ value, count }) =>
            html`<li>
              <a href="${linkTo(value === chosen ? '' : value)}" ${value === chosen && html` aria-current="true"`}
                ><bdi>${value}</bdi> ${shortNumber(count)}</a
              >
            </li>`,
        )}
      </ul>
    </section>`
  }`;
}

function chosenChips(site: Site, state: ListState): Html {
  const chip = (text: string, change: Partial<ListState>) =>
    html`<li>
      <a class="chip" href="${listAddress(site, { ...state, ...change, offset: 0 })}"
        ><bdi>${text}</bdi> <span aria-hidden="true">×</span><span class="hidden-text"> remove</span></a
      >
    </li>`;
  const chips = [
    ...(state.search ? [chip(`“${state.search}”`, { search: '' })] : []),
    ...(state.category ? [chip(state.category, { category: '' })] : []),
    ...state.tags.map((tag) => chip(tag, { tags: state.tags.filter((other) => other !== tag) })),
    ...(state.license ? [chip(state.license, { license: '' })] : []),
    ...(state.author ? [chip(state.author, { author: '' })] : []),
  ];
  return html`${
    chips.length > 0 &&
    html`<ul class="chips chosen" aria-label="Chosen filters">
      ${chips}
    </ul>`
  }`;
}

function sortForm(site: Site, state: ListState, sort: string): Html {
  const hidden = Object.entries({
    search: state.search,
    category: state.category,
    tags: state.tags.join(','),
    license: state.license,
    author: state.author,
    limit: state.limit === DEFAULT_LIMIT ? '' : String(state.limit),
  });
  return html`<form class="sort" action="${site.basePath}/realms">
    ${hidden.filter(([, value]) => value !== '').map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
    <label for="sort">Sort by</label>
    <select id="sort" name="sort">
      ${sorts
        .filter(([value]) => value !== 'relevance' || state.search !== '')
        .map(([value, text]) => html`<option value="${value}" ${value === sort && html` selected`}>${text}</option>`)}
    </select>
    <button>Sort</button>
  </form>`;
}
