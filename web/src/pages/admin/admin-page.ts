// What every page of the administration has: its title, the tabs, and what was done last.
import { html, type Html } from '../../html.ts';
import { layout } from '../../layout.ts';
import { publisherStylesheet } from '../../parts/stylesheet.ts';
import type { Site } from '../../site.ts';

const pages = [
  ['/admin', 'Accounts'],
  ['/admin/realms', 'Realms'],
  ['/admin/storage', 'Storage'],
  ['/admin/audit', 'Audit'],
] as const;

export type AdminPath = (typeof pages)[number][0];

/** What a form says after it has done its work, by the name that stands in the address. */
const messages = {
  saved: 'The account is changed.',
  suspended: 'The account is suspended. Its credentials are refused from now on.',
  restored: 'The account is no longer suspended.',
  featured: 'The realm is featured.',
  unfeatured: 'The realm is no longer featured.',
  quarantined: 'The realm is quarantined. Its owner sees the reason.',
  released: 'The realm is as visible as before.',
};
export type AdminMessage = keyof typeof messages;

export function adminPage(site: Site, path: AdminPath, done: string | undefined, content: Html): string {
  const [, title] = pages.find(([to]) => to === path) ?? pages[0];
  const message = Object.entries(messages).find(([name]) => name === done)?.[1];
  return layout(site, {
    title: `${title} · Administration`,
    description: 'For administrators of this catalog.',
    path,
    isIndexed: false,
    isOfAccount: true,
    head: publisherStylesheet(site),
    content: html`<header class="stack page-head">
        <h1>Administration</h1>
        <nav class="tabs" aria-label="Administration">
          ${pages.map(
            ([to, text]) =>
              html`<a href="${site.basePath}${to}" ${to === path && html` aria-current="page"`}>${text}</a>`,
          )}
        </nav>
      </header>
      <div class="settings wide">
        ${message !== undefined && html`<p class="notice success" role="status">${message}</p>`} ${content}
      </div>`,
  });
}

/** A choice of one value. The first may be none. */
export const choice = (
  label: string | Html,
  name: string,
  options: readonly (readonly [value: string, text: string])[],
  chosen: string,
): Html =>
  html`<label
    >${label}
    <select name="${name}">
      ${options.map(([value, text]) => html`<option value="${value}" ${value === chosen && html` selected`}>${text}</option>`)}
    </select></label
  >`;

/** The address of the older rows, with the same filters. */
export function olderLink(site: Site, path: AdminPath, filters: Record<string, string>, next: string): Html | false {
  if (next === '') return false;
  const kept = Object.entries({ ...filters, before: next }).filter(([, value]) => value !== '');
  return html`<p><a href="${site.basePath}${path}?${String(new URLSearchParams(kept))}" rel="next">Older</a></p>`;
}
