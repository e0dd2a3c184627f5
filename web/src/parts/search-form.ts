// The search box. It is a plain form; the script of the pages adds suggestions to it.
import { html, type Html } from '../html.ts';
import { icons } from '../icons.ts';
import type { Site } from '../site.ts';

export function searchForm(site: Site, value: string, id: 'header' | 'main'): Html {
  return html`<form class="search" role="search" action="${site.basePath}/realms" data-base="${site.basePath}">
    ${icons.search}<label class="hidden-text" for="search-${id}">Search realms</label>
    <input
      type="search"
      id="search-${id}"
      name="q"
      value="${value}"
      placeholder="Search realms"
      autocomplete="off"
      maxlength="200"
      enterkeyhint="search"
    />
    <kbd aria-hidden="true">/</kbd>
  </form>`;
}
