// The home page: featured, popular and new realms, each of which stands there once, and collections.
import { GENERATED_VERSION, type RealmSummary, type Sort } from '@realm-catalog/contract';
import { homePage } from '@realm-catalog/web/pages/home';
import type { Read } from '../../api/in-process.ts';
import { withCovers } from './collection-pages.ts';
import type { PageHandler } from '../page.ts';

const FEATURED = 3;
const POPULAR = 6;
const NEWEST = 6;
const COLLECTIONS = 3;
const CATEGORIES = 8;
/** How many are read for a shelf: some of them stand on another one, or have no upload. */
const READ_FOR_SHELF = 40;

const listForShelf = async (read: Read, sort: Sort, featured = false) =>
  (await read('listRealms', { query: { sort, limit: READ_FOR_SHELF, featured } })).realms;

export const home: PageHandler = async ({ read, withStars }) => {
  const [stats, featured, popular, newest, categories, latest] = await Promise.all([
    read('getStats'),
    listForShelf(read, 'recent', true),
    listForShelf(read, 'recent'),
    listForShelf(read, 'newest'),
    read('listCategories', { query: { limit: CATEGORIES } }),
    read('listCollections', { query: { limit: COLLECTIONS } }),
  ]);
  const { totalRealms: realms, totalDownloads: downloads, totalUsers: users } = stats;
  const take = takeOnce();
  const shelves = {
    featured: take(featured, FEATURED),
    popular: take(
      popular.filter(({ downloadCount }) => downloadCount > 0),
      POPULAR,
    ),
    newest: take(newest, NEWEST),
  };
  return homePage(await withStars(Object.values(shelves).flat()), {
    totals: { realms, downloads, users },
    ...shelves,
    categories: categories.categories,
    collections: await withCovers(read, latest.collections),
  });
};

/** Returns a function that takes realms with an upload, each once over all calls. */
function takeOnce(): (from: RealmSummary[], count: number) => RealmSummary[] {
  const taken = new Set<string>();
  return (from, count) => {
    const fresh = from.filter(({ slug, version }) => version !== GENERATED_VERSION && !taken.has(slug));
    const shown = fresh.slice(0, count);
    for (const { slug } of shown) taken.add(slug);
    return shown;
  };
}
