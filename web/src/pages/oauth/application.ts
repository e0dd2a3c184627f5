// Whose application a person is asked about, and since when it exists: whoever makes one chooses its name.
import { html, type Html } from '../../html.ts';
import { day } from '../../numbers.ts';
import type { Site } from '../../site.ts';

export interface ApplicationView {
  name: string;
  /** The username of its owner; empty for the catalog's own command line. */
  owner: string;
  createdAt: string;
}

export function applicationOrigin(site: Site, { owner, createdAt }: ApplicationView): Html {
  return owner === ''
    ? html`<p class="small soft">This is the command line of ${site.name} itself.</p>`
    : html`<p class="small soft">
        Made and named by <a href="${site.basePath}/@${owner}"><bdi>${owner}</bdi></a
        >, registered here on ${day(createdAt)}.
      </p>`;
}
