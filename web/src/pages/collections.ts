// The list of collections, and the page of one collection.
import type { RealmSummary } from '@realm-catalog/contract';
import { avatar } from '../emblem.ts';
import { html } from '../html.ts';
import { collectionData } from '../json-ld.ts';
import { layout } from '../layout.ts';
import { pageAddress, type ListView } from '../list-state.ts';
import { counted, day } from '../numbers.ts';
import { collectionCard, coverFan, type ShownCollection } from '../parts/collection-card.ts';
import { empty } from '../parts/empty.ts';
import { pageLinks } from '../parts/page-links.ts';
import { FIRST_CARDS, realmCard, realmRow } from '../parts/realm-card.ts';
import { sharing } from '../parts/sharing.ts';
import { realmList, viewSwitch } from '../parts/view-switch.ts';
import type { Site } from '../site.ts';

export interface CollectionsView {
  collections: ShownCollection[];
  total: number;
  limit: number;
  offset: number;
}

export function collectionsPage(site: Site, { collections, total, limit, offset }: CollectionsView): string {
  return layout(site, {
    title: 'Collections',
    description: 'Realms that belong together, chosen by curators.',
    path: '/collections',
    content: html`<div class="section-head">
        <h1>Collections</h1>
        ${isCurator(site) && html`<a href="${site.basePath}/curate">Curate collections</a>`}
      </div>
      ${
        collections.length > 0
          ? html`<h2 class="hidden-text">All collections</h2>
              <ul class="grid">
                ${collections.map((one) => collectionCard(site, one))}
              </ul>`
          : empty('There are no collections yet', 'Curators make them.')
      }
      ${pageLinks({ total, limit, offset }, (at) => pageAddress(site, '/collections', '', at))}`,
  });
}

/** Whether the viewer may change collections. */
const isCurator = ({ viewer }: Site): boolean => viewer !== undefined && viewer.role !== 'user';

export interface CollectionView {
  slug: string;
  name: string;
  description: string;
  updatedAt: string;
  /** The username of the curator. */
  createdBy: string;
  /** The first realms of all. */
  first: RealmSummary[];
  view: ListView;
  /** Those from `offset` on. */
  items: RealmSummary[];
  total: number;
  limit: number;
  offset: number;
}

export function collectionPage(site: Site, collection: CollectionView): string {
  const { slug, name, description, updatedAt, createdBy, first, view, items, total, limit, offset } = collection;
  const path = `/collections/${slug}`;
  const shown = items.map((realm, at) =>
    view === 'rows' ? realmRow(site, realm) : realmCard(site, realm, { isFirst: at < FIRST_CARDS }),
  );
  return layout(site, {
    title: name,
    description,
    path,
    head: html`${sharing(site, path, `${name}: ${description}`)}${collectionData(site, collection)}`,
    content: html`<header class="collection-head">
        <div>
          <h1 dir="auto">${name}</h1>
          ${description !== '' && html`<p class="realm-description" dir="auto">${description}</p>`}
          <a class="person" href="${site.basePath}/@${createdBy}"
            >${avatar(createdBy, 24)}<span>Chosen by <bdi>${createdBy}</bdi></span></a
          >
          <p class="small soft">changed ${day(updatedAt)}</p>
          ${isCurator(site) && html`<a class="button" href="${site.basePath}/curate/${slug}">Curate it</a>`}
        </div>
        ${first.length > 0 && coverFan(site, first)}
      </header>
      ${
        items.length > 0
          ? html`<div class="list-head">
                <h2>${counted(total, 'realm')}</h2>
                ${viewSwitch(view, (chosen) => pageAddress(site, path, chosen, offset))}
              </div>
              ${realmList(view, shown)}`
          : empty('This collection is empty', 'Its realms may have been removed.')
      }
      ${pageLinks({ total, limit, offset }, (at) => pageAddress(site, path, view, at))}`,
  });
}
