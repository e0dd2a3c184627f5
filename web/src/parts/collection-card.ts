// A collection in a grid of cards, with the covers of its first realms as a fan.
import { html, type Html } from '../html.ts';
import { counted } from '../numbers.ts';
import { cover, type Covered } from './cover.ts';
import type { Site } from '../site.ts';

export interface ShownCollection {
  slug: string;
  name: string;
  description: string;
  /** The username of the curator. */
  createdBy: string;
  realmCount: number;
  /** The first realms of the collection. */
  realms: Covered[];
}

export const FAN_COVERS = 3;

export function collectionCard(site: Site, collection: ShownCollection): Html {
  const { slug, name, description, createdBy, realmCount, realms } = collection;
  return html`<li class="card">
    ${coverFan(site, realms)}
    <div class="card-head" dir="auto">
      <h3 class="card-title">
        <a href="${site.basePath}/collections/${slug}"><span>${name}</span></a>
      </h3>
    </div>
    <p class="card-text" dir="auto">${description}</p>
    <div class="card-foot"><bdi>${createdBy}</bdi><span class="number">${counted(realmCount, 'realm')}</span></div>
  </li>`;
}

/** The first one lies in front. */
export const coverFan = (site: Site, realms: Covered[]): Html =>
  html`<div class="fan">${realms.slice(0, FAN_COVERS).map((realm) => cover(site, realm, 'thumb'))}</div>`;
