// What the query of a list means: its defaults, the cap of the limit, cleaned tags, and the search term.
import { DEFAULT_LIMIT, MAX_LIMIT, type Sort } from '@realm-catalog/contract';
import type { ListQuery } from '../search-index/list-query.ts';
import { cleanTags } from './new-realm.ts';
import { searchTerm } from './search.ts';

/** The parameters of a list as a caller writes them, after they were validated. */
interface ListParameters {
  category?: string;
  tags?: string[];
  featured?: boolean;
  search?: string;
  sort?: Sort;
  limit?: number;
  offset?: number;
}

/** A query for every caller: the catalog adds what the caller may see. */
export type RealmQuery = Omit<ListQuery, 'visibility'>;

export function realmQuery(parameters: ListParameters): RealmQuery {
  const search = searchTerm(parameters.search ?? '');
  const { category, tags = [], featured = false, limit = DEFAULT_LIMIT, offset = 0 } = parameters;
  return {
    category,
    tags: cleanTags(tags),
    featured,
    search,
    sort: parameters.sort ?? (search ? 'relevance' : 'newest'),
    limit: Math.min(limit, MAX_LIMIT),
    offset,
  };
}
