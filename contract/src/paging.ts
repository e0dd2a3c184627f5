// Pages of a list: the parameters, and what a page says of the whole list.
import { boolean, integer, object } from './schema.ts';

export const DEFAULT_LIMIT = 20;
export const MAX_LIMIT = 100;

export const pageFields = {
  limit: integer({
    minimum: 1,
    default: DEFAULT_LIMIT,
    description: `How many at most; above ${MAX_LIMIT} it is applied, and reported, as ${MAX_LIMIT}.`,
  }),
  offset: integer({ minimum: 0, default: 0, description: 'How many to skip; past the end the page is empty.' }),
};

/** The query of a list that has no filters. */
export const pageQuery = object({}, pageFields);

/** The headers of a page. */
export const pageHeaders = { Link: 'First, previous, next and last page.' };

export const Pagination = object({
  total: integer({ minimum: 0, description: 'All matches, before paging.', examples: [1] }),
  limit: integer({ minimum: 1, maximum: MAX_LIMIT, description: 'The limit applied.', examples: [20] }),
  offset: integer({ minimum: 0, description: 'The offset applied.', examples: [0] }),
  hasMore: boolean({ description: 'Whether matches remain after this page.', examples: [false] }),
});
