// The pages that lead to realms: home, the list with its facets, authors and collections.
import { DEFAULT_LIMIT, MAX_LIMIT, type FacetName, type RealmSummary, type Sort } from '@realm-catalog/contract';
import {
  authorPage,
  collectionPage,
  collectionsPage,
  countingPage,
  designPage,
  homePage,
  offsetOf,
  parseListState,
  realmsPage,
  type ListState,
  type ShownCollection,
} from '@realm-catalog/web';
import type { Read } from '../api/in-process.ts';
import { ifAvailable } from './if-available.ts';
import type { PageHandler } from './page.ts';

const facets: FacetName[] = ['category', 'tags', 'license', 'author'];
const SORTS: readonly Sort[] = ['relevance', 'trending', 'downloads', 'recent', 'stars', 'newest', 'updated', 'name'];
const HOME_FEATURED = 3;
const HOME_TRENDING = 6;
const HOME_NEWEST = 8;
const HOME_COLLECTIONS = 3;
const HOME_CATEGORIES = 12;
const SHOWN_EMBLEMS = 5;
const DESIGN_REALMS = 3;

const counting: PageHandler = async ({ site }) => countingPage(site);

export function listPages(read: Read) {
  const home: PageHandler = async ({ site }) => {
    const list = (sort: Sort, limit: number, featured = false) =>
      read('listRealms', { query: { sort, limit, featured } });
    const [stats, featured, trending, newest, categories, latest] = await Promise.all([
      read('getStats'),
      list('downloads', HOME_FEATURED, true),
      list('trending', HOME_TRENDING),
      list('newest', HOME_NEWEST),
      read('listCategories', { query: { limit: HOME_CATEGORIES } }),
      read('listCollections', { query: { limit: HOME_COLLECTIONS } }),
    ]);
    const { totalRealms: realms, totalDownloads: downloads, totalUsers: users } = stats;
    return homePage(site, {
      totals: { realms, downloads, users },
      featured: featured.realms,
      trending: trending.realms,
      newest: newest.realms,
      categories: categories.categories,
      collections: await withEmblems(read, latest.collections),
    });
  };

  const realms: PageHandler = async ({ site, query, ip }) => {
    const state = listState(query);
    const counted = await ifAvailable(read('listRealms', { query: { ...listQuery(state), facets }, ip }));
    const { realms, pagination, suggestion, ...found } =
      counted ?? (await read('listRealms', { query: listQuery(state) }));
    const { category = [], tags = [], license = [], author = [] } = found.facets ?? {};
    const html = realmsPage(site, {
      state,
      sort: sortOf(state),
      realms,
      total: pagination.total,
      facets: { category, tags, license, author },
      suggestion,
    });
    return { html, isPartial: counted === null };
  };

  const author: PageHandler = async ({ site, params, query }) => {
    const { offset, limit } = parseListState(query);
    const author = await read('getUser', { params: { username: params['username'] ?? '' } });
    const { realms } = await read('listRealms', {
      query: { author: author.username, sort: 'downloads', limit, offset },
    });
    return authorPage(site, { author, realms, limit, offset });
  };

  const collections: PageHandler = async ({ site, query }) => {
    const [limit, offset] = [DEFAULT_LIMIT, offsetOf(query)];
    const { collections, pagination } = await read('listCollections', { query: { limit, offset } });
    const shown = await withEmblems(read, collections);
    return collectionsPage(site, { collections: shown, total: pagination.total, limit, offset });
  };

  const collection: PageHandler = async ({ site, params, query }) => {
    const { items, ...found } = await read('getCollection', { params: { slug: params['slug'] ?? '' } });
    const [limit, offset] = [MAX_LIMIT, offsetOf(query)];
    const page = { items: items.slice(offset, offset + limit), total: items.length, limit, offset };
    return collectionPage(site, { ...found, ...page });
  };

  const design: PageHandler = async ({ site }) => {
    const { realms } = await read('listRealms', { query: { sort: 'downloads', limit: DESIGN_REALMS } });
    const { collections } = await read('listCollections', { query: { limit: 1 } });
    return designPage(site, { realms, collections: await withEmblems(read, collections) });
  };

  return { home, realms, author, collections, collection, counting, design };
}

function listQuery(state: ListState) {
  const { search, category, tags, license, author, limit, offset } = state;
  return {
    sort: sortOf(state),
    limit,
    offset,
    ...(search !== '' && { search }),
    ...(category !== '' && { category }),
    ...(tags.length > 0 && { tags }),
    ...(license !== '' && { license }),
    ...(author !== '' && { author }),
  };
}

/** Without a choice, a search begins with the best match and everything else with the newest. */
const usualSort = ({ search }: ListState): Sort => (search === '' ? 'newest' : 'relevance');

const sortOf = (state: ListState): Sort => SORTS.find((one) => one === state.sort) ?? usualSort(state);

/** The usual order is no choice: links do not repeat it, so that a list has one address. */
function listState(query: URLSearchParams): ListState {
  const state = parseListState(query);
  const sort = sortOf(state);
  return { ...state, sort: sort === usualSort(state) ? '' : sort };
}

interface ListedCollection {
  slug: string;
  name: string;
  description: string;
  realms: string[];
}

/** The first realms of each collection, whose emblems are shown: all in one read. */
async function withEmblems(read: Read, collections: ListedCollection[]): Promise<ShownCollection[]> {
  const first = ({ realms }: ListedCollection) => realms.slice(0, SHOWN_EMBLEMS);
  const slugs = [...new Set(collections.flatMap(first))];
  const { realms } = slugs.length > 0 ? await read('listRealms', { query: { slugs } }) : { realms: [] };
  const bySlug = new Map(realms.map((realm): [string, RealmSummary] => [realm.slug, realm]));
  return collections.map((one) => ({
    ...one,
    realmCount: one.realms.length,
    realms: first(one).flatMap((slug) => bySlug.get(slug) ?? []),
  }));
}
