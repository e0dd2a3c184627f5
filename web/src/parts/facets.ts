// The filters beside the list of realms: the values of each facet, as links. On a phone they are a sheet over the list.
import { hasNames, type Has } from '@realm-catalog/contract';
import { html, type Html } from '../html.ts';
import { chosenValues, isChosen, listAddress, withFilter, type FacetField, type ListState } from '../list-state.ts';
import { counted, shortNumber } from '../numbers.ts';
import type { Site } from '../site.ts';

export type Facets = Record<FacetField, { value: string; count: number }[]>;

/** How many values of a facet are shown before “more” is chosen. */
const SHOWN_VALUES = 8;

const names: Record<FacetField, { title: string; many: string; all?: string }> = {
  category: { title: 'Category', many: 'categories', all: '/categories' },
  tags: { title: 'Tags', many: 'tags', all: '/tags' },
  license: { title: 'License', many: 'licenses' },
  author: { title: 'Author', many: 'authors' },
};

export function facetColumn(site: Site, state: ListState, facets: Facets, total: number): Html {
  return html`<details class="facets fold">
    <summary>Filters <span class="number soft">${counted(total, 'realm')}</span></summary>
    <a class="skip" href="#results">Skip to the results</a>
    ${facet(site, state, 'category', facets.category)} ${facet(site, state, 'tags', facets.tags)}
    ${hasFilter(site, state)} ${facet(site, state, 'license', facets.license)}
    ${facet(site, state, 'author', facets.author)}
  </details>`;
}

function facet(site: Site, state: ListState, field: FacetField, found: Facets[FacetField]): Html | false {
  const values = shownValues(state, field, found);
  const { title } = names[field];
  return (
    values.length > 0 &&
    html`<section>
      <h2>${title}</h2>
      <ul class="facet">
        ${values
          .filter(({ value }, at) => at < SHOWN_VALUES || state.more === field || isChosen(state, field, value))
          .map(
            ({ value, count }) =>
              html`<li>
                <a
                  href="${listAddress(site, withFilter(state, field, value))}"
                  ${isChosen(state, field, value) && html` aria-current="true"`}
                  ><bdi>${value}</bdi> ${count > 0 && shortNumber(count)}</a
                >
              </li>`,
          )}
      </ul>
      ${moreLink(site, state, field, values.length)}
    </section>`
  );
}

/** The chosen tags stand above the list, and are what all its realms have. Other values that were chosen stay, also if they were not counted. */
function shownValues(state: ListState, field: FacetField, found: Facets[FacetField]): Facets[FacetField] {
  if (field === 'tags') return found.filter(({ value }) => !isChosen(state, field, value));
  const isCounted = (value: string) => found.some((one) => one.value.toLowerCase() === value.toLowerCase());
  const missing = chosenValues(state, field).filter((value) => !isCounted(value));
  return [...found, ...missing.map((value) => ({ value, count: 0 }))];
}

const hasTexts: Record<Has, string> = { demo: 'Demo', preview: 'Live preview', screenshots: 'Screenshots' };

/** As people say it; something that no realm can have stays as it was typed. */
export function hasText(value: string): string {
  const known = hasNames.find((one) => one === value);
  return known ? hasTexts[known] : value;
}

/** What a realm has beside its archive. The catalog does not count these. */
const hasFilter = (site: Site, state: ListState): Html =>
  html`<section>
    <h2>Has</h2>
    <ul class="facet">
      ${hasNames.map(
        (one) =>
          html`<li>
            <a
              href="${listAddress(site, withFilter(state, 'has', one))}"
              ${isChosen(state, 'has', one) && html` aria-current="true"`}
              >${hasTexts[one]}</a
            >
          </li>`,
      )}
    </ul>
  </section>`;

/** To the other values of the facet, and from there to all that the catalog has. */
function moreLink(site: Site, state: ListState, field: FacetField, count: number): Html | false {
  const { many, all } = names[field];
  if (state.more === field)
    return all !== undefined && html`<a class="more" href="${site.basePath}${all}">All ${many}</a>`;
  return (
    count > SHOWN_VALUES &&
    html`<a class="more" href="${listAddress(site, { ...state, more: field })}">More ${many}</a>`
  );
}
