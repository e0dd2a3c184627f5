// A collection in a grid of cards, with the emblems of its first realms.
import { emblem } from '../emblem.ts';
import { html, type Html } from '../html.ts';
import { counted } from '../numbers.ts';
import type { Site } from '../site.ts';

export interface ShownCollection {
  slug: string;
  name: string;
  description: string;
  realmCount: number;
  /** The first realms of the collection. */
  realms: { slug: string; category: string }[];
}

export function collectionCard(site: Site, { slug, name, description, realmCount, realms }: ShownCollection): Html {
  return html`<li class="card">
    <div class="emblems" aria-hidden="true">
      ${realms.slice(0, 5).map((realm) => emblem(realm.slug, realm.category, 40))}
    </div>
    <h3 class="card-title">
      <a href="${site.basePath}/collections/${slug}"><bdi>${name}</bdi></a>
    </h3>
    <p class="card-text">${description}</p>
    <div class="card-foot">${counted(realmCount, 'realm')}</div>
  </li>`;
}
