// The pages that lead to realms: home, the list with its facets, authors, and two that explain.
import type { FacetName, Sort } from '@realm-catalog/contract';
import {
  authorPage,
  countingPage,
  designPage,
  homePage,
  parseListState,
  realmsPage,
  type ListState,
} from '@realm-catalog/web';
import type { Read } from '../api/in-process.ts';
import { withEmblems } from './collection-pages.ts';
import { ifAvailable } from './if-available.ts';
import type { PageHandler } from './page.ts';
import type { ListRows } from './row-lists.ts';

const facets: FacetName[] = ['category', 'tags', 'license', 'author'];
const SORTS: readonly Sort[] = ['relevance', 'trending', 'downloads', 'recent', 'stars', 'newest', 'updated', 'name'];
const HOME_FEATURED = 3;
const HOME_TRENDING = 6;
const HOME_NEWEST = 8;
const HOME_COLLECTIONS = 3;
const HOME_CATEGORIES = 12;
const DESIGN_REALMS = 3;

const counting: PageHandler = async ({ site }) => countingPage(site);

export function createListPages(read: Read, listRows: ListRows) {
  const realms: PageHandler = async ({ site, query, ip }) => {
    const state = listState(query);
    const counted = await ifAvailable(listRows(site, { ...listQuery(state), facets }, ip));
    const { rows, pagination, suggestion, ...found } = counted ?? (await listRows(site, listQuery(state), ip));
    const { category = [], tags = [], license = [], author = [] } = found.facets ?? {};
    const html = realmsPage(site, {
      state,
      sort: sortOf(state),
      rows,
      total: pagination.total,
      facets: { category, tags, license, author },
      suggestion,
    });
    return { html, isPartial: counted === null };
  };

  const author: PageHandler = async ({ site, params, query, ip }) => {
    const { offset, limit } = parseListState(query);
    const author = await read('getUser', { params: { username: params['username'] ?? '' } });
    const { rows } = await listRows(site, { author: author.username, sort: 'downloads', limit, offset }, ip);
    return authorPage(site, { author, rows, limit, offset });
  };

  const design: PageHandler = async ({ site }) => {
    const { realms } = await read('listRealms', { query: { sort: 'downloads', limit: DESIGN_REALMS } });
    const { collections } = await read('listCollections', { query: { limit: 1 } });
    return designPage(site, { realms, collections: await withEmblems(read, collections) });
  };

  return { home: createHomePage(read), realms, author, counting, design };
}

function createHomePage(read: Read): PageHandler {
  const list = (sort: Sort, limit: number, featured = false) =>
    read('listRealms', { query: { sort, limit, featured } });
  return async ({ site }) => {
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
