// The list of collections, and the page of one collection.
import type { RealmSummary } from '@realm-catalog/contract';
import { html } from '../html.ts';
import { collectionData } from '../json-ld.ts';
import { layout } from '../layout.ts';
import { counted, day } from '../numbers.ts';
import { collectionCard, type ShownCollection } from '../parts/collection-card.ts';
import { empty } from '../parts/empty.ts';
import { pageLinks } from '../parts/page-links.ts';
import { realmRow } from '../parts/realm-card.ts';
import { sharing } from '../parts/sharing.ts';
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
    content: html`<div class="section-head"><h1>Collections</h1></div>
      ${
        collections.length > 0
          ? html`<h2 class="hidden-text">All collections</h2>
              <ul class="grid">
                ${collections.map((one) => collectionCard(site, one))}
              </ul>`
          : empty('There are no collections yet', 'Curators make them over the API.')
      }
      ${pageLinks({ total, limit, offset }, (at) => `${site.basePath}/collections${at > 0 ? `?offset=${at}` : ''}`)}`,
  });
}

export interface CollectionView {
  slug: string;
  name: string;
  description: string;
  updatedAt: string;
  /** Those from `offset` on. */
  items: RealmSummary[];
  total: number;
  limit: number;
  offset: number;
}

export function collectionPage(site: Site, collection: CollectionView): string {
  const { slug, name, description, updatedAt, items, ...page } = collection;
  const path = `/collections/${slug}`;
  return layout(site, {
    title: name,
    description,
    path,
    head: html`${sharing(site, path, `${name}: ${description}`)}${collectionData(site, collection)}`,
    content: html`<header class="stack page-head">
        <h1><bdi>${name}</bdi></h1>
        <p class="realm-description">${description}</p>
        <p class="small soft">${counted(page.total, 'realm')} · changed ${day(updatedAt)}</p>
      </header>
      ${
        items.length > 0
          ? html`<h2 class="hidden-text">Realms</h2>
              <ul class="rows">
                ${items.map((realm) => realmRow(site, realm))}
              </ul>`
          : empty('This collection is empty', 'Its realms may have been removed.')
      }
      ${pageLinks(page, (offset) => `${site.basePath}${path}${offset > 0 ? `?offset=${offset}` : ''}`)}`,
  });
}
