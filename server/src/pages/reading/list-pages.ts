// The pages that lead to realms: the list with its facets, authors, all tags and categories, and two that explain.
import { hasNames, MAX_LIMIT, sortNames, type FacetName, type Has, type Sort } from '@realm-catalog/contract';
import { offsetOf, parseListState, type ListState } from '@realm-catalog/web/list-state';
import { authorPage, removedAuthorPage } from '@realm-catalog/web/pages/author';
import { countingPage } from '@realm-catalog/web/pages/counting';
import { designPage } from '@realm-catalog/web/pages/design';
import { realmsPage } from '@realm-catalog/web/pages/realms';
import { categoriesPage, tagsPage } from '@realm-catalog/web/pages/values';
import { isRemoved } from '../../accounts/user-queries.ts';
import type { Read } from '../../api/in-process.ts';
import type { Reader } from '../../db/database.ts';
import { CodedError } from '../../errors.ts';
import { problem } from '../../http/problem.ts';
import { firstWords } from '../../realms/search.ts';
import { withCovers } from './collection-pages.ts';
import { ifAvailable } from '../optional-part.ts';
import type { ListItems } from './item-lists.ts';
import type { PageHandler } from '../page.ts';

const facets: FacetName[] = ['category', 'tags', 'license', 'author'];
const HAS: readonly string[] = hasNames;
const DESIGN_REALMS = 3;

const counting: PageHandler = async ({ site }) => countingPage(site);

const tags: PageHandler = async ({ site, query, read }) => {
  const page = { limit: MAX_LIMIT, offset: offsetOf(query) };
  const { tags: values, pagination } = await read('listTags', { query: page });
  return tagsPage(site, { values, total: pagination.total, ...page });
};

const categories: PageHandler = async ({ site, query, read }) => {
  const page = { limit: MAX_LIMIT, offset: offsetOf(query) };
  const { categories: values, pagination } = await read('listCategories', { query: page });
  return categoriesPage(site, { values, total: pagination.total, ...page });
};

interface ListServices {
  listItems: ListItems;
  readPublic: Read;
  reader: Reader;
}

/** Undefined if the account was removed. */
async function findAuthor(db: Reader, read: Read, username: string) {
  try {
    return await read('getUser', { params: { username } });
  } catch (error) {
    if (error instanceof CodedError && error.public.code === 'not_found' && (await isRemoved(db, username)))
      return undefined;
    throw error;
  }
}

export function createListPages({ listItems, readPublic, reader }: ListServices) {
  const realms: PageHandler = async (request) => {
    const { site, query } = request;
    const state = listState(query);
    const counted = await ifAvailable(listItems(request, state.view, { ...listQuery(state), facets }));
    const found = counted ?? (await listItems(request, state.view, listQuery(state)));
    const { items, pagination, suggestion } = found;
    const { category = [], tags = [], license = [], author = [] } = found.facets ?? {};
    const html = realmsPage(site, {
      state,
      sort: sortOf(state),
      items,
      total: pagination.total,
      facets: { category, tags, license, author },
      suggestion: suggestion && 'q' in suggestion ? { search: suggestion.q, total: suggestion.total } : undefined,
    });
    return { html, isPartial: counted === null };
  };

  const author: PageHandler = async (request) => {
    const { site, params, query, read } = request;
    const { view, offset, limit } = parseListState(query);
    const username = (params['username'] ?? '').toLowerCase();
    const author = await findAuthor(reader, read, username);
    const found = await listItems(request, view, { author: [username], sort: 'recent', limit, offset });
    const { total } = found.pagination;
    const list = { view, items: found.items, total, limit, offset };
    if (author) return authorPage(site, { author, ...list });
    if (total === 0) throw problem('not_found', 'No account has this name.');
    return removedAuthorPage(site, { username, ...list });
  };

  /** Its samples are what everyone sees, whoever looks at them. */
  const design: PageHandler = async ({ site }) => {
    const { realms } = await readPublic('listRealms', { query: { sort: 'downloads', limit: DESIGN_REALMS } });
    const { collections } = await readPublic('listCollections', { query: { limit: 1 } });
    return designPage(site, { realms, collections: await withCovers(readPublic, collections) });
  };

  return { realms, author, tags, categories, counting, design };
}

/** What the list is asked for. */
export function listQuery(state: ListState) {
  const { category, tags, license, author, limit, offset } = state;
  const q = firstWords(state.search);
  const has = state.has.split(',').filter((one): one is Has => HAS.includes(one));
  return {
    sort: sortOf(state),
    limit,
    offset,
    ...(q !== '' && { q }),
    ...(category !== '' && { category: category.split(',') }),
    ...(tags.length > 0 && { tags }),
    ...(license.length > 0 && { license }),
    ...(author !== '' && { author: author.split(',') }),
    ...(has.length > 0 && { has }),
  };
}

/** Without a choice, a search begins with the best match and everything else with what was downloaded most of late. */
const usualSort = (state: ListState): Sort => (firstWords(state.search) === '' ? 'recent' : 'relevance');

const sortOf = (state: ListState): Sort => sortNames.find((one) => one === state.sort) ?? usualSort(state);

/** The usual order is no choice: links do not repeat it, so that a list has one address. */
function listState(query: URLSearchParams): ListState {
  const state = parseListState(query);
  const sort = sortOf(state);
  return { ...state, sort: sort === usualSort(state) ? '' : sort };
}
