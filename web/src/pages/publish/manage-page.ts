// What every page has on which an owner manages a realm: the head of the realm, the tabs, and what was done last.
import type { RealmDetail } from '@realm-catalog/contract';
import { html, type Html } from '../../html.ts';
import { layout } from '../../layout.ts';
import { realmPath } from '../../parts/realm-card.ts';
import { realmHead } from '../../parts/realm-head.ts';
import type { Site } from '../../site.ts';

const pages = [
  ['edit', 'Details'],
  ['upload', 'New version'],
  ['settings', 'Settings'],
] as const;

export type ManagePage = (typeof pages)[number][0];

/** What a form says after it has done its work, by the name that stands in the address. */
const messages = {
  created: 'The realm is created. Next, its files.',
  saved: 'The details are saved.',
  renamed: 'The realm is renamed. Its old addresses lead to the new ones.',
  deprecated: 'The realm is deprecated. All its pages say so.',
  'not-deprecated': 'The realm is no longer deprecated.',
  existing: 'A version with exactly these files exists already. Nothing has changed.',
};
export type ManageMessage = keyof typeof messages;

export interface ManageView {
  realm: RealmDetail;
  /** What was done last, from the address of the page. */
  done?: string | undefined;
}

/** `current` is undefined on a page that is none of the tabs. */
export function managePage(
  site: Site,
  { realm, done }: ManageView,
  page: { title: string; below: string; current?: ManagePage; head?: Html; content: Html },
): string {
  const { title, below, current, head, content } = page;
  const message = Object.entries(messages).find(([name]) => name === done)?.[1];
  return layout(site, {
    title: `${title} · ${realm.name}`,
    description: `${title} of ${realm.name}.`,
    path: `/realms/${realm.slug}/${below}`,
    isIndexed: false,
    isOfAccount: true,
    ...(head && { head }),
    content: html`${realmHead(site, realm, 'manage')}
      <nav class="tabs" aria-label="Manage">
        ${pages
          .filter(([to]) => realm.quarantine === undefined || to === 'settings')
          .map(
            ([to, text]) =>
              html`<a href="${realmPath(site, realm.slug)}/${to}" ${to === current && html` aria-current="page"`}
                >${text}</a
              >`,
          )}
      </nav>
      <div class="settings">
        ${message !== undefined && html`<p class="notice success" role="status">${message}</p>`} ${content}
      </div>`,
  });
}
