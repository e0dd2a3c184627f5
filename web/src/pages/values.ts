// The pages of all tags and of all categories, with the number of their realms.
import { html, type Html } from '../html.ts';
import { hueClass } from '../hue.ts';
import { layout } from '../layout.ts';
import { pageAddress } from '../list-state.ts';
import { exactNumber, shortNumber } from '../numbers.ts';
import { empty } from '../parts/empty.ts';
import { pageLinks } from '../parts/page-links.ts';
import type { Site } from '../site.ts';

export interface ValuesView {
  values: { value: string; count: number }[];
  total: number;
  limit: number;
  offset: number;
}

export const tagsPage = (site: Site, view: ValuesView): string =>
  valuesPage(site, view, { title: 'Tags', path: '/tags', parameter: 'tags' });

export const categoriesPage = (site: Site, view: ValuesView): string =>
  valuesPage(site, view, { title: 'Categories', path: '/categories', parameter: 'category' });

interface Kind {
  title: 'Tags' | 'Categories';
  path: string;
  /** The parameter of the list of realms. */
  parameter: 'tags' | 'category';
}

function valuesPage(site: Site, { values, total, ...page }: ValuesView, { title, path, parameter }: Kind): string {
  return layout(site, {
    title,
    description: `All ${exactNumber(total)} ${title.toLowerCase()} of ${site.name}, with the number of their realms.`,
    path,
    isIndexed: page.offset === 0,
    content: html`<div class="section-head">
        <h1>${title}</h1>
        <p class="soft number">${exactNumber(total)} ${title.toLowerCase()}</p>
      </div>
      ${
        values.length > 0
          ? html`<ul class="tiles">
              ${values.map((one) => tile(site, one, parameter))}
            </ul>`
          : empty(
              `There are no ${title.toLowerCase()} here`,
              html`<a href="${site.basePath}/realms">Look at all realms</a>.`,
            )
      }
      ${pageLinks({ total, ...page }, (offset) => pageAddress(site, path, '', offset))}`,
  });
}

function tile(site: Site, { value, count }: ValuesView['values'][number], parameter: Kind['parameter']): Html {
  const hue = parameter === 'category' && hueClass(value);
  return html`<li>
    <a class="tile ${hue}" href="${site.basePath}/realms?${parameter}=${encodeURIComponent(value)}"
      ><bdi>${value}</bdi> ${shortNumber(count)}</a
    >
  </li>`;
}
