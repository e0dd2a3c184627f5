// The search box. It is a plain form; the script of the pages opens the box over the page, and adds suggestions to it.
import { html, type Html } from '../html.ts';
import { icons } from '../icons.ts';
import type { ListView } from '../list-state.ts';
import type { Site } from '../site.ts';

/** `view` is that of the list that is searched. */
export function searchForm(site: Site, value: string, id: 'header' | 'main', view: ListView = ''): Html {
  return html`<form class="search" role="search" action="${site.basePath}/realms" data-base="${site.basePath}">
    <div class="search-box">
      <div class="search-panel">
        <div class="search-field">
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
        </div>
      </div>
    </div>
    ${view !== '' && html`<input type="hidden" name="view" value="${view}" />`}
  </form>`;
}
