// The home page: featured, popular and new realms, each of which stands there once, and collections. While the database is unavailable, it is made of
// the realms in memory.
import { GENERATED_VERSION, type RealmSummary, type Sort } from '@realm-catalog/contract';
import { homePage } from '@realm-catalog/web/pages/home';
import type { Read } from '../../api/in-process.ts';
import { ifAvailable } from '../optional-part.ts';
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
  const [stats, featured, popular, newest, categories, collections] = await Promise.all([
    ifAvailable(read('getStats')),
    listForShelf(read, 'recent', true),
    listForShelf(read, 'recent'),
    listForShelf(read, 'newest'),
    read('listCategories', { query: { limit: CATEGORIES } }),
    ifAvailable(listCollections(read)),
  ]);
  const take = takeOnce();
  const shelves = {
    featured: take(featured, FEATURED),
    popular: take(
      popular.filter(({ downloadCount }) => downloadCount > 0),
      POPULAR,
    ),
    newest: take(newest, NEWEST),
  };
  const html = homePage(await withStars(Object.values(shelves).flat()), {
    totals: stats ? { realms: stats.totalRealms, downloads: stats.totalDownloads, users: stats.totalUsers } : undefined,
    ...shelves,
    categories: categories.categories,
    collections: collections ?? [],
  });
  return { html, isPartial: stats === null || collections === null };
};

async function listCollections(read: Read) {
  const { collections } = await read('listCollections', { query: { limit: COLLECTIONS } });
  return withCovers(read, collections);
}

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
