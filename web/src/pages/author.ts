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

interface RealmsOfAuthor {
  view: ListView;
  /** The realms of this page, by `realmCard` or `realmRow`. */
  items: Html[];
  /** How many realms there are on all pages. */
  total: number;
  limit: number;
  offset: number;
}

export interface AuthorView extends RealmsOfAuthor {
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
}

export function authorPage(site: Site, { author, ...list }: AuthorView): string {
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
      ${realmsOf(site, path, list)}`,
  });
}

/** The page of somebody who has deleted their account, and whose public realms stay. */
export function removedAuthorPage(site: Site, { username, ...list }: RealmsOfAuthor & { username: string }): string {
  const path = `/@${username}`;
  return layout(site, {
    title: username,
    description: `Realms by ${username}.`,
    path,
    isIndexed: false,
    content: html`<header class="author-head">
        ${portrait(site, { username, image: '' }, 64)}
        <div>
          <h1 dir="auto">${username}</h1>
          <p>This account is deleted. Its public realms stay, for those who use them.</p>
        </div>
      </header>
      ${realmsOf(site, path, list)}`,
  });
}

function realmsOf(site: Site, path: string, { view, items, total, limit, offset }: RealmsOfAuthor): Html {
  return html`${
    items.length > 0
      ? html`<div class="list-head">
            <h2>Realms</h2>
            ${viewSwitch(view, (chosen) => pageAddress(site, path, chosen, offset))}
          </div>
          ${realmList(view, items)}`
      : empty('No public realms', 'This author has not published a realm yet.')
  }
  ${pageLinks({ total, limit, offset }, (at) => pageAddress(site, path, view, at))}`;
}
