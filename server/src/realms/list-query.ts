// What the query of a list means: its defaults, the cap of the limit, cleaned tags, and the search term.
import { DEFAULT_LIMIT, MAX_LIMIT, MAX_WORDS, type FacetName, type Has, type Sort } from '@realm-catalog/contract';
import { invalidParameters } from '../http/problem.ts';
import type { ListQuery, Term } from '../search-index/list-query.ts';
import { cleanTags } from './new-realm.ts';
import { isSlug } from './slug.ts';
import { broadTerm, searchTerm } from './search.ts';

/** The parameters of a list as a caller writes them, after they were validated. */
interface ListParameters {
  category?: string[];
  tags?: string[];
  author?: string[];
  license?: string[];
  has?: Has[];
  slugs?: string[];
  facets?: FacetName[];
  featured?: boolean;
  search?: string;
  q?: string;
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
  const q = parameters.q === undefined ? undefined : checkedTerm(parameters.q, parameters.search);
  const search = searchTerm(parameters.search ?? '');
  const { category, author, license, has, slugs, tags = [], facets, featured = false, offset = 0 } = parameters;
  const { limit = slugs?.length || DEFAULT_LIMIT } = parameters;
  return {
    author: valuesOf(author?.map((name) => name.toLowerCase())),
    category: valuesOf(category),
    license: valuesOf(license),
    has: valuesOf(has),
    slugs: slugs?.filter(isSlug),
    facets,
    tags: cleanTags(tags),
    featured,
    search,
    q,
    sort: parameters.sort ?? (slugs ? 'seqs' : (search ?? q) ? 'relevance' : 'newest'),
    limit: Math.min(limit, MAX_LIMIT),
    offset,
  };
}

/** A list without values filters nothing. */
function valuesOf<Value>(values: Value[] | undefined): Value[] | undefined {
  return values && values.length > 0 ? values : undefined;
}

const refuse = (message: string) => invalidParameters({ field: 'q', message });

function checkedTerm(q: string, search: string | undefined): Term {
  if (search !== undefined) throw refuse('must not be sent together with search');
  const term = broadTerm(q);
  if (term.text === '') throw refuse('must have a word');
  if (term.text.split(' ').length > MAX_WORDS) throw refuse(`must have at most ${MAX_WORDS} words`);
  return term;
}

/** The parameters of a list as links repeat them: a comma is part of a license, so that each is a parameter of its own. */
export function linkedQuery(parameters: ListParameters, { tags }: RealmQuery): Record<string, unknown> {
  return { ...parameters, tags, ...(parameters.license && { license: new Set(parameters.license) }) };
}
