// The list of realms: search, what was chosen, facets, cards or rows, and pages. Everything that was chosen stands in the address.
import { DEFAULT_LIMIT } from '@realm-catalog/contract';
import { html, type Html } from '../html.ts';
import { layout } from '../layout.ts';
import { counted } from '../numbers.ts';
import { empty } from '../parts/empty.ts';
import { facetColumn, hasText, type Facets } from '../parts/facets.ts';
import { sortChoice } from '../parts/sort-choice.ts';
import { pageLinks } from '../parts/page-links.ts';
import { realmList, viewSwitch } from '../parts/view-switch.ts';
import {
  chosenValues,
  filterFields,
  listAddress,
  listText,
  withFilter,
  withoutFilters,
  type ListState,
} from '../list-state.ts';
import type { Site } from '../site.ts';

export interface RealmsView {
  state: ListState;
  /** The order of the list, whether it was chosen or not. */
  sort: string;
  /** The realms of this page, by `realmCard` or `realmRow`. */
  items: Html[];
  total: number;
  facets: Facets;
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
  const { state, sort, items, total, facets } = view;
  const title = state.search === '' ? 'Realms' : `“${state.search}”`;
  return layout(site, {
    title,
    description: `${counted(total, 'realm')} in ${site.name}.`,
    path: '/realms',
    search: listText(state),
    view: state.view,
    isIndexed: state.offset === 0 && state.search === '',
    content: html`<div class="with-side side-first">
      ${facetColumn(site, state, facets, total)}
      <div id="results">
        <div class="list-head">
          <h1>${counted(total, 'realm')}</h1>
          ${sortForm(site, state, sort)}
          ${viewSwitch(state.view, (chosen) => listAddress(site, { ...state, view: chosen }))}
        </div>
        ${chosenChips(site, state)}
        ${
          items.length > 0
            ? html`<h2 class="hidden-text">Results</h2>
                ${realmList(state.view, items)}`
            : nothingFound(site, view)
        }
        ${pageLinks({ total, limit: state.limit, offset: state.offset }, (offset) => listAddress(site, { ...state, offset }))}
      </div>
    </div>`,
  });
}

function nothingFound(site: Site, { state, suggestion }: RealmsView): Html {
  const all = html`<a href="${site.basePath}/realms">look at all realms</a>`;
  const hasFilters = filterFields.some((field) => chosenValues(state, field).length > 0);
  if (suggestion) {
    const { search, total } = suggestion;
    return empty(
      'Nothing found',
      html`Did you mean <a href="${listAddress(site, { ...state, search, offset: 0 })}"><strong>${search}</strong></a
        >? It finds ${counted(total, 'realm')}.`,
    );
  }
  if (!hasFilters) return empty('Nothing found', html`Try fewer words, or ${all}.`);
  if (state.search === '') return empty('Nothing found', html`Take a filter away above, or ${all}.`);
  const without = html`<a href="${listAddress(site, withoutFilters(state))}">search without filters</a>`;
  return empty('Nothing found', html`Take a filter away above, or ${without}.`);
}

/** Each value that was chosen, with a link that takes it away alone. */
function chosenChips(site: Site, state: ListState): Html {
  const chip = (text: string, without: ListState) =>
    html`<li>
      <a class="chip" href="${listAddress(site, without)}"
        ><bdi>${text}</bdi> <span aria-hidden="true">×</span><span class="hidden-text"> remove</span></a
      >
    </li>`;
  const chips = [
    ...(state.search ? [chip(`“${state.search}”`, { ...state, search: '', offset: 0 })] : []),
    ...filterFields.flatMap((field) =>
      chosenValues(state, field).map((value) =>
        chip(field === 'has' ? hasText(value) : value, withFilter(state, field, value)),
      ),
    ),
  ];
  return html`${
    chips.length > 0 &&
    html`<ul class="chips chosen" aria-label="Chosen filters">
      ${chips}
      ${chips.length > 1 && html`<li><a class="chip" href="${listAddress(site, { ...withoutFilters(state), search: '' })}">Clear all</a></li>`}
    </ul>`
  }`;
}

function sortForm(site: Site, state: ListState, sort: string): Html {
  const hidden = [
    ['search', state.search],
    ['category', state.category],
    ['tags', state.tags.join(',')],
    ...state.license.map((one) => ['license', one]),
    ['author', state.author],
    ['has', state.has],
    ['view', state.view],
    ['limit', state.limit === DEFAULT_LIMIT ? '' : String(state.limit)],
  ];
  return html`<form class="sort" action="${site.basePath}/realms">
    ${hidden.filter(([, value]) => value !== '').map(([name = '', value = '']) => html`<input type="hidden" name="${name}" value="${value}" />`)}
    ${sortChoice(
      sorts.filter(([value]) => value !== 'relevance' || state.search !== ''),
      sort,
    )}
  </form>`;
}
