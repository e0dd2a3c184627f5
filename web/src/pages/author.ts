// The page of an author: who this is, and their public realms.
import { avatar } from '../emblem.ts';
import { html, type Html } from '../html.ts';
import { authorData } from '../json-ld.ts';
import { layout } from '../layout.ts';
import { counted, day } from '../numbers.ts';
import { empty } from '../parts/empty.ts';
import { pageLinks } from '../parts/page-links.ts';
import type { Site } from '../site.ts';

export interface AuthorView {
  author: {
    username: string;
    name: string;
    bio: string;
    createdAt: string;
    realmCount: number;
    downloadCount: number;
    starCount: number;
  };
  /** The realms of this page, by `realmRow`. */
  rows: Html[];
  limit: number;
  offset: number;
}

export function authorPage(site: Site, { author, rows, limit, offset }: AuthorView): string {
  const path = `/@${author.username}`;
  return layout(site, {
    title: author.name || author.username,
    description: `Realms by ${author.name || author.username}.`,
    path,
    head: authorData(site, author),
    content: html`<header class="realm-head">
        ${avatar(author.username, 64)}
        <div>
          <h1><bdi>${author.name || author.username}</bdi></h1>
          <p class="realm-facts">
            <span>${author.username}</span><span>${counted(author.realmCount, 'realm')}</span
            ><span>${counted(author.downloadCount, 'download')}</span><span>${counted(author.starCount, 'star')}</span
            ><span>since ${day(author.createdAt)}</span>
          </p>
          ${author.bio !== '' && html`<p class="realm-description">${author.bio}</p>`}
        </div>
      </header>
      ${
        rows.length > 0
          ? html`<h2 class="hidden-text">Realms</h2>
              <ul class="rows">
                ${rows}
              </ul>`
          : empty('No public realms', 'This person has not published one yet.')
      }
      ${pageLinks({ total: author.realmCount, limit, offset }, (at) => `${site.basePath}${path}${at > 0 ? `?offset=${at}` : ''}`)}`,
  });
}
