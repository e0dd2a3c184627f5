// What the query of a list means: its defaults, the cap of the limit, cleaned tags, and the search term.
import { DEFAULT_LIMIT, MAX_LIMIT, type FacetName, type Sort } from '@realm-catalog/contract';
import type { ListQuery } from '../search-index/list-query.ts';
import { cleanTags } from './new-realm.ts';
import { isSlug } from './slug.ts';
import { searchTerm } from './search.ts';

/** The parameters of a list as a caller writes them, after they were validated. */
interface ListParameters {
  category?: string;
  tags?: string[];
  author?: string;
  license?: string;
  slugs?: string[];
  facets?: FacetName[];
  featured?: boolean;
  search?: string;
  sort?: Sort;
  limit?: number;
  offset?: number;
}

/** A query for every caller: the catalog adds what the caller may see. */
export type RealmQuery = Omit<ListQuery, 'visibility' | 'seqs'> & {
  /** Only these realms; the catalog finds their `seq`s. */
  slugs?: string[] | undefined;
  /** The values to count. */
  facets?: FacetName[] | undefined;
};

export function realmQuery(parameters: ListParameters): RealmQuery {
  const search = searchTerm(parameters.search ?? '');
  const { category, license, slugs, tags = [], facets, featured = false, offset = 0 } = parameters;
  const { limit = slugs?.length || DEFAULT_LIMIT } = parameters;
  return {
    author: parameters.author?.toLowerCase(),
    category,
    license,
    slugs: slugs?.filter(isSlug),
    facets,
    tags: cleanTags(tags),
    featured,
    search,
    sort: parameters.sort ?? (slugs ? 'seqs' : search ? 'relevance' : 'newest'),
    limit: Math.min(limit, MAX_LIMIT),
    offset,
  };
}
