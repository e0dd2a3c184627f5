// The pages of collections: all of them, and each with its realms.
import { DEFAULT_LIMIT, MAX_LIMIT, type RealmSummary } from '@realm-catalog/contract';
import { offsetOf, viewOf } from '@realm-catalog/web/list-state';
import { collectionPage, collectionsPage } from '@realm-catalog/web/pages/collections';
import { FAN_COVERS, type ShownCollection } from '@realm-catalog/web/parts/collection-card';
import type { Read } from '../../api/in-process.ts';
import type { PageHandler } from '../page.ts';

export const collections: PageHandler = async ({ site, query, read }) => {
  const [limit, offset] = [DEFAULT_LIMIT, offsetOf(query)];
  const { collections, pagination } = await read('listCollections', { query: { limit, offset } });
  const shown = await withCovers(read, collections);
  return collectionsPage(site, { collections: shown, total: pagination.total, limit, offset });
};

export const collection: PageHandler = async ({ params, query, read, withStars }) => {
  const { items, ...found } = await read('getCollection', { params: { slug: params['slug'] ?? '' } });
  const [limit, offset] = [MAX_LIMIT, offsetOf(query)];
  const page = { items: items.slice(offset, offset + limit), total: items.length, limit, offset };
  return collectionPage(await withStars(page.items), {
    ...found,
    ...page,
    first: items.slice(0, FAN_COVERS),
    view: viewOf(query),
  });
};

interface ListedCollection {
  slug: string;
  name: string;
  description: string;
  createdBy: string;
  realms: string[];
}

/** The first realms of each collection, whose covers are shown: all in one read. */
export async function withCovers(read: Read, collections: ListedCollection[]): Promise<ShownCollection[]> {
  const first = ({ realms }: ListedCollection) => realms.slice(0, FAN_COVERS);
  const slugs = [...new Set(collections.flatMap(first))];
  const { realms } = slugs.length > 0 ? await read('listRealms', { query: { slugs } }) : { realms: [] };
  const bySlug = new Map(realms.map((realm): [string, RealmSummary] => [realm.slug, realm]));
  return collections.map((one) => ({
    ...one,
    realmCount: one.realms.length,
    realms: first(one).flatMap((slug) => bySlug.get(slug) ?? []),
  }));
}
