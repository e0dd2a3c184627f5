// The page of an author: who this is, and their public realms.
import { html, type Html } from '../html.ts';
import { authorData } from '../json-ld.ts';
import { layout } from '../layout.ts';
import { pageAddress, type ListView } from '../list-state.ts';
import { day } from '../numbers.ts';
import { empty } from '../parts/empty.ts';
import { totals } from '../parts/figures.ts';
import { pageLinks } from '../parts/page-links.ts';
import { portrait } from '../parts/portrait.ts';
import { realmList, viewSwitch } from '../parts/view-switch.ts';
import type { Site } from '../site.ts';

export interface AuthorView {
  author: {
    username: string;
    name: string;
    image: string;
    bio: string;
    createdAt: string;
    realmCount: number;
    downloadCount: number;
    starCount: number;
  };
  view: ListView;
  /** The realms of this page, by `realmCard` or `realmRow`. */
  items: Html[];
  /** How many realms there are on all pages. */
  total: number;
  limit: number;
  offset: number;
}

export function authorPage(site: Site, { author, view, items, total, limit, offset }: AuthorView): string {
  const path = `/@${author.username}`;
  const name = author.name || author.username;
  return layout(site, {
    title: name,
    description: `Realms by ${name}.`,
    path,
    head: authorData(site, author),
    content: html`<header class="author-head">
        ${portrait(site, author, 64)}
        <div>
          <h1 dir="auto">${name}</h1>
          <p class="realm-facts"><span>@${author.username}</span><span>since ${day(author.createdAt)}</span></p>
          ${author.bio !== '' && html`<p class="realm-description" dir="auto">${author.bio}</p>`}
        </div>
        ${totals([
          ['Realms', author.realmCount],
          ['Downloads', author.downloadCount],
          ['Stars', author.starCount],
        ])}
      </header>
      ${
        items.length > 0
          ? html`<div class="list-head">
                <h2>Realms</h2>
                ${viewSwitch(view, (chosen) => pageAddress(site, path, chosen, offset))}
              </div>
              ${realmList(view, items)}`
          : empty('No public realms', 'This author has not published a realm yet.')
      }
      ${pageLinks({ total, limit, offset }, (at) => pageAddress(site, path, view, at))}`,
  });
}
