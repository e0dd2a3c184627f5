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

/** Rows for a list of facts. */
export function applicationFacts(site: Site, { owner, createdAt }: ApplicationView): Html {
  return owner === ''
    ? html`<dt>Made by</dt>
        <dd>${site.name} itself</dd>`
    : html`<dt>Made by</dt>
        <dd>
          <a href="${site.basePath}/@${owner}"><bdi>${owner}</bdi></a>
        </dd>
        <dt>Registered</dt>
        <dd>${day(createdAt)}</dd>`;
}
